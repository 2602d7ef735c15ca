//! Every call against the model: what a fault at any access leaves behind, and what a call costs.

mod cases;
mod claim_when_idle;
mod every_call;
mod faults;
mod model_bus;
mod polls;
mod traffic;
mod worlds;
