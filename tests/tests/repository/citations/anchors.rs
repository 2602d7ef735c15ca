//! The pages of the specification and the anchors in them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::rule_ids;

/// The pages of `docs/spec`.
pub(crate) const PAGES: [&str; 6] =
    ["firmware-api.md", "interfaces.md", "planner.md", "registers.md", "scheduler.md", "verification.md"];

/// The anchors of every page.
pub(crate) struct Specification(BTreeMap<&'static str, BTreeSet<String>>);

impl Specification {
    /// The specification of the repository.
    pub(crate) fn read() -> Self {
        let pages = PAGES.map(|page| (page, anchors(&text_of(page)).into_iter().collect()));
        Self(pages.into_iter().collect())
    }

    /// A specification with only these anchors.
    pub(crate) fn with(page: &'static str, anchors: &[&str]) -> Self {
        Self([(page, anchors.iter().map(|anchor| (*anchor).to_owned()).collect())].into())
    }

    pub(crate) fn has(&self, page: &str, anchor: &str) -> bool {
        self.0.get(page).is_some_and(|anchors| anchors.contains(anchor))
    }
}

fn text_of(page: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/spec").join(page);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// `<a id="6.5"></a>`, in order.
fn anchors(text: &str) -> Vec<String> {
    let ids = text.split("<a id=\"").skip(1).filter_map(|rest| rest.split_once("\"></a>"));
    ids.map(|(id, _)| id.to_owned()).collect()
}

/// The numbers of the headings, `## 6 COMMIT` and `### 6.5 Promotion`.
fn numbers_of_headings(text: &str) -> Vec<String> {
    let headings = text.lines().filter_map(|line| line.strip_prefix("## ").or(line.strip_prefix("### ")));
    headings.map(|heading| heading.split(' ').next().unwrap_or_default().to_owned()).collect()
}

/// Anchors of a page that are numbers of sections.
fn numbers_of_anchors(text: &str) -> Vec<String> {
    let is_number = |id: &String| id.chars().all(|c| c.is_ascii_digit() || c == '.');
    let of_headings = |id: &String| text.contains(&format!("<a id=\"{id}\"></a>\n\n#"));
    anchors(text).into_iter().filter(|id| is_number(id) && of_headings(id)).collect()
}

#[test]
fn every_heading_has_a_number_and_its_anchor() {
    for page in PAGES {
        let text = text_of(page);
        assert_eq!(numbers_of_headings(&text), numbers_of_anchors(&text), "{page}");
    }
}

#[test]
fn no_anchor_is_there_twice() {
    for page in PAGES {
        let all = anchors(&text_of(page));
        let different: BTreeSet<&String> = all.iter().collect();
        assert_eq!(different.len(), all.len(), "{page}");
    }
}

/// Sections and rules follow each other without a gap, so that no rule can disappear unnoticed.
#[test]
fn numbers_are_consecutive() {
    for page in PAGES {
        let numbers = numbers_of_headings(&text_of(page));
        let missing: Vec<&String> =
            numbers.iter().filter(|number| !has_predecessor(number, &numbers)).collect();
        assert!(missing.is_empty(), "{page}: nothing comes before {missing:?}");
    }
    let specification = Specification::read();
    for (letter, page, last) in rule_ids::SERIES {
        for number in 1..=last {
            assert!(specification.has(page, &format!("{letter}{number}").to_lowercase()), "{letter}{number}");
        }
    }
}

/// Whether a number is the first of its kind or follows another: 6.5 follows 6.4, 6.1 belongs to 6.
fn has_predecessor(number: &str, numbers: &[String]) -> bool {
    let (above, last) = number.rsplit_once('.').map_or(("", number), |(above, last)| (above, last));
    let last: u32 = last.parse().expect("a number");
    let dot = if above.is_empty() { "" } else { "." };
    match last {
        0 => true,
        1 => above.is_empty() || numbers.iter().any(|other| other == above),
        _ => numbers.contains(&format!("{above}{dot}{}", last - 1)),
    }
}

/// An asterisk between two factors would be markup, and lost in the rendered text.
#[test]
fn products_are_written_with_a_multiplication_sign() {
    let wrong: Vec<String> = PAGES
        .into_iter()
        .flat_map(|page| {
            products(&text_of(page)).into_iter().map(move |(line, text)| format!("{page}:{line}: {text}"))
        })
        .collect();
    assert!(wrong.is_empty(), "write × outside of code:\n{}", wrong.join("\n"));
}

/// Lines with an asterisk between two factors, outside of code.
fn products(text: &str) -> Vec<(usize, String)> {
    let is_factor = |c: char| c.is_alphanumeric() || "()_".contains(c);
    let has_product = |part: &str| {
        let mut places = part.match_indices('*').map(|(at, _)| (&part[..at], &part[at + 1..]));
        places.any(|(before, after)| before.ends_with(is_factor) && after.starts_with(is_factor))
    };
    let mut is_code = false;
    let mut found = Vec::new();
    for (at, line) in text.lines().enumerate() {
        is_code ^= line.starts_with("```");
        if !is_code && line.split('`').step_by(2).any(has_product) {
            found.push((at + 1, line.trim().to_owned()));
        }
    }
    found
}

#[test]
fn a_planted_product_is_found() {
    let text = "```\na*b\n```\n*a* and **b**, `a*b`, related_*, a × b\nceil(C/align)*align";
    assert_eq!(products(text), [(5, "ceil(C/align)*align".to_owned())]);
}

#[test]
fn anchors_and_headings_are_read() {
    let text = "<a id=\"6\"></a>\n\n## 6 COMMIT\n\n<a id=\"6.1\"></a>\n\n### 6.1 A failed attempt\n\n- <a id=\"6.1a\"></a>**a.**\n";
    assert_eq!(anchors(text), ["6", "6.1", "6.1a"]);
    assert_eq!(numbers_of_headings(text), ["6", "6.1"]);
    assert_eq!(numbers_of_anchors(text), ["6", "6.1"]);
    assert!(!has_predecessor("6.3", &["6.1".into()]) && has_predecessor("6.3", &["6.2".into()]));
}
