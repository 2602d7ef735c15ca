//! Events in the form of the monitor lanes: a kind, and values in the order of the keys of the trace.

use hws_model::{Event, EventWords};

/// An event as a lane shows it: its kind, and six words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LaneEvent {
    pub(crate) kind: u32,
    pub(crate) words: [u32; 6],
}

/// The names of the kinds and of their words, as in the trace.
pub(crate) const KINDS: [(&str, &[&str]); 13] = [
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
pub(crate) const COMMIT: u32 = 3;
pub(crate) const LAUNCH: u32 = 4;
pub(crate) const MDMA: u32 = 5;
pub(crate) const MIH: u32 = 6;
pub(crate) const MIH_DROP: u32 = 7;
pub(crate) const KERNEL_DONE: u32 = 8;
pub(crate) const PROMOTE: u32 = 9;
pub(crate) const COMMAND: u32 = 10;

impl LaneEvent {
    /// The lane of an event; `None` for a reset, which is not in the trace either.
    pub(crate) fn new(event: &Event) -> Option<Self> {
        let EventWords { kind, words } = event.words()?;
        Some(Self { kind, words })
    }

    /// The event in words: `promote entry 3 seq 9 mask 0xf0`.
    pub(crate) fn describe(&self) -> String {
        let Some((name, words)) = KINDS.get(self.kind as usize) else { return format!("kind {}", self.kind) };
        let shown = words.iter().zip(self.words).map(|(word, value)| show(word, value));
        format!("{name}{}", shown.collect::<String>())
    }
}

/// The names that words have instead of numbers: name of the word, names of its values.
const NAMED: [(&str, &[&str]); 3] = [
    ("op", &["dag_init", "dag_reset", "trigger", "refresh", "claim", "release"]),
    ("pool", &["R", "P", "O"]),
    ("launched", &["false", "true"]),
];

/// The number that a word of a lane has for a text of the trace: `pool` is 1 for `P`.
pub(crate) fn value_of(word: &str, text: &str) -> Option<u32> {
    if word == "dag_slot" && matches!(text, "-1" | "none") {
        return Some(u32::MAX);
    }
    let (_, names) = NAMED.iter().find(|(named, _)| *named == word)?;
    names.iter().position(|name| *name == text).map(|place| place as u32)
}

/// A word with its value: ` pool P`.
pub(crate) fn show(word: &str, value: u32) -> String {
    let names = NAMED.iter().find(|(named, _)| *named == word).map(|(_, names)| *names);
    if let Some(name) = names.and_then(|names| names.get(value as usize)) {
        return format!(" {word} {name}");
    }
    match word {
        "mask" | "sip_mask" | "dw0" | "dw1" | "param" | "kernel_id" | "result" => {
            format!(" {word} {value:#x}")
        }
        "dag_slot" if value == u32::MAX => " dag_slot none".to_owned(),
        _ => format!(" {word} {value}"),
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
            LaneEvent { kind: LAUNCH, words: [1, 2, 1, 3, 4, 5] }.describe(),
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
