//! A replay in which threads beside the simulation read the stimulus and write the trace.
//!
//! Bytes, order and errors are those of [`hws_sim::replay()`]. Between two threads a few lists go round, so that memory is
//! bounded and a thread that is ahead waits. With one processor, everything happens in the thread of the caller.

mod ahead;
mod behind;
mod beside;

use std::io::{BufRead, Write};

use hws_sim::check::InvariantChecker;
use hws_sim::stimulus::{GiveOperations, OperationParts, Reader};
use hws_sim::{ReplayError, ReplayOptions, Replayed, replay_parts};

use ahead::ReadAhead;

pub use behind::TraceOutput;

/// Replays a stimulus on a machine at power-on and writes the trace to `output`, which need not be buffered.
///
/// If the replay ends early because `output` failed, a thread may be left that waits for the input of the stimulus; it ends
/// with the input or with the program.
///
/// Input and output are of one type each, so that what reads and writes is compiled with this crate: the caller may be compiled
/// for size.
///
/// # Errors
/// [`ReplayError`]: a malformed stimulus, or an output that failed, which comes first.
pub fn replay(
    stimulus: Reader<Box<dyn BufRead + Send>>,
    output: Box<dyn Write + Send>,
    options: ReplayOptions,
) -> Result<Replayed, ReplayError> {
    let mut operations: Box<dyn GiveOperations> = match ReadAhead::start(stimulus) {
        Ok(ahead) => Box::new(ahead),
        Err(stimulus) => Box::new(OperationParts::new(stimulus)),
    };
    // One line needs no thread.
    let mut trace =
        if options.digest_only { TraceOutput::in_this_thread(output) } else { TraceOutput::new(output) };
    let end = replay_parts(&mut *operations, &mut trace, options);
    trace.finish()?;
    Ok(end?)
}

/// Replays a stimulus as [`hws_sim::replay_checked`] does: in the thread of the caller, since the checker takes most of the time.
///
/// # Errors
/// Those of [`hws_sim::replay_checked`].
pub fn replay_checked(
    stimulus: Reader<Box<dyn BufRead + Send>>,
    output: &mut dyn Write,
    options: ReplayOptions,
    checker: &mut InvariantChecker,
    stops_at_violation: bool,
) -> Result<Replayed, ReplayError> {
    let mut operations = OperationParts::new(stimulus);
    hws_sim::replay_checked(&mut operations, output, options, checker, stops_at_violation)
}

#[cfg(test)]
mod tests;
