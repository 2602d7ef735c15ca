//! The short way through a line in the canonical spelling, the one that [`Writer`](super::Writer) makes.
//!
//! It takes some of the lines that [`parse_line`](super::fields::parse_line) takes, with the same meaning,
//! and never says what is wrong with another: whatever it leaves is judged there. It works in the buffer
//! of the input, so that a line is neither searched for its end nor copied.

use hws_regs::RegId;
use hws_types::{Cycle, HdrPush};

use super::key::{Key, OpName};
use super::operation::{Op, Operation, Target};
use crate::memory::check_span;

/// Every number of so many digits fits in 64 bits.
const SAFE_DIGITS: usize = 19;

/// The operation of the line that `text` begins with and the bytes that it takes, its line feed included.
pub(super) fn parse(text: &[u8]) -> Option<(Operation, usize)> {
    let mut line = Plain { rest: text };
    line.take(b"{\"")?;
    line.name(Key::At)?;
    let at = Cycle(line.digits(Key::At.limit())?);
    line.key(Key::Op)?;
    let op = line.op_name()?;
    let op = line.op(op)?;
    line.take(b"}\n")?;
    Some((Operation { at, op }, text.len() - line.rest.len()))
}

/// What is left of the line, and what follows it.
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
                let (addr, words) = (self.word(Key::Addr)?, self.words()?);
                check_span(addr, words.len()).ok()?;
                Op::Mem { addr, words }
            }
            OpName::Write => Op::Write { target: self.target()?, value: self.word(Key::Value)? },
            OpName::Read => Op::Read { target: self.target()? },
            OpName::Hdr => Op::Hdr(self.hdr_push()?),
            OpName::SipArray => Op::SipArray { pre_lead: self.word(Key::PreLead)? },
            OpName::End => Op::End,
        })
    }

    fn target(&mut self) -> Option<Target> {
        match self.key(Key::Reg) {
            Some(()) => Some(Target::Register(self.register()?)),
            None => Some(Target::Address(self.word(Key::Addr)?)),
        }
    }

    fn hdr_push(&mut self) -> Option<HdrPush> {
        // The limits of the two keys are below 256.
        Some(HdrPush {
            hdr_id: self.number(Key::HdrId)? as u8,
            hdr_entry_id: self.number(Key::HdrEntryId)? as u8,
            td_addr: self.word(Key::TdAddr)?,
        })
    }

    fn register(&mut self) -> Option<RegId> {
        self.take(b"\"")?;
        let length = self.rest.iter().position(|&byte| byte == b'"')?;
        let register = crate::regs::find(&self.rest[..length])?;
        self.rest = &self.rest[length + 1..];
        Some(register)
    }

    fn words(&mut self) -> Option<Vec<u32>> {
        self.key(Key::Words)?;
        self.take(b"[")?;
        if self.take(b"]").is_some() {
            return Some(Vec::new());
        }
        let mut words = Vec::with_capacity(hws_types::TD_WORDS);
        loop {
            // The limit of the key is 2^32 - 1.
            words.push(self.digits(Key::Words.limit())? as u32);
            if self.take(b",").is_none() {
                self.take(b"]")?;
                return Some(words);
            }
        }
    }

    /// A key whose limit is 2^32 - 1, and its number.
    fn word(&mut self, key: Key) -> Option<u32> {
        Some(self.number(key)? as u32)
    }

    fn number(&mut self, key: Key) -> Option<u64> {
        self.key(key)?;
        self.digits(key.limit())
    }

    /// A number up to `limit`; what may follow it is for the caller to know.
    fn digits(&mut self, limit: u64) -> Option<u64> {
        let (mut value, mut length) = (0_u64, 0);
        while let Some(&digit @ b'0'..=b'9') = self.rest.get(length) {
            value = value.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'));
            length += 1;
        }
        // What wrapped has too many digits.
        let is_plain = length == 1 || (2..=SAFE_DIGITS).contains(&length) && self.rest[0] != b'0';
        if !is_plain || value > limit {
            return None;
        }
        self.rest = &self.rest[length..];
        Some(value)
    }

    fn key(&mut self, key: Key) -> Option<()> {
        let before = self.rest;
        self.take(b",\"")?;
        let found = self.name(key);
        if found.is_none() {
            self.rest = before;
        }
        found
    }

    /// The name of a key behind its opening quote, and the colon.
    #[inline]
    fn name(&mut self, key: Key) -> Option<()> {
        self.take(key.name().as_bytes())?;
        self.take(b"\":")
    }

    /// Goes behind `text`, or stays.
    #[inline]
    fn take(&mut self, text: &[u8]) -> Option<()> {
        self.rest = self.rest.strip_prefix(text)?;
        Some(())
    }
}
