//! The checker as a detector: replays every golden and danger stimulus with it, then runs the fuzz body `registers` on
//! `detect [INPUTS]` random inputs, 300 by default. Prints the first violation and ends with status 1, or ends with status
//! 0 when there is none. `.ci/mutants` runs it on altered copies of the model.

use std::process::ExitCode;
use std::{env, fs, panic};

use hws_fuzz::registers;
use hws_model::{Config, Hws};
use hws_sim::check::InvariantChecker;
use hws_sim::stimulus::Reader;
use hws_sim::{Machine, replay_on};
use hws_tests::random::Numbers;
use hws_tests::stimuli;

const INPUT_BYTES: usize = 2048;
const FOLDERS: [&str; 3] = ["golden", "dangers", "dangers_ours"];

fn main() -> ExitCode {
    let inputs = env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(300);
    match by_replay().or_else(|| by_fuzzing(inputs)) {
        Some(violation) => {
            println!("{violation}");
            ExitCode::FAILURE
        }
        None => {
            println!("no violation");
            ExitCode::SUCCESS
        }
    }
}

/// The first violation in a stimulus.
fn by_replay() -> Option<String> {
    FOLDERS.iter().flat_map(|folder| stimuli(folder)).find_map(|path| {
        let text = fs::read(&path).ok()?;
        let mut machine = Machine::new(Hws::new(Config::default()), InvariantChecker::new());
        replay_on(&mut machine, Reader::new("stimulus", text.as_slice()), |_| false).ok()?;
        let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        machine.observer().verdict().first.as_ref().map(|violation| format!("{violation} in {name}"))
    })
}

/// The first violation that the fuzz body ends with.
fn by_fuzzing(inputs: u64) -> Option<String> {
    // A panic of the model is a finding like others; its message is printed once.
    panic::set_hook(Box::new(|_| {}));
    (0..inputs).find_map(|input| {
        let failure = registers::run(&Numbers::new(input).bytes(INPUT_BYTES)).err()?;
        Some(format!("{} in random input {input}", failure.finding))
    })
}
