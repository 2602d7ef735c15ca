//! Memory images as `$writememh` and `$writememb` write them: an array at one moment.

use std::collections::HashMap;

use hws_input::Position;

use super::cell::{needed, word_digits};
use super::{
    Bits, Cut, Hierarchy, Radix, SignalId, Steps, TableOptions, Timing, VariableKind, WaveEnd, WaveError,
    WaveFlow, WaveReader, WaveSink,
};

/// The name of the array without an option.
const NAME: &str = "mem";
/// The most words.
const WORDS: usize = 1 << 24;

/// A memory image whose words have been checked.
pub(crate) struct MemoryDump {
    text: String,
    radix: Radix,
    hierarchy: Hierarchy,
    /// Where the text of each signal is.
    words: Vec<(usize, usize)>,
    cut: Option<Cut>,
    warnings: Vec<String>,
}

impl MemoryDump {
    /// Reads all words; `is_binary` is what the name of the file implies.
    pub(crate) fn open(
        text: String,
        is_broken_off: bool,
        is_binary: bool,
        options: &TableOptions,
    ) -> Result<Self, WaveError> {
        let given =
            options.radix.iter().rev().find(|(pattern, _)| pattern.is_none()).map(|(_, radix)| *radix);
        let radix = match given {
            Some(Radix::Decimal) => {
                let reason = "a memory image is hexadecimal or binary; --radix dec does not fit".to_owned();
                return Err(WaveError::At { position: Position::UNKNOWN, reason });
            }
            Some(radix) => radix,
            None if is_binary => Radix::Binary,
            None => Radix::Hex,
        };
        let mut image =
            Image { radix, words: HashMap::new(), order: Vec::new(), next: 0, again: None, longest: 0 };
        let mut tokens = Tokens { text: &text, at: 0, line: 1, line_start: 0 };
        while let Some((start, position)) = tokens.next()? {
            image.token(&text[start..tokens.at], start, position)?;
        }
        let cut = image.cut(&text, is_broken_off);
        image
            .finish(&text, options.memory.as_deref().unwrap_or(NAME), cut)
            .map(|(hierarchy, words, warnings, cut)| Self { radix, hierarchy, words, cut, warnings, text })
    }
}

/// The words of a text, without comments.
struct Tokens<'t> {
    text: &'t str,
    at: usize,
    line: usize,
    line_start: usize,
}

impl Tokens<'_> {
    /// Where the next word begins; it ends at `at`.
    fn next(&mut self) -> Result<Option<(usize, Position)>, WaveError> {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            let rest = &self.text[self.at..];
            if byte == b'\n' {
                (self.line, self.line_start) = (self.line + 1, self.at + 1);
                self.at += 1;
            } else if byte.is_ascii_whitespace() {
                self.at += 1;
            } else if rest.starts_with("//") {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if rest.starts_with("/*") {
                self.skip_block(rest)?;
            } else {
                let start = self.at;
                let end = rest.find(|it: char| it.is_ascii_whitespace() || it == '/').unwrap_or(rest.len());
                self.at += end.max(1);
                return Ok(Some((start, self.position(start))));
            }
        }
        Ok(None)
    }

    fn position(&self, at: usize) -> Position {
        Position::new(self.line, self.text[self.line_start..at].chars().count() + 1)
    }

    fn skip_block(&mut self, rest: &str) -> Result<(), WaveError> {
        let end = rest[2..].find("*/").ok_or_else(|| WaveError::At {
            position: self.position(self.at),
            reason: "the comment is not closed".to_owned(),
        })?;
        let comment = &rest[..end + 4];
        self.line += comment.matches('\n').count();
        if let Some(newline) = comment.rfind('\n') {
            self.line_start = self.at + newline + 1;
        }
        self.at += comment.len();
        Ok(())
    }
}

/// The words by address.
struct Image {
    radix: Radix,
    /// Start and length of the text of each word.
    words: HashMap<u64, (usize, usize)>,
    order: Vec<u64>,
    next: u64,
    /// The first address that is given twice.
    again: Option<u64>,
    longest: usize,
}

type Finished = (Hierarchy, Vec<(usize, usize)>, Vec<String>, Option<Cut>);

impl Image {
    fn token(&mut self, text: &str, start: usize, position: Position) -> Result<(), WaveError> {
        let wrong = |reason: String| WaveError::At { position, reason };
        if let Some(address) = text.strip_prefix('@') {
            let address = u64::from_str_radix(&address.replace('_', ""), 16);
            self.next =
                address.map_err(|_| wrong(format!("`{text}` is not a hexadecimal address of 64 bits")))?;
            return Ok(());
        }
        if word_digits(text, self.radix).is_none() {
            let what = if self.radix == Radix::Hex { "hexadecimal" } else { "binary" };
            let shown: String = text.chars().take(40).collect();
            return Err(wrong(format!("`{shown}` is not a {what} word of digits, x and z")));
        }
        if self.words.insert(self.next, (start, text.len())).is_some() {
            self.again.get_or_insert(self.next);
        } else {
            self.order.push(self.next);
        }
        if self.order.len() > WORDS {
            return Err(wrong(format!("more than {WORDS} words: compare parts of the memory")));
        }
        self.longest = self.longest.max(text.len());
        self.next = self.next.wrapping_add(1);
        Ok(())
    }

    /// A last word that is shorter than the others and ends the text is incomplete.
    fn cut(&self, text: &str, is_broken_off: bool) -> Option<Cut> {
        let last = self.order.last().and_then(|last| self.words.get(last));
        let is_short =
            last.is_some_and(|(start, length)| start + length == text.len() && *length < self.longest);
        let inside = if is_broken_off { Some("the compressed data") } else { is_short.then_some("a word") };
        inside.map(|inside| Cut { inside, byte: text.len() as u64, time: None })
    }

    fn finish(mut self, text: &str, name: &str, cut: Option<Cut>) -> Result<Finished, WaveError> {
        if cut.is_some() {
            let last = self.order.pop();
            last.and_then(|last| self.words.remove(&last));
        }
        if self.order.is_empty() {
            let reason = "there are no words in this memory image".to_owned();
            return Err(WaveError::At { position: Position::UNKNOWN, reason });
        }
        let (mut hierarchy, mut scopes, mut places) = (Hierarchy::new(), HashMap::new(), Vec::new());
        self.order.sort_unstable();
        for address in &self.order {
            let (start, length) = self.words[address];
            let digits = word_digits(&text[start..start + length], self.radix).unwrap_or_default();
            let shape = (digits.len() as u32, VariableKind::Digits { needed: needed(&digits) });
            hierarchy.add_path(
                &format!("{name}[{address}]"),
                shape,
                SignalId(places.len() as u32),
                &mut scopes,
            );
            places.push((start, length));
        }
        hierarchy.set_timing(Timing { unit: None, steps: Steps::Snapshot });
        let warnings = self
            .again
            .map(|address| format!("address {address:#x} is given more than once; the last word counts"));
        Ok((hierarchy, places, warnings.into_iter().collect(), cut))
    }
}

impl WaveReader for MemoryDump {
    fn hierarchy(&self) -> &Hierarchy {
        &self.hierarchy
    }

    fn take_hierarchy(&mut self) -> Hierarchy {
        std::mem::take(&mut self.hierarchy)
    }

    fn read(self: Box<Self>, select: &[SignalId], sink: &mut dyn WaveSink) -> Result<WaveEnd, WaveError> {
        if sink.time(0) == WaveFlow::Continue {
            for (slot, id) in select.iter().enumerate() {
                let (start, length) = self.words[id.0 as usize];
                // Every word has been parsed before.
                let digits = word_digits(&self.text[start..start + length], self.radix).unwrap_or_default();
                sink.wide(slot, &digits);
                sink.change(slot, Bits::from_digits(&digits, 64).unwrap_or(Bits::all_unknown(64)));
            }
            sink.end();
        }
        Ok(WaveEnd { cut: self.cut, warnings: self.warnings })
    }
}
