//! Which lines of a trace are written.

use hws_types::Cycle;

use super::TraceKind;

/// A choice of lines: by kind and by cycle. The default is all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TraceFilter {
    /// Bit n: the kind n.
    kinds: u32,
    from: Cycle,
    to: Cycle,
}

impl Default for TraceFilter {
    fn default() -> Self {
        Self { kinds: u32::MAX, from: Cycle(0), to: Cycle(u64::MAX) }
    }
}

impl TraceFilter {
    /// Returns the filter with only these kinds of lines.
    #[must_use]
    pub fn with_kinds(self, kinds: &[TraceKind]) -> Self {
        Self { kinds: kinds.iter().fold(0, |kinds, &kind| kinds | 1 << kind as u32), ..self }
    }

    /// Returns the filter with only the lines of the cycles from `from` to `to`, both included.
    #[must_use]
    pub const fn between(self, from: u64, to: u64) -> Self {
        Self { from: Cycle(from), to: Cycle(to), ..self }
    }

    pub(super) fn takes(&self, kind: TraceKind, cycle: Cycle) -> bool {
        self.takes_kind(kind) && self.from <= cycle && cycle <= self.to
    }

    /// Whether lines of this kind are taken in any cycle.
    pub(super) const fn takes_kind(&self, kind: TraceKind) -> bool {
        self.kinds >> kind as u32 & 1 == 1
    }
}
