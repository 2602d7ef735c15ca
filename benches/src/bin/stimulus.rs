//! Writes a stimulus to standard output: `stimulus [busy] [CYCLES]`, the busy machine, 20 million cycles by default, or
//! `stimulus golden [LINES]`, the golden stimuli one after the other, 324,256 lines by default, one for every 20 cycles.

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

use hws_benches::{busy_stimulus, long_stimuli};

const USAGE: &str =
    "error: usage: stimulus [busy] [CYCLES], or stimulus golden [LINES]; both are positive integers";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let Some(stimulus) = stimulus(&arguments) else {
        eprintln!("{USAGE}");
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

fn stimulus(arguments: &[&str]) -> Option<Vec<u8>> {
    let positive = |text: &str| text.parse().ok().filter(|&count: &u64| count > 0);
    Some(match *arguments {
        [] | ["busy"] => busy_stimulus(20_000_000),
        ["golden"] => long_stimuli::golden(324_256),
        ["golden", lines] => long_stimuli::golden(positive(lines)?.try_into().ok()?),
        [cycles] | ["busy", cycles] => busy_stimulus(positive(cycles)?),
        _ => return None,
    })
}
