//! The fast path for a line in the canonical spelling, that of [`Writer`](super::Writer).
//!
//! It accepts a subset of the lines that [`parse_line`](super::fields::parse_line) accepts, with the same
//! meaning, and reports no errors: every other line is left to `parse_line`. It works in the buffer of the
//! input, so that a line is neither searched for its end nor copied.

use hws_regs::RegId;
use hws_types::{Cycle, HdrPush};

use super::key::OperationKey;
use super::names::{self, PackedName};
use super::packed;
use crate::memory::check_span;
use crate::operation::{Op, Operation, Target};

/// Every number with at most this many digits fits in 64 bits.
const SAFE_DIGITS: usize = 19;

/// The operation of the first line of `text`, and the length of the line with its line feed.
#[inline(always)]
pub(super) fn parse(text: &[u8]) -> Option<(Operation, usize)> {
    let mut line = Plain { text, at: 0 };
    line.take(b"{\"at\":")?;
    let at = Cycle(line.digits(OperationKey::At.limit())?);
    line.take(b",\"op\":\"")?;
    let op = line.op()?;
    line.take(b"}\n")?;
    Some((Operation { at, op }, line.at))
}

/// A line and everything behind it. Each function skips what it reads; where one fails, the line is not plain.
///
/// The constant texts are those of [`OperationKey`] and [`OpName`](super::key::OpName), joined as far as they follow each
/// other: a round trip of every operation is tested.
struct Plain<'a> {
    text: &'a [u8],
    at: usize,
}

impl Plain<'_> {
    /// An operation from behind the opening quote of its name.
    #[inline(always)]
    fn op(&mut self) -> Option<Op> {
        Some(match self.text.get(self.at)? {
            b'r' => {
                self.take(b"read\",\"")?;
                Op::Read { target: self.target()? }
            }
            b'w' => {
                self.take(b"write\",\"")?;
                let target = self.target()?;
                self.take(b",\"value\":")?;
                Op::Write { target, value: self.word(OperationKey::Value)? }
            }
            b'm' => self.mem()?,
            b'h' => Op::Hdr(self.hdr_push()?),
            b's' => {
                self.take(b"sip_array\",\"pre_lead\":")?;
                Op::SipArray { pre_lead: self.word(OperationKey::PreLead)? }
            }
            _ => {
                self.take(b"end\"")?;
                Op::End
            }
        })
    }

    /// A target from behind the opening quote of its key.
    #[inline(always)]
    fn target(&mut self) -> Option<Target> {
        if self.take(b"reg\":\"").is_some() {
            return Some(Target::Register(self.register()?));
        }
        self.take(b"addr\":")?;
        Some(Target::Address(self.word(OperationKey::Addr)?))
    }

    fn mem(&mut self) -> Option<Op> {
        self.take(b"mem\",\"addr\":")?;
        let addr = self.word(OperationKey::Addr)?;
        self.take(b",\"words\":[")?;
        let words = self.words()?;
        check_span(addr, words.len()).ok()?;
        Some(Op::Mem { addr, words })
    }

    fn hdr_push(&mut self) -> Option<HdrPush> {
        self.take(b"hdr\",\"hdr_id\":")?;
        // The limits of the two keys are below 256.
        let hdr_id = self.digits(OperationKey::HdrId.limit())? as u8;
        self.take(b",\"hdr_entry_id\":")?;
        let hdr_entry_id = self.digits(OperationKey::HdrEntryId.limit())? as u8;
        self.take(b",\"td_addr\":")?;
        Some(HdrPush { hdr_id, hdr_entry_id, td_addr: self.word(OperationKey::TdAddr)? })
    }

    /// A register from behind its opening quote.
    #[inline(always)]
    fn register(&mut self) -> Option<RegId> {
        let mut name = PackedName::default();
        for word in &mut name {
            let eight = self.eight();
            let length = packed::length_before(eight, b'"');
            self.at += length;
            if length == packed::BYTES {
                *word = eight;
                continue;
            }
            *word = packed::through(eight, length);
            let register = names::find_packed(&name)?;
            self.take(b"\"")?;
            return Some(register);
        }
        // Either a longer name, or one with as many bytes as the words have.
        None
    }

    /// Words from behind the opening bracket.
    fn words(&mut self) -> Option<Vec<u32>> {
        if self.take(b"]").is_some() {
            return Some(Vec::new());
        }
        let mut words = Vec::with_capacity(hws_types::TD_WORDS);
        loop {
            words.push(self.word(OperationKey::Words)?);
            if self.take(b",").is_none() {
                self.take(b"]")?;
                return Some(words);
            }
        }
    }

    /// A number of a key whose limit is 2^32 - 1.
    #[inline(always)]
    fn word(&mut self, key: OperationKey) -> Option<u32> {
        Some(self.digits(key.limit())? as u32)
    }

    /// A number up to `limit`; the caller checks what follows it.
    #[inline(always)]
    fn digits(&mut self, limit: u64) -> Option<u64> {
        let start = self.at;
        let mut value = 0;
        loop {
            let (digits, length) = packed::digits(self.eight());
            value = if self.at == start { digits } else { packed::behind(value, digits, length) };
            self.at += length;
            // A value that wrapped has too many digits.
            if length < packed::BYTES {
                break;
            }
        }
        let length = self.at - start;
        let is_plain = length == 1 || (2..=SAFE_DIGITS).contains(&length) && self.text[start] != b'0';
        (is_plain && value <= limit).then_some(value)
    }

    /// The next eight bytes, with zeros behind the end.
    #[inline(always)]
    fn eight(&self) -> u64 {
        match self.text.get(self.at..self.at + packed::BYTES) {
            Some(bytes) => packed::word(bytes),
            None => self.last_bytes(),
        }
    }

    #[cold]
    fn last_bytes(&self) -> u64 {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let mut bytes = [0; packed::BYTES];
        bytes[..rest.len()].copy_from_slice(rest);
        u64::from_le_bytes(bytes)
    }

    /// Skips `text` if it comes next.
    #[inline(always)]
    fn take<const N: usize>(&mut self, text: &[u8; N]) -> Option<()> {
        let comes_next = self.text.get(self.at..self.at + N)? == text;
        comes_next.then(|| self.at += N)
    }
}
