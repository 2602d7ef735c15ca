//! Online priorities: each P-task of an attempt (scheduler.md §4.3).

use hws_model::{Considered, Hws, Pool};
use hws_regs::{DagFlags, RegId, RegIndex, RsFlags, params};
use hws_types::Rule;

use crate::coverage::spec::{CrossSpec, GroupSpec, NO_YES, PointSpec, answer, range};
use crate::coverage::step::Latched;

/// A P-task and its DAG.
pub(in crate::coverage) struct Prioritised {
    is_dynamic: bool,
    total: u32,
    finish: u32,
    cp_priority: u32,
    online: u32,
    is_first: bool,
}

type Point = PointSpec<Prioritised>;

pub(in crate::coverage) static PRIORITY: GroupSpec<Prioritised> = GroupSpec {
    name: "priority",
    rule: Rule::Scheduler4_3,
    title: "a P-task of an attempt",
    points: &[
        Point::new(
            "scale",
            Rule::Scheduler4_3,
            &["dynamic DAG", "scaled", "total 0", "cp 0", "saturated"],
            |task| Some(task.scale()),
        ),
        Point::new("rank", Rule::Scheduler4_3, &["0", "1-15", "16-30", "31"], |task| {
            task.rank().and_then(|rank| range(rank, &[0, 1, 16, 31]))
        }),
        Point::new(
            "finish",
            Rule::Scheduler6_4,
            &["nothing", "a part", "the total", "more than the total"],
            |task| task.progress(),
        ),
        Point::new("first", Rule::Scheduler4_4, NO_YES, |task| answer(task.is_first)),
    ],
    crosses: &[CrossSpec::new("scale × first", Rule::Scheduler4_4, &["scale", "first"], &[])],
};

impl Prioritised {
    /// The P-tasks of an attempt.
    pub(in crate::coverage) fn all(latched: &Latched) -> impl Iterator<Item = Self> {
        let pool = latched.decision.pool(Pool::P).enumerate();
        pool.filter_map(|(place, task)| Self::new(&latched.hws, task, place == 0))
    }

    fn new(hws: &Hws, task: &Considered, is_first: bool) -> Option<Self> {
        let flags = RsFlags::from_bits(hws.peek(RegId::RsFlags(RegIndex::wrapping(task.entry.get()))));
        let slot = RegIndex::wrapping(flags.dag_slot());
        Some(Self {
            is_dynamic: DagFlags::from_bits(hws.peek(RegId::DagFlags(slot))).dynamic(),
            total: hws.peek(RegId::DagTotal(slot)),
            finish: hws.peek(RegId::DagFinish(slot)),
            cp_priority: hws.peek(RegId::DagCpPriority(slot)),
            online: task.online_priority?,
            is_first,
        })
    }

    fn scale(&self) -> usize {
        match (self.is_dynamic, self.cp_priority, self.total) {
            (true, ..) => 0,
            (_, 0, _) => 3,
            (_, _, 0) => 2,
            _ if self.online == u32::MAX => 4,
            _ => 1,
        }
    }

    /// The index in the scale table, of a static DAG with a total.
    fn rank(&self) -> Option<u64> {
        if self.is_dynamic || self.total == 0 {
            return None;
        }
        let (ranks, total) = (params::N_RANK as u64, u64::from(self.total));
        let remaining = total - u64::from(self.finish.min(self.total));
        Some(ranks - 1 - (ranks * remaining / total).min(ranks - 1))
    }

    fn progress(&self) -> Option<usize> {
        if self.is_dynamic || self.total == 0 {
            return None;
        }
        Some(match self.finish {
            0 => 0,
            finish if finish < self.total => 1,
            finish if finish == self.total => 2,
            _ => 3,
        })
    }
}
