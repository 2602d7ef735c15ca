//! The table `tests/rules.md` is complete: every rule has a row, every row lists the files that implement the
//! rule and existing tests, and every test of this binary is in a row.

mod check;
mod citations;
mod named_tests;
mod rows;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use check::Facts;

/// A rule by its name in the table, how a comment of the model cites it, and its anchor in `scheduler.md`.
pub(crate) type Rule = (&'static str, &'static str, &'static str);

/// The rules of `scheduler.md`, in its order.
pub(crate) const RULES: [Rule; 48] = [
    ("0 parameters", "§0", "0.1"),
    ("0 class", "§0", "0.2"),
    ("0 slot", "§0", "0.2"),
    ("0 masks", "§0", "0.3"),
    ("1.1", "§1.1", "1.1"),
    ("1.2", "§1.2", "1.2"),
    ("1.3", "§1.3", "1.3"),
    ("2.1", "§2.1", "2.1"),
    ("2.2", "§2.2", "2.2"),
    ("2.3", "§2.3", "2.3"),
    ("2.4", "§2.4", "2.4"),
    ("2.5", "§2.5", "2.5"),
    ("3.1", "§3.1", "3.1"),
    ("3.2", "§3.2", "3.2"),
    ("4.1", "§4.1", "4.1"),
    ("4.2", "§4.2", "4.2"),
    ("4.3", "§4.3", "4.3"),
    ("4.4", "§4.4", "4.4"),
    ("5.1", "§5.1", "5.1"),
    ("5.2", "§5.2", "5.2"),
    ("5.3", "§5.3", "5.3"),
    ("5.4", "§5.4", "5.4"),
    ("5.5", "§5.5", "5.5"),
    ("5.6", "§5.6", "5.6"),
    ("6.1", "§6.1", "6.1"),
    ("6.2", "§6.2", "6.2"),
    ("6.3", "§6.3", "6.3"),
    ("6.4", "§6.4", "6.4"),
    ("6.5", "§6.5", "6.5"),
    ("6.6", "§6.6", "6.6"),
    ("7.1", "§7.1", "7.1"),
    ("7.2", "§7.2", "7.2"),
    ("7.3", "§7.3", "7.3"),
    ("7.4", "§7.4", "7.4"),
    ("8", "§8", "8"),
    ("8.1", "§8.1", "8.1"),
    ("8.2", "§8.2", "8.2"),
    ("8.3", "§8.3", "8.3"),
    ("8.4", "§8.4", "8.4"),
    ("SOFT_RESET", "§8", "8.5"),
    ("XMC_SIP_MAP", "§8", "8.6"),
    ("SIP_TOPOLOGY", "§8", "8.7"),
    ("legal topologies", "§8", "8.8"),
    ("9", "§9", "9"),
    ("9.1", "§9.1", "9.1"),
    ("9.2", "§9.2", "9.2"),
    ("9.3", "§9.3", "9.3"),
    ("9.4", "§9.4", "9.4"),
];

/// The folder of this crate.
fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The root of the workspace.
fn root() -> &'static Path {
    here().parent().expect("tests/ lies in the workspace")
}

#[test]
fn every_rule_has_its_row_its_lines_and_its_tests() {
    let table = fs::read_to_string(here().join("rules.md")).expect("tests/rules.md");
    let facts = Facts {
        rows: rows::of(&table).expect("a table"),
        tests: named_tests::all(root()),
        sources: citations::sources(root()),
    };
    let problems = check::problems(&RULES, &facts);
    assert!(problems.is_empty(), "tests/rules.md:\n{}", problems.join("\n"));
}

/// Every rule in `scheduler.md` is in the list: a new rule needs a row.
#[test]
fn every_rule_of_the_specification_is_in_the_list() {
    let path = root().join("docs/spec/scheduler.md");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let headings = text.lines().filter_map(|line| line.strip_prefix("### "));
    let numbers: BTreeSet<&str> = headings.filter_map(|heading| heading.split(' ').next()).collect();
    let listed: BTreeSet<&str> = RULES.map(|(.., anchor)| anchor).into();
    let of_sections = BTreeSet::from(["8", "9"]);
    assert_eq!(listed.difference(&numbers).copied().collect::<BTreeSet<_>>(), of_sections, "no such rule");
    assert_eq!(numbers.difference(&listed).copied().collect::<BTreeSet<_>>(), BTreeSet::new(), "no row");
}

/// Tests are found in this binary, in units and in other crates, with the names used in the table.
#[test]
fn tests_have_the_names_of_their_modules() {
    let tests = named_tests::all(root());
    for name in [
        "table::tests_have_the_names_of_their_modules",
        "section_5::backfill::backfill_needs_the_group_to_stay_busy",
        "hws-model::priority::tests::worked_example_of_section_4_3",
        "hws-model::refusals::illegal_values_are_refused_whole",
        "golden::09_promote_2001",
    ] {
        assert!(tests.contains(name), "{name}");
    }
}
