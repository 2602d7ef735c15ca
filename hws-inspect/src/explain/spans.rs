//! A value over time: spans without gaps; neighbouring spans differ.

use hws_types::Cycle;
use serde::Serialize;

/// A span of cycles, `from <= cycle < to`, with its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub(super) struct Span<T> {
    pub(super) from: Cycle,
    pub(super) to: Cycle,
    pub(super) value: T,
}

/// The span that is open.
#[derive(Clone, Debug)]
pub(super) struct OpenSpan<T>(Option<(Cycle, T)>);

impl<T> Default for OpenSpan<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T: PartialEq> OpenSpan<T> {
    /// The value from `at` on; returns the span that it ends, if there is one that is not empty.
    pub(super) fn set(&mut self, at: Cycle, value: T) -> Option<Span<T>> {
        if self.0.as_ref().is_some_and(|(_, present)| *present == value) {
            return None;
        }
        let ended = self.end(at);
        self.0 = Some((at, value));
        ended
    }

    /// Ends the open span.
    pub(super) fn end(&mut self, at: Cycle) -> Option<Span<T>> {
        let (from, value) = self.0.take()?;
        (from < at).then_some(Span { from, to: at, value })
    }

    pub(super) fn value(&self) -> Option<&T> {
        self.0.as_ref().map(|(_, value)| value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_are_one_span_and_empty_spans_vanish() {
        let mut open = OpenSpan::default();
        assert_eq!(open.set(Cycle(3), 'a'), None);
        assert_eq!(open.set(Cycle(5), 'a'), None);
        assert_eq!(open.set(Cycle(7), 'b'), Some(Span { from: Cycle(3), to: Cycle(7), value: 'a' }));
        assert_eq!(open.set(Cycle(7), 'c'), None);
        assert_eq!(open.end(Cycle(9)), Some(Span { from: Cycle(7), to: Cycle(9), value: 'c' }));
        assert_eq!(open.end(Cycle(9)), None);
    }
}
