//! The inputs of the dump, as a report shows them.

use std::collections::{BTreeMap, VecDeque};

use hws_regs::{RegId, SipReportComplete};
use hws_types::HdrPush;

use super::bus::Access;
use crate::map::{Port, Word};
use crate::sample::SampledEdge;

/// Inputs that are kept.
const KEPT: usize = 64;
/// Inputs before the last agreement that are shown.
const EARLIER: usize = 8;

/// An input, and the cycle before whose tick it came.
#[derive(Clone, Copy, Debug)]
struct Input {
    cycle: u64,
    what: What,
}

#[derive(Clone, Copy, Debug)]
enum What {
    Access(Access),
    Push(HdrPush, bool),
}

/// The last writes of a register.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LastWrites {
    /// The cycle before whose tick the last write came that took effect.
    pub(super) effective: Option<u64>,
    /// Cycle and value of the last write, if the model refused it.
    pub(super) refused: Option<(u64, u32)>,
}

/// The last inputs.
#[derive(Clone, Debug, Default)]
pub(super) struct InputLog {
    /// Nobody asks for them.
    pub(super) is_off: bool,
    last: VecDeque<Input>,
    /// How many of them came since the last tick after which both agreed.
    since_agreement: usize,
    /// How many of those are no longer kept.
    forgotten: u64,
    /// The last writes of each register, by offset.
    writes: BTreeMap<u32, LastWrites>,
    /// The last push of each descriptor address.
    pushes: BTreeMap<u32, (u64, HdrPush)>,
}

/// The push of an edge.
pub(super) fn push(edge: &SampledEdge<'_>) -> HdrPush {
    let value = |port: Port| edge.inputs[port as usize].value as u32;
    HdrPush {
        hdr_id: (value(Port::HdrId) & 0xF) as u8,
        hdr_entry_id: (value(Port::HdrEntryId) & 0xFF) as u8,
        td_addr: value(Port::HdrTdAddr),
    }
}

impl InputLog {
    /// Power-on: nothing was written or pushed.
    pub(super) fn forget(&mut self) {
        *self = Self { is_off: self.is_off, ..Self::default() };
    }

    pub(super) fn access(&mut self, cycle: u64, access: &Access) {
        if self.is_off {
            return;
        }
        if let (Word::Register(id), Some(value)) = (access.word, access.write) {
            let writes = self.writes.entry(id.offset()).or_default();
            *writes = if access.is_refused {
                LastWrites { refused: Some((cycle, value)), ..*writes }
            } else {
                LastWrites { effective: Some(cycle), refused: None }
            };
        }
        self.note(Input { cycle, what: What::Access(*access) });
    }

    pub(super) fn push(&mut self, cycle: u64, push: HdrPush, is_accepted: bool) {
        if self.is_off {
            return;
        }
        if is_accepted {
            self.pushes.insert(push.td_addr, (cycle, push));
        }
        self.note(Input { cycle, what: What::Push(push, is_accepted) });
    }

    fn note(&mut self, input: Input) {
        if self.last.len() == KEPT {
            self.last.pop_front();
            if self.since_agreement == KEPT {
                self.since_agreement -= 1;
                self.forgotten += 1;
            }
        }
        self.last.push_back(input);
        self.since_agreement += 1;
    }

    pub(super) fn tick_agreed(&mut self) {
        (self.since_agreement, self.forgotten) = (0, 0);
    }

    pub(super) fn last_writes(&self, id: RegId) -> LastWrites {
        self.writes.get(&id.offset()).copied().unwrap_or_default()
    }

    /// The push that announced a descriptor.
    pub(super) fn push_of(&self, td_addr: u32) -> Option<(u64, HdrPush)> {
        self.pushes.get(&td_addr).copied()
    }

    pub(super) fn since_agreement(&self) -> Vec<String> {
        let older = (self.forgotten > 0).then(|| format!("{} earlier ones", self.forgotten));
        let start = self.last.len() - self.since_agreement;
        older.into_iter().chain(self.last.iter().skip(start).map(show)).collect()
    }

    pub(super) fn before_agreement(&self) -> Vec<String> {
        let end = self.last.len() - self.since_agreement;
        self.last.iter().take(end).skip(end.saturating_sub(EARLIER)).map(show).collect()
    }
}

fn show(input: &Input) -> String {
    let shown = match &input.what {
        What::Access(access) => show_access(access),
        What::Push(push, is_accepted) => {
            let refused = if *is_accepted { "" } else { ", refused: the FIFO is full" };
            let HdrPush { hdr_id, hdr_entry_id, td_addr } = push;
            format!("HDR push hdr_id {hdr_id} entry {hdr_entry_id} descriptor {td_addr:#x}{refused}")
        }
    };
    format!("before tick {}: {shown}", input.cycle)
}

fn show_access(access: &Access) -> String {
    let target = match access.word {
        Word::Register(id) => id.to_string(),
        Word::Reserved => format!("the reserved word {:#x}", access.address),
        Word::Unmapped => format!("the unmapped address {:#x}", access.address),
    };
    let report = report(access);
    match (access.write, access.answer) {
        (Some(value), Ok(_)) if access.is_refused => format!("write {target} = {value:#x}, refused"),
        (Some(value), Ok(_)) => format!("write {target} = {value:#x}{report}"),
        (None, Ok(value)) => format!("read {target}: {value:#x}"),
        (Some(value), Err(error)) => format!("write {target} = {value:#x}, a bus error: {error}"),
        (None, Err(error)) => format!("read {target}, a bus error: {error}"),
    }
}

/// The content of a SIP report.
fn report(access: &Access) -> String {
    match (access.word, access.write) {
        (Word::Register(RegId::SipReportComplete | RegId::SipReportPreComplete), Some(value)) => {
            let report = SipReportComplete::from_bits(value);
            format!(" (SIP {}, launch {}, block {})", report.sip_id(), report.launch_id(), report.block_id())
        }
        _ => String::new(),
    }
}
