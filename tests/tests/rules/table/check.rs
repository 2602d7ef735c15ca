//! The checks of the table.

use std::collections::{BTreeMap, BTreeSet};

use super::Rule;
use super::citations::cites;
use super::rows::Row;

/// The table, and the existing tests and sources.
#[derive(Clone)]
pub(crate) struct Facts {
    pub(crate) rows: Vec<Row>,
    /// Every test that a row may name.
    pub(crate) tests: BTreeSet<String>,
    /// The sources of the model and its types, by path.
    pub(crate) sources: BTreeMap<String, String>,
}

/// Returns every problem, one sentence each.
pub(crate) fn problems(rules: &[Rule], facts: &Facts) -> Vec<String> {
    let mut problems = rows_of_rules(rules, &facts.rows);
    for row in &facts.rows {
        if let Some((_, citation, anchor)) = rules.iter().find(|(rule, ..)| *rule == row.rule) {
            problems.extend(wrong_link(row, anchor));
            problems.extend(wrong_files(row, citation, facts));
        }
        problems.extend(wrong_tests(row, facts));
    }
    problems.extend(tests_without_a_row(facts));
    problems
}

/// One row for each rule, in the order of the rules.
fn rows_of_rules(rules: &[Rule], rows: &[Row]) -> Vec<String> {
    let found: Vec<&str> = rows.iter().map(|row| row.rule.as_str()).collect();
    let missing = rules.iter().filter(|(rule, ..)| !found.contains(rule));
    let mut problems: Vec<String> = missing.map(|(rule, ..)| format!("rule {rule} has no row")).collect();
    if problems.is_empty() && !rules.iter().map(|(rule, ..)| *rule).eq(found) {
        problems.push("rows are not exactly the rules, in their order".into());
    }
    problems
}

fn wrong_link(row: &Row, anchor: &str) -> Option<String> {
    let link = format!("../docs/spec/scheduler.md#{anchor}");
    (row.link != link).then(|| format!("rule {}: the link is {}, not {link}", row.rule, row.link))
}

fn wrong_files(row: &Row, citation: &str, facts: &Facts) -> Vec<String> {
    let mut problems = Vec::new();
    if row.says.is_empty() || row.files.is_empty() {
        problems.push(format!("rule {}: the summary or the files are missing", row.rule));
    }
    for file in &row.files {
        if !facts.sources.get(file).is_some_and(|text| cites(text, citation)) {
            problems.push(format!("rule {}: {file} is not a source that cites {citation}", row.rule));
        }
    }
    problems
}

fn wrong_tests(row: &Row, facts: &Facts) -> Vec<String> {
    if row.tests.is_empty() {
        return vec![format!("rule {} has no test", row.rule)];
    }
    let unknown = row.tests.iter().filter(|test| !facts.tests.contains(*test));
    unknown.map(|test| format!("rule {}: there is no test {test}", row.rule)).collect()
}

/// Tests of the sections that are in no row.
fn tests_without_a_row(facts: &Facts) -> Vec<String> {
    let named: BTreeSet<&String> = facts.rows.iter().flat_map(|row| &row.tests).collect();
    let of_sections = facts.tests.iter().filter(|test| test.starts_with("section_"));
    of_sections.filter(|test| !named.contains(test)).map(|test| format!("{test} is in no row")).collect()
}

/// A folder of sources.
const MODEL: &str = "hws-model/src/";

const TWO_RULES: [Rule; 2] = [("1.1", "§1.1", "1.1"), ("1.2", "§1.2", "1.2")];

fn row_of(rule: &str, file: &str, test: &str) -> Row {
    Row {
        rule: rule.into(),
        link: format!("../docs/spec/scheduler.md#{rule}"),
        says: "it".into(),
        files: vec![format!("{MODEL}{file}")],
        tests: vec![test.into()],
    }
}

fn sound() -> Facts {
    let texts = [("a.rs", "// §1.1"), ("b.rs", "// §1.2")];
    Facts {
        rows: vec![row_of("1.1", "a.rs", "section_1::a"), row_of("1.2", "b.rs", "section_1::b")],
        tests: ["section_1::a", "section_1::b", "unit::c"].map(str::to_owned).into(),
        sources: texts.map(|(file, text)| (format!("{MODEL}{file}"), text.to_owned())).into(),
    }
}

fn problems_after(change: impl Fn(&mut Facts)) -> Vec<String> {
    let mut facts = sound();
    change(&mut facts);
    problems(&TWO_RULES, &facts)
}

#[test]
fn a_sound_table_has_no_problems() {
    assert_eq!(problems_after(|_| ()), [""; 0]);
}

#[test]
fn every_kind_of_problem_is_found() {
    assert_eq!(
        problems_after(|facts| facts.rows.truncate(facts.rows.len() - 1)),
        ["rule 1.2 has no row", "section_1::b is in no row"]
    );
    assert_eq!(
        problems_after(|facts| facts.rows.reverse()),
        ["rows are not exactly the rules, in their order"]
    );
    assert_eq!(
        problems_after(|facts| facts.rows[0].link = "scheduler.md#1.1".into()),
        ["rule 1.1: the link is scheduler.md#1.1, not ../docs/spec/scheduler.md#1.1"]
    );
    assert_eq!(
        problems_after(|facts| facts.rows[0].tests = vec![]),
        ["rule 1.1 has no test", "section_1::a is in no row"]
    );
    assert_eq!(
        problems_after(|facts| facts.rows[0].tests.push("unit::d".into())),
        ["rule 1.1: there is no test unit::d"]
    );
    assert_eq!(
        problems_after(|facts| facts.rows[0].files = vec![]),
        ["rule 1.1: the summary or the files are missing"]
    );
    assert_eq!(
        problems_after(|facts| facts.rows[0].files = vec![format!("{MODEL}b.rs")]),
        ["rule 1.1: hws-model/src/b.rs is not a source that cites §1.1"]
    );
}
