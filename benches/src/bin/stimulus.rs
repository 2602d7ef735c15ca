//! Writes the busy machine as a stimulus to standard output: `stimulus CYCLES`, 20 million by default.

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let cycles = env::args().nth(1).map_or(Ok(20_000_000), |text| text.parse());
    let Ok(cycles) = cycles else {
        eprintln!("error: the number of cycles is a positive integer");
        return ExitCode::from(2);
    };
    match io::stdout().write_all(&hws_benches::busy_stimulus(cycles)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
