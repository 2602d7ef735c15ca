//! Replay: a stimulus in, its trace out.

use std::io::{self, BufRead, Write};

use hws_model::{Config, ConfigError, Hws};
use hws_types::Cycle;
use thiserror::Error;

use crate::check::InvariantChecker;
use crate::digest::Digest;
use crate::machine::Machine;
use crate::observer::Observer;
use crate::operation::Op;
use crate::stimulus::{GiveOperations, OperationParts, Reader, StimulusError};
use crate::trace::{EndLine, TakeLines, TraceFilter, TraceLine, TraceLines, TraceParts, TraceWriter};

/// How much of the trace to write.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ReplayOptions {
    /// Only its last line.
    pub digest_only: bool,
    /// Which lines.
    pub filter: TraceFilter,
    /// The sizes of the HWS.
    pub config: Config,
}

impl ReplayOptions {
    /// Returns the options of a replay on an HWS with this many Ready Station entries and DAG slots.
    ///
    /// # Errors
    /// [`ConfigError`] for a number that is not 16..=32.
    pub fn with_sizes(n_rs: u32, n_dag: u32) -> Result<Self, ConfigError> {
        Ok(Self { config: Config::new(n_rs, n_dag)?, ..Self::default() })
    }
}

/// Where a stimulus ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Replayed {
    /// The cycle of `end`.
    pub at: Cycle,
    /// The state before that tick.
    pub state: Digest,
}

/// Why a replay did not reach its end.
#[derive(Debug, Error)]
pub enum ReplayError {
    /// The stimulus is malformed.
    #[error(transparent)]
    Stimulus(#[from] StimulusError),
    /// The trace could not be written.
    #[error("cannot write the trace: {0}")]
    Output(#[from] io::Error),
}

/// Replays a stimulus on a machine at power-on and writes the trace to `output`, which need not be buffered.
/// The trace up to a malformed line is written.
///
/// ```
/// use hws_sim::{ReplayOptions, replay, stimulus::Reader};
/// let stimulus = Reader::new("empty", "{\"at\":0,\"op\":\"end\"}".as_bytes());
/// let mut trace = Vec::new();
/// let end = replay(stimulus, &mut trace, ReplayOptions::default())?;
/// let line = format!("{{\"c\":0,\"ev\":\"end\",\"state\":\"{}\"}}\n", end.state);
/// assert_eq!(trace, line.as_bytes());
/// # Ok::<(), hws_sim::ReplayError>(())
/// ```
///
/// # Errors
/// [`ReplayError`]: a malformed stimulus or an output that failed.
pub fn replay<R: BufRead, W: Write>(
    stimulus: Reader<R>,
    output: W,
    options: ReplayOptions,
) -> Result<Replayed, ReplayError> {
    replay_observed(stimulus, output, options, ()).map(|(end, ())| end)
}

/// Replays like [`replay`], but operations come and lines go in parts, from and to whatever works beside the simulation. Unlike
/// the generic functions, it is compiled with this crate, and optimised as the simulation is: the caller may be compiled for
/// size.
///
/// # Errors
/// Those of `operations`. Lines that could not be written are a matter of `trace`, which ends the replay by wanting no more.
pub fn replay_parts(
    operations: &mut dyn GiveOperations,
    trace: &mut dyn TakeLines,
    options: ReplayOptions,
) -> Result<Replayed, StimulusError> {
    let hws = Hws::new(options.config);
    if options.digest_only {
        let mut machine = Machine::new(hws, ());
        let end = replay_given(&mut machine, operations, |()| false)?;
        let mut line = TraceLines::default();
        line.push(&TraceLine::End { at: end.at, state: end.state });
        trace.take(&mut line);
        return Ok(end);
    }
    let mut machine = Machine::new(hws, TraceParts::new(trace, options.filter));
    let end = replay_given(&mut machine, operations, |trace| !trace.is_wanted());
    machine.into_observer().finish();
    end
}

/// Replays like [`replay`], with an observer, such as an [`InvariantChecker`](crate::check::InvariantChecker).
///
/// # Errors
/// Those of [`replay`].
pub fn replay_observed<R: BufRead, W: Write, O: Observer>(
    stimulus: Reader<R>,
    output: W,
    options: ReplayOptions,
    observer: O,
) -> Result<(Replayed, O), ReplayError> {
    replay_until(stimulus, output, options, observer, |_| false)
}

/// Replays like [`replay_observed`], but stops before its end as soon as `is_enough` returns true for the observer:
/// it is asked between any two
/// states that the observer [watches](Observer::watches_state). The trace then covers the ticks up to there and has no end
/// line.
///
/// # Errors
/// Those of [`replay`].
pub fn replay_until<R: BufRead, W: Write, O: Observer>(
    stimulus: Reader<R>,
    output: W,
    options: ReplayOptions,
    observer: O,
    is_enough: impl Fn(&O) -> bool,
) -> Result<(Replayed, O), ReplayError> {
    observe_given(&mut OperationParts::new(stimulus), output, options, observer, is_enough)
}

/// Replays like [`replay_until`] with a checker, up to the end or, if `stops_at_violation`, up to the first violation. Unlike
/// the generic functions, it is compiled with this crate, as [`replay_parts`] is.
///
/// # Errors
/// Those of [`replay`].
pub fn replay_checked(
    operations: &mut dyn GiveOperations,
    output: &mut dyn Write,
    options: ReplayOptions,
    checker: &mut InvariantChecker,
    stops_at_violation: bool,
) -> Result<Replayed, ReplayError> {
    let is_enough = |checker: &&mut InvariantChecker| stops_at_violation && !checker.verdict().holds();
    observe_given(operations, output, options, checker, is_enough).map(|(end, _)| end)
}

fn observe_given<W: Write, O: Observer>(
    operations: &mut (impl GiveOperations + ?Sized),
    output: W,
    options: ReplayOptions,
    observer: O,
    is_enough: impl Fn(&O) -> bool,
) -> Result<(Replayed, O), ReplayError> {
    let hws = Hws::new(options.config);
    if options.digest_only {
        let mut machine = Machine::new(hws, (EndLine::new(output), observer));
        let end = replay_given(&mut machine, operations, |(_, observer)| is_enough(observer));
        let (trace, observer) = machine.into_observer();
        trace.finish()?;
        return Ok((end?, observer));
    }
    let mut machine = Machine::new(hws, (TraceWriter::with_filter(output, options.filter), observer));
    let is_enough = |(trace, observer): &(TraceWriter<W>, O)| trace.is_broken() || is_enough(observer);
    let end = replay_given(&mut machine, operations, is_enough);
    let (trace, observer) = machine.into_observer();
    trace.finish()?;
    Ok((end?, observer))
}

/// Replays a stimulus on the given machine, up to its end or until `is_enough` returns true for the observer
/// after a step or an operation. A refused operation is part of the run, not an error.
///
/// # Errors
/// [`StimulusError`] at the first malformed line; everything before it has been applied.
pub fn replay_on<R: BufRead, S: Observer>(
    machine: &mut Machine<S>,
    stimulus: Reader<R>,
    is_enough: impl Fn(&S) -> bool,
) -> Result<Replayed, StimulusError> {
    replay_given(machine, &mut OperationParts::new(stimulus), is_enough)
}

fn replay_given<S: Observer>(
    machine: &mut Machine<S>,
    operations: &mut (impl GiveOperations + ?Sized),
    is_enough: impl Fn(&S) -> bool,
) -> Result<Replayed, StimulusError> {
    loop {
        let part = operations.give()?;
        for operation in part {
            if !advance_until(machine, operation.at, &is_enough) {
                return Ok(stopped(machine));
            }
            // A refusal is in the trace.
            let _ = machine.apply(&operation.op);
            if operation.op == Op::End || is_enough(machine.observer()) {
                return Ok(stopped(machine));
            }
        }
        if part.is_empty() {
            return Ok(stopped(machine));
        }
    }
}

fn stopped<S: Observer>(machine: &Machine<S>) -> Replayed {
    Replayed { at: machine.cycle(), state: machine.digest() }
}

/// Advances as [`Machine::advance_to`] does; returns false if it was enough before `target`.
fn advance_until<S: Observer>(
    machine: &mut Machine<S>,
    target: Cycle,
    is_enough: &impl Fn(&S) -> bool,
) -> bool {
    while machine.cycle() < target {
        if is_enough(machine.observer()) {
            return false;
        }
        machine.short_step(target);
    }
    true
}
