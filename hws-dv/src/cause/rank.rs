//! The order of the hypotheses: the one that agrees for the longest time first; of equals, one that breaks the rule of what differs
//! first, and then the simplest.

use std::cmp::Reverse;

use hws_types::Rule;

use super::Suspect;

/// `symptom` is the rule of what differs first.
pub(super) fn ranked(mut suspects: Vec<Suspect>, symptom: Option<Rule>) -> Vec<Suspect> {
    suspects.sort_by_key(|suspect| {
        let mutant = suspect.mutant;
        let is_other = symptom.is_some_and(|rule| rule != mutant.rule());
        (!suspect.agrees_to_end, Reverse(suspect.edges), is_other, mutant.kind(), mutant)
    });
    suspects
}
