//! `hws replay`: a stimulus in, its trace on standard output.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::process::ExitCode;

use hws_sim::stimulus::Reader;
use hws_sim::{ReplayError, ReplayOptions, replay};

use crate::args::Replay;
use crate::failure::Failure;

pub(crate) fn execute(args: &Replay) -> Result<ExitCode, Failure> {
    let name = args.stimulus.display().to_string();
    let reader = Reader::new(&name, open(&args.stimulus)?);
    let options = ReplayOptions { digest_only: args.digest };
    match replay(reader, io::stdout().lock(), options) {
        Ok(_) => Ok(ExitCode::SUCCESS),
        Err(ReplayError::Stimulus(error)) => Err(error.into()),
        Err(ReplayError::Output(error)) => Err(error.into()),
    }
}

fn open(path: &Path) -> Result<Box<dyn BufRead>, Failure> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = File::open(path).map_err(Failure::read(path))?;
    Ok(Box::new(BufReader::new(file)))
}
