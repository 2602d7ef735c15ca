//! The rows of the table.

/// One row: a rule, its files, its tests.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Row {
    pub(crate) rule: String,
    /// The link in the rule cell.
    pub(crate) link: String,
    pub(crate) says: String,
    pub(crate) files: Vec<String>,
    pub(crate) tests: Vec<String>,
}

/// Columns of the table.
const COLUMNS: usize = 4;

/// The rows of the only table of a Markdown text: rule, what it says, files, tests.
///
/// # Errors
/// A line of the table that does not have its columns.
pub(crate) fn of(markdown: &str) -> Result<Vec<Row>, String> {
    let lines = markdown.lines().filter(|line| line.starts_with('|'));
    lines.skip(2).map(row).collect()
}

fn row(line: &str) -> Result<Row, String> {
    let inner = line.trim().trim_start_matches('|').trim_end_matches('|');
    let cells: Vec<&str> = inner.split('|').map(str::trim).collect();
    let [rule, says, files, tests] = cells[..] else {
        return Err(format!("{} columns, not {COLUMNS}: {line}", cells.len()));
    };
    let (rule, link) = linked(rule).ok_or_else(|| format!("{rule} is not a link to its rule: {line}"))?;
    Ok(Row { rule, link, says: says.into(), files: quoted(files), tests: quoted(tests) })
}

/// Text and target of `[text](target)`.
fn linked(cell: &str) -> Option<(String, String)> {
    let (text, target) = cell.strip_prefix('[')?.strip_suffix(')')?.split_once("](")?;
    Some((text.to_owned(), target.to_owned()))
}

/// The texts between backticks.
fn quoted(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn a_row_has_four_columns() {
    let table = "# Title\n\n| rule | says | code | tests |\n|---|---|---|---|\n\
                 | [1.1](a.md#1.1) | it | `a.rs`, `b.rs` | `c::d` |\n";
    let row = Row {
        rule: "1.1".into(),
        link: "a.md#1.1".into(),
        says: "it".into(),
        files: vec!["a.rs".into(), "b.rs".into()],
        tests: vec!["c::d".into()],
    };
    assert_eq!(of(table), Ok(vec![row]));
    assert!(of(&table.replace("`c::d`", "")).is_ok_and(|rows| rows[0].tests.is_empty()));
    assert!(of(&table.replace(" | `c::d`", "")).is_err());
    assert!(of(&table.replace("[1.1](a.md#1.1)", "1.1")).is_err());
}
