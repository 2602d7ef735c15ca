//! A cursor over one line that checks JSON by its spelling.
//!
//! A general JSON library accepts `1.0`, `1e3` and `-0` as numbers and keeps the last of two equal keys; in
//! this format all of these are malformed. Only strings with escapes, which [`Writer`](super::Writer) never
//! writes, are decoded by one.

use std::borrow::Cow;

use super::error::{Fault, StimulusReason};
use super::key::OperationKey;

/// A cursor over one line.
pub(super) struct Scanner<'a> {
    line: &'a [u8],
    position: usize,
}

impl<'a> Scanner<'a> {
    pub(super) const fn new(line: &'a [u8]) -> Self {
        Self { line, position: 0 }
    }

    /// The next byte after blanks, without taking it.
    pub(super) fn peek(&mut self) -> Option<u8> {
        while let Some(b' ' | b'\t' | b'\r' | b'\n') = self.byte() {
            self.position += 1;
        }
        self.byte()
    }

    /// The column of the next byte after blanks.
    pub(super) fn column(&mut self) -> usize {
        self.peek();
        self.position + 1
    }

    /// Takes the next byte after blanks if it is `wanted`.
    pub(super) fn take_if(&mut self, wanted: u8) -> bool {
        let found = self.peek() == Some(wanted);
        self.position += usize::from(found);
        found
    }

    /// Takes `wanted`; if something else comes next, the error names `expected`.
    pub(super) fn expect(&mut self, wanted: u8, expected: &'static str) -> Result<(), Fault> {
        if self.take_if(wanted) { Ok(()) } else { Err(self.not_an_object(expected)) }
    }

    /// Checks that only blanks follow.
    pub(super) fn expect_end(&mut self) -> Result<(), Fault> {
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.not_an_object("the end of the line")),
        }
    }

    /// A string, its escapes decoded.
    pub(super) fn string(&mut self, expected: &'static str) -> Result<Cow<'a, [u8]>, Fault> {
        self.expect(b'"', expected)?;
        let start = self.position;
        let mut escaped = false;
        while self.find_quote_or_backslash()? == b'\\' {
            (escaped, self.position) = (true, self.line.len().min(self.position + 2));
        }
        self.position += 1;
        if escaped {
            return self.unescape(start - 1);
        }
        Ok(Cow::Borrowed(&self.line[start..self.position - 1]))
    }

    /// Advances to the next byte with a special meaning in a string.
    fn find_quote_or_backslash(&mut self) -> Result<u8, Fault> {
        let rest = &self.line[self.position..];
        let length = rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | 0..=0x1F));
        self.position += length.unwrap_or(rest.len());
        match self.byte() {
            Some(found @ (b'"' | b'\\')) => Ok(found),
            _ => Err(self.not_an_object("the end of the string")),
        }
    }

    /// Decodes the string from its opening quote to the cursor.
    fn unescape(&self, quote: usize) -> Result<Cow<'a, [u8]>, Fault> {
        serde_json::from_slice::<String>(&self.line[quote..self.position])
            .map(|text| Cow::Owned(text.into_bytes()))
            .map_err(|_| {
                StimulusReason::NotAnObject { expected: "a string with legal escapes" }.at(quote + 1)
            })
    }

    /// An integer in the range of its key.
    pub(super) fn integer(&mut self, key: OperationKey) -> Result<u64, Fault> {
        let column = self.column();
        self.judge_integer(key).map_err(|reason| reason.at(column))
    }

    fn judge_integer(&mut self, key: OperationKey) -> Result<u64, StimulusReason> {
        match self.byte() {
            Some(b'0'..=b'9') => (),
            Some(b'-') => return Err(StimulusReason::Negative { key }),
            _ => return Err(StimulusReason::NotAnInteger { key }),
        }
        let start = self.position;
        let value = self.digits();
        if let Some(b'.' | b'e' | b'E') = self.byte() {
            return Err(StimulusReason::Fractional { key });
        }
        if self.line[start] == b'0' && self.position > start + 1 {
            return Err(StimulusReason::LeadingZero { key });
        }
        if value > key.limit() {
            return Err(StimulusReason::TooLarge { key, limit: key.limit() });
        }
        Ok(value)
    }

    /// The value of the digits at the cursor; saturated, which is above every limit.
    fn digits(&mut self) -> u64 {
        let mut value: u64 = 0;
        while let Some(digit @ b'0'..=b'9') = self.byte() {
            value = value.saturating_mul(10).saturating_add(u64::from(digit - b'0'));
            self.position += 1;
        }
        value
    }

    /// An array of 32-bit integers.
    pub(super) fn words(&mut self) -> Result<Vec<u32>, Fault> {
        self.expect(b'[', "'[' of the array \"words\"")?;
        if self.take_if(b']') {
            return Ok(Vec::new());
        }
        let mut words = Vec::with_capacity(hws_types::TD_WORDS);
        loop {
            // The limit of the key is 2^32 - 1.
            words.push(self.integer(OperationKey::Words)? as u32);
            if self.take_if(b']') {
                return Ok(words);
            }
            self.expect(b',', "',' or ']'")?;
        }
    }

    fn byte(&self) -> Option<u8> {
        self.line.get(self.position).copied()
    }

    fn not_an_object(&self, expected: &'static str) -> Fault {
        StimulusReason::NotAnObject { expected }.at(self.position + 1)
    }
}
