//! Which signals are in the merged waveform.

use std::collections::BTreeSet;

use crate::diff::engine::Engine;
use crate::diff::lane::State;
use crate::diff::pair::{Pair, Pairing};

/// With more signals than this, only those that differ are written.
const ALL: usize = 2_000;

/// The pairs that are written, by scope and name.
pub(super) struct Selection {
    pub(super) pairs: Vec<usize>,
    /// Those of them that differ.
    pub(super) differing: BTreeSet<usize>,
    pub(super) is_all: bool,
}

/// All signals if they are few, otherwise those that differ. Reals are left out.
pub(super) fn select(pairing: &Pairing<'_>, engine: &Engine<'_>) -> Selection {
    let vectors = || pairing.pairs.iter().enumerate().filter(|(_, pair)| !pair.is_real);
    let differs = |pair: &Pair| {
        let states = [State::Differ, State::BothUnknown, State::Waived];
        let lanes = &engine.counts[pair.lane..pair.lane + pair.words()];
        lanes.iter().any(|counts| states.iter().any(|state| counts[*state as usize] > 0))
    };
    let differing: BTreeSet<usize> =
        vectors().filter(|(_, pair)| differs(pair)).map(|(number, _)| number).collect();
    let is_all = vectors().count() <= ALL;
    let chosen = vectors().map(|(number, _)| number).filter(|number| is_all || differing.contains(number));
    let mut pairs: Vec<usize> = chosen.collect();
    pairs.sort_by_key(|number| scope_and_name(&pairing.pairs[*number].name));
    Selection { pairs, differing, is_all }
}

/// The path of a name below the scope; dots inside brackets do not occur.
pub(super) fn scope_and_name(name: &str) -> (&str, &str) {
    name.rsplit_once('.').unwrap_or(("", name))
}
