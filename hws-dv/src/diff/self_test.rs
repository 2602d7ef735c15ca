//! The self-test: one bit of a copy of A is flipped at a random cycle and must be found there.
//!
//! The copy is read by the same reader, sampler and comparison as B was.

use std::path::Path;

use hws_input::Diagnostic;

use super::collect::care;
use super::delay::Delays;
use super::engine::Engine;
use super::options::{DiffOptions, XRule};
use super::pair::Pairing;
use super::place::Place;
use super::plan::{Flip, SidePlan};
use super::report::DiffReport;
use super::side::Opening;
use crate::input::STANDARD_INPUT;

/// Runs the test and notes its result.
pub(super) fn run(
    report: &mut DiffReport,
    pairing: &Pairing<'_>,
    (a, b): (&Path, &Path),
    plan: SidePlan,
    chosen: (Option<Place>, u64),
    options: &DiffOptions,
) {
    let result = if [a, b].contains(&Path::new(STANDARD_INPUT)) {
        Err("a dump from standard input cannot be read twice".to_owned())
    } else {
        attempt(pairing, a, plan, chosen, options)
    };
    report.note_self_test(result);
}

fn attempt(
    pairing: &Pairing<'_>,
    path: &Path,
    plan: SidePlan,
    (place, seed): (Option<Place>, u64),
    options: &DiffOptions,
) -> Result<String, String> {
    let place = place.ok_or("no cycle was compared")?;
    let cycle = place.cycle;
    let options = DiffOptions {
        offsets: Vec::new(),
        x: XRule::Strict,
        self_test: None,
        waivers: Vec::new(),
        ..options.clone()
    };
    let care = care(pairing, &options);
    let start = mixed(seed ^ mixed(place.edge_a));
    let flip = Flip { edge: place.edge_a, start, bits: candidates(pairing, &care) };
    let (engine, flipped) = compare(pairing, path, plan, flip, care, &options)?;
    let (lane, bit) = flipped.ok_or_else(|| format!("no signal has a known value at cycle {cycle}"))?;
    let pair = pairing.pairs.iter().rev().find(|pair| pair.lane <= lane).ok_or("no signal was chosen")?;
    let what = format!(
        "bit {} of {} flipped at cycle {cycle} of a copy of A",
        bit + 64 * (lane - pair.lane) as u32,
        pair.name
    );
    match engine.firsts.as_slice() {
        [first] if first.lane as usize == lane && first.place.edge_a == place.edge_a => {
            Ok(format!("{what}: found there"))
        }
        [] => Err(format!("{what} was not found")),
        [first, ..] => Err(format!("{what} was found at cycle {}", first.place.cycle)),
    }
}

/// Compares A with a copy in which one bit is flipped; returns where it was flipped.
fn compare<'o>(
    pairing: &Pairing<'_>,
    path: &Path,
    plan: SidePlan,
    flip: Flip,
    care: Vec<u64>,
    options: &'o DiffOptions,
) -> Result<(Engine<'o>, Option<(usize, u32)>), String> {
    let (a, b) = (Opening::new(path, &options.a), Opening::new(path, &options.a));
    let text = |found: Box<Diagnostic>| found.to_string();
    let (a, b) = (a.wait().map_err(text)?, b.wait().map_err(text)?);
    let copy = SidePlan { flip: Some(flip), ..plan.clone() };
    let (mut a, mut b) = (a.start(plan), b.start(copy));
    let mut engine = Engine::new(&pairing.pairs, care, options);
    engine.run(&mut a, &mut b, Delays::new(&pairing.pairs, pairing.lanes, &[]));
    // A is only read.
    let _ = a.end();
    let flipped = b.end().and_then(|ended| ended.seen.flipped);
    Ok((engine, flipped))
}

/// The bits of each lane that a comparison looks at; of a real, a bit may be too small to count.
fn candidates(pairing: &Pairing<'_>, care: &[u64]) -> Vec<u64> {
    let mut bits = care.to_vec();
    for pair in pairing.pairs.iter().filter(|pair| pair.is_volatile || pair.is_real) {
        bits[pair.lane..pair.lane + pair.words()].fill(0);
    }
    bits
}

/// A pseudo-random number (SplitMix64): the same seed gives the same test.
pub(super) fn mixed(seed: u64) -> u64 {
    let mut mixed = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}
