//! Events in the form of the monitor lanes: a kind, and values in the order of the keys of the trace.

use hws_model::Event;
use hws_types::{EVENT_WORDS, EventKind, EventWords};

/// An event as a lane shows it: its kind, and six words. An RTL may show a number that is not a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LaneEvent {
    pub(crate) kind: u32,
    pub(crate) words: [u32; EVENT_WORDS],
}

impl LaneEvent {
    /// The lane of an event; `None` for a reset, which is not in the trace either.
    pub(crate) fn new(event: &Event) -> Option<Self> {
        let EventWords { kind, words } = event.words()?;
        Some(Self { kind: kind.number(), words })
    }

    /// The kind, unless an RTL shows a number that is not one.
    pub(crate) fn kind(&self) -> Option<EventKind> {
        EventKind::from_number(self.kind)
    }

    pub(crate) fn is(&self, kind: EventKind) -> bool {
        self.kind == kind.number()
    }

    /// The event in words: `promote entry 3 seq 9 mask 0xf0`.
    pub(crate) fn describe(&self) -> String {
        match self.kind() {
            Some(kind) => EventWords { kind, words: self.words }.to_string(),
            None => format!("kind {}", self.kind),
        }
    }
}

#[cfg(test)]
mod tests {
    use hws_model::{CommandKind, ErrorBit, Pool};
    use hws_types::{Entry, LaunchId, MdmaCommand, RawMih, Sip, SipMask, Source, TaskIds};

    use super::*;

    /// The event of a model and the lane of an RTL stand beside each other in a report.
    #[test]
    fn an_event_and_its_lane_have_the_same_text() {
        let (entry, sip, launch_id) = (Entry::wrapping(31), Sip::wrapping(3), LaunchId::wrapping(63));
        let (mask, raw) = (SipMask(0xF0), RawMih { dw0: 17, dw1: u32::MAX });
        let command = MdmaCommand {
            thread_idx: 10,
            block_id: 11,
            sip,
            physical_sip: Sip::wrapping(4),
            launch_id,
            kernel_id: 12,
            edte_vc_base: 13,
            edte_vc_num: 14,
            block_param_addr: 0x1234,
            est_exec_time: 15,
            sim_exec_time: 16,
        };
        let ids = TaskIds { source: Source::Hdr, hdr_id: 15, hdr_entry_id: 255 };
        let launch = |pool| Event::Launch { entry, seq: 9, pool, block: 3, launch_id, sip_mask: mask };
        let events = [
            Event::Admit { entry, seq: 7, kernel_id: 0x1BF },
            Event::Cancel { entry, mask },
            Event::Commit { launched: true },
            Event::Commit { launched: false },
            Event::Mdma(command),
            Event::Mih(raw),
            Event::MihDrop(raw),
            Event::KernelDone { entry, seq: 9, dag_slot: Some(30) },
            Event::KernelDone { entry, seq: 9, dag_slot: None },
            Event::Promote { entry, seq: 9, mask },
            Event::Complete { sip, launch_id },
            Event::PreComplete { sip, launch_id },
        ];
        let errors = ErrorBit::ALL.map(|bit| Event::Error { bit, ids });
        let launches = [Pool::R, Pool::P, Pool::O].map(launch);
        let commands = [
            CommandKind::DagInit,
            CommandKind::DagReset,
            CommandKind::Trigger,
            CommandKind::Refresh,
            CommandKind::Claim,
            CommandKind::Release,
        ]
        .map(|kind| Event::Command { kind, result: 0x30 });
        for event in events.iter().chain(&errors).chain(&launches).chain(&commands) {
            assert_eq!(LaneEvent::new(event).unwrap().describe(), event.to_string());
        }
    }

    #[test]
    fn events_are_described_with_the_names_of_the_trace() {
        let promote = Event::Promote { entry: Entry::wrapping(2), seq: 9, mask: SipMask(0xF0) };
        let lane = LaneEvent::new(&promote).unwrap();
        assert_eq!((lane.kind, lane.words), (9, [2, 9, 0xF0, 0, 0, 0]));
        assert_eq!(lane.describe(), "promote entry 2 seq 9 mask 0xf0");
        assert_eq!(
            LaneEvent { kind: EventKind::Launch.number(), words: [1, 2, 1, 3, 4, 5] }.describe(),
            "launch entry 1 seq 2 pool P block 3 launch_id 4 sip_mask 0x5"
        );
        assert_eq!(LaneEvent { kind: 10, words: [4, 3, 0, 0, 0, 0] }.describe(), "cmd op claim result 0x3");
        assert_eq!(LaneEvent { kind: 10, words: [9, 0, 0, 0, 0, 0] }.describe(), "cmd op 9 result 0x0");
        assert_eq!(LaneEvent { kind: 15, words: [0; 6] }.describe(), "kind 15");
        let done = Event::KernelDone { entry: Entry::default(), seq: 7, dag_slot: None };
        assert_eq!(LaneEvent::new(&done).unwrap().words, [0, 7, u32::MAX, 0, 0, 0]);
        assert_eq!(LaneEvent::new(&Event::SoftReset { forced: true }), None);
    }
}
