//! The events of the model, in the form of the monitor lanes.

use hws_model::{CommandKind, Event, EventSink};
use hws_types::Cycle;

use super::divergence::pool_name;

/// An event as a lane shows it: its kind, and six words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LaneEvent {
    pub(super) kind: u32,
    pub(super) words: [u32; 6],
}

/// The names of the kinds and of their words, as in the trace.
const KINDS: [(&str, &[&str]); 13] = [
    ("admit", &["entry", "seq", "kernel_id"]),
    ("error", &["bit", "hdr_id", "hdr_entry_id"]),
    ("cancel", &["entry", "mask"]),
    ("commit", &["launched"]),
    ("launch", &["entry", "seq", "pool", "block", "launch_id", "sip_mask"]),
    ("mdma", &["sip", "phy", "thread", "block", "launch_id", "param"]),
    ("mih", &["dw0", "dw1"]),
    ("mih_drop", &["dw0", "dw1"]),
    ("kernel_done", &["entry", "seq", "dag_slot"]),
    ("promote", &["entry", "seq", "mask"]),
    ("cmd", &["op", "result"]),
    ("complete", &["sip", "launch_id"]),
    ("pre_complete", &["sip", "launch_id"]),
];

/// The kinds that other modules ask for.
pub(super) const LAUNCH: u32 = 4;
pub(super) const MIH: u32 = 6;
pub(super) const MIH_DROP: u32 = 7;

impl LaneEvent {
    /// The lane of an event; `None` for one that has no lane.
    pub(super) fn new(event: &Event) -> Option<Self> {
        let (kind, words): (u32, [u32; 6]) = match *event {
            Event::Admit { entry, seq, kernel_id } => (0, [entry.get(), seq, kernel_id, 0, 0, 0]),
            Event::Error { bit, ids } => {
                (1, [bit.code().into(), ids.hdr_id.into(), ids.hdr_entry_id.into(), 0, 0, 0])
            }
            Event::Cancel { entry, mask } => (2, [entry.get(), mask.0, 0, 0, 0, 0]),
            Event::Commit { launched } => (3, [launched.into(), 0, 0, 0, 0, 0]),
            Event::Launch { entry, seq, pool, block, launch_id, sip_mask } => {
                (LAUNCH, [entry.get(), seq, pool as u32, block.into(), launch_id.get(), sip_mask.0])
            }
            Event::Mdma(command) => {
                let (thread, block) = (command.thread_idx.into(), command.block_idx.into());
                let (sip, phy) = (command.sip.get(), command.physical_sip.get());
                (5, [sip, phy, thread, block, command.launch_id.get(), command.block_param_addr])
            }
            Event::Mih(message) => (MIH, [message.dw0, message.dw1, 0, 0, 0, 0]),
            Event::MihDrop(message) => (MIH_DROP, [message.dw0, message.dw1, 0, 0, 0, 0]),
            Event::KernelDone { entry, seq, dag_slot } => {
                (8, [entry.get(), seq, dag_slot.map_or(u32::MAX, u32::from), 0, 0, 0])
            }
            Event::Promote { entry, seq, mask } => (9, [entry.get(), seq, mask.0, 0, 0, 0]),
            Event::Command { kind, result } => (10, [command(kind), result, 0, 0, 0, 0]),
            Event::Complete { sip, launch_id } => (11, [sip.get(), launch_id.get(), 0, 0, 0, 0]),
            Event::PreComplete { sip, launch_id } => (12, [sip.get(), launch_id.get(), 0, 0, 0, 0]),
            Event::SoftReset { .. } => return None,
        };
        Some(Self { kind, words })
    }

    /// The event in words: `promote entry 3 seq 9 mask 0xf0`.
    pub(super) fn describe(&self) -> String {
        let Some((name, words)) = KINDS.get(self.kind as usize) else { return format!("kind {}", self.kind) };
        let shown = words.iter().zip(self.words).map(|(word, value)| show(word, value));
        format!("{name}{}", shown.collect::<String>())
    }
}

fn show(word: &str, value: u32) -> String {
    match word {
        "pool" => format!(" pool {}", pool(value)),
        "mask" | "sip_mask" | "dw0" | "dw1" | "param" | "kernel_id" | "result" => {
            format!(" {word} {value:#x}")
        }
        "dag_slot" if value == u32::MAX => " dag_slot none".to_owned(),
        _ => format!(" {word} {value}"),
    }
}

fn pool(value: u32) -> String {
    let pools = [hws_model::Pool::R, hws_model::Pool::P, hws_model::Pool::O];
    pools.get(value as usize).map_or_else(|| value.to_string(), |pool| pool_name(*pool).to_owned())
}

fn command(kind: CommandKind) -> u32 {
    match kind {
        CommandKind::DagInit => 0,
        CommandKind::DagReset => 1,
        CommandKind::Trigger => 2,
        CommandKind::Refresh => 3,
        CommandKind::Claim => 4,
        CommandKind::Release => 5,
    }
}

/// The events of one edge or tick.
#[derive(Clone, Debug, Default)]
pub(super) struct EventLog {
    events: Vec<Event>,
    /// The cycle of the last soft reset.
    reset: Option<u64>,
    lanes: Vec<LaneEvent>,
}

impl EventLog {
    pub(super) fn clear(&mut self) {
        self.events.clear();
        self.reset = None;
        self.lanes.clear();
    }

    pub(super) fn lanes(&self) -> &[LaneEvent] {
        &self.lanes
    }

    pub(super) fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Event> {
        self.events.iter()
    }

    pub(super) fn all(&self) -> &[Event] {
        &self.events
    }

    /// The cycle of a soft reset.
    pub(super) fn soft_reset(&self) -> Option<u64> {
        self.reset
    }

    /// Whether a soft reset was forced.
    pub(super) fn is_forced_reset(&self) -> bool {
        self.iter().any(|event| matches!(event, Event::SoftReset { forced: true }))
    }

    /// Whether a report was accepted.
    pub(super) fn has_report(&self) -> bool {
        self.iter().any(|event| matches!(event, Event::Complete { .. } | Event::PreComplete { .. }))
    }
}

impl EventSink for EventLog {
    fn event(&mut self, cycle: Cycle, event: Event) {
        self.lanes.extend(LaneEvent::new(&event));
        if matches!(event, Event::SoftReset { .. }) {
            self.reset = Some(cycle.0);
        }
        self.events.push(event);
    }
}

#[cfg(test)]
mod tests {
    use hws_types::{Entry, SipMask};

    use super::*;

    #[test]
    fn events_are_described_with_the_names_of_the_trace() {
        let promote = Event::Promote { entry: Entry::wrapping(2), seq: 9, mask: SipMask(0xF0) };
        let lane = LaneEvent::new(&promote).unwrap();
        assert_eq!((lane.kind, lane.words), (9, [2, 9, 0xF0, 0, 0, 0]));
        assert_eq!(lane.describe(), "promote entry 2 seq 9 mask 0xf0");
        assert_eq!(
            LaneEvent { kind: LAUNCH, words: [1, 2, 1, 3, 4, 5] }.describe(),
            "launch entry 1 seq 2 pool P block 3 launch_id 4 sip_mask 0x5"
        );
        assert_eq!(LaneEvent { kind: 15, words: [0; 6] }.describe(), "kind 15");
        assert_eq!(LaneEvent::new(&Event::SoftReset { forced: true }), None);
    }
}
