//! The diagram of the crates in docs/architecture.md: which crate uses which, without what follows from the rest.

use crate::packages::Packages;
use crate::repository::{Outcome, read, root};
use std::collections::{BTreeMap, BTreeSet};

const PAGE: &str = "docs/architecture.md";
const START: &str = "<!-- `cargo xtask diagram` writes what follows -->\n```text\n";
const END: &str = "```\n";

/// Writes the diagram into the page.
pub(crate) fn write() -> Outcome {
    let page = read(PAGE)?;
    let (before, old, after) = parts(&page)?;
    let new = drawn(Packages::all()?);
    if old != new {
        let text = format!("{before}{new}{after}");
        std::fs::write(root().join(PAGE), text).map_err(|error| format!("{PAGE}: {error}"))?;
    }
    Ok(())
}

/// What is wrong with the diagram of the page.
pub(crate) fn fault() -> Outcome<Option<String>> {
    let page = read(PAGE)?;
    let is_current = parts(&page)?.1 == drawn(Packages::all()?);
    Ok((!is_current)
        .then(|| format!("{PAGE}: the diagram of the crates is out of date; run `cargo xtask diagram`")))
}

/// The page up to the diagram, the diagram, and the rest.
fn parts(page: &str) -> Outcome<(&str, &str, &str)> {
    let start = page.find(START).ok_or_else(|| format!("{PAGE} has no diagram of the crates"))? + START.len();
    let length = page[start..].find(END).ok_or_else(|| format!("{PAGE}: the diagram has no end"))?;
    Ok((&page[..start], &page[start..start + length], &page[start + length..]))
}

type Uses<'p> = BTreeMap<&'p str, BTreeSet<&'p str>>;

fn drawn(packages: &Packages) -> String {
    let uses: Uses<'_> = packages
        .0
        .iter()
        .map(|(name, package)| (name.as_str(), package.normal.iter().map(String::as_str).collect()))
        .collect();
    layers(&uses)
}

/// The layers from the top: a crate stands above all that it uses.
fn layers(uses: &Uses<'_>) -> String {
    let mut rows: Vec<_> = uses.keys().map(|name| (height(uses, name), *name)).collect();
    rows.sort_by(|(high, a), (low, b)| low.cmp(high).then(a.cmp(b)));
    let width = uses.keys().map(|name| name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for (height, name) in rows {
        let below: Vec<_> = direct(uses, name).into_iter().collect();
        text += format!("{height}  {name:width$}  {}", below.join(" ")).trim_end();
        text.push('\n');
    }
    text
}

fn height(uses: &Uses<'_>, name: &str) -> usize {
    uses.get(name).into_iter().flatten().map(|used| height(uses, used) + 1).max().unwrap_or(0)
}

fn reached<'p>(uses: &Uses<'p>, name: &str) -> BTreeSet<&'p str> {
    let used = uses.get(name).into_iter().flatten();
    used.flat_map(|used| reached(uses, used).into_iter().chain([*used])).collect()
}

/// What a crate uses that no other of the crates it uses does.
fn direct<'p>(uses: &Uses<'p>, name: &str) -> BTreeSet<&'p str> {
    let used = uses.get(name).cloned().unwrap_or_default();
    let through: BTreeSet<_> = used.iter().flat_map(|used| reached(uses, used)).collect();
    used.difference(&through).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crate_stands_above_what_it_uses_and_what_follows_is_left_out() {
        let uses = Uses::from([
            ("command", BTreeSet::from(["types", "model"])),
            ("model", BTreeSet::from(["types"])),
            ("types", BTreeSet::new()),
        ]);
        assert_eq!(layers(&uses), "2  command  model\n1  model    types\n0  types\n");
    }

    #[test]
    fn the_diagram_is_between_its_marks() {
        let page = format!("a\n{START}b\n{END}c\n");
        assert_eq!(parts(&page).unwrap(), (&page[..2 + START.len()], "b\n", &page[4 + START.len()..]));
        assert!(parts("a").is_err());
    }
}
