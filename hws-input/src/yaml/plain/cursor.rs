//! The place in the text, and what is there.

use super::scalar::{self, Scalar};
use crate::{Place, Position, Span};

/// A place in an ASCII text.
pub(super) struct Cursor<'t> {
    text: &'t str,
    at: usize,
    /// From 1.
    line: usize,
    line_start: usize,
}

impl<'t> Cursor<'t> {
    pub(super) const fn new(text: &'t str) -> Self {
        Self { text, at: 0, line: 1, line_start: 0 }
    }

    pub(super) fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.at == self.text.len()
    }

    /// Passes a byte that is not a line feed.
    pub(super) fn step(&mut self) {
        self.at += 1;
    }

    /// The column of this place, from 1.
    pub(super) fn column(&self) -> u32 {
        self.place(0).column()
    }

    /// This place, with so many bytes.
    pub(super) fn place(&self, length: usize) -> Place {
        self.place_of(self.at, length)
    }

    fn place_of(&self, at: usize, length: usize) -> Place {
        Place {
            position: Position::new(self.line, at - self.line_start + 1),
            span: Span::new(at, at + length),
        }
    }

    /// Whether an element of a list begins here.
    pub(super) fn is_dash(&self) -> bool {
        self.byte() == Some(b'-') && self.is_blank_at(self.at + 1)
    }

    /// Whether the colon is here that ends a key.
    pub(super) fn is_colon(&self) -> bool {
        self.byte() == Some(b':') && self.is_blank_at(self.at + 1)
    }

    fn is_blank_at(&self, at: usize) -> bool {
        matches!(self.text.as_bytes().get(at), None | Some(b' ' | b'\n'))
    }

    /// The place of the element behind the dash here, if it begins on this line.
    pub(super) fn after_dash(&self) -> Option<Place> {
        let rest = &self.text.as_bytes()[self.at + 1..];
        let blanks = rest.iter().take_while(|&&byte| byte == b' ').count();
        let is_there = !matches!(rest.get(blanks), None | Some(b'\n' | b'#'));
        is_there.then(|| self.place_of(self.at + 1 + blanks, 0))
    }

    pub(super) fn skip_blanks(&mut self) {
        while self.byte() == Some(b' ') {
            self.at += 1;
        }
    }

    /// Whether nothing but a comment follows on this line.
    pub(super) fn is_at_end_of_line(&self) -> bool {
        match self.byte() {
            None | Some(b'\n') => true,
            Some(b'#') => self.at == self.line_start || self.text.as_bytes()[self.at - 1] == b' ',
            Some(_) => false,
        }
    }

    /// Reads a scalar of one line; what follows it is here then.
    pub(super) fn scalar(&mut self) -> Option<Scalar<'t>> {
        let (length, kind) = scalar::scan(&self.text.as_bytes()[self.at..])?;
        let text = &self.text[self.at..self.at + length];
        let scalar = Scalar { place: self.place(length), text, kind };
        self.at += length;
        Some(scalar)
    }

    /// Goes to the first line that has something.
    pub(super) fn first_line(&mut self) -> Option<()> {
        self.content(true)
    }

    /// Goes to the next line that has something; on this one, nothing but a comment may follow.
    pub(super) fn next_line(&mut self) -> Option<()> {
        self.content(false)
    }

    fn content(&mut self, mut is_new: bool) -> Option<()> {
        loop {
            self.skip_blanks();
            match self.byte() {
                None => return Some(()),
                Some(b'\n') => {
                    self.at += 1;
                    (self.line, self.line_start, is_new) = (self.line + 1, self.at, true);
                }
                Some(b'#') if self.is_at_end_of_line() => self.skip_comment()?,
                Some(_) if is_new && !self.is_directive() => return Some(()),
                Some(_) => return None,
            }
        }
    }

    fn skip_comment(&mut self) -> Option<()> {
        while let Some(byte) = self.byte().filter(|&byte| byte != b'\n') {
            (byte == b'\t' || !byte.is_ascii_control()).then_some(())?;
            self.at += 1;
        }
        Some(())
    }

    /// Whether a line begins here that is not part of a value.
    fn is_directive(&self) -> bool {
        let rest = &self.text.as_bytes()[self.at..];
        self.at == self.line_start && [&b"---"[..], b"...", b"%"].iter().any(|mark| rest.starts_with(mark))
    }
}
