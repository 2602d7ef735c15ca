//! The integration tests of `hws-model`, in one binary: linking is most of what a test binary costs.

mod refusals;
mod size;
mod snapshot;
mod stored_registers;
