//! Scalars of one line.

use super::super::{Limits, Value, options};
use crate::Place;

/// The longest run of digits that is certainly an integer of 64 bits.
const MOST_DIGITS: usize = 18;
/// Words that are, or in other versions of YAML were, no texts; in lower case.
const WORDS: [&str; 12] =
    ["null", "true", "false", "yes", "no", "on", "off", "y", "n", "inf", "infinity", "nan"];

/// A scalar, and where it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scalar<'t> {
    pub(super) place: Place,
    /// As written.
    pub(super) text: &'t str,
    pub(super) kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Plain,
    Quoted,
}

/// The length of the scalar at the beginning of a text.
pub(super) fn scan(text: &[u8]) -> Option<(usize, Kind)> {
    match *text.first()? {
        quote @ (b'"' | b'\'') => Some((scan_quoted(text, quote)?, Kind::Quoted)),
        first if begins_plain(first, text.get(1).copied()) => Some((scan_plain(text), Kind::Plain)),
        _ => None,
    }
}

/// Up to the quote that ends it; with any escape, it is left to the library.
fn scan_quoted(text: &[u8], quote: u8) -> Option<usize> {
    let length =
        1 + text[1..].iter().position(|&byte| byte == quote || byte == b'\\' || byte.is_ascii_control())?;
    let is_over = text[length] == quote && text.get(length + 1) != Some(&quote);
    is_over.then_some(length + 1)
}

const fn begins_plain(first: u8, second: Option<u8>) -> bool {
    match first {
        b'_' | b'/' | b'.' | b'+' => true,
        b'-' => matches!(second, Some(byte) if continues_plain(byte)),
        _ => first.is_ascii_alphanumeric() || !first.is_ascii(),
    }
}

/// Bytes that have no meaning inside a scalar, whatever follows them.
const fn continues_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || !byte.is_ascii()
        || matches!(byte, b'_' | b'-' | b'.' | b'/' | b'+' | b'(' | b')' | b'=' | b'@' | b'*' | b'%')
}

fn scan_plain(text: &[u8]) -> usize {
    let mut length = 1;
    for (index, &byte) in text.iter().enumerate().skip(1) {
        if continues_plain(byte) {
            length = index + 1;
        } else if byte != b' ' {
            break;
        }
    }
    length
}

impl<'t> Scalar<'t> {
    pub(super) fn is_quoted(&self) -> bool {
        self.kind == Kind::Quoted
    }

    /// The name that it is as a key.
    pub(super) fn name(&self) -> Option<&'t str> {
        match self.kind {
            Kind::Quoted => Some(self.unquoted()),
            Kind::Plain => is_text(self.text).then_some(self.text),
        }
    }

    /// Its value; none if it has to be refused.
    pub(super) fn value(&self, limits: &Limits) -> Option<Value> {
        if self.is_quoted() {
            return Some(Value::Text(self.unquoted().into()));
        }
        if is_text(self.text) {
            return Some(Value::Text(self.text.into()));
        }
        if let Some(integer) = integer(self.text) {
            return Some(Value::Integer(integer.into()));
        }
        let is_mark = self.text.starts_with("---") || self.text.starts_with("...");
        if is_mark { None } else { serde_saphyr::from_str_with_options(self.text, options(limits)).ok() }
    }

    fn unquoted(&self) -> &'t str {
        &self.text[1..self.text.len() - 1]
    }
}

/// Whether a plain scalar is certainly a text.
fn is_text(text: &str) -> bool {
    let begins =
        |first: u8| first.is_ascii_alphabetic() || !first.is_ascii() || first == b'_' || first == b'/';
    text.bytes().next().is_some_and(begins) && !WORDS.iter().any(|word| text.eq_ignore_ascii_case(word))
}

fn integer(text: &str) -> Option<u64> {
    let is_usual = text.len() <= MOST_DIGITS && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_short = !text.starts_with('0') || text == "0";
    (is_usual && is_short).then(|| text.parse().ok()).flatten()
}
