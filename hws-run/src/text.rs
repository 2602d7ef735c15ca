//! Lines for a terminal.

use std::fmt::{Formatter, Result};

/// Width of the names at the beginning of lines.
const NAME: usize = 18;

/// Writes a name and the text that belongs to it.
pub(crate) fn line(f: &mut Formatter<'_>, name: &str, text: &str) -> Result {
    writeln!(f, "{name:<NAME$}{text}")
}

/// A number of cycles with its unit.
pub(crate) fn cycles(cycles: u64) -> String {
    counted(cycles, "cycle")
}

/// A number and what it counts: `1 cycle`, `7 cycles`.
pub(crate) fn counted(number: u64, noun: &str) -> String {
    match number {
        1 => format!("1 {noun}"),
        _ => format!("{number} {noun}s"),
    }
}

/// Thousandths as a percentage.
pub(crate) fn percent(permille: u64) -> String {
    format!("{}.{} %", permille / 10, permille % 10)
}
