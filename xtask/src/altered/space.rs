//! The exploration of all states notices injected bugs: it explores the smaller examples, and finds what the first line of
//! the patch names.

use super::title;
use crate::repository::{Outcome, output};
use crate::tree::{self, Tree, name_of, patches};

pub(crate) fn run() -> Outcome {
    tree::tools()?;
    let tree = Tree::new("space")?;
    let (is_safe, said) = explored(&tree)?;
    if !is_safe {
        return Err(format!("the tree without a mutant is not safe and live: {said}"));
    }
    patches("tests/mutants/space")?.iter().try_for_each(|patch| mutant(&tree, patch))
}

fn mutant(tree: &Tree, patch: &str) -> Outcome {
    let title = title(patch)?;
    let finding = title.strip_prefix("finds: ").filter(|finding| !finding.is_empty());
    let finding = finding.ok_or_else(|| format!("{patch}: does not begin with `finds: `"))?;
    let (is_safe, said) = tree.with_patch(patch, || explored(tree))?;
    let line = found(is_safe, &said, finding).map_err(|fault| format!("{patch}: {fault}"))?;
    println!("{}: {line}", name_of(patch));
    Ok(())
}

/// Whether the exploration finds nothing, and what it says.
fn explored(tree: &Tree) -> Outcome<(bool, String)> {
    let output = output(&mut tree.cargo(&["test", "-p", "hws-explore", "--test", "integration", "safety"]))?;
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    Ok((output.status.success(), said))
}

/// The line with the finding.
fn found<'a>(is_safe: bool, said: &'a str, finding: &str) -> Outcome<&'a str> {
    if is_safe {
        return Err("nothing was found".to_owned());
    }
    if said.lines().any(|line| line.starts_with("error") && !line.starts_with("error: test failed")) {
        return Err(format!("does not compile: {said}"));
    }
    let line = said.lines().find(|line| line.contains(finding));
    line.ok_or_else(|| format!("expected `{finding}`, found: {said}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_named_finding_of_a_tree_that_compiles_counts() {
        let said = "test a ... FAILED\nI2: deadlock after 3 steps\nerror: test failed, to rerun pass `-p hws-explore`\n";
        assert_eq!(found(false, said, "deadlock").expect("found"), "I2: deadlock after 3 steps");
        assert!(found(true, said, "deadlock").is_err());
        assert!(found(false, said, "livelock").expect_err("another").starts_with("expected `livelock`"));
        let broken = format!("error[E0004]: no\n{said}");
        assert!(
            found(false, &broken, "deadlock").expect_err("does not compile").starts_with("does not compile")
        );
    }
}
