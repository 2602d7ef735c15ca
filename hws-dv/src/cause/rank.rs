//! The order of the hypotheses: the one that agrees for the longest time first, and of equals the simplest.

use std::cmp::Reverse;

use super::Suspect;

pub(super) fn ranked(mut suspects: Vec<Suspect>) -> Vec<Suspect> {
    suspects.sort_by_key(|suspect| {
        (!suspect.agrees_to_end, Reverse(suspect.edges), suspect.mutant.kind(), suspect.mutant)
    });
    suspects
}
