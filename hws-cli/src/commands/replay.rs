//! `hws replay`: the trace of a stimulus, on standard output.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::process::ExitCode;

use hws_dv::start::SnapshotTaker;
use hws_dv::write::WaveWriter;
use hws_sim::check::InvariantChecker;
use hws_sim::stimulus::Reader;
use hws_sim::{ReplayError, ReplayOptions, replay_observed, replay_until};

use super::{check, outputs, waves};
use crate::args::{Replay, SnapshotAt};
use crate::failure::Failure;
use crate::interrupt;

type Stimulus = Reader<Box<dyn BufRead>>;

pub(crate) fn execute(args: &Replay) -> Result<ExitCode, Failure> {
    let name = args.stimulus.display().to_string();
    let stimulus = Reader::new(&name, open(&args.stimulus)?);
    if let Some(writer) = waves::create(&args.waves, std::slice::from_ref(&args.stimulus))? {
        return with_waves(args, stimulus, writer);
    }
    let (output, taker) = (io::stdout().lock(), taker(args));
    if !args.check {
        let (_, taker) = replay_observed(stimulus, output, options(args), taker).map_err(failure)?;
        write_snapshot(args, taker)?;
        return Ok(ExitCode::SUCCESS);
    }
    let observer = (taker, InvariantChecker::new());
    let (_, (taker, checker)) =
        replay_observed(stimulus, output, options(args), observer).map_err(failure)?;
    write_snapshot(args, taker)?;
    Ok(verdict(&checker))
}

/// Replays until the end, Ctrl-C, or an error of a waveform.
fn with_waves(args: &Replay, stimulus: Stimulus, writer: WaveWriter) -> Result<ExitCode, Failure> {
    interrupt::ask_first()?;
    let (output, taker) = (io::stdout().lock(), taker(args));
    let is_enough = |writer: &WaveWriter| writer.is_broken() || interrupt::is_asked();
    let (writer, taker, checker) = if args.check {
        let observer = (writer, (taker, InvariantChecker::new()));
        let ended = replay_until(stimulus, output, options(args), observer, |(writer, _)| is_enough(writer));
        let (_, (writer, (taker, checker))) = ended.map_err(failure)?;
        (writer, taker, Some(checker))
    } else {
        let ended =
            replay_until(stimulus, output, options(args), (writer, taker), |(writer, _)| is_enough(writer));
        let (_, (writer, taker)) = ended.map_err(failure)?;
        (writer, taker, None)
    };
    writer.finish()?;
    write_snapshot(args, taker)?;
    let verdict = checker.map_or(ExitCode::SUCCESS, |checker| verdict(&checker));
    Ok(if interrupt::is_asked() { ExitCode::from(interrupt::STATUS) } else { verdict })
}

fn taker(args: &Replay) -> SnapshotTaker {
    SnapshotTaker::new(args.snapshot.as_ref().map(|wanted| wanted.cycle))
}

fn write_snapshot(args: &Replay, taker: SnapshotTaker) -> Result<(), Failure> {
    let Some(SnapshotAt { cycle, file }) = &args.snapshot else { return Ok(()) };
    let Some(snapshot) = taker.into_snapshot() else {
        return Err(Failure::Use(format!(
            "--snapshot {cycle}: the replay ends before this cycle; nothing is written"
        )));
    };
    outputs::file(file, |out| outputs::json(&snapshot, out))
}

fn options(args: &Replay) -> ReplayOptions {
    ReplayOptions { digest_only: args.digest }
}

fn verdict(checker: &InvariantChecker) -> ExitCode {
    if check::report(checker.verdict()) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn failure(error: ReplayError) -> Failure {
    match error {
        ReplayError::Stimulus(error) => error.into(),
        ReplayError::Output(error) => error.into(),
    }
}

fn open(path: &Path) -> Result<Box<dyn BufRead>, Failure> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = File::open(path).map_err(Failure::read(path))?;
    Ok(Box::new(BufReader::new(file)))
}
