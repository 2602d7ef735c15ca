//! Writes a Gemini schedule on four cores to standard output, valid by every rule and with every feature of the format:
//! `schedule [WORKLOADS]`, 10,000 by default, 37 MB.

#[path = "../../../hws-plan/tests/common/schedules.rs"]
mod schedules;

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

const CORES: usize = 4;

fn main() -> ExitCode {
    let workloads = env::args().nth(1).map_or(Ok(10_000), |text| text.parse());
    let Ok(workloads) = workloads else {
        eprintln!("error: the number of workloads is a positive integer");
        return ExitCode::from(2);
    };
    match io::stdout().write_all(schedules::schedule(1, CORES, workloads).to_string().as_bytes()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
