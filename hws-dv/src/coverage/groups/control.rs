//! Writes of HWS_CTRL: ENABLE and soft resets (scheduler.md §8.5).

use hws_regs::{HwsCtrl, RegId};
use hws_types::{Rule, SipMask};

use crate::coverage::spec::{CrossSpec, ExclusionSpec, GroupSpec, PointSpec, answer, never};
use crate::coverage::step::Step;

/// A soft reset, or another write of HWS_CTRL.
pub(in crate::coverage) struct Controlled {
    request: usize,
    machine: usize,
    is_in_flight: bool,
    enables: bool,
    is_refused: bool,
}

type Control = PointSpec<Controlled>;

const REQUESTS: &[&str] = &["ENABLE only", "SOFT_RESET", "SOFT_RESET and FORCE", "FORCE alone"];
const MACHINES: &[&str] = &["idle", "SIPs busy", "SIPs owned", "busy and owned"];

pub(in crate::coverage) static CONTROL: GroupSpec<Controlled> = GroupSpec {
    name: "control",
    rule: Rule::Scheduler8_5,
    title: "a write of HWS_CTRL",
    points: &[
        Control::new("request", Rule::Scheduler8_5, REQUESTS, |write| Some(write.request)),
        Control::new("machine", Rule::Scheduler8_5, MACHINES, |write| Some(write.machine)),
        Control::new("attempt", Rule::Scheduler8_5, &["none", "in flight"], |write| {
            answer(write.is_in_flight)
        }),
        Control::new("enable", Rule::Scheduler8_5, &["0", "1"], |write| answer(write.enables)),
        Control::new("result", Rule::Scheduler8_5, &["accepted", "refused"], |write| {
            answer(write.is_refused)
        }),
    ],
    crosses: &[
        CrossSpec::new("request × attempt", Rule::Scheduler8_5, &["request", "attempt"], &[]),
        CrossSpec::new(
            "request × enable × result",
            Rule::Scheduler8_6,
            &["request", "enable", "result"],
            ALLOWED,
        ),
        CrossSpec::new(
            "request × machine × result",
            Rule::Scheduler8_5,
            &["request", "machine", "result"],
            NOT_QUIET,
        ),
    ],
};

const ALLOWED: &[ExclusionSpec] = &[never(
    &[
        ("request", &["ENABLE only", "FORCE alone", "SOFT_RESET and FORCE"]),
        ("enable", &["0"]),
        ("result", &["refused"]),
    ],
    "nothing speaks against it",
)];

const NOT_QUIET: &[ExclusionSpec] = &[
    never(
        &[
            ("request", &["ENABLE only", "SOFT_RESET and FORCE", "FORCE alone"]),
            ("machine", &["SIPs busy", "busy and owned"]),
            ("result", &["refused"]),
        ],
        "the map cannot become a wrong one while SIPs are busy, nor SIPs busy while it is",
    ),
    never(
        &[
            ("request", &["SOFT_RESET"]),
            ("machine", &["SIPs busy", "SIPs owned", "busy and owned"]),
            ("result", &["accepted"]),
        ],
        "without FORCE, a reset needs idle SIPs that the HWS owns",
    ),
];

impl Controlled {
    /// The write of HWS_CTRL in a step.
    pub(in crate::coverage) fn of(step: &Step<'_>) -> Option<Self> {
        let (RegId::HwsCtrl, value) = step.write()? else { return None };
        let written = HwsCtrl::from_bits(value);
        let before = step.before;
        Some(Self {
            request: match (written.soft_reset(), written.force()) {
                (false, false) => 0,
                (true, false) => 1,
                (true, true) => 2,
                (false, true) => 3,
            },
            machine: usize::from(before.idle != SipMask::ALL) + 2 * usize::from(!before.owned.is_empty()),
            is_in_flight: before.status.attempt_busy(),
            enables: written.enable(),
            is_refused: step.is_ignored(),
        })
    }
}
