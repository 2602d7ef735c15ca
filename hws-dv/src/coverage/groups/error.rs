//! Errors: every bit of ERR_STATUS that is raised (registers.md §5).

use hws_model::{ErrorBit, Event};

use crate::coverage::spec::{CrossSpec, GroupSpec, PointSpec, answer};
use crate::coverage::step::{BusAccess, Cause, Step};

/// An error.
pub(in crate::coverage) struct Raised {
    bit: ErrorBit,
    is_first: bool,
}

type Point = PointSpec<Raised>;

const BITS: &[&str] = &[
    "BUS",
    "CFG",
    "TD_READ",
    "TD_THREAD_NUM",
    "TD_CLUSTER",
    "TD_BLOCK_NUM",
    "TD_OUT_PATH",
    "TD_COOP",
    "TD_UNPLACEABLE",
    "DAG_TABLE_FULL",
    "SPURIOUS_COMPLETE",
    "SPURIOUS_PRE_COMPLETE",
    "MIH_OVERFLOW",
    "CMD_OVERFLOW",
    "FW_TASK_OVERFLOW",
    "FW_TASK_MODE",
    "TRIGGER_ENTRY",
    "TRIGGER_REGRESS",
];

pub(in crate::coverage) static ERROR: GroupSpec<Raised> = GroupSpec {
    name: "error",
    rule: "registers.md §5",
    title: "an error",
    points: &[
        Point::new("bit", "registers.md §5", BITS, |error| Some(error.bit.code().into())),
        Point::new("recorded", "registers.md §5", &["first since clear", "later"], |error| {
            answer(!error.is_first)
        }),
    ],
    crosses: &[CrossSpec::new("bit × recorded", "registers.md §5", &["bit", "recorded"], &[])],
};

impl Raised {
    /// The errors of a step.
    pub(in crate::coverage) fn all(step: &Step<'_>) -> Vec<Self> {
        let bus =
            matches!(step.cause, Cause::Access(BusAccess { is_refused: true, .. })).then_some(ErrorBit::Bus);
        let events = step.events.iter().filter_map(|event| match *event {
            Event::Error { bit, .. } => Some(bit),
            _ => None,
        });
        let was_clear = step.before.errors.bits() == 0;
        let bits = bus.into_iter().chain(events).enumerate();
        bits.map(|(place, bit)| Self { bit, is_first: was_clear && place == 0 }).collect()
    }
}
