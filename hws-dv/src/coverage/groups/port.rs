//! Pushes of tasks, and boundaries at which no attempt starts although kernels wait (scheduler.md §2.1, §3.1).

use hws_model::{ErrorBit, Event};
use hws_regs::{HwsStatus, HwsWorkMode, InPath, RegId};
use hws_types::Rule;

use crate::coverage::spec::{CrossSpec, ExclusionSpec, GroupSpec, PointSpec, answer, never, range};
use crate::coverage::step::{Cause, Glance, Step};

/// A push into the HDR port or the firmware task FIFO.
pub(in crate::coverage) struct Pushed {
    hdr: Option<u32>,
    firmware: Option<usize>,
    is_path_firmware: bool,
}

type Point = PointSpec<Pushed>;

pub(in crate::coverage) static PORT: GroupSpec<Pushed> = GroupSpec {
    name: "port",
    rule: Rule::Scheduler2_1,
    title: "a push of a task",
    points: &[
        Point::new("hdr_fifo", Rule::Scheduler2_1, &["empty", "1-14", "15", "16: refused"], |push| {
            push.hdr.and_then(|level| range(level.into(), &[0, 1, 15, 16]))
        }),
        Point::new(
            "firmware_fifo",
            Rule::Scheduler2_1,
            &["accepted", "full: refused", "IN_PATH is HDR: refused"],
            |push| push.firmware,
        ),
        Point::new("in_path", Rule::Scheduler2_1, &["HDR", "firmware"], |push| answer(push.is_path_firmware)),
    ],
    crosses: &[
        CrossSpec::new("hdr_fifo × in_path", Rule::Scheduler2_1, &["hdr_fifo", "in_path"], &[]),
        CrossSpec::new("firmware_fifo × in_path", Rule::Scheduler2_1, &["firmware_fifo", "in_path"], MODE),
    ],
};

const MODE: &[ExclusionSpec] = &[
    never(
        &[("firmware_fifo", &["accepted", "full: refused"]), ("in_path", &["HDR"])],
        "IN_PATH is tested first",
    ),
    never(
        &[("firmware_fifo", &["IN_PATH is HDR: refused"]), ("in_path", &["firmware"])],
        "IN_PATH is tested first",
    ),
];

impl Pushed {
    /// The push of a step.
    pub(in crate::coverage) fn of(step: &Step<'_>) -> Option<Self> {
        let path = HwsWorkMode::from_bits(step.hws.peek(RegId::HwsWorkMode)).in_path();
        let is_path_firmware = path == InPath::Firmware;
        let hdr = matches!(step.cause, Cause::Push).then(|| step.before.status.hdr_count());
        let firmware = step.write().filter(|&(id, _)| id == RegId::FwTaskPush).map(|_| {
            let refused =
                |wanted| step.has(|event| matches!(event, Event::Error { bit, .. } if *bit == wanted));
            if refused(ErrorBit::FwTaskMode) { 2 } else { usize::from(refused(ErrorBit::FwTaskOverflow)) }
        });
        (hdr.is_some() || firmware.is_some()).then_some(Self { hdr, firmware, is_path_firmware })
    }
}

/// Kernels wait, but no attempt is in flight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::coverage) struct Idling {
    why: usize,
}

const WHY: &[&str] = &["ENABLE is 0", "no SIP is ready", "the MDMA FIFO has no room"];

pub(in crate::coverage) static IDLE: GroupSpec<Idling> = GroupSpec {
    name: "no_attempt",
    rule: Rule::Scheduler3_1,
    title: "kernels begin to wait without an attempt, or for another reason",
    points: &[PointSpec::new("why", Rule::Scheduler3_1, WHY, |idling: &Idling| Some(idling.why))],
    crosses: &[],
};

impl Idling {
    /// The state after a step of time; `None` if no kernel waits, or an attempt is in flight.
    pub(in crate::coverage) fn of(step: &Step<'_>, now: &Glance) -> Option<Self> {
        let status: HwsStatus = now.status;
        if status.attempt_busy() || status.rs_empty() {
            return None;
        }
        let why = match (now.ctrl.enable(), step.hws.peek(RegId::SipReadyMask)) {
            (false, _) => 0,
            (true, 0) => 1,
            (true, _) => 2,
        };
        Some(Self { why })
    }
}
