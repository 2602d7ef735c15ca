//! The value changes of a VCD.

use super::Tokens;
use super::ids::{Ids, Selected};
use crate::wave::name::shortened;
use crate::wave::{Bits, Cut, WaveEnd, WaveError, WaveFlow, WaveSink};

/// Reads all value changes.
pub(super) fn read(tokens: Tokens, ids: &Ids, sink: &mut dyn WaveSink) -> Result<WaveEnd, WaveError> {
    let mut body = Body {
        tokens,
        ids,
        sink,
        time: None,
        settled: None,
        digits: Vec::new(),
        section: None,
        end: WaveEnd::default(),
    };
    match body.run()? {
        Ended::Stopped => (),
        Ended::Cut(inside) => {
            if inside == STAMP {
                // What precedes a time stamp is complete.
                body.sink.end();
                body.settled = body.time;
            }
            body.end.cut = Some(body.cut(inside));
        }
        Ended::Complete => match body.unfinished() {
            Some(inside) => body.end.cut = Some(body.cut(inside)),
            None => body.sink.end(),
        },
    }
    Ok(body.end)
}

struct Body<'a> {
    tokens: Tokens,
    ids: &'a Ids,
    sink: &'a mut dyn WaveSink,
    time: Option<u64>,
    /// The last time whose changes are all there.
    settled: Option<u64>,
    /// The digits of the vector whose code follows.
    digits: Vec<u8>,
    /// The open `$dump…` section.
    section: Option<&'static str>,
    end: WaveEnd,
}

enum Ended {
    Complete,
    Stopped,
    Cut(&'static str),
}

/// What one word was.
enum Word {
    Done,
    Stop,
    /// Digits, whose code follows.
    Vector,
    /// A real, whose code follows.
    Real(f64),
    /// A string, whose code follows.
    Other,
    Comment,
    End,
    /// The file ends inside this.
    Cut(&'static str),
}

const CHANGE: &str = "a value change";
const STAMP: &str = "a time stamp";

impl Body<'_> {
    fn run(&mut self) -> Result<Ended, WaveError> {
        loop {
            match self.word()? {
                Word::Done => (),
                Word::Stop => return Ok(Ended::Stopped),
                Word::End => return Ok(Ended::Complete),
                Word::Cut(inside) => return Ok(Ended::Cut(inside)),
                Word::Vector => {
                    if !self.vector()? {
                        return Ok(Ended::Cut(CHANGE));
                    }
                }
                Word::Real(value) => {
                    if !self.real(value)? {
                        return Ok(Ended::Cut(CHANGE));
                    }
                }
                Word::Other => {
                    if !self.code()? {
                        return Ok(Ended::Cut(CHANGE));
                    }
                }
                Word::Comment => {
                    if !self.comment()? {
                        return Ok(Ended::Cut("a comment"));
                    }
                }
            }
        }
    }

    fn cut(&self, inside: &'static str) -> Cut {
        Cut { inside, byte: self.tokens.offset(), time: self.settled }
    }

    /// What a file that ends between two words ends in.
    fn unfinished(&self) -> Option<&'static str> {
        if self.tokens.is_broken_off() { Some("the compressed data") } else { self.section }
    }

    fn word(&mut self) -> Result<Word, WaveError> {
        let Some(token) = self.tokens.next()? else { return Ok(Word::End) };
        let (text, is_complete) = (token.text, token.is_complete);
        // Values before the first time stamp are those of time 0: `$dumpvars` may come without `#0`.
        if self.time.is_none() && !matches!(text[0], b'#' | b'$') {
            self.time = Some(0);
            if self.sink.time(0) == WaveFlow::Stop {
                return Ok(Word::Stop);
            }
        }
        match text[0] {
            b'#' => {
                if !is_complete {
                    return Ok(Word::Cut(STAMP));
                }
                match number(&text[1..]) {
                    Some(time) => Ok(self.at(time)),
                    None => Err(self.unexpected(STAMP)),
                }
            }
            b'b' | b'B' => {
                self.digits.clear();
                self.digits.extend_from_slice(&text[1..]);
                Ok(if is_complete { Word::Vector } else { Word::Cut(CHANGE) })
            }
            b'r' | b'R' if is_complete => {
                match std::str::from_utf8(&text[1..]).ok().and_then(|text| text.parse().ok()) {
                    Some(value) => Ok(Word::Real(value)),
                    None => Err(self.unexpected("a real number")),
                }
            }
            b'r' | b'R' | b's' | b'S' => Ok(if is_complete { Word::Other } else { Word::Cut(CHANGE) }),
            b'$' => self.keyword(is_complete),
            _ if !is_complete => Ok(Word::Cut(CHANGE)),
            digit => match Bits::from_digits(&[digit], 1) {
                Some(bits) if text.len() > 1 => {
                    deliver(self.ids, self.sink, &text[1..], &[], |_| Some(bits))
                        .map_err(|wrong| wrong.at(self.tokens.line()))?;
                    Ok(Word::Done)
                }
                _ => Err(self.unexpected(CHANGE)),
            },
        }
    }

    fn unexpected(&self, expected: &str) -> WaveError {
        let reason = format!("expected {expected}, found `{}`", shortened(&lossy(self.tokens.last())));
        WaveError::Malformed { line: self.tokens.line(), reason }
    }

    fn keyword(&mut self, is_complete: bool) -> Result<Word, WaveError> {
        // The word is still in the buffer, but `self` is needed: keywords are rare, so it is copied.
        let text = self.tokens.last().to_vec();
        match text.as_slice() {
            b"$end" => self.section = None,
            _ if !is_complete => return Ok(Word::Cut("a keyword")),
            b"$comment" => return Ok(Word::Comment),
            b"$dumpvars" => self.section = Some("the section `$dumpvars`"),
            b"$dumpall" => self.section = Some("the section `$dumpall`"),
            b"$dumpon" => self.section = Some("the section `$dumpon`"),
            b"$dumpoff" => self.section = Some("the section `$dumpoff`"),
            // Sections of other standards: their content is value changes or skipped up to `$end`.
            b"$dumpports" | b"$dumpportson" | b"$dumpportsoff" | b"$dumpportsall" => {
                let reason = "extended VCD (`$dumpports`) is not read; use `$dumpvars`".to_owned();
                return Err(WaveError::Malformed { line: self.tokens.line(), reason });
            }
            _ => return Ok(Word::Comment),
        }
        Ok(Word::Done)
    }

    fn at(&mut self, time: u64) -> Word {
        // Some converters never close `$dumpvars`; no section goes on at another time.
        self.section = None;
        match self.time {
            Some(now) if now == time => return Word::Done,
            Some(now) if time < now => {
                self.end.warn_backwards(self.tokens.line(), now, time);
                return Word::Done;
            }
            _ => self.settled = self.time.replace(time),
        }
        match self.sink.time(time) {
            WaveFlow::Continue => Word::Done,
            WaveFlow::Stop => Word::Stop,
        }
    }

    /// The code of the vector in `digits`; `false` if the file ends inside it.
    fn vector(&mut self) -> Result<bool, WaveError> {
        let Some(token) = self.tokens.next()? else { return Ok(false) };
        if !token.is_complete {
            return Ok(false);
        }
        let digits = &self.digits;
        let delivered =
            deliver(self.ids, self.sink, token.text, digits, |width| Bits::from_digits(digits, width));
        delivered.map_err(|wrong| wrong.at(self.tokens.line()))?;
        Ok(true)
    }

    /// The code of a real; `false` if the file ends inside it.
    fn real(&mut self, value: f64) -> Result<bool, WaveError> {
        let Some(token) = self.tokens.next()?.filter(|token| token.is_complete) else { return Ok(false) };
        // A real value of a vector is not compared.
        if let Selected::Slot(slot, 0) = self.ids.find(token.text) {
            self.sink.change(slot, Bits::known(value.to_bits()));
        }
        Ok(true)
    }

    /// The code of a value that is not compared.
    fn code(&mut self) -> Result<bool, WaveError> {
        Ok(self.tokens.next()?.is_some_and(|token| token.is_complete))
    }

    fn comment(&mut self) -> Result<bool, WaveError> {
        while let Some(token) = self.tokens.next()? {
            if token.text == b"$end" {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Why a change cannot be delivered.
enum Wrong {
    Undeclared(String),
    NotDigits(String),
}

impl Wrong {
    fn at(self, line: u64) -> WaveError {
        let reason = match self {
            Self::Undeclared(code) => {
                format!(
                    "no variable has the identifier code `{code}`: the file is damaged or two dumps are mixed"
                )
            }
            Self::NotDigits(code) => {
                format!("the value of the variable with code `{code}` is not made of digits")
            }
        };
        WaveError::Malformed { line, reason }
    }
}

#[inline]
fn deliver(
    ids: &Ids,
    sink: &mut dyn WaveSink,
    code: &[u8],
    digits: &[u8],
    bits: impl FnOnce(u32) -> Option<Bits>,
) -> Result<(), Wrong> {
    match ids.find(code) {
        Selected::Skipped => Ok(()),
        Selected::Undeclared => Err(Wrong::Undeclared(shortened(&lossy(code)))),
        Selected::Slot(slot, width) => match bits(width) {
            Some(bits) => {
                if width > Bits::MAX_WIDTH {
                    sink.wide(slot, digits);
                }
                sink.change(slot, bits);
                Ok(())
            }
            None => Err(Wrong::NotDigits(shortened(&lossy(code)))),
        },
    }
}

fn lossy(text: &[u8]) -> String {
    String::from_utf8_lossy(text).into_owned()
}

/// A decimal number below 2^64.
fn number(digits: &[u8]) -> Option<u64> {
    if digits.is_empty() {
        return None;
    }
    digits.iter().try_fold(0_u64, |number, digit| {
        let value = digit.is_ascii_digit().then(|| u64::from(digit - b'0'))?;
        number.checked_mul(10)?.checked_add(value)
    })
}
