//! The tokens of plain JSON.

use super::Place;

/// A text with the place up to which it has been read.
pub(super) struct Scanner<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Scanner<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    /// Skips spaces and returns the byte after them.
    #[inline]
    pub(super) fn peek(&mut self) -> Option<u8> {
        let byte = *self.text.as_bytes().get(self.at)?;
        if byte > b' ' { Some(byte) } else { self.after_spaces() }
    }

    fn after_spaces(&mut self) -> Option<u8> {
        loop {
            match *self.text.as_bytes().get(self.at)? {
                b' ' | b'\n' | b'\r' | b'\t' => self.at += 1,
                byte => return Some(byte),
            }
        }
    }

    /// Passes the byte that has been looked at.
    #[inline]
    pub(super) fn step(&mut self) {
        self.at += 1;
    }

    /// Returns whether only spaces are left.
    pub(super) fn is_at_end(&mut self) -> bool {
        self.peek().is_none()
    }

    /// Goes to the next element or key of a list or object; false at its end.
    #[inline]
    pub(super) fn next_item(&mut self, place: &mut Place, end: u8) -> Option<bool> {
        let byte = self.peek()?;
        if byte == end {
            self.step();
            *place = Place::Ended;
            return Some(false);
        }
        if *place == Place::First {
            *place = Place::Later;
            return Some(true);
        }
        (byte == b',').then(|| self.step())?;
        // A comma before the end is a mistake: what follows is read as an item, which the end is not.
        Some(true)
    }

    /// Reads a key and its colon.
    #[inline]
    pub(super) fn key(&mut self) -> Option<&'t str> {
        (self.peek()? == b'"').then_some(())?;
        let key = self.string()?;
        (self.peek()? == b':').then(|| self.step())?;
        Some(key)
    }

    /// Reads a string, at its first quote, unless it has an escape.
    #[inline]
    pub(super) fn string(&mut self) -> Option<&'t str> {
        let start = self.at + 1;
        let end = string_end(self.text.as_bytes(), start)?;
        self.at = end + 1;
        self.text.get(start..end)
    }

    /// Passes a word.
    #[inline]
    pub(super) fn word(&mut self, word: &str) -> Option<()> {
        let is_there = self.text.as_bytes().get(self.at..)?.starts_with(word.as_bytes());
        is_there.then(|| self.at += word.len())
    }

    /// Reads an integer of at most 18 digits that is not -0, which is a fraction to serde_json.
    #[inline]
    pub(super) fn integer(&mut self) -> Option<i64> {
        let bytes = self.text.as_bytes();
        let is_negative = *bytes.get(self.at)? == b'-';
        let first = self.at + usize::from(is_negative);
        let mut at = first;
        let mut value = 0_i64;
        while let Some(digit) = bytes.get(at).map(|byte| byte.wrapping_sub(b'0')).filter(|&digit| digit < 10)
        {
            value = value.wrapping_mul(10).wrapping_add(digit.into());
            at += 1;
        }
        let is_zero_first = bytes.get(first) == Some(&b'0') && (at - first > 1 || is_negative);
        let is_fraction = matches!(bytes.get(at), Some(b'.' | b'e' | b'E'));
        if at == first || at - first > 18 || is_zero_first || is_fraction {
            return None;
        }
        self.at = at;
        Some(if is_negative { -value } else { value })
    }

    /// Skips a value with at most `levels` lists and objects inside each other.
    pub(super) fn skip(&mut self, levels: usize) -> Option<()> {
        let mut open = Open::default();
        loop {
            match self.peek()? {
                b'{' => self.skip_start(&mut open, levels, true)?,
                b'[' => self.skip_start(&mut open, levels, false)?,
                b'"' => drop(self.string()?),
                b't' => self.word("true")?,
                b'f' => self.word("false")?,
                b'n' => self.word("null")?,
                _ => self.skip_number()?,
            }
            if !self.skip_to_value(&mut open)? {
                return Some(());
            }
        }
    }

    /// Passes the first byte of a list or object.
    #[inline]
    fn skip_start(&mut self, open: &mut Open, levels: usize, is_object: bool) -> Option<()> {
        self.step();
        (open.count < levels).then_some(())?;
        open.enter(is_object);
        Some(())
    }

    /// Goes on to the next value inside, past the ends of lists and objects and a key; false after the last end.
    #[inline]
    fn skip_to_value(&mut self, open: &mut Open) -> Option<bool> {
        while open.count > 0 {
            let byte = self.peek()?;
            if byte == open.end() {
                self.step();
                open.leave();
                continue;
            }
            if !std::mem::take(&mut open.is_at_first) {
                (byte == b',').then(|| self.step())?;
            }
            if open.end() == b'}' {
                self.key()?;
            }
            return Some(true);
        }
        Some(false)
    }

    /// Skips a number of any size.
    #[inline]
    fn skip_number(&mut self) -> Option<()> {
        if self.next_is(b"-") {
            self.step();
        }
        let first = self.at;
        self.digits()?;
        let bytes = self.text.as_bytes();
        let is_zero_first = bytes.get(first) == Some(&b'0') && self.at - first > 1;
        (!is_zero_first).then_some(())?;
        match bytes.get(self.at) {
            Some(b'.' | b'e' | b'E') => self.skip_fraction(),
            _ => Some(()),
        }
    }

    fn skip_fraction(&mut self) -> Option<()> {
        if self.next_is(b".") {
            self.step();
            self.digits()?;
        }
        if self.next_is(b"eE") {
            self.step();
            if self.next_is(b"+-") {
                self.step();
            }
            self.digits()?;
        }
        Some(())
    }

    #[inline]
    fn next_is(&self, one_of: &[u8]) -> bool {
        self.text.as_bytes().get(self.at).is_some_and(|byte| one_of.contains(byte))
    }

    /// Skips at least one digit.
    #[inline]
    fn digits(&mut self) -> Option<()> {
        let first = self.at;
        while self.text.as_bytes().get(self.at).is_some_and(u8::is_ascii_digit) {
            self.at += 1;
        }
        (self.at > first).then_some(())
    }
}

/// The lists and objects around a place, at most 128.
#[derive(Default)]
struct Open {
    count: usize,
    /// A bit for each level, the innermost lowest: whether it is an object.
    objects: u128,
    /// Whether nothing of the innermost one has been read.
    is_at_first: bool,
}

impl Open {
    #[inline]
    fn enter(&mut self, is_object: bool) {
        self.count += 1;
        self.objects = self.objects << 1 | u128::from(is_object);
        self.is_at_first = true;
    }

    #[inline]
    fn leave(&mut self) {
        self.count -= 1;
        self.objects >>= 1;
        self.is_at_first = false;
    }

    #[inline]
    fn end(&self) -> u8 {
        if self.objects & 1 == 1 { b'}' } else { b']' }
    }
}

/// Finds the quote that ends a string; none if an escape or a control character comes before it.
#[inline]
fn string_end(bytes: &[u8], mut at: usize) -> Option<usize> {
    while let Some(&word) = bytes.get(at..).and_then(<[u8]>::first_chunk) {
        match special(u64::from_le_bytes(word)) {
            0 => at += 8,
            found => {
                at += found.trailing_zeros() as usize / 8;
                break;
            }
        }
    }
    loop {
        match *bytes.get(at)? {
            b'"' => return Some(at),
            b'\\' | 0..0x20 => return None,
            _ => at += 1,
        }
    }
}

/// The highest bit of each byte that is a quote, a backslash or a control character. Those above the lowest such byte may
/// be set as well, since its subtraction borrows from them.
#[inline]
fn special(word: u64) -> u64 {
    const ONES: u64 = u64::MAX / 0xFF;
    let below = |word: u64, limit: u64| word.wrapping_sub(limit * ONES) & !word;
    let equal = |byte: u8| below(word ^ (u64::from(byte) * ONES), 1);
    (equal(b'"') | equal(b'\\') | below(word, 0x20)) & (0x80 * ONES)
}
