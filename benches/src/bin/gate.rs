//! The gate on instruction counts: reads the JSON output of `instructions`, compares the ratio of two ways to do the same work,
//! such as the plain transcription and the model, with the one in `ratios.txt`, and fails if it is worse by a tenth.
//!
//! It uses a ratio, because the compiler affects both counts in much the same way.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, BufRead};
use std::process::ExitCode;

use serde_json::Value;

/// One line per work: its name, the two ways as `reference/measured`, and the ratio of their instructions.
const EXPECTED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/ratios.txt");
/// The share of the expected ratio that may be lost.
const TOLERANCE: f64 = 0.10;

/// Instructions by work and by the way it is done.
type Counts = BTreeMap<String, BTreeMap<String, f64>>;

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<bool, String> {
    let counts = read_counts(io::stdin().lock())?;
    let expected = fs::read_to_string(EXPECTED).map_err(|error| format!("{EXPECTED}: {error}"))?;
    let mut is_good = true;
    for line in expected.lines() {
        let malformed = || format!("{EXPECTED}: not a work, `reference/measured` and a ratio: {line}");
        let [work, ways, ratio] = line.split(' ').collect::<Vec<_>>()[..] else { return Err(malformed()) };
        let ways = ways.split_once('/').ok_or_else(malformed)?;
        let ratio: f64 = ratio.parse().map_err(|_| malformed())?;
        is_good &= compare(work, ways, ratio, &counts)?;
    }
    Ok(is_good)
}

fn compare(work: &str, ways: (&str, &str), expected: f64, counts: &Counts) -> Result<bool, String> {
    let count = |way: &str| counts.get(work).and_then(|by| by.get(way)).copied();
    let (reference, measured) = ways;
    let (Some(of_reference), Some(of_measured)) = (count(reference), count(measured)) else {
        return Err(format!("no count of {work} for both {reference} and {measured}"));
    };
    let ratio = of_reference / of_measured;
    let is_good = ratio >= expected * (1.0 - TOLERANCE);
    let verdict = if is_good { "ok" } else { "WORSE by more than a tenth" };
    println!(
        "{work}: {reference} {of_reference}, {measured} {of_measured}, ratio {ratio:.3}, expected {expected:.3}: {verdict}"
    );
    Ok(is_good)
}

fn read_counts(input: impl BufRead) -> Result<Counts, String> {
    let mut counts = Counts::new();
    for line in input.lines() {
        let line = line.map_err(|error| error.to_string())?;
        let summary: Value = serde_json::from_str(&line).map_err(|error| format!("{error} in: {line}"))?;
        let name = |key: &str| {
            summary[key].as_str().map(str::to_owned).ok_or_else(|| format!("no {key} in: {line}"))
        };
        let total = &summary["profiles"][0]["data"]["total"]["metrics"]["Ir"]["values"]["new"];
        let total = total.as_f64().ok_or_else(|| format!("no instruction count in: {line}"))?;
        counts.entry(name("function_name")?).or_default().insert(name("id")?, total);
    }
    Ok(counts)
}
