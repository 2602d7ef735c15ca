//! Altered models that break a rule of decision, which no invariant forbids: the rule test that the first line of the patch
//! names fails with the patch, and passes without it.

use super::{mutants, title};
use crate::repository::{Outcome, output, succeed};
use crate::tree::{Tree, name_of, patches};

const TESTS: [&str; 6] = ["test", "--quiet", "-p", "hws-tests", "--test", "integration"];

pub(crate) fn run() -> Outcome {
    let tree = mutants()?;
    for patch in patches("tests/mutants/rules")? {
        let title = title(&patch)?;
        let name = title.split(": ").next().unwrap_or_default();
        if !passes(&tree, name)? {
            return Err(format!("{patch}: {name} fails without the patch"));
        }
        if tree.with_patch(&patch, || passes(&tree, name))? {
            return Err(format!("{patch}: {name} passes with the patch"));
        }
        println!("{}: {name} fails", name_of(&patch));
    }
    Ok(())
}

/// Whether the rule test passes in the copy, which has to compile.
fn passes(tree: &Tree, name: &str) -> Outcome<bool> {
    succeed(tree.cargo(&TESTS).arg("--no-run"))?;
    let output = output(tree.cargo(&TESTS).arg(format!("rules::{name}")))?;
    let said = String::from_utf8_lossy(&output.stdout);
    if said.contains("running 0 tests") {
        return Err(format!("rules::{name}: no such test"));
    }
    Ok(output.status.success())
}
