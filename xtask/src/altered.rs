//! Altered models, which a detector has to notice: patches of tests/mutants, applied one after the other to a copy of the
//! tree.

mod bugs;
mod invariants;
mod rules;
mod space;

use crate::repository::{Outcome, output, read, succeed};
use crate::tree::{self, Tree};

pub(crate) use bugs::run as bugs;
pub(crate) use invariants::run as invariants;
pub(crate) use rules::run as rules;
pub(crate) use space::run as space;

/// What the program `detect` says when there is nothing to find.
const NOTHING: &str = "no violation";

/// Seconds after which a model is stopped that never ends.
const MOST_SECONDS: &str = "300";

/// The copy in which the invariants and the rules are tried, which share what they compile.
fn mutants() -> Outcome<Tree> {
    tree::tools()?;
    Tree::new("mutants")
}

/// What `detect` says of the copy as it is now.
fn detected(tree: &Tree, words: &[&str]) -> Outcome<String> {
    if succeed(&mut tree.cargo(&["build", "--quiet", "-p", "hws-tests", "--bin", "detect"])).is_err() {
        return Ok("does not compile".to_owned());
    }
    let output = output(tree.program(MOST_SECONDS, "detect").args(words))?;
    Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_owned())
}

/// The model as it is, in which the detector may find nothing.
fn unaltered(tree: &Tree, words: &[&str]) -> Outcome {
    let said = detected(tree, words)?;
    if said == NOTHING {
        Ok(())
    } else {
        Err(format!("the unaltered model: expected `{NOTHING}`, found `{said}`"))
    }
}

/// The first line of a patch.
fn title(patch: &str) -> Outcome<String> {
    Ok(read(patch)?.lines().next().unwrap_or_default().to_owned())
}

/// Fails with the number of patches that were not noticed.
fn all_noticed(missed: usize, what: &str) -> Outcome {
    if missed == 0 { Ok(()) } else { Err(format!("{missed} {what}")) }
}
