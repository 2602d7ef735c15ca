//! The fuzz target `registers`: interprets any bytes as operations on the whole interface of an HWS.

mod driver;
mod operation;
mod reached;
mod register_write;
mod setup;

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use arbitrary::Unstructured;
use hws_sim::Observer;

use crate::failure::{Failure, Finding, Recording};
use driver::{Broken, Driver};
use operation::Operation;
use setup::Setup;

pub use reached::Reached;

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
    if let Ok(Outcome { reached, broken: Ok(()) }) = first { Ok(reached) } else { Err(record(data)) }
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

/// Repeats a run that failed, with a recording.
fn record(data: &[u8]) -> Box<Failure> {
    let mut recording = Recording::default();
    // After a panic only the recording is used, to which every operation was added before it began.
    let outcome = catch_unwind(AssertUnwindSafe(|| drive(data, &mut recording).broken));
    let finding = match outcome {
        Ok(Err(Broken(violation))) => Finding::Violation(*violation),
        // A run depends on nothing but its bytes.
        Ok(Ok(())) => Finding::Other { kind: "unsteady", message: "the second run did not fail".to_owned() },
        Err(message) => Finding::Panic(text(message.as_ref())),
    };
    let config = Setup::decode(&mut Unstructured::new(data)).config;
    Box::new(Failure::new(config, recording, finding))
}

/// The message of a panic.
fn text(message: &(dyn Any + Send)) -> String {
    let owned = message.downcast_ref::<String>().cloned();
    owned.or_else(|| message.downcast_ref::<&str>().map(ToString::to_string)).unwrap_or_default()
}
