//! Text tables: columns as wide as their widest cell, the first aligned left, numbers right, and text at the end.

use std::fmt;

/// Returns a number with its noun.
pub(crate) fn counted(number: usize, one: &str, several: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { several })
}

/// A text table; displayed with its head, one line per row.
#[derive(Clone, Debug)]
pub struct TextTable {
    rows: Vec<Vec<String>>,
    ends_with_text: bool,
}

impl TextTable {
    /// Creates a table with these titles.
    #[must_use]
    pub fn new(head: &[&str]) -> Self {
        Self { rows: vec![head.iter().map(|&title| title.to_owned()).collect()], ends_with_text: false }
    }

    /// Returns the table with the last column aligned left.
    #[must_use]
    pub fn ending_with_text(self) -> Self {
        Self { ends_with_text: true, ..self }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    fn width(&self, column: usize) -> usize {
        let cells = self.rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    }
}

impl fmt::Display for TextTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns).map(|column| self.width(column)).collect();
        for row in &self.rows {
            for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
                match column {
                    0 => write!(f, "{cell:<width$}")?,
                    _ if cell.is_empty() && column + 1 == columns => {}
                    _ if self.ends_with_text && column + 1 == columns => write!(f, "  {cell}")?,
                    _ => write!(f, "  {cell:>width$}")?,
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
