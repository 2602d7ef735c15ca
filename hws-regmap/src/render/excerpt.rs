//! The lines of a text that have to be shown.

use crate::model::Place;
use std::ops::Range;

/// A place to underline.
pub(super) struct Mark<'a> {
    pub(super) place: Place,
    pub(super) label: &'a str,
    pub(super) is_primary: bool,
}

/// Some lines with the places in them.
pub(super) struct Excerpt<'a> {
    whole: &'a str,
    bytes: Range<usize>,
    /// The number of the first line.
    pub(super) line: usize,
    last_line: usize,
    pub(super) marks: Vec<Mark<'a>>,
}

/// Longer lines are left out.
const LONGEST_LINE: usize = 1000;

/// Places with fewer lines between them are shown together.
const NEAR: usize = 4;

/// Returns the excerpts for the places, those near each other together; without lines that are too long.
pub(super) fn excerpts<'a>(text: &'a str, marks: Vec<Mark<'a>>) -> Vec<Excerpt<'a>> {
    let mut excerpts: Vec<Excerpt<'a>> = Vec::new();
    for mark in marks {
        let Some(excerpt) = Excerpt::new(text, mark) else { continue };
        match excerpts.iter_mut().find(|other| other.is_near(&excerpt)) {
            Some(other) => other.join(excerpt),
            None => excerpts.push(excerpt),
        }
    }
    excerpts
}

impl<'a> Excerpt<'a> {
    fn new(whole: &'a str, mark: Mark<'a>) -> Option<Self> {
        let bytes = line_around(whole, mark.place.span.range().start)?;
        let line = mark.place.line() as usize;
        Some(Self { whole, bytes, line, last_line: line, marks: vec![mark] })
    }

    pub(super) fn text(&self) -> &'a str {
        &self.whole[self.bytes.clone()]
    }

    /// Returns the mark's place in [`Self::text`], on character boundaries.
    pub(super) fn inside(&self, mark: &Mark<'_>) -> Range<usize> {
        let inside = |byte: usize| {
            let byte = byte.clamp(self.bytes.start, self.bytes.end);
            self.whole.floor_char_boundary(byte) - self.bytes.start
        };
        let span = mark.place.span.range();
        inside(span.start)..inside(span.end)
    }

    fn is_near(&self, other: &Self) -> bool {
        let gap = self.line.saturating_sub(other.last_line).max(other.line.saturating_sub(self.last_line));
        let bytes = self.bytes.end.max(other.bytes.end) - self.bytes.start.min(other.bytes.start);
        gap <= NEAR && bytes <= NEAR * LONGEST_LINE
    }

    fn join(&mut self, other: Self) {
        self.bytes = self.bytes.start.min(other.bytes.start)..self.bytes.end.max(other.bytes.end);
        self.line = self.line.min(other.line);
        self.last_line = self.last_line.max(other.last_line);
        self.marks.extend(other.marks);
    }
}

/// Returns the line that contains a byte, if it is short enough to be shown.
fn line_around(text: &str, byte: usize) -> Option<Range<usize>> {
    let (bytes, byte) = (text.as_bytes(), byte.min(text.len()));
    let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
    let from = byte.saturating_sub(LONGEST_LINE);
    let start = match bytes[from..byte].iter().rposition(is_end) {
        Some(index) => from + index + 1,
        None if from == 0 => 0,
        None => return None,
    };
    let most = byte.saturating_add(LONGEST_LINE).min(bytes.len());
    match bytes[byte..most].iter().position(is_end) {
        Some(index) => Some(start..byte + index),
        None if most == bytes.len() => Some(start..most),
        None => None,
    }
}
