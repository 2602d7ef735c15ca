//! The integration tests of `hws-model`, in one binary, because linking is most of a test binary's cost.

mod assumptions;
mod behaviour;
mod outputs;
mod refusals;
mod size;
mod snapshot;
mod stored_registers;
mod values;
mod waiting;
