//! The checker as a detector: `detect [INPUTS]` replays every golden and danger stimulus with it, then runs the fuzz body
//! `registers` on random inputs, 300 by default; `detect --fuzz SECONDS` runs the body alone, first on the committed
//! corpus, then on random inputs until the time is over, and shrinks what it finds. Prints the first violation and ends with status 1, or ends with
//! status 0 when there is none. `cargo xtask mutants` and `cargo xtask bugs` run it on altered copies of the model.

use std::process::ExitCode;
use std::time::{Duration, Instant};
use std::{env, fs, panic};

use hws_fuzz::registers;
use hws_model::{Config, Hws};
use hws_sim::check::InvariantChecker;
use hws_sim::stimulus::Reader;
use hws_sim::{Machine, replay_on};
use hws_tests::corpus::corpus;
use hws_tests::random::Numbers;
use hws_tests::stimuli;

const INPUT_BYTES: usize = 2048;
const INPUTS: u64 = 300;
const SECONDS: u64 = 60;
/// Replays of shorter stimuli.
const TRIES: usize = 2000;
const FOLDERS: [&str; 3] = ["golden", "dangers", "dangers_ours"];

fn main() -> ExitCode {
    // A panic of the model is a finding like others, and told once.
    panic::set_hook(Box::new(|_| {}));
    match search() {
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

fn search() -> Option<String> {
    if env::args().nth(1).as_deref() == Some("--fuzz") {
        by_fuzzing(Duration::from_secs(number(2, SECONDS)))
    } else {
        by_replay().or_else(|| by_random_inputs(number(1, INPUTS)))
    }
}

fn number(place: usize, default: u64) -> u64 {
    env::args().nth(place).and_then(|text| text.parse().ok()).unwrap_or(default)
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
fn by_random_inputs(inputs: u64) -> Option<String> {
    (0..inputs).find_map(|input| {
        let failure = registers::run(&random(input)).err()?;
        Some(format!("{} in random input {input}", failure.finding))
    })
}

/// The same with the committed corpus first, how long it took, and the story of the shrunk failure.
fn by_fuzzing(limit: Duration) -> Option<String> {
    let begin = Instant::now();
    let random = (0..).map(|input| (format!("random input {input}"), random(input)));
    let inputs = corpus("registers").into_iter().map(|(name, bytes)| (format!("corpus input {name}"), bytes));
    let timely = inputs.chain(random).take_while(|_| begin.elapsed() < limit);
    timely.zip(1..).find_map(|((name, bytes), count): (_, u64)| {
        let failure = registers::run(&bytes).err()?;
        let seconds = begin.elapsed().as_secs_f64();
        let story = failure.shrunk(TRIES).map_or("no replay shows it".to_owned(), |short| short.to_string());
        Some(format!(
            "{} in {name}, the {count}. input, after {seconds:.1} s\nshrunk: {story}",
            failure.finding
        ))
    })
}

fn random(input: u64) -> Vec<u8> {
    Numbers::new(input).bytes(INPUT_BYTES)
}
