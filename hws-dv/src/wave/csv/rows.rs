//! The rows of a CSV file: comments and blank lines left out, cells unquoted.

use std::borrow::Cow;

use hws_input::Position;

use crate::wave::WaveError;

/// A row.
#[derive(Debug)]
pub(super) struct Row<'t> {
    pub(super) line: usize,
    /// The column of each cell in characters, and its text without blanks around it.
    pub(super) cells: Vec<(usize, Cow<'t, str>)>,
}

impl Row<'_> {
    pub(super) fn position(&self, cell: usize) -> Position {
        Position::new(self.line, self.cells[cell].0)
    }
}

/// A reader of rows.
pub(super) struct Rows<'t> {
    rest: &'t str,
    line: usize,
    /// What separates cells: the first of comma, semicolon and tab that the header has.
    separator: Option<char>,
    /// What the text ends in.
    cut: Option<&'static str>,
}

impl<'t> Rows<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { rest: text.strip_prefix('\u{feff}').unwrap_or(text), line: 0, separator: None, cut: None }
    }

    /// The number of the last line.
    pub(super) fn line(&self) -> usize {
        self.line
    }

    /// What the text ends in, if the last row is incomplete.
    pub(super) fn cut(&self) -> Option<&'static str> {
        self.cut
    }

    /// The next row, which must have as many cells as the header; an incomplete last one is left out.
    pub(super) fn next(&mut self, cells: Option<usize>) -> Result<Option<Row<'t>>, WaveError> {
        while !self.rest.is_empty() {
            let (line, rest, is_last) = match self.rest.split_once('\n') {
                Some((line, rest)) => (line, rest, false),
                None => (self.rest, "", true),
            };
            (self.rest, self.line) = (rest, self.line + 1);
            let line = line.strip_suffix('\r').unwrap_or(line);
            if line.trim_start().is_empty() || line.trim_start().starts_with('#') {
                continue;
            }
            let row = self.row(line, is_last)?;
            match (row, cells) {
                (Some(row), Some(cells)) if row.cells.len() < cells && is_last => {
                    self.cut = Some("a row");
                }
                (None, _) => self.cut = Some("a quoted cell"),
                (Some(row), Some(cells)) if row.cells.len() != cells => {
                    let reason = format!("the row has {} cells, the header has {cells}", row.cells.len());
                    return Err(WaveError::At { position: Position::new(self.line, 0), reason });
                }
                (Some(row), _) => return Ok(Some(row)),
            }
        }
        Ok(None)
    }

    /// The cells of a line; `None` if it is the last one and ends inside a quoted cell.
    fn row(&mut self, line: &'t str, is_last: bool) -> Result<Option<Row<'t>>, WaveError> {
        let separator = *self.separator.get_or_insert_with(|| separator(line));
        let (mut cells, mut at, mut rest) = (Vec::new(), 1, line);
        loop {
            let blanks = rest.len() - rest.trim_start_matches(' ').len();
            let start = at + blanks;
            let (cell, length) = if rest[blanks..].starts_with('"') {
                match quoted(&rest[blanks..]) {
                    Some((cell, length)) => (Cow::Owned(cell), blanks + length),
                    None if is_last => return Ok(None),
                    None => {
                        let reason = "the quote is not closed on this line".to_owned();
                        return Err(WaveError::At { position: Position::new(self.line, start), reason });
                    }
                }
            } else {
                let length = rest.find(separator).unwrap_or(rest.len());
                (Cow::Borrowed(rest[..length].trim()), length)
            };
            let (taken, after) = rest.split_at(length);
            at += taken.chars().count();
            cells.push((start, cell));
            let after_blanks = after.trim_start_matches(' ');
            match after_blanks.strip_prefix(separator) {
                Some(next) => {
                    at += after.len() - after_blanks.len() + 1;
                    rest = next;
                }
                None if after_blanks.is_empty() => break,
                None => {
                    let reason = format!("expected `{separator}` after the quoted cell");
                    return Err(WaveError::At { position: Position::new(self.line, at), reason });
                }
            }
        }
        Ok(Some(Row { line: self.line, cells }))
    }
}

fn separator(header: &str) -> char {
    header.chars().find(|it| matches!(it, ',' | ';' | '\t')).unwrap_or(',')
}

/// The text of a quoted cell, and its length in the line; two quotes are one.
fn quoted(text: &str) -> Option<(String, usize)> {
    let (mut cell, mut at) = (String::new(), 1);
    loop {
        let length = text[at..].find('"')?;
        cell.push_str(&text[at..at + length]);
        at += length + 1;
        if !text[at..].starts_with('"') {
            return Some((cell.trim().to_owned(), at));
        }
        cell.push('"');
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    /// The number of a line, and its cells with their columns.
    type Line = (usize, Vec<(usize, String)>);

    fn all(text: &str) -> Result<Vec<Line>, String> {
        let mut rows = Rows::new(text);
        let mut found: Vec<Line> = Vec::new();
        loop {
            let cells = found.first().map(|(_, header)| header.len());
            match rows.next(cells).map_err(|error| error.to_string())? {
                Some(row) => {
                    let cells = row.cells.into_iter().map(|(at, text)| (at, text.into_owned()));
                    found.push((row.line, cells.collect()));
                }
                None => return Ok(found),
            }
        }
    }

    #[test]
    fn comments_blank_lines_quotes_and_line_ends_are_understood() {
        let found = all("\u{feff}# made by hand\r\ncycle, a ,\"b,\"\"c\"\r\n\r\n0,1, \"2\" \r\n").unwrap();
        let text = |cells: &[(usize, String)]| cells.iter().map(|(_, cell)| cell.clone()).collect::<Vec<_>>();
        assert_eq!((found[0].0, text(&found[0].1)), (2, vec!["cycle".into(), "a".into(), "b,\"c".into()]));
        assert_eq!((found[1].0, text(&found[1].1)), (4, vec!["0".into(), "1".into(), "2".into()]));
        assert_eq!(found[1].1.iter().map(|(at, _)| *at).collect::<Vec<_>>(), [1, 3, 6]);
    }

    #[test]
    fn the_header_decides_what_separates_cells() {
        assert_eq!(all("cycle;a,b\n0;1,5\n").unwrap()[1].1.len(), 2);
        assert_eq!(all("time\ta\n0\t1\n").unwrap()[1].1.len(), 2);
    }

    #[rstest]
    #[case("cycle,a\n0\n1,2\n", "line 2: the row has 1 cells, the header has 2")]
    #[case("cycle,a\n0,1,2\n", "line 2: the row has 3 cells, the header has 2")]
    #[case("cycle,a\n0,\"1\n1,2\n", "line 2, column 3: the quote is not closed")]
    #[case("cycle,a\n0,\"1\"2\n", "line 2, column 6: expected `,`")]
    fn a_wrong_row_is_an_error(#[case] text: &str, #[case] message: &str) {
        let shown = all(text).unwrap_err();
        assert!(shown.starts_with(message), "{shown}");
    }

    #[test]
    fn an_incomplete_last_row_is_a_cut() {
        for text in ["cycle,a\n0,1\n1", "cycle,a\n0,1\n1,\"2"] {
            let mut rows = Rows::new(text);
            while rows.next(Some(2)).unwrap().is_some() {}
            assert!(rows.cut().is_some(), "{text}");
        }
    }
}
