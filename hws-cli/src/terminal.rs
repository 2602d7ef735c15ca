//! Whether a stream shows colours.

use std::env;
use std::io::IsTerminal;

/// Colours are for terminals, unless NO_COLOR is set to something (no-color.org).
pub(crate) fn has_colours(stream: &impl IsTerminal) -> bool {
    let is_unwanted = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    stream.is_terminal() && !is_unwanted
}
