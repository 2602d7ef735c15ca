//! Text tables: columns as wide as their widest cell, the first aligned left, numbers right, and text at the end.

use std::fmt::{self, Write as _};

/// Returns a number with its noun.
pub(crate) fn counted(number: usize, one: &str, several: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { several })
}

/// A text table; displayed with its head, one line per row.
#[derive(Clone, Debug)]
pub struct TextTable {
    /// The cells, one after the other.
    text: String,
    /// Where each cell ends.
    cells: Vec<usize>,
    /// How many cells there are up to the end of each row.
    rows: Vec<usize>,
    /// Characters of the widest cell of each column.
    widths: Vec<usize>,
    ends_with_text: bool,
}

impl TextTable {
    /// Creates a table with these titles.
    #[must_use]
    pub fn new(head: &[&str]) -> Self {
        let (text, cells, rows, widths) = Default::default();
        let mut table = Self { text, cells, rows, widths, ends_with_text: false };
        table.row(head);
        table
    }

    /// Returns the table with the last column aligned left.
    #[must_use]
    pub fn ending_with_text(self) -> Self {
        Self { ends_with_text: true, ..self }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item: fmt::Display>) {
        for (column, cell) in cells.into_iter().enumerate() {
            let start = self.text.len();
            // A `String` takes any text.
            let _ = write!(self.text, "{cell}");
            let width = self.text[start..].chars().count();
            if column == self.widths.len() {
                self.widths.push(0);
            }
            self.widths[column] = self.widths[column].max(width);
            self.cells.push(self.text.len());
        }
        self.rows.push(self.cells.len());
    }

    /// The cells from one to another.
    fn cells(&self, from: usize, to: usize) -> impl Iterator<Item = &str> {
        let start = |cell: usize| cell.checked_sub(1).map_or(0, |before| self.cells[before]);
        (from..to).map(move |cell| &self.text[start(cell)..self.cells[cell]])
    }
}

impl fmt::Display for TextTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = self.widths.len().saturating_sub(1);
        let mut from = 0;
        for &to in &self.rows {
            for (column, (cell, &width)) in self.cells(from, to).zip(&self.widths).enumerate() {
                match column {
                    0 => write!(f, "{cell:<width$}")?,
                    _ if cell.is_empty() && column == last => {}
                    _ if self.ends_with_text && column == last => write!(f, "  {cell}")?,
                    _ => write!(f, "  {cell:>width$}")?,
                }
            }
            writeln!(f)?;
            from = to;
        }
        Ok(())
    }
}
