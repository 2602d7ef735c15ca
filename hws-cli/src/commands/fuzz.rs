//! `hws fuzz`: the inputs of fuzz targets as stimuli.

use std::io;
use std::panic;
use std::path::Path;
use std::process::ExitCode;

use hws_fuzz::{Failure as Found, FuzzRun, TARGETS};
use hws_host::{files, outputs};
use hws_sim::stimulus::{Operation, Writer};

use crate::args::fuzz::{Action, Fuzz, ToStimulus};
use crate::failure::Failure;

/// How often a shorter stimulus is replayed.
const TRIES: usize = 5000;

pub(crate) fn execute(args: &Fuzz) -> Result<ExitCode, Failure> {
    match &args.action {
        Action::ToStimulus(args) => to_stimulus(args),
    }
}

fn to_stimulus(args: &ToStimulus) -> Result<ExitCode, Failure> {
    let input = files::source(&args.input)?;
    // A panic of the code under test is a finding, and told once.
    let usual = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let recorded = record(&args.target, &input.bytes);
    let is_shown = recorded.is_repeated_by_replay();
    let found = recorded.clone().into_failure();
    let short = found.as_ref().filter(|_| args.shrink).and_then(|found| found.shrunk(TRIES));
    panic::set_hook(usual);
    if args.shrink && found.is_none() {
        let reason = "the run of this input has no failure to shrink; leave out `--shrink`";
        return Err(Failure::file(&input.name, reason));
    }
    write(args, short.as_ref().map_or(&recorded.recording.operations, |short| &short.operations))?;
    tell(args, &recorded, short.as_ref().or(found.as_ref()));
    if is_shown {
        return Ok(ExitCode::SUCCESS);
    }
    eprintln!("{}", difference(&recorded));
    Ok(ExitCode::from(1))
}

/// The name is one of the targets: the command line takes no other.
fn record(target: &str, bytes: &[u8]) -> FuzzRun {
    let target = TARGETS.iter().find(|known| known.name == target).unwrap_or(&TARGETS[0]);
    (target.record)(bytes)
}

fn write(args: &ToStimulus, operations: &[Operation]) -> Result<(), Failure> {
    match &args.out {
        Some(path) => Ok(outputs::file(path, |out| Writer::write(out, operations).map(drop))?),
        None => Ok(Writer::write(io::stdout().lock(), operations).map(drop)?),
    }
}

/// The story, and the command that replays it.
fn tell(args: &ToStimulus, recorded: &FuzzRun, found: Option<&Found>) {
    match found {
        Some(found) => eprintln!("{found}"),
        None => eprintln!("no failure in {} operations", recorded.recording.operations.len()),
    }
    let (n_rs, n_dag) = (recorded.config.n_rs(), recorded.config.n_dag());
    let file = args.out.as_deref().unwrap_or(Path::new("FILE")).display();
    eprintln!("to repeat it: hws replay --check --n-rs {n_rs} --n-dag {n_dag} {file}");
}

fn difference(recorded: &FuzzRun) -> &'static str {
    if recorded.is_replayable {
        "a replay of the stimulus does not show the same; please report this input"
    } else {
        "a replay of the stimulus does not show the same: in this input MDMA commands wait in their FIFO, which no stimulus \
         can express (interfaces.md §6)"
    }
}
