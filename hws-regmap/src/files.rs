//! The texts of a map: its own and those of the files that it includes.
//!
//! The files share one range of byte offsets, so that a span also says which file it is in.

mod include;
mod merge;
mod shift;

pub(crate) use include::{Including, Reader, Tree};

use crate::diagnostic::MapDiagnostic;
use crate::model::Place;
use hws_input::Span;

/// A file of a map, for [`crate::render_in`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapText {
    /// Its name, as the caller named it or as a map that includes it does.
    pub name: String,
    /// Its text; what is not UTF-8 is replaced.
    pub text: String,
}

/// Every file that was read, in the order of the offsets; the main file is the last one.
#[derive(Debug, Default)]
pub(crate) struct Texts {
    texts: Vec<MapText>,
    /// The offset of the first byte of each.
    starts: Vec<usize>,
    /// The offset of the first byte of the next one.
    end: usize,
}

impl Texts {
    /// Adds a file and returns the offset of its first byte.
    fn add(&mut self, name: &str, text: String) -> usize {
        let start = self.end;
        // Even the places at the ends of two files differ.
        self.end = start + text.len() + 1;
        self.starts.push(start);
        self.texts.push(MapText { name: name.to_owned(), text });
        start
    }

    /// Returns the files again with their offsets.
    pub(crate) fn of(texts: &[MapText]) -> Self {
        let mut all = Self::default();
        for text in texts {
            all.add(&text.name, text.text.clone());
        }
        all
    }

    pub(crate) fn into_texts(self) -> Vec<MapText> {
        self.texts
    }

    /// Returns the number of the file that has the place.
    pub(crate) fn number(&self, place: Place) -> usize {
        self.starts.partition_point(|start| *start <= place.span.range().start).saturating_sub(1)
    }

    /// Returns the diagnostic with every place counted from the beginning of its file.
    pub(crate) fn localised(&self, mut diagnostic: MapDiagnostic) -> MapDiagnostic {
        (diagnostic.file, diagnostic.place) = self.local(diagnostic.place);
        let position = &mut diagnostic.place.position;
        (position.line, position.column) = (position.line.max(1), position.column.max(1));
        for note in &mut diagnostic.notes {
            (note.file, note.place) = self.local(note.place);
        }
        diagnostic
    }

    fn local(&self, place: Place) -> (String, Place) {
        let number = self.number(place);
        let start = self.starts.get(number).copied().unwrap_or_default();
        let (name, span) = (self.texts.get(number).map(|text| text.name.clone()), place.span.range());
        let inside = |byte: usize| byte.saturating_sub(start);
        let span = Span::new(inside(span.start), inside(span.end));
        (name.unwrap_or_default(), Place { span, ..place })
    }
}
