//! From text to a tree with places; a text that is not YAML, or too much of it, ends here.

mod conform;
mod extent;

pub(crate) use conform::conform;

use crate::diagnostic::{Code, Diagnostic};
use hws_input::yaml::{self, Limits, Node, Oddities, YamlError};
use hws_input::{Place, Position, Span};

/// Bytes of a map. The shipped one has a hundredth of it.
const MOST_BYTES: usize = 16 << 20;

/// Limits of time and stack: a map is at most a few levels deep and hardly uses aliases, while a
/// text made to hurt is deep or multiplies itself. Duplicate keys pass, to be reported with the rest.
const LIMITS: Limits = Limits { depth: 32, nodes: 2_000_000, replayed: 100_000, oddities: Oddities::Kept };

/// Parses the text of a map without judging it.
///
/// # Errors
/// The first thing that is not YAML, or the limit that is passed; nothing behind it can be trusted.
pub(crate) fn parse(text: &str) -> Result<Node, Box<Diagnostic>> {
    if text.len() > MOST_BYTES {
        return Err(Box::new(too_long(text.len())));
    }
    let mut node = yaml::parse(text, &LIMITS).map_err(|error| Box::new(refused(&error)))?;
    extent::widen(&mut node, text);
    Ok(node)
}

fn refused(error: &YamlError) -> Diagnostic {
    if error.is_limit {
        return Diagnostic::new(
            Code::TooLarge,
            error.place,
            "no map is as large, as deep or as entangled as this",
        )
        .label("the limit is passed here")
        .remedy("write one document, at most 32 levels deep, and hardly use aliases");
    }
    Diagnostic::new(Code::Syntax, error.place, error.message.as_str())
        .remedy("mend the YAML first: nothing behind this place was read")
}

fn too_long(bytes: usize) -> Diagnostic {
    let message = format!("a map of {bytes} bytes is too long to read");
    Diagnostic::new(Code::TooLarge, Place::UNKNOWN, message)
        .remedy(format!("keep it below {MOST_BYTES} bytes"))
}

/// Bytes that are not text, from the first that is not UTF-8 on.
pub(crate) fn not_text(bytes: &[u8], valid: usize) -> Diagnostic {
    let before = String::from_utf8_lossy(&bytes[..valid]);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    let span = Span::new(valid, valid + char::REPLACEMENT_CHARACTER.len_utf8());
    let place = Place { position: Position::new(line, column), span };
    Diagnostic::new(Code::NotText, place, "the file is not UTF-8 text")
        .label("not a character")
        .remedy("save it as UTF-8; a map is YAML")
}
