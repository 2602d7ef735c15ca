//! The keys and values of one line, in any order, and the operation they make.

use hws_regs::RegId;
use hws_types::{Cycle, HdrPush};

use super::error::{Reason, shown};
use super::key::{Key, KeySet, OpName};
use super::operation::{Op, Operation, Target};
use super::scanner::Scanner;
use crate::memory::check_span;

/// What a line gave.
#[derive(Default)]
pub(super) struct Fields {
    present: KeySet,
    numbers: [u64; Key::ALL.len()],
    op: Option<OpName>,
    register: Option<RegId>,
    words: Vec<u32>,
}

/// Reads one line without its line feed.
pub(super) fn parse_line(line: &[u8]) -> Result<Operation, Reason> {
    let mut scanner = Scanner::new(line);
    if scanner.peek().is_none() {
        return Err(Reason::Blank);
    }
    if line.starts_with("\u{FEFF}".as_bytes()) {
        return Err(Reason::ByteOrderMark);
    }
    Fields::read(&mut scanner)?.operation()
}

impl Fields {
    fn read(scanner: &mut Scanner<'_>) -> Result<Self, Reason> {
        let mut fields = Self::default();
        scanner.expect(b'{', "'{'")?;
        if !scanner.take_if(b'}') {
            loop {
                fields.read_pair(scanner)?;
                if scanner.take_if(b'}') {
                    break;
                }
                scanner.expect(b',', "',' or '}'")?;
            }
        }
        scanner.expect_end()?;
        Ok(fields)
    }

    fn read_pair(&mut self, scanner: &mut Scanner<'_>) -> Result<(), Reason> {
        let name = scanner.string("a key in quotes")?;
        let key = Key::parse(&name).ok_or_else(|| Reason::UnknownKey { name: shown(&name) })?;
        scanner.expect(b':', "':'")?;
        if self.present.has(key) {
            return Err(Reason::DuplicateKey { key });
        }
        self.present.insert(key);
        self.read_value(scanner, key)
    }

    fn read_value(&mut self, scanner: &mut Scanner<'_>, key: Key) -> Result<(), Reason> {
        match key {
            Key::Op => {
                let name = scanner.string("a name in quotes")?;
                let op = OpName::parse(&name);
                self.op = Some(op.ok_or_else(|| Reason::UnknownOperation { name: shown(&name) })?);
            }
            Key::Reg => {
                let name = scanner.string("a register name in quotes")?;
                self.register = Some(register(&name)?);
            }
            Key::Words => self.words = scanner.words()?,
            _ => self.numbers[key as usize] = scanner.integer(key)?,
        }
        Ok(())
    }

    fn operation(mut self) -> Result<Operation, Reason> {
        let op = self.op.ok_or(Reason::MissingCommonKey { key: Key::Op })?;
        if !self.present.has(Key::At) {
            return Err(Reason::MissingCommonKey { key: Key::At });
        }
        self.check_keys(op)?;
        Ok(Operation { at: Cycle(self.number(Key::At)), op: self.op(op)? })
    }

    fn check_keys(&self, op: OpName) -> Result<(), Reason> {
        let (required, name) = (op.required(), op.name());
        if let Some(key) = self.present.first_not_in(required.union(op.optional())) {
            return Err(Reason::ForeignKey { key, op: name });
        }
        match required.first_not_in(self.present) {
            Some(key) => Err(Reason::MissingKey { key, op: name }),
            None => Ok(()),
        }
    }

    fn op(&mut self, op: OpName) -> Result<Op, Reason> {
        Ok(match op {
            OpName::Mem => {
                let (addr, words) = (self.word(Key::Addr), std::mem::take(&mut self.words));
                check_span(addr, words.len())?;
                Op::Mem { addr, words }
            }
            OpName::Write => Op::Write { target: self.target(op)?, value: self.word(Key::Value) },
            OpName::Read => Op::Read { target: self.target(op)? },
            OpName::Hdr => Op::Hdr(self.hdr_push()),
            OpName::SipArray => Op::SipArray { pre_lead: self.word(Key::PreLead) },
            OpName::End => Op::End,
        })
    }

    fn target(&self, op: OpName) -> Result<Target, Reason> {
        match (self.register, self.present.has(Key::Addr)) {
            (Some(register), false) => Ok(Target::Register(register)),
            (None, true) => Ok(Target::Address(self.word(Key::Addr))),
            (None, false) => Err(Reason::NoTarget { op: op.name() }),
            (Some(_), true) => Err(Reason::TwoTargets { op: op.name() }),
        }
    }

    fn hdr_push(&self) -> HdrPush {
        // The limits of the two keys are below 256.
        HdrPush {
            hdr_id: self.number(Key::HdrId) as u8,
            hdr_entry_id: self.number(Key::HdrEntryId) as u8,
            td_addr: self.word(Key::TdAddr),
        }
    }

    fn number(&self, key: Key) -> u64 {
        self.numbers[key as usize]
    }

    /// A number of a key whose limit is 2^32 - 1.
    fn word(&self, key: Key) -> u32 {
        self.number(key) as u32
    }
}

fn register(name: &[u8]) -> Result<RegId, Reason> {
    // What is not UTF-8 is no name; shown with replacement characters, it is none either.
    let text = String::from_utf8_lossy(name);
    crate::regs::parse(&text).map_err(|why| Reason::UnknownRegister { name: shown(name), why })
}
