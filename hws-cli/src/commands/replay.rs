//! `hws replay`: the trace of a stimulus, on standard output.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::process::ExitCode;

use hws_sim::check::InvariantChecker;
use hws_sim::stimulus::Reader;
use hws_sim::{ReplayError, ReplayOptions, replay, replay_observed};

use super::check;
use crate::args::Replay;
use crate::failure::Failure;

pub(crate) fn execute(args: &Replay) -> Result<ExitCode, Failure> {
    let name = args.stimulus.display().to_string();
    let stimulus = Reader::new(&name, open(&args.stimulus)?);
    let options = ReplayOptions { digest_only: args.digest };
    let output = io::stdout().lock();
    if !args.check {
        replay(stimulus, output, options).map_err(failure)?;
        return Ok(ExitCode::SUCCESS);
    }
    let (_, checker) =
        replay_observed(stimulus, output, options, InvariantChecker::new()).map_err(failure)?;
    Ok(if check::report(checker.verdict()) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
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
