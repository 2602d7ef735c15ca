//! Tables of a Markdown page.

use std::collections::BTreeMap;

/// The cells of a row by their columns.
pub(super) type Row<'a> = BTreeMap<&'a str, &'a str>;

/// Every row of every table with a header, with its line from 1. Code blocks and comments have none.
pub(super) fn rows(text: &str) -> Vec<(usize, Row<'_>)> {
    let (mut rows, mut columns, mut fence, mut is_comment) = (Vec::new(), Vec::new(), None, false);
    for (number, line) in (1..).zip(text.lines()) {
        let is_hidden = in_block(line, &mut fence) || in_comment(line, &mut is_comment);
        let cells = if is_hidden { None } else { cells(line) };
        match cells {
            None => columns.clear(),
            Some(cells) if columns.is_empty() => columns = cells,
            Some(cells) if is_ruler(&cells) => {}
            Some(cells) => rows.push((number, columns.iter().copied().zip(cells).collect())),
        }
    }
    rows
}

fn cells(line: &str) -> Option<Vec<&str>> {
    let inner = line.strip_prefix('|')?.trim_end().strip_suffix('|')?;
    Some(inner.split('|').map(str::trim).collect())
}

/// Whether this is the line between the header and the rows.
fn is_ruler(cells: &[&str]) -> bool {
    cells.iter().all(|cell| cell.chars().all(|c| "-: ".contains(c)))
}

/// Whether the line belongs to a block of code, whose fence is kept.
fn in_block<'a>(line: &'a str, fence: &mut Option<&'a str>) -> bool {
    let line = line.trim_start_matches([' ', '>', '-', '*']);
    let mark = line.chars().next().filter(|c| "`~".contains(*c)).unwrap_or(' ');
    let own = &line[..line.len() - line.trim_start_matches(mark).len()];
    let is_fence = own.len() >= 3 && mark != ' ';
    match fence {
        None if is_fence => *fence = Some(own),
        None => return false,
        Some(open) if is_fence && own.starts_with(*open) && line[own.len()..].trim().is_empty() => {
            *fence = None
        }
        Some(_) => {}
    }
    true
}

/// Whether the line begins in a comment, or has the beginning of one.
fn in_comment(line: &str, is_comment: &mut bool) -> bool {
    let was_comment = *is_comment;
    let begins = line.rfind("<!--");
    let ends = line.rfind("-->");
    *is_comment = if was_comment { ends.is_none() || begins > ends } else { begins > ends };
    was_comment || begins.is_some()
}

/// The target of the only link of a cell.
pub(super) fn link(cell: &str) -> Option<&str> {
    let mut targets = cell.match_indices("](").filter_map(|(at, _)| cell[at + 2..].split_once(')'));
    let (target, _) = targets.next()?;
    if targets.next().is_some() { None } else { Some(target.split('#').next().unwrap_or(target)) }
}

/// The functions that a cell names as `name()`, or as `path::name()`.
pub(super) fn calls(cell: &str) -> Vec<&str> {
    // Every second part is code.
    let names = cell.split('`').skip(1).step_by(2).filter_map(|code| code.strip_suffix("()"));
    names.map(|path| path.rsplit("::").next().unwrap_or(path)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells_of<'a>(text: &'a str, column: &str) -> Vec<(usize, &'a str)> {
        rows(text).iter().filter_map(|(line, row)| Some((*line, *row.get(column)?))).collect()
    }

    #[test]
    fn a_row_has_its_line_and_its_columns() {
        let text = "# A\n| a | b |\n|---|:-:|\n| 1 | 2 |\n| 3 | 4 |\ntext\n| b |\n|---|\n| 5 |\n";
        assert_eq!(cells_of(text, "b"), [(4, "2"), (5, "4"), (9, "5")]);
        assert_eq!(cells_of(text, "a"), [(4, "1"), (5, "3")]);
    }

    #[test]
    fn code_and_comments_have_no_rows() {
        let table = "| a |\n|---|\n| 1 |\n";
        for (before, after) in [
            ("```text\n", "```\n"),
            ("~~~~\n```\n", "~~~~\n"),
            ("<!-- off\n", "-->\n"),
            ("- ```\n", "  ```\n"),
        ] {
            let text = format!("{before}{table}{after}\n{table}");
            let line = 3 + before.lines().count() + 3 + 2;
            assert_eq!(cells_of(&text, "a"), [(line, "1")], "{text}");
        }
        assert_eq!(cells_of(&format!("<!-- on --> x\n{table}"), "a").len(), 1);
    }

    #[test]
    fn a_cell_has_one_link() {
        assert_eq!(link("[a](../src/a.rs)"), Some("../src/a.rs"));
        assert_eq!(link("the [a](a.rs#top) file"), Some("a.rs"));
        assert_eq!(link("[a](a.rs), [b](b.rs)"), None);
        assert_eq!(link("a.rs"), None);
    }

    #[test]
    fn a_call_is_code_with_parentheses() {
        assert_eq!(calls("`A::b()`, then `c()`; `d`, e()"), ["b", "c"]);
    }
}
