//! Every call on the model: the state after a fault at any access, and the number of accesses of a call.

mod cases;
mod claim_when_idle;
mod every_call;
mod faults;
mod model_bus;
mod polls;
mod traffic;
mod worlds;
