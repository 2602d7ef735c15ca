//! Writes a long stimulus to standard output: `stimulus CYCLES` the busy machine, 20 million cycles by default, and
//! `stimulus golden LINES` the golden stimuli in sequence.

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

use hws_benches::long_stimuli::golden;

fn main() -> ExitCode {
    let Some(stimulus) = stimulus(&env::args().skip(1).collect::<Vec<_>>()) else {
        eprintln!("error: give a number of cycles, or `golden` and a number of lines");
        return ExitCode::from(2);
    };
    match io::stdout().write_all(&stimulus) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn stimulus(arguments: &[String]) -> Option<Vec<u8>> {
    match arguments {
        [] => Some(hws_benches::busy_stimulus(20_000_000)),
        [cycles] => Some(hws_benches::busy_stimulus(cycles.parse().ok()?)),
        [kind, lines] if kind == "golden" => Some(golden(lines.parse().ok().filter(|&lines| lines > 0)?)),
        _ => None,
    }
}
