//! The invariant checker as a detector: the first violation that it finds is one of the clause that the first line of the
//! patch names.

use super::{all_noticed, detected, mutants, title, unaltered};
use crate::repository::Outcome;
use crate::tree::{Tree, name_of, patches};

/// Random inputs of the fuzz body for a mutant that no stimulus shows.
const INPUTS: &str = "300";

/// Tries the patches, or those of the folders.
pub(crate) fn run(places: &[&str]) -> Outcome {
    let tree = mutants()?;
    unaltered(&tree, &[INPUTS])?;
    let mut missed = 0;
    for place in if places.is_empty() { &["tests/mutants"] } else { places } {
        for patch in patches(place)? {
            missed += usize::from(!is_noticed(&tree, &patch)?);
        }
    }
    all_noticed(missed, "mutants are not found as expected")
}

fn is_noticed(tree: &Tree, patch: &str) -> Outcome<bool> {
    let title = title(patch)?;
    let clause = clause(&title);
    let said = tree.with_patch(patch, || detected(tree, &[INPUTS]))?;
    println!("{}: {said}", name_of(patch));
    let is_noticed = said.starts_with(&format!("{clause} is violated"));
    if !is_noticed {
        println!("expected: {clause}");
    }
    Ok(is_noticed)
}

/// The clause that a title names.
fn clause(title: &str) -> &str {
    title.split(':').next().unwrap_or(title)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clause_is_before_the_colon() {
        assert_eq!(clause("I4: a SIP is granted twice: by two"), "I4");
        assert_eq!(clause(""), "");
    }
}
