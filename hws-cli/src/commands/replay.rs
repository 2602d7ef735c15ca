//! `hws replay`: the trace of a stimulus, on standard output.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::process::ExitCode;

use hws_dv::write::WaveWriter;
use hws_sim::check::InvariantChecker;
use hws_sim::stimulus::Reader;
use hws_sim::{ReplayError, ReplayOptions, replay, replay_observed, replay_until};

use super::{check, waves};
use crate::args::Replay;
use crate::failure::Failure;
use crate::interrupt;

type Stimulus = Reader<Box<dyn BufRead>>;

pub(crate) fn execute(args: &Replay) -> Result<ExitCode, Failure> {
    let name = args.stimulus.display().to_string();
    let stimulus = Reader::new(&name, open(&args.stimulus)?);
    if let Some(writer) = waves::create(&args.waves, std::slice::from_ref(&args.stimulus))? {
        return with_waves(args, stimulus, writer);
    }
    let output = io::stdout().lock();
    if !args.check {
        replay(stimulus, output, options(args)).map_err(failure)?;
        return Ok(ExitCode::SUCCESS);
    }
    let (_, checker) =
        replay_observed(stimulus, output, options(args), InvariantChecker::new()).map_err(failure)?;
    Ok(verdict(&checker))
}

/// Replays until the end, Ctrl-C, or an error of a waveform.
fn with_waves(args: &Replay, stimulus: Stimulus, writer: WaveWriter) -> Result<ExitCode, Failure> {
    interrupt::ask_first()?;
    let output = io::stdout().lock();
    let is_enough = |writer: &WaveWriter| writer.is_broken() || interrupt::is_asked();
    let (writer, checker) = if args.check {
        let observer = (writer, InvariantChecker::new());
        let ended = replay_until(stimulus, output, options(args), observer, |(writer, _)| is_enough(writer));
        let (_, (writer, checker)) = ended.map_err(failure)?;
        (writer, Some(checker))
    } else {
        let (_, writer) =
            replay_until(stimulus, output, options(args), writer, is_enough).map_err(failure)?;
        (writer, None)
    };
    writer.finish()?;
    let verdict = checker.map_or(ExitCode::SUCCESS, |checker| verdict(&checker));
    Ok(if interrupt::is_asked() { ExitCode::from(interrupt::STATUS) } else { verdict })
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
