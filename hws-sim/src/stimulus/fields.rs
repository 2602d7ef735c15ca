//! The keys and values of one line, in any order, and the operation they describe.

use hws_regs::RegId;
use hws_types::{Cycle, HdrPush};

use super::error::{Fault, StimulusReason, shown};
use super::key::{KeySet, OpName, OperationKey};
use super::scanner::Scanner;
use crate::memory::check_span;
use crate::operation::{Op, Operation, Target};

/// The values of a line with their places; columns are counted from 1.
#[derive(Default)]
struct Fields {
    present: KeySet,
    numbers: [u64; OperationKey::ALL.len()],
    op: Option<OpName>,
    register: Option<RegId>,
    words: Vec<u32>,
    key_columns: [usize; OperationKey::ALL.len()],
    value_columns: [usize; OperationKey::ALL.len()],
    brace_column: usize,
}

/// Reads one line without its line feed; its cycle must not precede `previous`.
pub(super) fn parse_line(line: &[u8], previous: Cycle) -> Result<Operation, Fault> {
    let mut scanner = Scanner::new(line);
    if scanner.peek().is_none() {
        return Err(StimulusReason::Blank.at(1));
    }
    if line.starts_with("\u{FEFF}".as_bytes()) {
        return Err(StimulusReason::ByteOrderMark.at(1));
    }
    let mut fields = Fields::default();
    fields.read(&mut scanner)?;
    fields.operation(previous)
}

impl Fields {
    fn read(&mut self, scanner: &mut Scanner<'_>) -> Result<(), Fault> {
        scanner.expect(b'{', "'{'")?;
        self.brace_column = scanner.column();
        if !scanner.take_if(b'}') {
            self.read_pairs(scanner)?;
        }
        scanner.expect_end()
    }

    fn read_pairs(&mut self, scanner: &mut Scanner<'_>) -> Result<(), Fault> {
        loop {
            self.read_pair(scanner)?;
            self.brace_column = scanner.column();
            if scanner.take_if(b'}') {
                return Ok(());
            }
            scanner.expect(b',', "',' or '}'")?;
        }
    }

    fn read_pair(&mut self, scanner: &mut Scanner<'_>) -> Result<(), Fault> {
        let column = scanner.column();
        let name = scanner.string("a key in quotes")?;
        let key = OperationKey::parse(&name)
            .ok_or_else(|| StimulusReason::UnknownKey { name: shown(&name) }.at(column))?;
        scanner.expect(b':', "':'")?;
        if self.present.has(key) {
            return Err(StimulusReason::DuplicateKey { key }.at(column));
        }
        self.present.insert(key);
        self.key_columns[key as usize] = column;
        self.value_columns[key as usize] = scanner.column();
        self.read_value(scanner, key)
    }

    fn read_value(&mut self, scanner: &mut Scanner<'_>, key: OperationKey) -> Result<(), Fault> {
        let column = self.value_column(key);
        match key {
            OperationKey::Op => {
                let name = scanner.string("a name in quotes")?;
                let op = OpName::parse(&name);
                self.op = Some(
                    op.ok_or_else(|| StimulusReason::UnknownOperation { name: shown(&name) }.at(column))?,
                );
            }
            OperationKey::Reg => {
                let name = scanner.string("a register name in quotes")?;
                self.register = Some(register(&name).map_err(|reason| reason.at(column))?);
            }
            OperationKey::Words => self.words = scanner.words()?,
            _ => self.numbers[key as usize] = scanner.integer(key)?,
        }
        Ok(())
    }

    fn operation(mut self, previous: Cycle) -> Result<Operation, Fault> {
        let op = self
            .op
            .ok_or_else(|| self.missing(StimulusReason::MissingCommonKey { key: OperationKey::Op }))?;
        if !self.present.has(OperationKey::At) {
            return Err(self.missing(StimulusReason::MissingCommonKey { key: OperationKey::At }));
        }
        self.check_keys(op)?;
        let op = self.op(op)?;
        let at = self.number(OperationKey::At);
        if at < previous.0 {
            let reason = StimulusReason::Decreasing { at, previous: previous.0 };
            return Err(reason.at(self.value_column(OperationKey::At)));
        }
        Ok(Operation { at: Cycle(at), op })
    }

    fn check_keys(&self, op: OpName) -> Result<(), Fault> {
        let (required, name) = (op.required(), op.name());
        if let Some(key) = self.present.first_not_in(required.union(op.optional())) {
            return Err(StimulusReason::ForeignKey { key, op: name }.at(self.key_column(key)));
        }
        match required.first_not_in(self.present) {
            Some(key) => Err(self.missing(StimulusReason::MissingKey { key, op: name })),
            None => Ok(()),
        }
    }

    fn op(&mut self, op: OpName) -> Result<Op, Fault> {
        Ok(match op {
            OpName::Mem => {
                let (addr, words) = (self.word(OperationKey::Addr), std::mem::take(&mut self.words));
                check_span(addr, words.len())
                    .map_err(|error| StimulusReason::from(error).at(self.value_column(OperationKey::Addr)))?;
                Op::Mem { addr, words }
            }
            OpName::Write => Op::Write { target: self.target(op)?, value: self.word(OperationKey::Value) },
            OpName::Read => Op::Read { target: self.target(op)? },
            OpName::Hdr => Op::Hdr(self.hdr_push()),
            OpName::SipArray => Op::SipArray { pre_lead: self.word(OperationKey::PreLead) },
            OpName::End => Op::End,
        })
    }

    fn target(&self, op: OpName) -> Result<Target, Fault> {
        match (self.register, self.present.has(OperationKey::Addr)) {
            (Some(register), false) => Ok(Target::Register(register)),
            (None, true) => Ok(Target::Address(self.word(OperationKey::Addr))),
            (None, false) => Err(self.missing(StimulusReason::NoTarget { op: op.name() })),
            (Some(_), true) => {
                let second = self.key_column(OperationKey::Reg).max(self.key_column(OperationKey::Addr));
                Err(StimulusReason::TwoTargets { op: op.name() }.at(second))
            }
        }
    }

    fn hdr_push(&self) -> HdrPush {
        // The limits of the two keys are below 256.
        HdrPush {
            hdr_id: self.number(OperationKey::HdrId) as u8,
            hdr_entry_id: self.number(OperationKey::HdrEntryId) as u8,
            td_addr: self.word(OperationKey::TdAddr),
        }
    }

    fn number(&self, key: OperationKey) -> u64 {
        self.numbers[key as usize]
    }

    /// A number of a key whose limit is 2^32 - 1.
    fn word(&self, key: OperationKey) -> u32 {
        self.number(key) as u32
    }

    fn key_column(&self, key: OperationKey) -> usize {
        self.key_columns[key as usize]
    }

    fn value_column(&self, key: OperationKey) -> usize {
        self.value_columns[key as usize]
    }

    /// A missing key belongs before the closing brace.
    const fn missing(&self, reason: StimulusReason) -> Fault {
        reason.at(self.brace_column)
    }
}

fn register(name: &[u8]) -> Result<RegId, StimulusReason> {
    super::names::parse(name).map_err(|why| StimulusReason::UnknownRegister { name: shown(name), why })
}
