//! Finds where the model, and the types below it, cite each rule.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder that implements the rules.
const MODEL: &str = "hws-model/src/";

/// The folder of the types that implement a few rules on masks, sizes and machines.
const TYPES: &str = "hws-types/src/";

/// The text of every source of the two, by its path from the root.
pub(crate) fn sources(root: &Path) -> BTreeMap<String, String> {
    let mut sources = BTreeMap::new();
    for folder in [MODEL, TYPES] {
        collect(&root.join(folder), folder, &mut sources);
    }
    sources
}

fn collect(folder: &Path, name: &str, sources: &mut BTreeMap<String, String>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    for path in paths {
        let file = format!("{name}{}", path.file_name().unwrap_or_default().display());
        if path.is_dir() {
            collect(&path, &format!("{file}/"), sources);
        } else {
            sources.insert(file, fs::read_to_string(&path).expect("a readable source"));
        }
    }
}

/// Whether a comment of the text cites the rule, and not a longer number: `§8.1` does not cite `§8`.
pub(crate) fn cites(text: &str, citation: &str) -> bool {
    let comments = text.lines().filter_map(|line| line.split_once("//")).map(|(_, comment)| comment);
    let mut places =
        comments.flat_map(|comment| comment.match_indices(citation).map(|(at, _)| &comment[at..]));
    places.any(|place| !goes_on(&place[citation.len()..]))
}

/// Whether the number before `rest` is longer than it looks.
fn goes_on(rest: &str) -> bool {
    let digits = rest.strip_prefix('.').unwrap_or(rest);
    digits.starts_with(|c: char| c.is_ascii_digit())
}

#[test]
fn a_longer_number_is_another_rule() {
    assert!(cites("/// Finds SIPs (§5.2).", "§5.2"));
    assert!(cites("let a = 1; // §8, and so on", "§8"));
    assert!(cites("//! (§8). More", "§8"));
    assert!(!cites(concat!("/// §5.2", "1"), "§5.2"));
    assert!(!cites(concat!("/// §8.1 and §8", "8"), "§8"));
    assert!(!cites("let text = \"§5.2\";", "§5.2"), "only comments count");
}
