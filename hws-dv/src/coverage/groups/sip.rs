//! SIPs: each SIP that a launch takes (scheduler.md §7.2), and each that becomes pre-idle (§7.3, §7.4).

use hws_model::Event;
use hws_regs::{EarlyLaunchMode, RegId, RegIndex, SipLaunch};
use hws_types::{LaunchId, Rule, Sip};

use crate::coverage::spec::{CrossSpec, ExclusionSpec, GroupSpec, PointSpec, never};
use crate::coverage::step::Step;

/// A SIP at its launch.
pub(in crate::coverage) struct LaunchedSip {
    state: usize,
    mode: usize,
    is_saturated: bool,
}

const STATES: &[&str] = &["idle", "running", "idle since LATCH"];

type Point = PointSpec<LaunchedSip>;

pub(in crate::coverage) static SIP_LAUNCH: GroupSpec<LaunchedSip> = GroupSpec {
    name: "sip_launch",
    rule: Rule::Scheduler7_2,
    title: "a SIP that a launch takes",
    points: &[
        Point::new("state", Rule::Scheduler7_2, STATES, |sip| Some(sip.state)),
        Point::new("mode", Rule::Scheduler7_3, &["reports", "estimates"], |sip| Some(sip.mode)),
        Point::new("remain", Rule::Scheduler7_2, &["fits", "saturated"], |sip| {
            Some(usize::from(sip.is_saturated))
        }),
    ],
    crosses: &[
        CrossSpec::new("state × mode", Rule::Scheduler7_2, &["state", "mode"], &[]),
        CrossSpec::new("state × remain", Rule::Scheduler7_2, &["state", "remain"], NO_SUM),
    ],
};

const NO_SUM: &[ExclusionSpec] = &[never(
    &[("state", &["running"]), ("remain", &["saturated"])],
    "behind a running block, no LAUNCH_SIP_DELAY is added",
)];

impl LaunchedSip {
    /// The SIPs of all launches of a step.
    pub(in crate::coverage) fn all<'s>(step: &'s Step<'_>) -> impl Iterator<Item = Self> + 's {
        let launches = step.events.iter().filter_map(|event| match *event {
            Event::Launch { entry, launch_id, sip_mask, .. } => Some((entry, launch_id, sip_mask)),
            _ => None,
        });
        launches.flat_map(move |(entry, id, sips)| {
            let est =
                step.latched.and_then(|latched| latched.hws.descriptor(entry)).map(|td| td.est_exec_time);
            sips.iter().filter_map(move |sip| Self::new(step, id, sip, est?))
        })
    }

    fn new(step: &Step<'_>, id: LaunchId, sip: Sip, est: u32) -> Option<Self> {
        let index = RegIndex::wrapping(sip.get());
        let after = SipLaunch::from_bits(step.hws.peek(RegId::SipLaunch(index)));
        let runs = after.running_valid() && after.running() == id.get();
        let was_idle = step.latched?.decision.idle.contains(sip.mask());
        let delay = step.hws.peek(RegId::LaunchSipDelay);
        Some(Self {
            state: match (runs, was_idle) {
                (false, _) => 1,
                (true, true) => 0,
                (true, false) => 2,
            },
            mode: EarlyLaunchMode::from_bits(step.hws.peek(RegId::EarlyLaunchMode)).mode_bits() as usize,
            is_saturated: runs && est.checked_add(delay).is_none(),
        })
    }
}

/// A SIP that becomes pre-idle while it runs.
pub(in crate::coverage) struct PreIdle {
    by: usize,
    is_offset_0: bool,
}

pub(in crate::coverage) static PRE_IDLE: GroupSpec<PreIdle> = GroupSpec {
    name: "pre_idle",
    rule: Rule::Scheduler7_4,
    title: "a SIP that becomes pre-idle while it runs",
    points: &[
        PointSpec::new("by", Rule::Scheduler7_3, &["report", "estimate"], |sip: &PreIdle| Some(sip.by)),
        PointSpec::new("offset", Rule::Scheduler7_4, &["0", "other"], |sip: &PreIdle| {
            (sip.by == 1).then(|| usize::from(!sip.is_offset_0))
        }),
    ],
    crosses: &[],
};

impl PreIdle {
    /// The SIPs that have become pre-idle in a step.
    pub(in crate::coverage) fn all<'s>(
        step: &'s Step<'_>,
        now: &super::super::step::Glance,
    ) -> impl Iterator<Item = Self> + 's {
        let is_report = step.has(|event| matches!(event, Event::PreComplete { .. }));
        let new = (now.pre_idle - now.idle) - step.before.pre_idle;
        let is_offset_0 = step.hws.peek(RegId::PreIdleOffset) == 0;
        new.iter().map(move |_| Self { by: usize::from(!is_report), is_offset_0 })
    }
}
