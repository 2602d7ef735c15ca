//! From offsets in a file to offsets among all files of a map.

use crate::diagnostic::MapDiagnostic;
use crate::model::Place;
use hws_input::Span;
use hws_input::yaml::{Node, Value};

/// Moves every place of the tree.
pub(super) fn node(node: &mut Node, by: usize) {
    place(&mut node.place, by);
    match &mut node.value {
        Value::List(elements) => elements.iter_mut().for_each(|element| self::node(element, by)),
        Value::Map(entries) => entries.iter_mut().for_each(|(key, value)| {
            place(&mut key.place, by);
            self::node(value, by);
        }),
        _ => {}
    }
}

/// Moves every place of a diagnostic.
pub(super) fn diagnostic(diagnostic: &mut MapDiagnostic, by: usize) {
    place(&mut diagnostic.place, by);
    diagnostic.notes.iter_mut().for_each(|note| place(&mut note.place, by));
}

fn place(place: &mut Place, by: usize) {
    let span = place.span.range();
    place.span = Span::new(span.start.saturating_add(by), span.end.saturating_add(by));
}
