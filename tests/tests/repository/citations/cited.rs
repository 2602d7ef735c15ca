//! Reads citations, with the page that is named, or that a bare number implies in its file.

use super::anchors::PAGES;
use crate::repository::files::{File, line_of};

/// A citation of a place in the specification.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Citation {
    /// From 1.
    pub(crate) line: usize,
    pub(crate) page: &'static str,
    /// The number: `6.5`, `6.4a`.
    pub(crate) anchor: String,
}

/// Maps in explanations and tests of the map's reader cite a specification that does not exist.
const EXAMPLES: &str = "hws-regmap/";

/// Every citation of a file: numbers after `§`, and links to anchors.
pub(crate) fn citations(file: &File) -> Vec<Citation> {
    let (text, mut found) = (&file.text, links(&file.text));
    // The end of the last number, and the page it belongs to.
    let mut last: Option<(usize, &'static str)> = None;
    for (at, sign) in text.match_indices('§') {
        let after = at + sign.len();
        let (length, anchor) = number(&text[after..]);
        let before = trimmed(&text[..at]);
        if anchor.is_empty() || (file.path.starts_with(EXAMPLES) && before.ends_with("spec")) {
            continue;
        }
        let same = last.filter(|(end, _)| is_joined(&text[*end..at])).map(|(_, page)| page);
        let page = named_page(before).or(same).unwrap_or_else(|| page_of(&file.path));
        last = Some((after + length, page));
        found.push(Citation { line: line_of(text, at), page, anchor });
    }
    found
}

/// The page of a bare number: inside the specification the page itself, in the planner planner.md, otherwise
/// scheduler.md.
fn page_of(path: &str) -> &'static str {
    let own = path.strip_prefix("docs/spec/").and_then(|name| PAGES.into_iter().find(|page| *page == name));
    let is_planner = path.starts_with("hws-plan/") || path.starts_with("docs/planner");
    own.unwrap_or(if is_planner { "planner.md" } else { "scheduler.md" })
}

/// The text before a number, without what may come between a page and its number.
fn trimmed(before: &str) -> &str {
    before.trim_end_matches(|c: char| c.is_whitespace() || "`,/!#*".contains(c))
}

/// The page whose name ends the text; `planner` is short for its page.
fn named_page(before: &str) -> Option<&'static str> {
    let is_planner = before.ends_with("planner") || before.ends_with("planner spec");
    let named = PAGES.into_iter().find(|page| before.ends_with(page));
    named.or(is_planner.then_some("planner.md"))
}

/// The length of the number at the start of the text, and its anchor: `6.4 a` is `6.4a`.
fn number(text: &str) -> (usize, String) {
    let is_part = |at: usize, c: char| {
        let next = text[at + c.len_utf8()..].chars().next();
        c.is_ascii_digit() || (c == '.' && at > 0 && next.is_some_and(|next| next.is_ascii_digit()))
    };
    let length = text.char_indices().find(|&(at, c)| !is_part(at, c)).map_or(text.len(), |(at, _)| at);
    let (digits, rest) = text.split_at(length);
    match part(digits, rest) {
        Some(letter) => (length + 2, format!("{digits}{letter}")),
        None => (length, digits.to_owned()),
    }
}

/// Sections with parts, and the letters that can follow their numbers without being a word.
const PARTS: [&str; 2] = ["1.2", "6.4"];

fn part(number: &str, rest: &str) -> Option<char> {
    let mut after = rest.strip_prefix(' ')?.chars();
    let letter = after.next().filter(|c| c.is_ascii_lowercase())?;
    let is_alone = after.next().is_none_or(|c| !c.is_alphanumeric());
    (PARTS.contains(&number) && is_alone).then_some(letter)
}

/// Whether the text between two numbers joins them: commas, dashes, `and`, the comment marker of the next line.
fn is_joined(between: &str) -> bool {
    let mut words =
        between.split(|c: char| c.is_whitespace() || ",–-/!#*`".contains(c)).filter(|word| !word.is_empty());
    words.all(|word| ["and", "or", "to"].contains(&word))
}

/// `scheduler.md#6.5`.
fn links(text: &str) -> Vec<Citation> {
    let mut found = Vec::new();
    for page in PAGES {
        for (at, name) in text.match_indices(page) {
            let Some(rest) = text[at + name.len()..].strip_prefix('#') else { continue };
            let end = rest.find(|c: char| !c.is_alphanumeric() && !".-_".contains(c)).unwrap_or(rest.len());
            let anchor = rest[..end].trim_end_matches('.');
            if !anchor.is_empty() {
                found.push(Citation { line: line_of(text, at), page, anchor: anchor.to_owned() });
            }
        }
    }
    found
}

/// Places that name a page and a title, `registers.md "RS page"`, with their lines.
pub(crate) fn titles(file: &File) -> impl Iterator<Item = (usize, String)> + '_ {
    let numbered = file.text.lines().enumerate();
    numbered.filter_map(|(at, line)| {
        let is_title =
            |page: &str| line.contains(&format!("{page} \"")) || line.contains(&format!("{page}, \""));
        PAGES.iter().any(|page| is_title(page)).then(|| (at + 1, line.trim().to_owned()))
    })
}

fn of(path: &str, text: &str) -> Vec<(&'static str, String)> {
    let file = File { path: path.to_owned(), text: text.to_owned() };
    citations(&file).into_iter().map(|citation| (citation.page, citation.anchor)).collect()
}

#[test]
fn a_page_is_named_or_follows_from_the_place() {
    let cited = |path: &str, text: &str, page: &str, anchors: &[&str]| {
        let expected: Vec<(&str, String)> =
            anchors.iter().map(|anchor| (page, (*anchor).to_owned())).collect();
        assert_eq!(of(path, text), expected, "{path}: {text}");
    };
    cited("hws-model/src/a.rs", "/// (registers.md §2), `registers.md` §3", "registers.md", &["2", "3"]);
    cited(
        "hws-model/src/a.rs",
        "//! interfaces.md §4–§6, §7 and\n//! §8",
        "interfaces.md",
        &["4", "6", "7", "8"],
    );
    cited(
        "hws-model/src/a.rs",
        "// §6.5. And §9.1; §6.4 c, §8",
        "scheduler.md",
        &["6.5", "9.1", "6.4c", "8"],
    );
    cited("hws-model/src/a.rs", "//! a page of planner\n//! §5", "planner.md", &["5"]);
    cited("hws-cli/src/a.rs", "the planner spec §7.1, §7.2", "planner.md", &["7.1", "7.2"]);
    cited("hws-plan/src/a.rs", "// the rules of §7.3", "planner.md", &["7.3"]);
    cited("docs/planner/rank.md", "as §3 says", "planner.md", &["3"]);
    cited("docs/spec/registers.md", "see §2", "registers.md", &["2"]);
    cited("README.md", "[b](docs/spec/planner.md#n12)", "planner.md", &["n12"]);
}

/// A page name applies only up to the end of its sentence.
#[test]
fn a_page_holds_for_the_numbers_that_are_joined_to_it() {
    let pages =
        |text: &str| of("hws-sim/src/a.rs", text).into_iter().map(|(page, _)| page).collect::<Vec<_>>();
    assert_eq!(
        pages("registers.md §2, scheduler.md §8 and §9"),
        ["registers.md", "scheduler.md", "scheduler.md"]
    );
    assert_eq!(pages("registers.md §2. By §8"), ["registers.md", "scheduler.md"]);
    assert_eq!(pages("registers.md §2; §8"), ["registers.md", "scheduler.md"]);
}

#[test]
fn examples_of_maps_cite_nothing() {
    assert_eq!(of("hws-regmap/tests/ui/a.yaml", "spec: \"spec §1\""), []);
    assert_eq!(of("regmap.yaml", "spec: \"spec §1\"").len(), 1);
}

#[test]
fn a_wrong_citation_and_a_title_are_found() {
    let text = format!("one\n§99, scheduler.md #a {}RS page\"", "registers.md \"");
    let file = File { path: "a.md".to_owned(), text };
    let citation = Citation { line: 2, page: "scheduler.md", anchor: "99".to_owned() };
    assert_eq!(citations(&file), [citation]);
    assert_eq!(titles(&file).map(|(line, _)| line).collect::<Vec<_>>(), [2]);
}
