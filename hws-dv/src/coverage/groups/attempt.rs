//! Attempts: what each decided, and from what (scheduler.md §4, §5.6).

use std::rc::Rc;

use hws_model::{Considered, Pool};
use hws_regs::{HwsStatus, RegId, SipFillupTaskFirst};
use hws_types::Rule;

use crate::coverage::spec::{CrossSpec, ExclusionSpec, GroupSpec, NO_YES, PointSpec, answer, never, range};
use crate::coverage::step::Latched;

/// An attempt at its LATCH.
pub(in crate::coverage) struct Attempting(Rc<Latched>);

type Point = PointSpec<Attempting>;

const OUTCOMES: &[&str] = &["R", "P", "O", "none"];
const POOL_SETS: &[&str] = &["none", "R", "P", "R P", "O", "R O", "P O", "R P O"];
const MANY: &[&str] = &["0", "1", "2-4", "5 or more"];

pub(in crate::coverage) static ATTEMPT: GroupSpec<Attempting> = GroupSpec {
    name: "attempt",
    rule: Rule::Scheduler3_2,
    title: "an attempt at its LATCH",
    points: &[
        Point::new("outcome", Rule::Scheduler5_6, OUTCOMES, |at| Some(at.outcome())),
        Point::new("pools", Rule::Scheduler4_1, POOL_SETS, |at| Some(at.pools())),
        Point::new("r_pool", Rule::Scheduler4_1, &["0", "1", "2-4", "5-8"], |at| at.tasks(Pool::R)),
        Point::new("p_pool", Rule::Scheduler4_2, MANY, |at| at.tasks(Pool::P)),
        Point::new("o_pool", Rule::Scheduler4_2, MANY, |at| at.tasks(Pool::O)),
        Point::new("station", Rule::Scheduler3_1, &["1", "2-8", "9-31", "32"], |at| {
            range(at.status().rs_count().into(), &[1, 2, 9, 32])
        }),
        Point::new("ready", Rule::Scheduler7_1, &["1", "2-15", "16-31", "32"], |at| {
            range(at.0.decision.ready.len().into(), &[1, 2, 16, 32])
        }),
        Point::new("reserved", Rule::Scheduler6_6, &["0", "1-8", "9-16", "17-32"], |at| {
            range(at.0.decision.reserved.len().into(), &[0, 1, 9, 17])
        }),
        Point::new("passed_over", Rule::Scheduler5_6, &["0", "1-3", "4 or more"], |at| {
            at.passed_over().and_then(|tasks| range(tasks as u64, &[0, 1, 4]))
        }),
        Point::new("equal_p_tasks", Rule::Scheduler4_4, NO_YES, |at| {
            at.has_equals(Pool::P, |task| task.online_priority.unwrap_or(0))
        }),
        Point::new("equal_o_tasks", Rule::Scheduler4_4, NO_YES, |at| {
            at.has_equals(Pool::O, |task| task.offline_priority)
        }),
        Point::new("second_resources", Rule::Scheduler9, &["off", "on"], |at| {
            answer(at.0.decision.second_resources)
        }),
        Point::new("fill_up_first", Rule::Scheduler5_6, &["off", "on"], |at| at.fill_up().map(|fill| fill.0)),
        Point::new("first_is_fill_up", Rule::Scheduler5_6, NO_YES, |at| at.fill_up().map(|fill| fill.1)),
        Point::new("later_fill_up", Rule::Scheduler5_6, NO_YES, |at| at.fill_up().map(|fill| fill.2)),
        Point::new("fill_up_pool", Rule::Scheduler5_6, &["P", "O"], |at| at.fill_up().map(|fill| fill.3)),
    ],
    crosses: &[
        CrossSpec::new("outcome × pools", Rule::Scheduler5_6, &["outcome", "pools"], OUTSIDE),
        CrossSpec::new("outcome × second_resources", Rule::Scheduler9, &["outcome", "second_resources"], &[]),
        CrossSpec::new(
            "fill_up",
            Rule::Scheduler5_6,
            &["fill_up_first", "first_is_fill_up", "later_fill_up", "fill_up_pool"],
            &[],
        ),
    ],
};

/// A task of an empty pool is not launched.
const OUTSIDE: &[ExclusionSpec] = {
    const REASON: &str = "the launched task is in its pool";
    &[
        never(&[("outcome", &["R"]), ("pools", &["none", "P", "O", "P O"])], REASON),
        never(&[("outcome", &["P"]), ("pools", &["none", "R", "O", "R O"])], REASON),
        never(&[("outcome", &["O"]), ("pools", &["none", "R", "P", "R P"])], REASON),
    ]
};

impl Attempting {
    pub(in crate::coverage) fn new(latched: &Rc<Latched>) -> Self {
        Self(Rc::clone(latched))
    }

    fn status(&self) -> HwsStatus {
        HwsStatus::from_bits(self.0.hws.peek(RegId::HwsStatus))
    }

    fn outcome(&self) -> usize {
        self.0.decision.choice.as_ref().map_or(OUTCOMES.len() - 1, |choice| choice.pool as usize)
    }

    /// The pools that are not empty, a bit each.
    fn pools(&self) -> usize {
        let bit = |pool: Pool| usize::from(self.0.decision.pool(pool).next().is_some()) << pool as usize;
        bit(Pool::R) | bit(Pool::P) | bit(Pool::O)
    }

    fn tasks(&self, pool: Pool) -> Option<usize> {
        range(self.0.decision.pool(pool).count() as u64, &[0, 1, 2, 5])
    }

    /// The tasks before the chosen one in its pool that cannot be launched.
    fn passed_over(&self) -> Option<usize> {
        let choice = self.0.decision.choice.as_ref()?;
        let before = self.0.decision.pool(choice.pool).take_while(|task| task.entry != choice.entry);
        Some(before.filter(|task| task.options.is_empty()).count())
    }

    /// Whether age decides between two tasks of the pool.
    fn has_equals(&self, pool: Pool, priority: impl Fn(&Considered) -> u32) -> Option<usize> {
        let tasks = self.0.decision.pool(pool).map(priority);
        let next = self.0.decision.pool(pool).skip(1).map(|task| match pool {
            Pool::P => task.online_priority.unwrap_or(0),
            Pool::R | Pool::O => task.offline_priority,
        });
        let mut pairs = tasks.zip(next).peekable();
        pairs.peek()?;
        answer(pairs.any(|(one, other)| one == other))
    }

    /// For a launch from the P- or O-pool: the switch, whether the first launchable task is a fill-up, whether a later one
    /// is, and the pool.
    fn fill_up(&self) -> Option<(usize, usize, usize, usize)> {
        let pool = self.0.decision.choice.as_ref().map(|choice| choice.pool)?;
        let mut fill_ups = self
            .0
            .decision
            .pool(pool)
            .filter_map(|task| task.options.first())
            .map(|option| option.is_fill_up);
        let switch = SipFillupTaskFirst::from_bits(self.0.hws.peek(RegId::SipFillupTaskFirst)).enable();
        let first = fill_ups.next()?;
        let pool = (pool as usize).checked_sub(1)?;
        Some((usize::from(switch), usize::from(first), usize::from(fill_ups.any(|is| is)), pool))
    }
}
