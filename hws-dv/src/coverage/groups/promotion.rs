//! Promotions: the end of each attempt (scheduler.md §6.5), and the failures that it counts (§6.4).

use std::rc::Rc;

use hws_model::{Event, Hws, Pool};
use hws_regs::{Promote, RegId, RegIndex, RsFail, RsFlags};
use hws_types::{Entry, Rule};

use crate::coverage::kernel::{CLASSES, ResidentKernel};
use crate::coverage::spec::{CrossSpec, ExclusionSpec, GroupSpec, NO_YES, PointSpec, answer, never, range};
use crate::coverage::step::{Latched, Step};
use hws_inspect::explain::{PromotionReason, promotion_reason};

/// A COMMIT.
pub(in crate::coverage) struct Committed {
    latched: Rc<Latched>,
    /// PROMOTE at COMMIT.
    promote: Promote,
    /// The promoted task.
    promoted: Option<(Entry, ResidentKernel)>,
    rule: Option<PromotionReason>,
    /// The P-tasks whose fail_times has risen.
    failures: usize,
}

type Point = PointSpec<Committed>;

const RULES: &[&str] = &["RULE_THRESHOLD", "RULE_TOP1_FULL_VG", "RULE_TOP1", "RULE_ON_CP"];
const LAUNCHES: &[&str] = &["R", "P", "O", "none"];

pub(in crate::coverage) static PROMOTION: GroupSpec<Committed> = GroupSpec {
    name: "promotion",
    rule: Rule::Scheduler6_5,
    title: "the end of an attempt",
    points: &[
        Point::new("outcome", Rule::Scheduler6_5, &["promoted", "RTASK_MAX reached", "no promotion"], |at| {
            Some(at.outcome())
        }),
        Point::new("launch", Rule::Scheduler6_5, LAUNCHES, |at| Some(at.launch())),
        Point::new("rule", Rule::Scheduler6_5, RULES, |at| at.rule.map(|rule| rule as usize)),
        Point::new("most_failed_first", Rule::Scheduler6_5, &["off", "on"], |at| {
            (at.rule == Some(PromotionReason::Threshold)).then(|| usize::from(at.promote.most_failed_first()))
        }),
        Point::new("class", Rule::Scheduler6_6, CLASSES, |at| at.promoted.and_then(|(_, task)| task.class())),
        Point::new("cooperative", Rule::Scheduler6_6, NO_YES, |at| {
            at.promoted.and_then(|(_, task)| answer(task.td.coop))
        }),
        Point::new("place", Rule::Scheduler6_5, &["first of the pool", "later"], |at| at.place()),
        Point::new("r_tasks", Rule::Scheduler6_5, &["1", "2-4", "5-8"], |at| {
            at.promoted.and_then(|_| range(at.r_tasks() + 1, &[1, 2, 5]))
        }),
        Point::new("failures", Rule::Scheduler6_4, &["0", "1", "2 or more"], |at| {
            range(at.failures as u64, &[0, 1, 2])
        }),
    ],
    crosses: &[
        CrossSpec::new("outcome × launch", Rule::Scheduler6_5, &["outcome", "launch"], &[]),
        CrossSpec::new("rule × launch", Rule::Scheduler6_5, &["rule", "launch"], NOT_OVERTAKEN),
        CrossSpec::new("rule × class", Rule::Scheduler6_5, &["rule", "class"], SMALL_CLUSTER),
        CrossSpec::new("rule × cooperative", Rule::Scheduler6_6, &["rule", "cooperative"], &[]),
        CrossSpec::new("rule × place", Rule::Scheduler6_5, &["rule", "place"], NOT_FIRST),
        CrossSpec::new("rule × r_tasks", Rule::Scheduler6_5, &["rule", "r_tasks"], &[]),
        CrossSpec::new("launch × failures", Rule::Scheduler6_4, &["launch", "failures"], NO_FAILURE),
    ],
};

const NOT_OVERTAKEN: &[ExclusionSpec] = &[never(
    &[("rule", &["RULE_TOP1", "RULE_ON_CP"]), ("launch", &["R", "none"])],
    "the rule needs a launch that is not from the R-pool",
)];

const SMALL_CLUSTER: &[ExclusionSpec] =
    &[never(&[("rule", &["RULE_TOP1_FULL_VG"]), ("class", &["1", "2"])], "a cluster has at least 3 SIPs")];

const NOT_FIRST: &[ExclusionSpec] = &[never(
    &[("rule", &["RULE_TOP1_FULL_VG", "RULE_TOP1"]), ("place", &["later"])],
    "the rule promotes the first of the pool",
)];

const NO_FAILURE: &[ExclusionSpec] = &[never(
    &[("launch", &["R", "none"]), ("failures", &["1", "2 or more"])],
    "only a launch from the P- or O-pool counts failures",
)];

impl Committed {
    /// The COMMIT of a step.
    pub(in crate::coverage) fn of(step: &Step<'_>) -> Option<Self> {
        let latched = Rc::clone(step.latched?);
        let promote = Promote::from_bits(step.hws.peek(RegId::Promote));
        let entry = step.events.iter().find_map(|event| match *event {
            Event::Promote { entry, .. } => Some(entry),
            _ => None,
        });
        let Latched { hws, decision } = &*latched;
        let chosen = decision.choice.as_ref().map(|choice| choice.entry);
        let has_left =
            step.has(|event| matches!(event, Event::KernelDone { entry, .. } if Some(*entry) == chosen));
        Some(Self {
            promote,
            promoted: entry.and_then(|entry| Some((entry, ResidentKernel::of(hws, entry)?))),
            rule: entry.and_then(|entry| promotion_reason(hws, decision, entry, promote, has_left)),
            failures: failures(step.hws, &latched),
            latched,
        })
    }

    fn launch(&self) -> usize {
        self.latched.decision.choice.as_ref().map_or(LAUNCHES.len() - 1, |choice| choice.pool as usize)
    }

    /// The number of R-tasks after the launch.
    fn r_tasks(&self) -> u64 {
        let before = self.latched.decision.pool(Pool::R).count() as u64;
        before - u64::from(self.launch() == Pool::R as usize && before > 0)
    }

    fn outcome(&self) -> usize {
        if self.promoted.is_some() {
            0
        } else if self.r_tasks() >= u64::from(self.promote.rtask_max()) {
            1
        } else {
            2
        }
    }

    fn place(&self) -> Option<usize> {
        let (entry, _) = self.promoted?;
        let place = self.latched.decision.pool(Pool::P).position(|task| task.entry == entry)?;
        answer(place > 0)
    }
}

/// The P-tasks whose fail_times has risen since LATCH.
fn failures(after: &Hws, latched: &Latched) -> usize {
    let fails = |hws: &Hws, entry: Entry| {
        let index = RegIndex::wrapping(entry.get());
        let is_valid = RsFlags::from_bits(hws.peek(RegId::RsFlags(index))).valid();
        is_valid.then(|| RsFail::from_bits(hws.peek(RegId::RsFail(index))).times())
    };
    let pool = latched.decision.pool(Pool::P).map(|task| task.entry);
    pool.filter(|&entry| fails(after, entry) > fails(&latched.hws, entry)).count()
}
