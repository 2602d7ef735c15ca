//! What happened: in the last step, and lately.

use std::collections::{BTreeMap, VecDeque};

use hws_model::{Decision, Event, EventSink};
use hws_regs::RegId;
use hws_sim::stimulus::{Op, Target};
use hws_sim::{FirmwareRun, Observer};
use hws_types::{Cycle, SipMask};

/// The lines that are kept.
const LINES: usize = 64;
/// The kernels whose names are kept, the oldest of which are forgotten: far more than fit in the HWS.
const KERNELS: usize = 1024;

/// A line of what happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoggedEvent {
    /// The cycle.
    pub cycle: u64,
    /// An event with the names of the trace, or an operation of the stimulus.
    pub text: String,
    /// Whether it is an event of the HWS.
    pub is_event: bool,
}

/// The last step and the last lines.
#[derive(Clone, Debug, Default)]
pub(super) struct Log {
    pub(super) step: HappenedInStep,
    pub(super) lines: VecDeque<LoggedEvent>,
    /// kernel_id by kernel_seq.
    kernels: BTreeMap<u32, u32>,
}

/// What happened in a step.
#[derive(Clone, Debug, Default)]
pub(super) struct HappenedInStep {
    pub(super) events: u32,
    pub(super) has_committed: bool,
    pub(super) has_latched: bool,
    pub(super) has_promoted: bool,
    pub(super) has_cancelled: bool,
    pub(super) has_error: bool,
    pub(super) has_dropped: bool,
    /// Bit i: entry i.
    pub(super) entries: u32,
    pub(super) sips: u32,
    /// The registers that operations and reports have accessed.
    pub(super) registers: Vec<RegId>,
}

impl Log {
    /// A step begins.
    pub(super) fn begin(&mut self) {
        self.step = HappenedInStep::default();
    }

    /// kernel_id of a kernel that was admitted lately.
    pub(super) fn kernel(&self, seq: u32) -> Option<u32> {
        self.kernels.get(&seq).copied()
    }

    fn line(&mut self, cycle: Cycle, text: String, is_event: bool) {
        if self.lines.len() == LINES {
            self.lines.pop_front();
        }
        self.lines.push_back(LoggedEvent { cycle: cycle.0, text, is_event });
    }

    fn admitted(&mut self, seq: u32, kernel_id: u32) {
        if self.kernels.len() == KERNELS {
            self.kernels.pop_first();
        }
        self.kernels.insert(seq, kernel_id);
    }
}

impl HappenedInStep {
    fn note(&mut self, event: &Event) {
        self.events += 1;
        let sips = |mask: SipMask| mask.0;
        match *event {
            Event::Admit { entry, .. } | Event::KernelDone { entry, .. } => self.entries |= 1 << entry.get(),
            Event::Error { .. } => self.has_error = true,
            Event::Cancel { entry, mask } => {
                self.has_cancelled = true;
                self.entries |= 1 << entry.get();
                self.sips |= sips(mask);
            }
            Event::Commit { .. } => self.has_committed = true,
            Event::Launch { entry, sip_mask, .. } => {
                self.entries |= 1 << entry.get();
                self.sips |= sips(sip_mask);
            }
            Event::MihDrop(_) => self.has_dropped = true,
            Event::Promote { entry, mask, .. } => {
                self.has_promoted = true;
                self.entries |= 1 << entry.get();
                self.sips |= sips(mask);
            }
            Event::Complete { sip, .. } | Event::PreComplete { sip, .. } => self.sips |= 1 << sip.get(),
            Event::Mdma(_) | Event::Mih(_) | Event::Command { .. } | Event::SoftReset { .. } => (),
        }
    }

    fn access(&mut self, target: Target) {
        if let Target::Register(register) = target {
            self.registers.push(register);
        }
    }
}

impl EventSink for Log {
    fn event(&mut self, cycle: Cycle, event: Event) {
        if let Event::Admit { seq, kernel_id, .. } = event {
            self.admitted(seq, kernel_id);
        }
        self.step.note(&event);
        self.line(cycle, event.to_string(), true);
    }

    fn latch(&mut self, _: Cycle, _: &dyn Fn() -> Decision) {
        self.step.has_latched = true;
    }
}

impl Observer for Log {
    fn operation(&mut self, at: Cycle, op: &Op) {
        match op {
            Op::Write { target, .. } | Op::Read { target } => self.step.access(*target),
            Op::Mem { .. } | Op::Hdr(_) | Op::SipArray { .. } | Op::End => (),
        }
        if let Some(text) = text(op) {
            self.line(at, text, false);
        }
    }

    fn reported(&mut self, _: Cycle, doorbell: RegId, _: u32) {
        self.step.registers.push(doorbell);
    }

    fn returned(&mut self, _: Cycle, run: &FirmwareRun) {
        self.step.sips |= 1 << run.sip.get();
    }

    /// So that no two steps pass at once.
    fn watches_state(&self) -> bool {
        true
    }
}

/// An operation as a line; none for those that do not concern the HWS.
fn text(op: &Op) -> Option<String> {
    let name = |target: &Target| match target {
        Target::Register(register) => register.to_string(),
        Target::Address(offset) => format!("offset {offset:#x}"),
    };
    match op {
        Op::Write { target, value } => Some(format!("< write {} {value:#x}", name(target))),
        Op::Read { target } => Some(format!("< read {}", name(target))),
        Op::Hdr(push) => {
            Some(format!("< push hdr_id {} entry {} td {:#x}", push.hdr_id, push.hdr_entry_id, push.td_addr))
        }
        Op::Mem { .. } | Op::SipArray { .. } | Op::End => None,
    }
}
