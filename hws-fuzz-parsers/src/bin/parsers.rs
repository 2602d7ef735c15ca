//! Runs a fuzz target of the readers without libFuzzer.
//!
//! `parsers TARGET FIRST COUNT` runs random inputs by their numbers, and ends at the first failure.
//! `parsers TARGET FILE` writes the file that an input of libFuzzer stands for to standard output.

use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use hws_fuzz_parsers::{FileVerdict, ParserTarget, TARGETS, random_input};

/// An input that takes longer is told.
const SLOW: Duration = Duration::from_secs(1);

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let target = words.first().and_then(|name| TARGETS.iter().find(|target| target.name() == *name));
    match (target, &words[..]) {
        (Some(target), [_, file]) => show(target, file),
        (Some(target), [_, first, count]) => match (first.parse(), count.parse()) {
            (Ok(first), Ok(count)) => random(target, first, count),
            _ => usage(),
        },
        _ => usage(),
    }
}

fn usage() -> ExitCode {
    let names: Vec<&str> = TARGETS.iter().map(|target| target.name()).collect();
    eprintln!("usage: parsers TARGET FIRST COUNT | parsers TARGET FILE\ntargets: {}", names.join(", "));
    ExitCode::from(2)
}

fn show(target: &ParserTarget, file: &str) -> ExitCode {
    let shown = std::fs::read(file).and_then(|input| std::io::stdout().write_all(&target.input(&input)));
    match shown {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{file}: {error}");
            ExitCode::from(2)
        }
    }
}

fn random(target: &ParserTarget, first: u64, count: u64) -> ExitCode {
    // A panic of a reader is a failure, which is shown with its file.
    std::panic::set_hook(Box::new(|_| ()));
    let mut accepted = 0;
    for number in first..first.saturating_add(count) {
        let began = Instant::now();
        match target.run(&random_input(number)) {
            Ok(verdict) => accepted += u64::from(verdict == FileVerdict::Accepted),
            Err(failure) => {
                eprintln!("input {number}: {failure}");
                return ExitCode::FAILURE;
            }
        }
        if began.elapsed() > SLOW {
            eprintln!("input {number} took {:?}", began.elapsed());
        }
    }
    println!("{}: {count} inputs, {accepted} accepted", target.name());
    ExitCode::SUCCESS
}
