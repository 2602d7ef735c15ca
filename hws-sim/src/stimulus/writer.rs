//! Writes operations in the canonical spelling: the keys in the order of interfaces.md §5, no spaces.

use std::io::{self, Write};

use hws_model::{Event, EventSink};
use hws_types::{Cycle, HdrPush};

use super::key::{OpName, OperationKey};
use crate::json_lines::LineWriter;
use crate::observer::Observer;
use crate::operation::{Op, Operation, Target};

/// Writes operations; as the observer of a [`Machine`](crate::Machine) it records every operation on it.
///
/// ```
/// use hws_sim::stimulus::{Op, Writer};
/// use hws_types::Cycle;
/// let mut writer = Writer::new(Vec::new());
/// writer.record(Cycle(9), &Op::End);
/// assert_eq!(writer.finish()?, b"{\"at\":9,\"op\":\"end\"}\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Writer<W> {
    lines: LineWriter<W>,
}

impl<W: Write> Writer<W> {
    /// Creates a writer to `output`, which need not be buffered.
    pub const fn new(output: W) -> Self {
        Self { lines: LineWriter::new(output, OperationKey::At.name()) }
    }

    /// Writes one operation. An error of the output is reported by [`Self::finish`].
    ///
    /// A push whose hdr_id the HDR port refuses has no line: it has no effect, and a replay could not repeat it.
    pub fn record(&mut self, at: Cycle, op: &Op) {
        if matches!(op, Op::Hdr(push) if !push.has_legal_hdr_id()) {
            return;
        }
        self.lines.begin(at.0).text(OperationKey::Op.json(), name(op).name());
        match op {
            Op::Mem { addr, words } => {
                self.lines
                    .number(OperationKey::Addr.json(), *addr)
                    .numbers(OperationKey::Words.json(), words);
            }
            Op::Write { target, value } => {
                self.target(*target);
                self.lines.number(OperationKey::Value.json(), *value);
            }
            Op::Read { target } => self.target(*target),
            Op::Hdr(push) => self.hdr(push),
            Op::SipArray { pre_lead } => {
                self.lines.number(OperationKey::PreLead.json(), *pre_lead);
            }
            Op::End => (),
        }
        self.lines.end();
    }

    /// Writes all operations to `output`, which need not be buffered, and returns it.
    ///
    /// # Errors
    /// The first error of the output.
    pub fn write(output: W, operations: &[Operation]) -> io::Result<W> {
        let mut writer = Self::new(output);
        operations.iter().for_each(|operation| writer.record(operation.at, &operation.op));
        writer.finish()
    }

    /// Writes what is buffered and returns the output.
    ///
    /// # Errors
    /// The first error of the output.
    pub fn finish(self) -> io::Result<W> {
        self.lines.finish()
    }

    fn target(&mut self, target: Target) {
        match target {
            Target::Register(register) => self.lines.shown(OperationKey::Reg.json(), register),
            Target::Address(offset) => self.lines.number(OperationKey::Addr.json(), offset),
        };
    }

    fn hdr(&mut self, push: &HdrPush) {
        self.lines
            .number(OperationKey::HdrId.json(), push.hdr_id)
            .number(OperationKey::HdrEntryId.json(), push.hdr_entry_id)
            .number(OperationKey::TdAddr.json(), push.td_addr);
    }
}

const fn name(op: &Op) -> OpName {
    match op {
        Op::Mem { .. } => OpName::Mem,
        Op::Write { .. } => OpName::Write,
        Op::Read { .. } => OpName::Read,
        Op::Hdr(_) => OpName::Hdr,
        Op::SipArray { .. } => OpName::SipArray,
        Op::End => OpName::End,
    }
}

/// Events are consequences; only operations are recorded.
impl<W: Write> EventSink for Writer<W> {
    fn event(&mut self, _cycle: Cycle, _event: Event) {}

    fn takes_failures_at_once(&self) -> bool {
        true
    }
}

impl<W: Write> Observer for Writer<W> {
    fn operation(&mut self, at: Cycle, op: &Op) {
        self.record(at, op);
    }
}
