//! The cost of the invariant checker, in CPU time: `checker [LINES] [OPERATIONS]`, 500,000 and 1,000,000 by default.
//!
//! Prints how many times the time of `hws replay --digest` a checked replay takes, for long stimuli of each kind, and the
//! operations per second of the fuzz body `registers`: on the committed corpus, then on random inputs from number 1 on.

use std::process::ExitCode;
use std::{env, io};

use hws_benches::cpu_seconds;
use hws_benches::long_stimuli::{golden, random};
use hws_fuzz::registers;
use hws_sim::check::InvariantChecker;
use hws_sim::stimulus::Reader;
use hws_sim::{Observer, ReplayOptions, replay_observed};
use hws_tests::corpus::corpus;
use hws_tests::random::Numbers;

/// The bytes of one input of the fuzz body.
const INPUT_BYTES: usize = 2048;
/// The runs of each replay.
const RUNS: usize = 5;
/// Where the random inputs begin.
const FIRST: u64 = 1;

fn main() -> ExitCode {
    match measure() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

fn measure() -> Result<(), String> {
    let (lines, operations) = (argument(1, 500_000)?, argument(2, 1_000_000)?);
    for (name, stimulus) in [("golden", golden(lines as usize)), ("random", random(lines as usize))] {
        compare(name, &stimulus)?;
    }
    registers(operations).map_err(|error| error.to_string())
}

fn argument(place: usize, default: u64) -> Result<u64, String> {
    let text = env::args().nth(place);
    let not_a_number =
        |text| format!("`{text}` is not a number of lines or operations; write a positive integer");
    text.map_or(Ok(default), |text| text.parse().map_err(|_| not_a_number(text)))
}

/// A replay without and with the checker; the shortest of several runs of each, taken in turn, since whatever else the
/// machine does only adds to one.
fn compare(name: &str, stimulus: &[u8]) -> Result<(), String> {
    let lines = stimulus.iter().filter(|&&byte| byte == b'\n').count();
    let (mut digest, mut checked, mut checker) = (f64::MAX, f64::MAX, InvariantChecker::new());
    for _ in 0..RUNS {
        let (seconds, ()) = replay(stimulus, ())?;
        digest = digest.min(seconds);
        let seconds;
        (seconds, checker) = replay(stimulus, InvariantChecker::new())?;
        checked = checked.min(seconds);
    }
    println!(
        "replay, {name}: {lines} lines, digest {digest:.2} s, checked {checked:.2} s, ratio {:.2}: {}",
        checked / digest,
        checker.verdict()
    );
    Ok(())
}

fn replay<O: Observer>(stimulus: &[u8], observer: O) -> Result<(f64, O), String> {
    let start = cpu_seconds().map_err(|error| error.to_string())?;
    let options = ReplayOptions { digest_only: true, ..ReplayOptions::default() };
    let replayed = replay_observed(Reader::new("measured", stimulus), io::sink(), options, observer);
    let (_, observer) = replayed.map_err(|error| error.to_string())?;
    Ok((cpu_seconds().map_err(|error| error.to_string())? - start, observer))
}

/// The fuzz body on its committed corpus, then on random inputs.
fn registers(operations: u64) -> io::Result<()> {
    let mut numbers = Numbers::new(FIRST);
    let mut committed = corpus("registers").into_iter().map(|(_, input)| input);
    let (mut done, mut acts, mut checks, mut seconds) = (0, 0, 0, 0.0);
    while done < operations {
        let input = committed.next().unwrap_or_else(|| numbers.bytes(INPUT_BYTES));
        let start = cpu_seconds()?;
        let ran = registers::run(&input);
        seconds += cpu_seconds()? - start;
        let reached = ran.map_err(io::Error::other)?;
        done += reached.operations;
        acts += reached.acts;
        checks += reached.checks;
    }
    println!(
        "registers: {done} operations, {seconds:.2} s: {:.0} operations/s, {:.0} accesses, pushes, reports and steps of \
         time/s, {:.0} checks/s",
        done as f64 / seconds,
        acts as f64 / seconds,
        checks as f64 / seconds
    );
    Ok(())
}
