//! The speed of the fuzz bodies `differential`, `firmware` and `snapshot` in CPU time: `fuzz_bodies [INPUTS]`, 400 random inputs
//! of 2048 bytes each by default, beginning with number 1.

use std::process::ExitCode;
use std::{env, io};

use hws_benches::cpu_seconds;
use hws_fuzz::{Failure, firmware, snapshot};
use hws_tests::differential;
use hws_tests::random::Numbers;

const INPUT_BYTES: usize = 2048;
const FIRST: u64 = 1;

fn main() -> ExitCode {
    let inputs = env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(400);
    match measure(inputs) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

fn measure(inputs: u64) -> Result<(), String> {
    let differential =
        |data: &[u8]| differential::run(data).map(|reached| [reached.operations, reached.cycles]);
    report("differential", ["operations", "cycles"], inputs, differential)?;
    let firmware = |data: &[u8]| firmware::run(data).map(|reached| [reached.operations, reached.launched]);
    report("firmware", ["operations", "blocks"], inputs, firmware)?;
    let snapshot = |data: &[u8]| snapshot::run(data).map(|reached| [1, reached.accepted]);
    report("snapshot", ["snapshots", "of them restored"], inputs, snapshot)
}

/// Runs a body on every input, and prints what it did, how long it took, and the first count by the second.
fn report(
    name: &str,
    what: [&str; 2],
    inputs: u64,
    body: impl Fn(&[u8]) -> Result<[u64; 2], Box<Failure>>,
) -> Result<(), String> {
    let ([mut first, mut second], mut seconds) = ([0, 0], 0.0);
    for number in FIRST..FIRST + inputs {
        let input = Numbers::new(number).bytes(INPUT_BYTES);
        let start = time()?;
        let [a, b] = body(&input).map_err(|failure| format!("{name}, input {number}: {failure}"))?;
        seconds += time()? - start;
        (first, second) = (first + a, second + b);
    }
    let [is_first, is_second] = what;
    println!(
        "{name}: {inputs} inputs, {first} {is_first}, {second} {is_second}, {seconds:.2} s, {:.0} {is_first}/s",
        first as f64 / seconds
    );
    Ok(())
}

fn time() -> Result<f64, String> {
    cpu_seconds().map_err(|error: io::Error| error.to_string())
}
