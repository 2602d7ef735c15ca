//! Writes operations in the canonical spelling: the keys in the order of interfaces.md §5, no spaces.

use std::io::{self, Write};

use hws_model::{Event, EventSink};
use hws_types::Cycle;

use super::key::{OpName, OperationKey};
use crate::json_lines::{Line, LineWriter};
use crate::observer::Observer;
use crate::operation::{Op, Operation, Target, name_of};

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
        Self { lines: LineWriter::new(output, [OperationKey::At.json(), OperationKey::Op.json()]) }
    }

    /// Writes one operation. An error of the output is reported by [`Self::finish`].
    ///
    /// A push whose hdr_id the HDR port refuses has no line: it has no effect, and a replay could not repeat it.
    pub fn record(&mut self, at: Cycle, op: &Op) {
        if matches!(op, Op::Hdr(push) if !push.has_legal_hdr_id()) {
            return;
        }
        let mut line = self.lines.begin(at.0, name(op).word());
        match op {
            Op::Mem { addr, words } => {
                line.number(OperationKey::Addr.json(), *addr).numbers(OperationKey::Words.json(), words);
            }
            Op::Write { target, value } => {
                add_target(&mut line, *target);
                line.number(OperationKey::Value.json(), *value);
            }
            Op::Read { target } => add_target(&mut line, *target),
            Op::Hdr(push) => {
                line.number(OperationKey::HdrId.json(), push.hdr_id)
                    .number(OperationKey::HdrEntryId.json(), push.hdr_entry_id)
                    .number(OperationKey::TdAddr.json(), push.td_addr);
            }
            Op::SipArray { pre_lead } => _ = line.number(OperationKey::PreLead.json(), *pre_lead),
            Op::End => (),
        }
        line.end();
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
}

#[inline(always)]
fn add_target<W: Write>(line: &mut Line<'_, W>, target: Target) {
    match target {
        Target::Register(register) => line.text(OperationKey::Reg.json(), name_of(register)),
        Target::Address(offset) => line.number(OperationKey::Addr.json(), offset),
    };
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
