//! Registers that may only be written in a quiet machine: XMC_SIP_MAP and SIP_TOPOLOGY (scheduler.md §8.6, §8.7).

use hws_regs::RegId;
use hws_types::{Rule, SipMask};

use crate::coverage::kernel::{self, TOPOLOGIES};
use crate::coverage::spec::{GroupSpec, PointSpec};
use crate::coverage::step::Step;

/// A write.
pub(in crate::coverage) struct Guarded {
    map: Option<usize>,
    topology: Option<usize>,
    /// The topology that an accepted write selects.
    selected: Option<usize>,
}

type Point = PointSpec<Guarded>;

const MAP: &[&str] = &["accepted", "refused: ENABLE", "refused: attempt in flight", "refused: SIPs busy"];
const TOPOLOGY: &[&str] = &[
    "accepted",
    "refused: illegal pair",
    "refused: kernels resident",
    "refused: loader busy",
    "refused: SIPs busy",
    "refused: SIPs owned",
];

pub(in crate::coverage) static GUARD: GroupSpec<Guarded> = GroupSpec {
    name: "guard",
    rule: Rule::Scheduler8_7,
    title: "a write of XMC_SIP_MAP or SIP_TOPOLOGY",
    points: &[
        Point::new("xmc_sip_map", Rule::Scheduler8_6, MAP, |write| write.map),
        Point::new("sip_topology", Rule::Scheduler8_7, TOPOLOGY, |write| write.topology),
        Point::new("selected", Rule::Scheduler8_8, TOPOLOGIES, |write| write.selected),
    ],
    crosses: &[],
};

impl Guarded {
    /// The write of a step. Of several reasons against it, the first counts.
    pub(in crate::coverage) fn of(step: &Step<'_>) -> Option<Self> {
        let (id, value) = step.write()?;
        let (before, is_refused) = (step.before, step.is_ignored());
        let is_busy = before.idle != SipMask::ALL;
        let why = |reasons: &[bool]| match is_refused {
            true => reasons.iter().position(|&reason| reason).map(|reason| reason + 1),
            false => Some(0),
        };
        Some(match id {
            RegId::XmcSipMap(_) => Self {
                map: why(&[before.ctrl.enable(), before.status.attempt_busy(), is_busy]),
                topology: None,
                selected: None,
            },
            RegId::SipTopology => Self {
                map: None,
                topology: why(&[
                    !RegId::SipTopology.is_legal(value),
                    !before.status.rs_empty(),
                    before.status.loader_busy(),
                    is_busy,
                    !before.owned.is_empty(),
                ]),
                selected: (!is_refused).then(|| kernel::topology(step.hws)).flatten(),
            },
            _ => return None,
        })
    }
}
