//! Events as text: one line with the names of the trace (interfaces.md §7).

use core::fmt::{self, Display, Formatter};

use hws_types::COMMAND_NAMES;

use super::{CommandKind, Event};

impl CommandKind {
    /// Returns the name of the command in the trace: its key `op`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        COMMAND_NAMES[self as usize]
    }
}

impl Display for CommandKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Display for Event {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match (self.words(), self) {
            (Some(words), _) => words.fmt(f),
            (None, Self::SoftReset { forced }) => write!(f, "soft_reset forced {forced}"),
            (None, _) => Ok(()),
        }
    }
}
