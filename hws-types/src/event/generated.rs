// Generated from interfaces.yaml by `cargo xtask generate`; do not edit.

use super::{EventField, EventShow, EventWords};
use crate::Rule;

/// The most values of an event.
pub const EVENT_WORDS: usize = 6;

/// The kinds of events of the HWS, by their numbers on monitor lanes and in other languages (interfaces.md §7).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum EventKind {
    /// `admit`: A task was admitted to the Ready Station.
    Admit = 0,
    /// `error`: An ERR_STATUS condition occurred.
    Error = 1,
    /// `cancel`: A stale reservation was cancelled.
    Cancel = 2,
    /// `commit`: An attempt ended. This is the first event of its COMMIT.
    Commit = 3,
    /// `launch`: One block was launched.
    Launch = 4,
    /// `mdma`: A command entered the MDMA FIFO.
    Mdma = 5,
    /// `mih`: A message entered the MIH FIFO.
    Mih = 6,
    /// `mih_drop`: A message was dropped because the MIH FIFO was full.
    MihDrop = 7,
    /// `kernel_done`: A kernel left the Ready Station.
    KernelDone = 8,
    /// `promote`: A P-task became an R-task.
    Promote = 9,
    /// `cmd`: A queued command was retired. The events that it causes follow.
    Cmd = 10,
    /// `complete`: A valid complete report. The messages that it causes follow.
    Complete = 11,
    /// `pre_complete`: A valid pre-complete report.
    PreComplete = 12,
}

impl EventKind {
    /// All kinds, in the order of their numbers.
    pub const ALL: &[Self] = &[
        Self::Admit,
        Self::Error,
        Self::Cancel,
        Self::Commit,
        Self::Launch,
        Self::Mdma,
        Self::Mih,
        Self::MihDrop,
        Self::KernelDone,
        Self::Promote,
        Self::Cmd,
        Self::Complete,
        Self::PreComplete,
    ];

    /// Returns the name in a trace.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Admit => "admit",
            Self::Error => "error",
            Self::Cancel => "cancel",
            Self::Commit => "commit",
            Self::Launch => "launch",
            Self::Mdma => "mdma",
            Self::Mih => "mih",
            Self::MihDrop => "mih_drop",
            Self::KernelDone => "kernel_done",
            Self::Promote => "promote",
            Self::Cmd => "cmd",
            Self::Complete => "complete",
            Self::PreComplete => "pre_complete",
        }
    }

    /// Returns the rule that the event belongs to.
    #[must_use]
    pub const fn rule(self) -> Rule {
        match self {
            Self::Admit => Rule::Scheduler2_3,
            Self::Error => Rule::Registers5,
            Self::Cancel => Rule::Scheduler6_6,
            Self::Commit => Rule::Scheduler5_6,
            Self::Launch => Rule::Scheduler5_6,
            Self::Mdma => Rule::Interfaces3,
            Self::Mih => Rule::Interfaces4,
            Self::MihDrop => Rule::Interfaces4,
            Self::KernelDone => Rule::Scheduler6_4,
            Self::Promote => Rule::Scheduler6_5,
            Self::Cmd => Rule::Scheduler8,
            Self::Complete => Rule::Scheduler7_3,
            Self::PreComplete => Rule::Scheduler7_3,
        }
    }

    /// Returns the values, in the order of the keys of a trace.
    #[must_use]
    pub const fn fields(self) -> &'static [EventField] {
        match self {
            Self::Admit => &[
                EventField { name: "entry", width: 5, show: EventShow::Decimal, rule: Rule::Scheduler2_3 },
                EventField { name: "seq", width: 32, show: EventShow::Decimal, rule: Rule::Scheduler2_3 },
                EventField { name: "kernel_id", width: 32, show: EventShow::Hex, rule: Rule::Scheduler2_3 },
            ],
            Self::Error => &[
                EventField { name: "bit", width: 5, show: EventShow::Decimal, rule: Rule::Registers5 },
                EventField { name: "hdr_id", width: 4, show: EventShow::Decimal, rule: Rule::Registers5 },
                EventField {
                    name: "hdr_entry_id",
                    width: 8,
                    show: EventShow::Decimal,
                    rule: Rule::Registers5,
                },
            ],
            Self::Cancel => &[
                EventField { name: "entry", width: 5, show: EventShow::Decimal, rule: Rule::Scheduler6_6 },
                EventField { name: "mask", width: 32, show: EventShow::Hex, rule: Rule::Scheduler6_6 },
            ],
            Self::Commit => {
                &[EventField { name: "launched", width: 1, show: EventShow::Flag, rule: Rule::Scheduler5_6 }]
            }
            Self::Launch => &[
                EventField { name: "entry", width: 5, show: EventShow::Decimal, rule: Rule::Scheduler5_6 },
                EventField { name: "seq", width: 32, show: EventShow::Decimal, rule: Rule::Scheduler5_6 },
                EventField {
                    name: "pool",
                    width: 2,
                    show: EventShow::Names(&POOL_NAMES),
                    rule: Rule::Scheduler5_6,
                },
                EventField { name: "block", width: 16, show: EventShow::Decimal, rule: Rule::Scheduler6_3 },
                EventField {
                    name: "launch_id",
                    width: 6,
                    show: EventShow::Decimal,
                    rule: Rule::Scheduler6_2,
                },
                EventField { name: "sip_mask", width: 32, show: EventShow::Hex, rule: Rule::Scheduler5_2 },
            ],
            Self::Mdma => &[
                EventField { name: "sip", width: 5, show: EventShow::Decimal, rule: Rule::Interfaces3 },
                EventField { name: "phy", width: 5, show: EventShow::Decimal, rule: Rule::Scheduler8_6 },
                EventField { name: "thread", width: 16, show: EventShow::Decimal, rule: Rule::Interfaces3 },
                EventField { name: "block", width: 16, show: EventShow::Decimal, rule: Rule::Interfaces3 },
                EventField { name: "launch_id", width: 6, show: EventShow::Decimal, rule: Rule::Interfaces3 },
                EventField { name: "param", width: 32, show: EventShow::Hex, rule: Rule::Interfaces3 },
            ],
            Self::Mih => &[
                EventField { name: "dw0", width: 32, show: EventShow::Hex, rule: Rule::Interfaces4 },
                EventField { name: "dw1", width: 32, show: EventShow::Hex, rule: Rule::Interfaces4 },
            ],
            Self::MihDrop => &[
                EventField { name: "dw0", width: 32, show: EventShow::Hex, rule: Rule::Interfaces4 },
                EventField { name: "dw1", width: 32, show: EventShow::Hex, rule: Rule::Interfaces4 },
            ],
            Self::KernelDone => &[
                EventField { name: "entry", width: 5, show: EventShow::Decimal, rule: Rule::Scheduler6_4 },
                EventField { name: "seq", width: 32, show: EventShow::Decimal, rule: Rule::Scheduler6_4 },
                EventField {
                    name: "dag_slot",
                    width: 5,
                    show: EventShow::Optional,
                    rule: Rule::Scheduler6_4,
                },
            ],
            Self::Promote => &[
                EventField { name: "entry", width: 5, show: EventShow::Decimal, rule: Rule::Scheduler6_5 },
                EventField { name: "seq", width: 32, show: EventShow::Decimal, rule: Rule::Scheduler6_5 },
                EventField { name: "mask", width: 32, show: EventShow::Hex, rule: Rule::Scheduler6_6 },
            ],
            Self::Cmd => &[
                EventField {
                    name: "op",
                    width: 3,
                    show: EventShow::Names(&COMMAND_NAMES),
                    rule: Rule::Scheduler8,
                },
                EventField { name: "result", width: 32, show: EventShow::Hex, rule: Rule::Scheduler8 },
            ],
            Self::Complete => &[
                EventField { name: "sip", width: 5, show: EventShow::Decimal, rule: Rule::Scheduler7_3 },
                EventField {
                    name: "launch_id",
                    width: 6,
                    show: EventShow::Decimal,
                    rule: Rule::Scheduler7_3,
                },
            ],
            Self::PreComplete => &[
                EventField { name: "sip", width: 5, show: EventShow::Decimal, rule: Rule::Scheduler7_3 },
                EventField {
                    name: "launch_id",
                    width: 6,
                    show: EventShow::Decimal,
                    rule: Rule::Scheduler7_3,
                },
            ],
        }
    }
}

/// The pool that a kernel was chosen from. By its number.
pub const POOL_NAMES: [&str; 3] = ["R", "P", "O"];

/// The kind of a queued command. By its number.
pub const COMMAND_NAMES: [&str; 6] = ["dag_init", "dag_reset", "trigger", "refresh", "claim", "release"];

/// The rules of the same.
pub const COMMAND_RULES: [Rule; 6] = [
    Rule::Scheduler8_1,
    Rule::Scheduler8_2,
    Rule::Scheduler8_3,
    Rule::Scheduler8_3,
    Rule::Scheduler8_4,
    Rule::Scheduler8_4,
];

/// The words of each event: a value that is missing does not compile.
pub mod event_words {
    use super::{EventKind, EventWords};

    /// A task was admitted to the Ready Station.
    #[derive(Clone, Copy, Debug)]
    pub struct AdmitWords {
        /// Its entry.
        pub entry: u32,
        /// Its kernel_seq.
        pub seq: u32,
        /// kernel_id of its descriptor.
        pub kernel_id: u32,
    }

    impl From<AdmitWords> for EventWords {
        #[inline]
        fn from(event: AdmitWords) -> Self {
            Self { kind: EventKind::Admit, words: [event.entry, event.seq, event.kernel_id, 0, 0, 0] }
        }
    }

    /// An ERR_STATUS condition occurred.
    #[derive(Clone, Copy, Debug)]
    pub struct ErrorWords {
        /// The bit of ERR_STATUS.
        pub bit: u32,
        /// hdr_id of the task concerned; 0 when there is none.
        pub hdr_id: u32,
        /// hdr_entry_id of the task concerned; 0 when there is none.
        pub hdr_entry_id: u32,
    }

    impl From<ErrorWords> for EventWords {
        #[inline]
        fn from(event: ErrorWords) -> Self {
            Self { kind: EventKind::Error, words: [event.bit, event.hdr_id, event.hdr_entry_id, 0, 0, 0] }
        }
    }

    /// A stale reservation was cancelled.
    #[derive(Clone, Copy, Debug)]
    pub struct CancelWords {
        /// The R-task.
        pub entry: u32,
        /// The SIPs that were reserved for it.
        pub mask: u32,
    }

    impl From<CancelWords> for EventWords {
        #[inline]
        fn from(event: CancelWords) -> Self {
            Self { kind: EventKind::Cancel, words: [event.entry, event.mask, 0, 0, 0, 0] }
        }
    }

    /// An attempt ended. This is the first event of its COMMIT.
    #[derive(Clone, Copy, Debug)]
    pub struct CommitWords {
        /// Whether it launches a kernel.
        pub launched: u32,
    }

    impl From<CommitWords> for EventWords {
        #[inline]
        fn from(event: CommitWords) -> Self {
            Self { kind: EventKind::Commit, words: [event.launched, 0, 0, 0, 0, 0] }
        }
    }

    /// One block was launched.
    #[derive(Clone, Copy, Debug)]
    pub struct LaunchWords {
        /// The kernel's entry.
        pub entry: u32,
        /// kernel_seq of the kernel.
        pub seq: u32,
        /// The pool that it was chosen from.
        pub pool: u32,
        /// The block id.
        pub block: u32,
        /// The id of the launch.
        pub launch_id: u32,
        /// The SIPs of the block.
        pub sip_mask: u32,
    }

    impl From<LaunchWords> for EventWords {
        #[inline]
        fn from(event: LaunchWords) -> Self {
            Self {
                kind: EventKind::Launch,
                words: [event.entry, event.seq, event.pool, event.block, event.launch_id, event.sip_mask],
            }
        }
    }

    /// A command entered the MDMA FIFO.
    #[derive(Clone, Copy, Debug)]
    pub struct MdmaWords {
        /// The logical SIP.
        pub sip: u32,
        /// The physical SIP.
        pub phy: u32,
        /// The thread of the block.
        pub thread: u32,
        /// The block id.
        pub block: u32,
        /// The id of the launch.
        pub launch_id: u32,
        /// The byte address of the parameter slot.
        pub param: u32,
    }

    impl From<MdmaWords> for EventWords {
        #[inline]
        fn from(event: MdmaWords) -> Self {
            Self {
                kind: EventKind::Mdma,
                words: [event.sip, event.phy, event.thread, event.block, event.launch_id, event.param],
            }
        }
    }

    /// A message entered the MIH FIFO.
    #[derive(Clone, Copy, Debug)]
    pub struct MihWords {
        /// Its first word.
        pub dw0: u32,
        /// Its second word.
        pub dw1: u32,
    }

    impl From<MihWords> for EventWords {
        #[inline]
        fn from(event: MihWords) -> Self {
            Self { kind: EventKind::Mih, words: [event.dw0, event.dw1, 0, 0, 0, 0] }
        }
    }

    /// A message was dropped because the MIH FIFO was full.
    #[derive(Clone, Copy, Debug)]
    pub struct MihDropWords {
        /// Its first word.
        pub dw0: u32,
        /// Its second word.
        pub dw1: u32,
    }

    impl From<MihDropWords> for EventWords {
        #[inline]
        fn from(event: MihDropWords) -> Self {
            Self { kind: EventKind::MihDrop, words: [event.dw0, event.dw1, 0, 0, 0, 0] }
        }
    }

    /// A kernel left the Ready Station.
    #[derive(Clone, Copy, Debug)]
    pub struct KernelDoneWords {
        /// The entry that it leaves.
        pub entry: u32,
        /// kernel_seq of the kernel.
        pub seq: u32,
        /// Its DAG slot; none when the table was full at its admission.
        pub dag_slot: u32,
    }

    impl From<KernelDoneWords> for EventWords {
        #[inline]
        fn from(event: KernelDoneWords) -> Self {
            Self { kind: EventKind::KernelDone, words: [event.entry, event.seq, event.dag_slot, 0, 0, 0] }
        }
    }

    /// A P-task became an R-task.
    #[derive(Clone, Copy, Debug)]
    pub struct PromoteWords {
        /// Its entry.
        pub entry: u32,
        /// kernel_seq of the kernel.
        pub seq: u32,
        /// The SIPs reserved for it.
        pub mask: u32,
    }

    impl From<PromoteWords> for EventWords {
        #[inline]
        fn from(event: PromoteWords) -> Self {
            Self { kind: EventKind::Promote, words: [event.entry, event.seq, event.mask, 0, 0, 0] }
        }
    }

    /// A queued command was retired. The events that it causes follow.
    #[derive(Clone, Copy, Debug)]
    pub struct CmdWords {
        /// The kind of the command.
        pub op: u32,
        /// RESULT of a DAG command, the refused SIPs of a claim, 0 for the others.
        pub result: u32,
    }

    impl From<CmdWords> for EventWords {
        #[inline]
        fn from(event: CmdWords) -> Self {
            Self { kind: EventKind::Cmd, words: [event.op, event.result, 0, 0, 0, 0] }
        }
    }

    /// A valid complete report. The messages that it causes follow.
    #[derive(Clone, Copy, Debug)]
    pub struct CompleteWords {
        /// The SIP.
        pub sip: u32,
        /// The launch that it ran.
        pub launch_id: u32,
    }

    impl From<CompleteWords> for EventWords {
        #[inline]
        fn from(event: CompleteWords) -> Self {
            Self { kind: EventKind::Complete, words: [event.sip, event.launch_id, 0, 0, 0, 0] }
        }
    }

    /// A valid pre-complete report.
    #[derive(Clone, Copy, Debug)]
    pub struct PreCompleteWords {
        /// The SIP.
        pub sip: u32,
        /// The launch that it runs.
        pub launch_id: u32,
    }

    impl From<PreCompleteWords> for EventWords {
        #[inline]
        fn from(event: PreCompleteWords) -> Self {
            Self { kind: EventKind::PreComplete, words: [event.sip, event.launch_id, 0, 0, 0, 0] }
        }
    }
}
