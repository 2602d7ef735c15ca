//! From text to a tree with positions; what is no YAML, or too much of it, ends here.

mod conform;
mod extent;
mod failure;
mod node;

pub(crate) use conform::conform;
pub(crate) use node::{Node, Value};

use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Position, Span};
use serde_saphyr::options::{DuplicateKeyPolicy, NonFiniteFloatPolicy};

/// Bytes of a map. The shipped one has a hundredth of it.
const MOST_BYTES: usize = 16 << 20;

/// Parses the text of a map without judging it.
///
/// # Errors
/// The first thing that is not YAML, or the limit that is passed; nothing behind it can be trusted.
pub(crate) fn parse(text: &str) -> Result<Node, Box<Diagnostic>> {
    if text.len() > MOST_BYTES {
        return Err(Box::new(too_long(text.len())));
    }
    let node = serde_saphyr::from_str_with_options(text, options());
    let mut node: Node = node.map_err(|error| Box::new(failure::diagnose(error.without_snippet(), text)))?;
    extent::widen(&mut node, text);
    Ok(node)
}

/// Limits of time and stack: a map is at most a few levels deep and hardly uses aliases, while a
/// text made to hurt is deep or multiplies itself. Duplicate keys pass, to be reported with the rest.
fn options() -> serde_saphyr::Options {
    serde_saphyr::options! {
        strict_booleans: true,
        non_finite_float_policy: NonFiniteFloatPolicy::PassThrough,
        duplicate_keys: DuplicateKeyPolicy::PassThrough,
        alias_limits: serde_saphyr::alias_limits! { max_total_replayed_events: 100_000 },
        budget: serde_saphyr::budget! {
            max_depth: 32,
            max_documents: 1,
            max_events: 8_000_000,
            max_nodes: 2_000_000,
        },
    }
}

fn too_long(bytes: usize) -> Diagnostic {
    let message = format!("a map of {bytes} bytes is too long to read");
    Diagnostic::new(Code::TooLarge, Position::default(), message)
        .remedy(format!("keep it below {MOST_BYTES} bytes"))
}

/// Bytes that are no text, from the first that is not UTF-8 on.
pub(crate) fn not_text(bytes: &[u8], valid: usize) -> Diagnostic {
    let before = String::from_utf8_lossy(&bytes[..valid]);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    let narrow = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let span = Span { start: valid, end: valid + char::REPLACEMENT_CHARACTER.len_utf8() };
    let position = Position { line: narrow(line), column: narrow(column), span };
    Diagnostic::new(Code::NotText, position, "the file is not UTF-8 text")
        .label("not a character")
        .remedy("save it as UTF-8; a map is YAML")
}
