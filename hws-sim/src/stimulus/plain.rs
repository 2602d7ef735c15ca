//! The fast path for a line in the canonical spelling, that of [`Writer`](super::Writer).
//!
//! It accepts a subset of the lines that [`parse_line`](super::fields::parse_line) accepts, with the same
//! meaning, and reports no errors: every other line is left to `parse_line`. It works in the buffer of the
//! input, so that a line is neither searched for its end nor copied.

use hws_regs::RegId;
use hws_types::{Cycle, HdrPush};

use super::head::Head;
use super::key::OperationKey;
use super::names::{self, PackedName};
use super::packed;
use crate::memory::check_span;
use crate::operation::{Op, Operation, Target};

/// Every number with at most this many digits fits in 64 bits.
const SAFE_DIGITS: usize = 19;

/// The operation of the first line of `text`, and the length of the line with its line feed. `head` is that of a line before,
/// and becomes that of this one.
#[inline(always)]
pub(super) fn parse(text: &[u8], head: &mut Head) -> Option<(Operation, usize)> {
    let mut line = Plain { rest: text };
    let at = line.head(head)?;
    let op = line.op()?;
    line.take(b"}\n")?;
    Some((Operation { at, op }, text.len() - line.rest.len()))
}

/// The rest of a line and everything behind it. Each function skips what it reads; where one fails, the line is not plain.
///
/// The constant texts are those of [`OperationKey`] and [`OpName`](super::key::OpName), joined as far as they follow each
/// other: a round trip of every operation is tested.
struct Plain<'a> {
    rest: &'a [u8],
}

impl Plain<'_> {
    /// The cycle, from the beginning of the line to behind the opening quote of its operation.
    #[inline(always)]
    fn head(&mut self, known: &mut Head) -> Option<Cycle> {
        if let Some((at, length)) = known.begins(self.rest) {
            self.skip(length)?;
            return Some(at);
        }
        let line = self.rest;
        self.take(b"{\"at\":")?;
        let at = Cycle(self.digits(OperationKey::At.limit())?);
        self.take(b",\"op\":\"")?;
        *known = Head::new(&line[..line.len() - self.rest.len()], at);
        Some(at)
    }

    /// An operation from behind the opening quote of its name.
    #[inline(always)]
    fn op(&mut self) -> Option<Op> {
        Some(match self.rest.first()? {
            b'r' => Op::Read { target: self.target(b"read\",\"reg\":\"", b"read\",\"addr\":")? },
            b'w' => {
                let target = self.target(b"write\",\"reg\":\"", b"write\",\"addr\":")?;
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

    /// The name of an operation and its target, with what precedes a register and an address.
    #[inline(always)]
    fn target<const R: usize, const A: usize>(&mut self, reg: &[u8; R], addr: &[u8; A]) -> Option<Target> {
        if self.take(reg).is_some() {
            return Some(Target::Register(self.register()?));
        }
        self.take(addr)?;
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
            self.skip(length)?;
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
            // Many words of a descriptor are 0.
            while self.take(b"0,").is_some() {
                words.push(0);
            }
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
        let eight = self.eight();
        let (mut value, length) = packed::digits(eight);
        self.skip(length)?;
        let mut is_plain = length == 1 || length > 1 && eight as u8 != b'0';
        if length == packed::BYTES {
            is_plain &= self.further_digits(&mut value) <= SAFE_DIGITS - packed::BYTES;
        }
        (is_plain && value <= limit).then_some(value)
    }

    /// The digits behind eight others, whose value they complete; returns how many there are. A value that wraps has too many.
    #[inline(always)]
    fn further_digits(&mut self, value: &mut u64) -> usize {
        let before = self.rest.len();
        loop {
            let (digits, length) = packed::digits(self.eight());
            *value = packed::behind(*value, digits, length);
            if self.skip(length).is_none() || length < packed::BYTES {
                return before - self.rest.len();
            }
        }
    }

    /// The next eight bytes, with zeros behind the end.
    #[inline(always)]
    fn eight(&self) -> u64 {
        match self.rest.first_chunk() {
            Some(bytes) => u64::from_le_bytes(*bytes),
            None => self.last_bytes(),
        }
    }

    #[cold]
    fn last_bytes(&self) -> u64 {
        let mut bytes = [0; packed::BYTES];
        bytes[..self.rest.len()].copy_from_slice(self.rest);
        u64::from_le_bytes(bytes)
    }

    #[inline(always)]
    fn skip(&mut self, length: usize) -> Option<()> {
        self.rest = self.rest.get(length..)?;
        Some(())
    }

    /// Skips `text` if it comes next.
    #[inline(always)]
    fn take<const N: usize>(&mut self, text: &[u8; N]) -> Option<()> {
        let (next, rest) = self.rest.split_first_chunk()?;
        (next == text).then(|| self.rest = rest)
    }
}
