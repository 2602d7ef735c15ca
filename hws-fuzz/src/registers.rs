//! The fuzz target `registers`: interprets any bytes as operations on the whole interface of an HWS.

mod dictionary;
mod driver;
mod live;
mod operation;
mod reached;
mod register_write;
mod setup;
mod stimulus;

use std::panic::catch_unwind;

use arbitrary::Unstructured;
use hws_model::Hws;
use hws_sim::Observer;
use hws_sim::check::Violation;

use crate::{Failure, FuzzFinding, FuzzRun};
use driver::{Broken, Driver};
use operation::Operation;
use setup::Setup;

pub use dictionary::dictionary;
pub use reached::Reached;
pub use stimulus::stimulus;

/// The body of the fuzz target.
///
/// # Panics
/// If an invariant does not hold; the message is the story of the [`Failure`].
pub fn fuzz(data: &[u8]) {
    if let Err(failure) = run(data) {
        panic!("{failure}");
    }
}

/// Does the same and returns what it reached.
///
/// # Errors
/// [`Failure`], when an invariant does not hold or the model panics.
pub fn run(data: &[u8]) -> Result<Reached, Box<Failure>> {
    // Recording costs time, so only a run that failed is recorded: in a second run.
    let first = catch_unwind(|| drive(data, &mut ()));
    match first {
        Ok(Outcome { reached, broken: Ok(()) }) => Ok(reached),
        Ok(_) | Err(_) => Err(Box::new(record(data).into_failure().unwrap_or_else(Failure::unsteady))),
    }
}

/// Records the run of an input, up to what was found in it.
#[must_use]
pub fn record(data: &[u8]) -> FuzzRun {
    let setup = Setup::decode(&mut Unstructured::new(data));
    let recorded = FuzzRun::new(setup.config, |recording| {
        let broken = drive(data, recording).broken.err();
        broken.map(|Broken(violation)| FuzzFinding::Violation(*violation))
    });
    FuzzRun { is_replayable: !setup.has_slow_mdma, ..recorded }
}

/// Performs what the bytes mean on an HWS in the middle of a run; returns the first violation.
pub(crate) fn run_on<O: Observer>(hws: Hws, data: &[u8], observer: &mut O) -> Option<Violation> {
    let mut driver = Driver::attached(hws, observer);
    let broken = perform(&mut Unstructured::new(data), &mut driver);
    driver.end();
    broken.err().map(|Broken(violation)| *violation)
}

/// What a run reached, and whether an invariant was broken.
struct Outcome {
    reached: Reached,
    broken: Result<(), Broken>,
}

/// Performs what the bytes mean, up to the first violation.
fn drive<O: Observer>(data: &[u8], observer: &mut O) -> Outcome {
    let mut u = Unstructured::new(data);
    let mut driver = Driver::new(Setup::decode(&mut u), observer);
    let broken = perform(&mut u, &mut driver);
    driver.end();
    Outcome { reached: driver.reached(), broken }
}

fn perform<O: Observer>(u: &mut Unstructured<'_>, driver: &mut Driver<'_, O>) -> Result<(), Broken> {
    while !u.is_empty() {
        let Ok(operation) = Operation::decode(u) else { break };
        driver.apply(operation)?;
    }
    driver.finish()
}
