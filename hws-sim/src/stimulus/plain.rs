//! The fast path for a line in the canonical spelling, that of [`Writer`](super::Writer).
//!
//! It accepts a subset of the lines that [`parse_line`](super::fields::parse_line) accepts, with the same
//! meaning, and reports no errors: every other line is left to `parse_line`. It works in the buffer of the
//! input, so that a line is neither searched for its end nor copied.

use hws_regs::RegId;
use hws_types::{Cycle, HdrPush};

use super::key::{OpName, OperationKey};
use crate::memory::check_span;
use crate::operation::{Op, Operation, Target};

/// Every number with at most this many digits fits in 64 bits.
const SAFE_DIGITS: usize = 19;

/// The operation of the first line of `text`, and the length of the line with its line feed.
pub(super) fn parse(text: &[u8]) -> Option<(Operation, usize)> {
    let mut line = Plain { rest: text };
    line.take(b"{\"")?;
    line.name(OperationKey::At)?;
    let at = Cycle(line.digits(OperationKey::At.limit())?);
    line.key(OperationKey::Op)?;
    let op = line.op_name()?;
    let op = line.op(op)?;
    line.take(b"}\n")?;
    Some((Operation { at, op }, text.len() - line.rest.len()))
}

/// The rest of the line and everything behind it.
struct Plain<'a> {
    rest: &'a [u8],
}

impl Plain<'_> {
    fn op_name(&mut self) -> Option<OpName> {
        self.take(b"\"")?;
        let op = OpName::ALL.into_iter().find(|op| self.take(op.name().as_bytes()).is_some())?;
        self.take(b"\"")?;
        Some(op)
    }

    fn op(&mut self, op: OpName) -> Option<Op> {
        Some(match op {
            OpName::Mem => {
                let (addr, words) = (self.word(OperationKey::Addr)?, self.words()?);
                check_span(addr, words.len()).ok()?;
                Op::Mem { addr, words }
            }
            OpName::Write => Op::Write { target: self.target()?, value: self.word(OperationKey::Value)? },
            OpName::Read => Op::Read { target: self.target()? },
            OpName::Hdr => Op::Hdr(self.hdr_push()?),
            OpName::SipArray => Op::SipArray { pre_lead: self.word(OperationKey::PreLead)? },
            OpName::End => Op::End,
        })
    }

    fn target(&mut self) -> Option<Target> {
        match self.key(OperationKey::Reg) {
            Some(()) => Some(Target::Register(self.register()?)),
            None => Some(Target::Address(self.word(OperationKey::Addr)?)),
        }
    }

    fn hdr_push(&mut self) -> Option<HdrPush> {
        // The limits of the two keys are below 256.
        Some(HdrPush {
            hdr_id: self.number(OperationKey::HdrId)? as u8,
            hdr_entry_id: self.number(OperationKey::HdrEntryId)? as u8,
            td_addr: self.word(OperationKey::TdAddr)?,
        })
    }

    fn register(&mut self) -> Option<RegId> {
        self.take(b"\"")?;
        let length = self.rest.iter().position(|&byte| byte == b'"')?;
        let register = super::names::find(&self.rest[..length])?;
        self.rest = &self.rest[length + 1..];
        Some(register)
    }

    fn words(&mut self) -> Option<Vec<u32>> {
        self.key(OperationKey::Words)?;
        self.take(b"[")?;
        if self.take(b"]").is_some() {
            return Some(Vec::new());
        }
        let mut words = Vec::with_capacity(hws_types::TD_WORDS);
        loop {
            // The limit of the key is 2^32 - 1.
            words.push(self.digits(OperationKey::Words.limit())? as u32);
            if self.take(b",").is_none() {
                self.take(b"]")?;
                return Some(words);
            }
        }
    }

    /// A key whose limit is 2^32 - 1, and its number.
    fn word(&mut self, key: OperationKey) -> Option<u32> {
        Some(self.number(key)? as u32)
    }

    fn number(&mut self, key: OperationKey) -> Option<u64> {
        self.key(key)?;
        self.digits(key.limit())
    }

    /// A number up to `limit`; the caller checks what follows it.
    fn digits(&mut self, limit: u64) -> Option<u64> {
        let (mut value, mut length) = (0_u64, 0);
        while let Some(&digit @ b'0'..=b'9') = self.rest.get(length) {
            value = value.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'));
            length += 1;
        }
        // A value that wrapped has too many digits.
        let is_plain = length == 1 || (2..=SAFE_DIGITS).contains(&length) && self.rest[0] != b'0';
        if !is_plain || value > limit {
            return None;
        }
        self.rest = &self.rest[length..];
        Some(value)
    }

    fn key(&mut self, key: OperationKey) -> Option<()> {
        let before = self.rest;
        self.take(b",\"")?;
        let found = self.name(key);
        if found.is_none() {
            self.rest = before;
        }
        found
    }

    /// The name of a key after its opening quote, and the colon.
    #[inline]
    fn name(&mut self, key: OperationKey) -> Option<()> {
        self.take(key.name().as_bytes())?;
        self.take(b"\":")
    }

    /// Skips `text` if it comes next.
    #[inline]
    fn take(&mut self, text: &[u8]) -> Option<()> {
        self.rest = self.rest.strip_prefix(text)?;
        Some(())
    }
}
