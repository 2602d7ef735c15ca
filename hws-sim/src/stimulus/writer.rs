//! Writes operations in their canonical spelling: the keys in the order of interfaces.md, no spaces.

use std::io::{self, Write};

use hws_model::{Event, EventSink};
use hws_types::{Cycle, HdrPush};

use super::key::{Key, OpName};
use super::operation::{Op, Target};
use crate::observer::Observer;
use crate::text::LineWriter;

/// Records operations; attached to a [`Machine`](crate::Machine) it records what is done to it.
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
    /// A writer to `output`, which it buffers itself.
    pub const fn new(output: W) -> Self {
        Self { lines: LineWriter::new(output) }
    }

    /// Writes one operation. An error of the output is kept for [`Self::finish`].
    pub fn record(&mut self, at: Cycle, op: &Op) {
        self.lines.begin(Key::At.name(), at.0).text(Key::Op.name(), name(op).name());
        match op {
            Op::Mem { addr, words } => {
                self.lines.number(Key::Addr.name(), *addr).numbers(Key::Words.name(), words);
            }
            Op::Write { target, value } => {
                self.target(*target);
                self.lines.number(Key::Value.name(), *value);
            }
            Op::Read { target } => self.target(*target),
            Op::Hdr(push) => self.hdr(push),
            Op::SipArray { pre_lead } => {
                self.lines.number(Key::PreLead.name(), *pre_lead);
            }
            Op::End => (),
        }
        self.lines.end();
    }

    /// Writes what is left and gives the output back.
    ///
    /// # Errors
    /// The first error that the output had.
    pub fn finish(self) -> io::Result<W> {
        self.lines.finish()
    }

    fn target(&mut self, target: Target) {
        match target {
            Target::Register(register) => self.lines.shown(Key::Reg.name(), register),
            Target::Address(offset) => self.lines.number(Key::Addr.name(), offset),
        };
    }

    fn hdr(&mut self, push: &HdrPush) {
        // The port has four bits: higher ones were not transported, so a replay must not see them.
        self.lines
            .number(Key::HdrId.name(), u64::from(push.hdr_id) & Key::HdrId.limit())
            .number(Key::HdrEntryId.name(), push.hdr_entry_id)
            .number(Key::TdAddr.name(), push.td_addr);
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
}

impl<W: Write> Observer for Writer<W> {
    fn operation(&mut self, at: Cycle, op: &Op) {
        self.record(at, op);
    }
}
