//! `hws plan`: inputs, output and exit status.

mod check;
mod compare;
mod dataflow;
mod emit;
mod gemini;
mod import;
mod interrupt;
mod lint;
mod methods;
mod page;
mod pairs;
mod periodic;
mod pipeline;
mod predicted;
mod rank;

use crate::common::{self, Said, hws, said};

/// `hws plan` with these arguments.
fn plan(arguments: &[&str]) -> Said {
    said(&hws(&[&["plan"], arguments].concat()))
}

/// The same, with `input` on standard input.
fn fed(arguments: &[&str], input: &str) -> Said {
    common::fed(&[&["plan"], arguments].concat(), input)
}

/// Asserts that the input is refused: nothing on standard output, and an error that begins with `start`.
fn is_refused((status, out, said): Said, start: &str) {
    assert_eq!((status, out.as_str()), (Some(2), ""), "{said}");
    assert!(said.starts_with(&format!("error: {start}")), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
}
