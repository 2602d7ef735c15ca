//! The integration tests of `hws-regs`, in one binary, because linking is most of a test binary's cost.

mod decoder;
mod effects;
mod generated;
mod index;
mod modifiable;
mod names;
mod reg_file;
mod serde;
mod values;
