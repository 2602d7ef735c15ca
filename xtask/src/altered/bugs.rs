//! The fuzz body `registers` finds a bug of each kind, on the committed corpus and random inputs, and shrinks it to a short
//! stimulus that shows the same in a replay.

use super::{all_noticed, detected, mutants, unaltered};
use crate::repository::Outcome;

/// Seconds for each bug, and for the unaltered model.
const EACH: &str = "60";
const UNALTERED: &str = "5";

const BUGS: [&str; 11] = [
    "double_grant",
    "lost_sip",
    "leaked_reservation",
    "leaked_launch_id",
    "vc_twice",
    "vc_lost",
    "skipped_block",
    "wrong_block_order",
    "missing_message",
    "dag_counter",
    "dag_counter_lost",
];

pub(crate) fn run(names: &[&str]) -> Outcome {
    let tree = mutants()?;
    unaltered(&tree, &["--fuzz", UNALTERED])?;
    let mut missed = 0;
    for bug in if names.is_empty() { &BUGS } else { names } {
        let patch = format!("tests/mutants/{bug}.patch");
        let said = tree.with_patch(&patch, || detected(&tree, &["--fuzz", EACH]))?;
        println!("{bug}: {said}");
        missed += usize::from(!is_found(&said));
    }
    all_noticed(missed, &format!("bugs are not found within {EACH} s"))
}

/// Whether a stimulus shows the same as the input of the fuzz body.
fn is_found(said: &str) -> bool {
    const VIOLATED: &str = " is violated ";
    said.split_once("shrunk:")
        .is_some_and(|(found, shrunk)| found.contains(VIOLATED) && shrunk.contains(VIOLATED))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bug_is_found_when_its_stimulus_shows_it_too() {
        assert!(is_found("I4 is violated at 3\nshrunk: 5 lines: I4 is violated at 2\n"));
        assert!(!is_found("I4 is violated at 3\nshrunk: nothing"));
        assert!(!is_found("shrunk: I4 is violated at 2"));
        assert!(!is_found("no violation"));
    }
}
