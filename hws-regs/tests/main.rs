//! The integration tests of `hws-regs`, in one binary: linking is most of what a test binary costs.

mod decoder;
mod effects;
mod modifiable;
mod names;
mod reg_file;
mod serde;
mod values;
