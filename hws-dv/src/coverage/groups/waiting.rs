//! Why kernels wait: each resident kernel that an attempt does not launch (scheduler.md §4.1, §5).

use crate::coverage::kernel::CLASSES;
use crate::coverage::spec::{CrossSpec, ExclusionSpec, GroupSpec, NO_YES, PointSpec, answer, never};
use crate::coverage::step::Latched;
use hws_inspect::explain::{Facts, Precedence, Reason, reasons};
use hws_types::Rule;

/// A kernel that is not launched.
pub(in crate::coverage) struct Waiting {
    facts: Facts,
    reason: Reason,
}

type Point = PointSpec<Waiting>;

const REASONS: &[&str] = &[
    "trigger",
    "allocation only",
    "usage mask",
    "affinity",
    "owned by firmware",
    "early launch off",
    "fragmentation",
    "busy",
    "second resources",
    "reserved",
    "earlier pool",
    "fill-up first",
    "online priority",
    "offline priority",
    "age",
];

pub(in crate::coverage) static WAITING: GroupSpec<Waiting> = GroupSpec {
    name: "waiting",
    rule: Rule::Scheduler5_6,
    title: "a resident kernel that an attempt does not launch",
    points: &[
        Point::new("reason", Rule::Scheduler5_6, REASONS, Waiting::reason),
        Point::new("class", Rule::Scheduler0_2, CLASSES, |one| {
            crate::coverage::kernel::class(one.facts.threads)
        }),
        Point::new("cooperative", Rule::Scheduler5_2, NO_YES, |one| answer(one.facts.cooperative)),
        Point::new("r_task", Rule::Scheduler4_1, NO_YES, |one| answer(!one.facts.reserved.is_empty())),
    ],
    crosses: &[
        CrossSpec::new("reason × class", Rule::Scheduler5_1, &["reason", "class"], SINGLE),
        CrossSpec::new("reason × cooperative", Rule::Scheduler5_2, &["reason", "cooperative"], ALWAYS),
        CrossSpec::new("reason × r_task", Rule::Scheduler5_3, &["reason", "r_task"], NOT_R),
    ],
};

const SINGLE: &[ExclusionSpec] = &[never(
    &[("reason", &["fragmentation"]), ("class", &["1"])],
    "every SIP is a place for a block of one thread",
)];

const ALWAYS: &[ExclusionSpec] = &[never(
    &[("reason", &["trigger"]), ("cooperative", &["yes"])],
    "a cooperative kernel does not wait for its trigger (§4.1)",
)];

const NOT_R: &[ExclusionSpec] = &[
    never(
        &[("reason", &["trigger", "allocation only"]), ("r_task", &["yes"])],
        "an R-task was a P-task, and its trigger is never lowered",
    ),
    never(
        &[
            ("reason", &["earlier pool", "fill-up first", "online priority", "offline priority"]),
            ("r_task", &["yes"]),
        ],
        "the R-pool comes first and goes by age (§4.4)",
    ),
];

impl Waiting {
    /// The kernels that the attempt leaves waiting.
    pub(in crate::coverage) fn all(latched: &Latched) -> impl Iterator<Item = Self> {
        let all = reasons(&latched.hws, &latched.decision);
        all.map(|(facts, reason)| Self { facts, reason }).filter(|one| one.reason != Reason::Launching)
    }

    fn reason(&self) -> Option<usize> {
        let name = match self.reason {
            Reason::Trigger { .. } => "trigger",
            Reason::AllocationOnly => "allocation only",
            Reason::UsageMask { .. } => "usage mask",
            Reason::Affinity { .. } => "affinity",
            Reason::Owned { .. } => "owned by firmware",
            Reason::EarlyLaunch { .. } => "early launch off",
            Reason::Fragmentation { .. } => "fragmentation",
            Reason::Busy { .. } => "busy",
            Reason::SecondResources { .. } => "second resources",
            Reason::Reserved { .. } => "reserved",
            Reason::Outranked { because, .. } => match because {
                Precedence::Pool => "earlier pool",
                Precedence::FillUp => "fill-up first",
                Precedence::OnlinePriority => "online priority",
                Precedence::OfflinePriority => "offline priority",
                Precedence::Age => "age",
            },
            Reason::NotPushed
            | Reason::BeforePush { .. }
            | Reason::Loader
            | Reason::InFlight
            | Reason::Disabled
            | Reason::Launching => return None,
        };
        REASONS.iter().position(|known| *known == name)
    }
}
