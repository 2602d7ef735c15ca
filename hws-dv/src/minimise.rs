//! `hws check --minimise`: the inputs of a dump, shortened to what its first difference needs.
//!
//! Only a simulation shows whether the RTL still differs. With one ([`Simulation`]) a shorter stimulus is kept if its dump
//! differs in the same signal and under the same rule. Without, it is kept if the [situation](Situation) of the
//! model is the same at the difference: the same events, the same decision, the same values of the registers that differ.

mod rust_test;
mod simulation;
mod situation;

use hws_sim::stimulus::{Operation, shrink};

pub use rust_test::{RustTest, test_file_name};
pub use simulation::{Simulation, SimulationError};
pub use situation::Situation;

/// How often a shorter stimulus is tried on the model.
pub const TRIES_ON_MODEL: usize = 5000;
/// How often a shorter stimulus is simulated.
pub const TRIES_OF_SIMULATION: usize = 300;

/// A shortened stimulus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Minimised {
    /// The operations; the last one is the end.
    pub operations: Vec<Operation>,
    /// How many there were.
    pub before: usize,
}

/// Shortens the stimulus while the model does the same at the difference.
#[must_use]
pub fn on_model(operations: &[Operation], wanted: &Situation) -> Minimised {
    let kept = shrink(operations, TRIES_ON_MODEL, |shorter| wanted.is_reached_by(shorter));
    Minimised { operations: kept, before: operations.len() }
}

/// Shortens the stimulus while its simulation differs in the same way.
///
/// # Errors
/// [`SimulationError`]: the simulation cannot be run, or its first dump does not differ in that way.
pub fn by_simulation(
    operations: &[Operation],
    simulation: &Simulation<'_>,
) -> Result<Minimised, SimulationError> {
    simulation.confirm(operations)?;
    let kept = shrink(operations, TRIES_OF_SIMULATION, |shorter| simulation.still_differs(shorter));
    Ok(Minimised { operations: kept, before: operations.len() })
}
