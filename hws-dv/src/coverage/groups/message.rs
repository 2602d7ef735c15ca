//! Messages to firmware, sent or dropped (interfaces.md §4).

use hws_model::Event;
use hws_types::{MihMessage, Notice, RawMih, Rule, Source};

use crate::coverage::kernel::SOURCES;
use crate::coverage::spec::{CrossSpec, ExclusionSpec, GroupSpec, NO_YES, PointSpec, answer, never, range};
use crate::coverage::step::Step;

/// A message.
pub(in crate::coverage) struct Sent {
    message: MihMessage,
    is_dropped: bool,
}

type Point = PointSpec<Sent>;

const KINDS: &[&str] = &["RESULT", "SCHED_INFO", "BLOCK_FINISH", "ERROR", "L2_ALLOC_REQ", "VC_ALLOC_REQ"];

pub(in crate::coverage) static MESSAGE: GroupSpec<Sent> = GroupSpec {
    name: "message",
    rule: Rule::Interfaces4,
    title: "a message to firmware",
    points: &[
        Point::new("kind", Rule::Interfaces4, KINDS, |sent| Some(sent.kind())),
        Point::new("fate", Rule::Interfaces4, &["sent", "dropped"], |sent| answer(sent.is_dropped)),
        Point::new("source", Rule::Interfaces4, SOURCES, |sent| {
            answer(sent.message.header().ids.source == Source::Firmware)
        }),
        Point::new("kernel_finish", Rule::Scheduler7_3, NO_YES, |sent| match sent.message {
            MihMessage::BlockFinish { kernel_finish, .. } => answer(kernel_finish),
            _ => None,
        }),
        Point::new("last_block", Rule::Interfaces4, NO_YES, |sent| match sent.message {
            MihMessage::SchedInfo { last_block, .. } => answer(last_block),
            _ => None,
        }),
        Point::new("vc_num", Rule::Scheduler9_2, &["0", "1-63", "64"], |sent| match sent.message {
            MihMessage::SchedInfo { vc_num, .. } => range(vc_num.into(), &[0, 1, 64]),
            _ => None,
        }),
        Point::new("vgs", Rule::Scheduler9_3, &["one", "several"], |sent| match sent.message {
            MihMessage::Notify { notice: Notice::L2AllocReq { vgs, .. }, .. } => answer(vgs.count_ones() > 1),
            _ => None,
        }),
        Point::new("dies", Rule::Scheduler9_3, &["0", "1", "both"], |sent| match sent.message {
            MihMessage::Notify { notice: Notice::VcAllocReq { dies, .. }, .. } => {
                usize::from(dies).checked_sub(1)
            }
            _ => None,
        }),
    ],
    crosses: &[
        CrossSpec::new("kind × fate", Rule::Interfaces4, &["kind", "fate"], REQUESTS),
        CrossSpec::new("kind × source", Rule::Interfaces4, &["kind", "source"], &[]),
        CrossSpec::new("source × kernel_finish", Rule::Scheduler7_3, &["source", "kernel_finish"], &[]),
        CrossSpec::new("source × last_block", Rule::Interfaces4, &["source", "last_block"], &[]),
    ],
};

const REQUESTS: &[ExclusionSpec] = &[never(
    &[("kind", &["L2_ALLOC_REQ", "VC_ALLOC_REQ"]), ("fate", &["dropped"])],
    "a request is never dropped: it waits (§9.3)",
)];

impl Sent {
    /// The messages of a step.
    pub(in crate::coverage) fn all<'s>(step: &'s Step<'_>) -> impl Iterator<Item = Self> + 's {
        step.events.iter().filter_map(|event| match *event {
            Event::Mih(raw) => Self::new(raw, false),
            Event::MihDrop(raw) => Self::new(raw, true),
            _ => None,
        })
    }

    fn new(raw: RawMih, is_dropped: bool) -> Option<Self> {
        MihMessage::decode(raw).ok().map(|message| Self { message, is_dropped })
    }

    fn kind(&self) -> usize {
        match self.message {
            MihMessage::Result { .. } => 0,
            MihMessage::SchedInfo { .. } => 1,
            MihMessage::BlockFinish { .. } => 2,
            MihMessage::Notify { notice: Notice::Error { .. }, .. } => 3,
            MihMessage::Notify { notice: Notice::L2AllocReq { .. }, .. } => 4,
            MihMessage::Notify { notice: Notice::VcAllocReq { .. }, .. } => 5,
        }
    }
}
