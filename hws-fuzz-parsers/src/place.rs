//! Whether a place is in a text.

use hws_input::{Diagnose, Position};

/// Requires that a known line and column are in the text, or directly behind it.
pub(crate) fn inside(text: &str, position: Position) -> Result<(), String> {
    let of_lines = |lines: Vec<&str>| in_lines(&lines, position.line as usize, position.column as usize);
    // In YAML, a carriage return ends a line, too.
    of_lines(text.split('\n').collect())
        .or_else(|found| of_lines(text.split(['\n', '\r']).collect()).map_err(|_| found))
}

fn in_lines(lines: &[&str], line: usize, column: usize) -> Result<(), String> {
    if line == 0 {
        return Ok(());
    }
    let length = match lines.get(line - 1) {
        Some(line) => line.chars().count(),
        // The end of a text is the line behind the last one.
        None if line == lines.len() + 1 => 0,
        None => return Err(format!("the error is on line {line} of {}", lines.len())),
    };
    if column <= length + 1 {
        return Ok(());
    }
    Err(format!("the error is in column {column} of line {line}, which has {length} characters"))
}

/// Requires that a fault has a remedy.
pub(crate) fn has_remedy(fault: &dyn Diagnose) -> Result<(), String> {
    if fault.remedy().is_empty() { Err(format!("no remedy: {}", fault.message())) } else { Ok(()) }
}
