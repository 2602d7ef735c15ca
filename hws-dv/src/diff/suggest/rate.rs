//! Which signals belong together, and how sure that is.

use std::collections::{HashMap, HashSet};

use hws_input::grouped;

use super::values::{Agreement, Track};
use super::words::Words;
use crate::wave::VariableKind;

/// A signal without a partner.
#[derive(Debug)]
pub(super) struct Candidate {
    pub(super) number: usize,
    pub(super) words: Words,
    pub(super) width: u32,
    pub(super) kind: VariableKind,
    /// Its values, if they could be sampled.
    pub(super) track: Option<Track>,
}

/// A proposed pair.
#[derive(Debug)]
pub(crate) struct Rated {
    /// The places of the two candidates.
    pub(crate) places: [usize; 2],
    /// In percent.
    pub(crate) confidence: u32,
    pub(crate) why: String,
}

/// Below this confidence (of 1) nothing is kept.
const LEAST: f64 = 0.3;
/// Names less alike than this say nothing.
const ALIKE: f64 = 0.3;
/// Changes that tell one signal from all others.
const TELLING: f64 = 8.0;

/// The best partner of each signal; no signal is in two pairs. Sorted by the place in A.
pub(super) fn rated(of_a: &[Candidate], of_b: &[Candidate]) -> Vec<Rated> {
    let mut by_width: HashMap<u32, Vec<usize>> = HashMap::new();
    for (at, candidate) in of_b.iter().enumerate() {
        by_width.entry(bucket(candidate)).or_default().push(at);
    }
    let letters: Vec<u32> = of_b.iter().map(|it| it.words.letters()).collect();
    let twins = twins(of_b);
    let mut all: Vec<(f64, [usize; 2], Option<Agreement>)> = Vec::new();
    for (at, one) in of_a.iter().enumerate() {
        let own = one.words.letters();
        for other in partners(one, &by_width) {
            let has_common_word = own & letters[other] != 0 && one.words.has_indices_of(&of_b[other].words);
            let has_same_values = has_same_values(one, &of_b[other]);
            if has_common_word || has_same_values {
                let (confidence, agreement) = confidence(one, &of_b[other], &twins);
                if confidence >= LEAST {
                    all.push((confidence, [at, other], agreement));
                }
            }
        }
    }
    chosen(all, of_a, of_b)
}

/// Signals of equal width can be partners; those of tables, which have none, of any.
fn bucket(candidate: &Candidate) -> u32 {
    if matches!(candidate.kind, VariableKind::Digits { .. }) { u32::MAX } else { candidate.width }
}

fn partners<'b>(
    one: &Candidate,
    by_width: &'b HashMap<u32, Vec<usize>>,
) -> Box<dyn Iterator<Item = usize> + 'b> {
    match bucket(one) {
        u32::MAX => Box::new(by_width.values().flatten().copied()),
        width => {
            let of = |width| by_width.get(&width).into_iter().flatten().copied();
            Box::new(of(width).chain(of(u32::MAX)))
        }
    }
}

fn has_same_values(one: &Candidate, other: &Candidate) -> bool {
    let key = one.track.as_ref().and_then(Track::key);
    key.is_some() && key == other.track.as_ref().and_then(Track::key)
}

/// How many signals have the values of each one.
fn twins(of_b: &[Candidate]) -> HashMap<&[(u32, crate::wave::Bits)], usize> {
    let mut twins = HashMap::new();
    for key in of_b.iter().filter_map(|it| it.track.as_ref().and_then(Track::key)) {
        *twins.entry(key).or_default() += 1;
    }
    twins
}

fn confidence(
    one: &Candidate,
    other: &Candidate,
    twins: &HashMap<&[(u32, crate::wave::Bits)], usize>,
) -> (f64, Option<Agreement>) {
    let mut likeness = one.words.likeness(&other.words);
    if !one.words.has_indices_of(&other.words) {
        likeness *= 0.3;
    }
    let by_name = 0.9 * likeness;
    let tracks = one.track.as_ref().zip(other.track.as_ref());
    let agreement = tracks.map(|(a, b)| a.agreement(b)).filter(|agreement| agreement.cycles > 0);
    let Some(agreement) = agreement else { return (0.8 * by_name, None) };
    if agreement.equal < agreement.cycles {
        return (by_name * agreement.share().powi(3), Some(agreement));
    }
    // Values that many signals have tell nothing if the names do not, either.
    let key = other.track.as_ref().and_then(Track::key);
    let same = key.and_then(|key| twins.get(key)).copied().unwrap_or(1);
    let share = if likeness < ALIKE { 1.0 / same as f64 } else { 1.0 };
    let telling = (agreement.changes as f64 / TELLING).min(1.0) * share;
    (by_name + (1.0 - by_name) * 0.9 * telling, Some(agreement))
}

/// The best pairs first, each signal once.
fn chosen(
    mut all: Vec<(f64, [usize; 2], Option<Agreement>)>,
    of_a: &[Candidate],
    of_b: &[Candidate],
) -> Vec<Rated> {
    all.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    let mut used: [HashSet<usize>; 2] = Default::default();
    let mut chosen = Vec::new();
    for (confidence, places, agreement) in all {
        if used[0].contains(&places[0]) || used[1].contains(&places[1]) {
            continue;
        }
        used[0].insert(places[0]);
        used[1].insert(places[1]);
        let why = why(&of_a[places[0]], &of_b[places[1]], agreement);
        chosen.push(Rated { places, confidence: (confidence * 100.0) as u32, why });
    }
    chosen.sort_by_key(|rated| rated.places);
    chosen
}

fn why(one: &Candidate, other: &Candidate, agreement: Option<Agreement>) -> String {
    let names = match one.words.likeness(&other.words) {
        likeness if likeness >= 0.95 => "the names have the same words".to_owned(),
        likeness if likeness < ALIKE => "the names differ".to_owned(),
        likeness => format!("the names are alike ({:.2})", likeness),
    };
    let width = match one.width {
        0 => "reals".to_owned(),
        1 => "1 bit".to_owned(),
        width => format!("{width} bits"),
    };
    let values = match agreement {
        None => "values not compared".to_owned(),
        Some(Agreement { equal, cycles, changes }) => format!(
            "equal in {} of {} cycles with {} changes",
            grouped(equal.into()),
            grouped(cycles.into()),
            grouped(changes as u64)
        ),
    };
    format!("{names}, {width}, {values}")
}
