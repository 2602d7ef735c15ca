//! `hws replay`: the trace of a stimulus, on standard output.

use std::io::{self, BufRead};
use std::process::ExitCode;

use hws_dv::start::SnapshotTaker;
use hws_dv::write::WaveWriter;
use hws_host::replay::{replay, replay_checked};
use hws_host::{files, outputs, stimuli};
use hws_sim::check::InvariantChecker;
use hws_sim::stimulus::Reader;
use hws_sim::{ReplayError, ReplayOptions, TraceFilter, replay_observed, replay_until};

use super::until_closed::UntilClosed;
use super::{invariants, waves};
use crate::args::{Replay, SnapshotAt};
use crate::diagnostics::ErrorFormat;
use crate::failure::Failure;
use crate::interrupt;

type Stimulus = Reader<Box<dyn BufRead + Send>>;

pub(crate) fn execute(args: &Replay) -> Result<ExitCode, Failure> {
    let name = files::name(&args.stimulus);
    let stimulus = Reader::new(&name, stimuli::open(&args.stimulus)?);
    if let Some(writer) = waves::create(&args.waves)? {
        return with_waves(args, stimulus, writer);
    }
    if !args.check && args.snapshot.is_none() {
        replay(stimulus, Box::new(io::stdout()), options(args)?).map_err(failure)?;
        return Ok(ExitCode::SUCCESS);
    }
    let output = io::stdout().lock();
    let taker = taker(args);
    if !args.check {
        let (_, taker) = replay_observed(stimulus, output, options(args)?, taker).map_err(failure)?;
        write_snapshot(args, taker)?;
        return Ok(ExitCode::SUCCESS);
    }
    let (mut checker, mut output, options) =
        (InvariantChecker::new(), UntilClosed::new(output), options(args)?);
    if args.snapshot.is_none() {
        let stops = args.stop_at_first_violation;
        return match replay_checked(stimulus, &mut output, options, &mut checker, stops) {
            Ok(_) => Ok(verdict(&checker)),
            Err(error) => broken_off(&checker, error),
        };
    }
    let is_enough = |(_, checker): &(_, &mut InvariantChecker)| stops(args, checker);
    match replay_until(stimulus, output, options, (taker, &mut checker), is_enough) {
        Ok((_, (taker, _))) => {
            write_snapshot(args, taker)?;
            Ok(verdict(&checker))
        }
        Err(error) => broken_off(&checker, error),
    }
}

/// Replays until the end, Ctrl-C, or an error of a waveform.
fn with_waves(args: &Replay, stimulus: Stimulus, writer: WaveWriter) -> Result<ExitCode, Failure> {
    interrupt::ask_first()?;
    let (output, taker) = (io::stdout().lock(), taker(args));
    let is_enough = |writer: &WaveWriter| writer.is_broken() || interrupt::is_asked();
    if !args.check {
        let ended =
            replay_until(stimulus, output, options(args)?, (writer, taker), |(writer, _)| is_enough(writer));
        let (_, (writer, taker)) = ended.map_err(failure)?;
        writer.finish()?;
        write_snapshot(args, taker)?;
        return Ok(unless_asked(ExitCode::SUCCESS));
    }
    let mut checker = InvariantChecker::new();
    let observer = (writer, (taker, &mut checker));
    let ended = replay_until(
        stimulus,
        UntilClosed::new(output),
        options(args)?,
        observer,
        |(writer, (_, checker))| is_enough(writer) || stops(args, checker),
    );
    match ended {
        Ok((_, (writer, (taker, _)))) => {
            writer.finish()?;
            write_snapshot(args, taker)?;
            Ok(unless_asked(verdict(&checker)))
        }
        Err(error) => broken_off(&checker, error),
    }
}

fn unless_asked(status: ExitCode) -> ExitCode {
    if interrupt::is_asked() { ExitCode::from(interrupt::STATUS) } else { status }
}

fn stops(args: &Replay, checker: &InvariantChecker) -> bool {
    args.stop_at_first_violation && !checker.verdict().holds()
}

/// A violation before the replay broke off is reported, too, and decides the exit status.
fn broken_off(checker: &InvariantChecker, error: ReplayError) -> Result<ExitCode, Failure> {
    let failure = failure(error);
    if checker.verdict().holds() {
        return Err(failure);
    }
    invariants::report(checker.verdict());
    failure.report(ErrorFormat::Human);
    Ok(ExitCode::FAILURE)
}

fn taker(args: &Replay) -> SnapshotTaker {
    SnapshotTaker::new(args.snapshot.as_ref().map(|wanted| wanted.cycle))
}

fn write_snapshot(args: &Replay, taker: SnapshotTaker) -> Result<(), Failure> {
    let Some(SnapshotAt { cycle, file }) = &args.snapshot else { return Ok(()) };
    let Some(snapshot) = taker.into_snapshot() else {
        return Err(Failure::usage(format!(
            "--snapshot {cycle}: the replay ends before this cycle; nothing is written"
        )));
    };
    Ok(outputs::file(file, |out| outputs::json(&snapshot, out))?)
}

fn options(args: &Replay) -> Result<ReplayOptions, Failure> {
    let sized = ReplayOptions::with_sizes(args.n_rs, args.n_dag);
    let sized = sized.map_err(|error| Failure::usage(format!("--n-rs, --n-dag: {error}")))?;
    Ok(ReplayOptions { digest_only: args.digest, filter: filter(args)?, ..sized })
}

fn filter(args: &Replay) -> Result<TraceFilter, Failure> {
    if args.from > args.to {
        return Err(Failure::usage(format!(
            "--from {} --to {}: no cycle is in this range",
            args.from, args.to
        )));
    }
    let filter = TraceFilter::default().between(args.from, args.to);
    Ok(if args.only.is_empty() { filter } else { filter.with_kinds(&args.only) })
}

fn verdict(checker: &InvariantChecker) -> ExitCode {
    if invariants::report(checker.verdict()) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn failure(error: ReplayError) -> Failure {
    match error {
        ReplayError::Stimulus(error) => error.into(),
        ReplayError::Output(error) => error.into(),
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use hws_sim::check::{CheckStep, View};

    use super::*;
    use crate::args::{Args, Command};

    fn malformed() -> ReplayError {
        Reader::new("empty", &b""[..]).next().unwrap().unwrap_err().into()
    }

    /// No SIP is idle at power-on.
    fn violate(checker: &mut InvariantChecker) {
        let view = View { idle: Default::default(), ..View::default() };
        checker.take(CheckStep { act: None, events: Vec::new(), view });
    }

    #[test]
    fn a_replay_stops_at_a_violation_if_it_is_told_to() {
        let args = |options: &[&str]| {
            let words = [&["hws", "replay", "stimulus.jsonl", "--check"], options].concat();
            match Args::try_parse_from(words).unwrap().command {
                Some(Command::Replay(args)) => args,
                other => panic!("{other:?}"),
            }
        };
        let (stopping, not_stopping) = (args(&["--stop-at-first-violation"]), args(&[]));
        let mut checker = InvariantChecker::new();
        assert!(!stops(&stopping, &checker));
        violate(&mut checker);
        assert!(stops(&stopping, &checker) && !stops(&not_stopping, &checker));
    }

    #[test]
    fn a_violation_before_a_malformed_line_decides_the_exit_status() {
        let mut checker = InvariantChecker::new();
        assert!(matches!(broken_off(&checker, malformed()), Err(Failure::Input(_))));
        violate(&mut checker);
        let status = broken_off(&checker, malformed()).unwrap();
        assert_eq!(format!("{status:?}"), format!("{:?}", ExitCode::FAILURE));
    }
}
