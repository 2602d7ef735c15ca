//! Every call of the API on a scripted bus: sequences, refusals, bounds, faults.

mod arguments;
mod cases;
mod claims;
mod dags;
mod every_call;
mod kernels;
mod messages;
mod messages_of_errors;
mod placement;
mod priority_curve;
mod refusals;
mod script_bus;
mod values;
mod waits;
