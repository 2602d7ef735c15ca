//! The place in the text, and what is there.

use super::scalar::{self, Scalar};
use crate::{Place, Position, Span};

/// A place in a text.
pub(super) struct Cursor<'t> {
    text: &'t str,
    is_ascii: bool,
    at: usize,
    /// From 1.
    line: usize,
    line_start: usize,
    /// How many bytes more than characters are before this place on its line.
    surplus: usize,
}

impl<'t> Cursor<'t> {
    pub(super) const fn new(text: &'t str) -> Self {
        Self { text, is_ascii: text.is_ascii(), at: 0, line: 1, line_start: 0, surplus: 0 }
    }

    pub(super) fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.at == self.text.len()
    }

    /// Passes an ASCII character that does not end a line.
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
            position: Position::new(self.line, at - self.line_start - self.surplus + 1),
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
        self.text.as_bytes().get(at) == Some(&b' ') || self.is_end_at(at)
    }

    /// Whether a line ends there.
    fn is_end_at(&self, at: usize) -> bool {
        match self.text.as_bytes().get(at) {
            None | Some(b'\n') => true,
            Some(b'\r') => self.text.as_bytes().get(at + 1) == Some(&b'\n'),
            Some(_) => false,
        }
    }

    /// The place of the element behind the dash here, if it begins on this line.
    pub(super) fn after_dash(&self) -> Option<Place> {
        let rest = &self.text.as_bytes()[self.at + 1..];
        let at = self.at + 1 + rest.iter().take_while(|&&byte| byte == b' ').count();
        let is_there = !self.is_end_at(at) && self.text.as_bytes()[at] != b'#';
        is_there.then(|| self.place_of(at, 0))
    }

    pub(super) fn skip_blanks(&mut self) {
        while self.byte() == Some(b' ') {
            self.at += 1;
        }
    }

    /// Whether nothing but a comment follows on this line.
    pub(super) fn is_at_end_of_line(&self) -> bool {
        match self.byte() {
            Some(b'#') => self.at == self.line_start || self.text.as_bytes()[self.at - 1] == b' ',
            _ => self.is_end_at(self.at),
        }
    }

    /// Reads a scalar of one line; what follows it is here then.
    pub(super) fn scalar(&mut self) -> Option<Scalar<'t>> {
        let (length, kind) = scalar::scan(&self.text.as_bytes()[self.at..])?;
        let text = &self.text[self.at..self.at + length];
        let scalar = Scalar { place: self.place(length), text, kind };
        self.at += length;
        if !self.is_ascii {
            self.surplus += length - usual_characters(text)?;
        }
        Some(scalar)
    }

    /// Goes to the first line that has something, behind the mark of a document.
    pub(super) fn first_line(&mut self) -> Option<()> {
        self.lines(true)?;
        if self.text[self.at..].starts_with("---")
            && self.at == self.line_start
            && self.is_blank_at(self.at + 3)
        {
            self.at += 3;
            return self.next_line();
        }
        self.content()
    }

    /// Goes to the next line that has something; on this one, nothing but a comment may follow.
    pub(super) fn next_line(&mut self) -> Option<()> {
        self.lines(false)?;
        self.content()
    }

    /// Goes to the next line that has something, of whatever kind.
    fn lines(&mut self, mut is_new: bool) -> Option<()> {
        loop {
            self.skip_blanks();
            match self.byte() {
                None => return Some(()),
                Some(b'\n') => {
                    self.at += 1;
                    (self.line, self.line_start, self.surplus, is_new) = (self.line + 1, self.at, 0, true);
                }
                Some(b'\r') if self.is_end_at(self.at) => self.at += 1,
                Some(b'#') if self.is_at_end_of_line() => self.skip_comment()?,
                Some(_) => return is_new.then_some(()),
            }
        }
    }

    /// Nothing, if part of a value may begin here.
    fn content(&self) -> Option<()> {
        let rest = &self.text.as_bytes()[self.at..];
        let is_mark = [&b"---"[..], b"...", b"%"].iter().any(|mark| rest.starts_with(mark));
        (self.at > self.line_start || !is_mark).then_some(())
    }

    fn skip_comment(&mut self) -> Option<()> {
        let start = self.at;
        while !self.is_end_at(self.at) {
            let byte = self.text.as_bytes()[self.at];
            (byte == b'\t' || !byte.is_ascii_control()).then_some(())?;
            self.at += 1;
        }
        if !self.is_ascii {
            usual_characters(&self.text[start..self.at])?;
        }
        Some(())
    }
}

/// The number of characters, if every character is plain: no spaces or ends of lines of other scripts, no controls.
fn usual_characters(text: &str) -> Option<usize> {
    let is_usual = |c: char| {
        c.is_ascii()
            || c > '\u{A0}' && !c.is_whitespace() && !matches!(c, '\u{FEFF}' | '\u{FFFE}' | '\u{FFFF}')
    };
    text.chars().all(is_usual).then(|| text.chars().count())
}
