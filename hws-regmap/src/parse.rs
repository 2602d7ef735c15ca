//! From text to a tree with places; a text that is not YAML, or that exceeds a limit, is refused here.

mod conform;
mod extent;
mod syntax;

pub(crate) use conform::conform;

use crate::diagnostic::{Code, MapDiagnostic};
use hws_input::yaml::{self, Limits, Node, Oddities, YamlError};
use hws_input::{Place, Position, Span};

/// Most bytes of a map; the shipped one has fewer than a hundredth of them.
pub(crate) const MOST_BYTES: usize = 16 << 20;

/// Limits of time and stack: a map has a few levels and few aliases, while a malicious text is deep or
/// multiplies itself. Duplicate keys are kept, to be reported with the other faults.
const LIMITS: Limits = Limits { depth: 32, nodes: 2_000_000, replayed: 100_000, oddities: Oddities::Kept };

/// Parses the bytes of a file without checking it.
///
/// # Errors
/// What is not text, the first syntax error, or the limit that is exceeded; nothing after it can be trusted.
pub(crate) fn parse_bytes(bytes: &[u8]) -> Result<Node, Box<MapDiagnostic>> {
    // UTF-16 and most binary files have a NUL byte, whether or not the rest is UTF-8.
    let nul = bytes.iter().position(|byte| *byte == 0);
    match str::from_utf8(bytes) {
        Ok(text) => nul.map_or_else(|| parse(text), |at| Err(Box::new(not_text(bytes, at, "a NUL byte")))),
        Err(error) => Err(Box::new(not_text(bytes, error.valid_up_to(), "invalid UTF-8"))),
    }
}

fn parse(text: &str) -> Result<Node, Box<MapDiagnostic>> {
    if text.len() > MOST_BYTES {
        return Err(Box::new(too_long(text.len())));
    }
    let mut node = yaml::parse(text, &LIMITS).map_err(|error| Box::new(refused(&error, text)))?;
    extent::widen(&mut node, text);
    Ok(node)
}

fn refused(error: &YamlError, text: &str) -> MapDiagnostic {
    if error.is_limit || error.message.contains("recursion limit") {
        return MapDiagnostic::new(
            Code::TooLarge,
            error.place,
            "the map has too many values, too many levels or too many aliases",
        )
        .label("limit exceeded here")
        .remedy("nest at most 32 levels, and write out what aliases repeat");
    }
    syntax::explained(error, text)
}

fn too_long(bytes: usize) -> MapDiagnostic {
    let message = format!("the file has {bytes} bytes, which is more than a map may have");
    MapDiagnostic::new(Code::TooLarge, Place::UNKNOWN, message)
        .remedy(format!("use at most {MOST_BYTES} bytes"))
}

/// Returns the diagnostic of a file that is not text, at the first byte that shows it.
fn not_text(bytes: &[u8], valid: usize, found: &str) -> MapDiagnostic {
    let before = String::from_utf8_lossy(&bytes[..valid]);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    let length = if bytes.get(valid) == Some(&0) { 1 } else { char::REPLACEMENT_CHARACTER.len_utf8() };
    let span = Span::new(valid, valid + length);
    let place = Place { position: Position::new(line, column), span };
    MapDiagnostic::new(Code::NotText, place, "the file is not UTF-8 text")
        .label(found)
        .remedy("save the file as UTF-8")
}
