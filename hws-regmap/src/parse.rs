//! From text to the structs of the file, with positions.

use crate::diagnostic::{Code, Diagnostic};
use crate::model::Position;
use crate::source::Source;
use serde_saphyr::{Error, Location};

/// Parses the text of a map without judging it.
///
/// # Errors
/// The first thing that is not as the schema says; the parser cannot go on behind it.
pub(crate) fn parse(text: &str) -> Result<Source, Diagnostic> {
    let options = serde_saphyr::options! { strict_booleans: true };
    serde_saphyr::from_str_with_options(text, options).map_err(|error| diagnose(error.without_snippet()))
}

fn diagnose(error: &Error) -> Diagnostic {
    let position = error.location().map_or(Position::default(), position_of);
    let (code, remedy) = match error {
        Error::SerdeUnknownField { expected, .. } => {
            (Code::UnknownKey, format!("known here: {}", expected.join(", ")))
        }
        Error::SerdeMissingField { .. } => (Code::MissingKey, "add it".to_owned()),
        _ => (Code::Syntax, "see the head of regmap.yaml for the shape of an entry".to_owned()),
    };
    Diagnostic::new(code, position, first_line(&error.to_string()), remedy)
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().trim().to_owned()
}

/// Where the parser says that a value stands.
pub(crate) fn position_of(location: Location) -> Position {
    Position { line: narrow(location.line()), column: narrow(location.column()) }
}

fn narrow(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
