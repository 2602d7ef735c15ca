//! The answer of the rank mode as JSON (planner §7), record by record.
//!
//! Keys are in alphabetical order, that of the tree of values that a program gets instead of text.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use super::place::{Exact, Placement, makespan};
use super::ranking::{Fraction, Ranking};
use crate::input::InputId;
use crate::streamed::List;

/// The value of a key of the answer.
pub(super) enum Part<'a> {
    Text(&'a str),
    Number(i64),
    Fraction(Fraction),
    /// Ids of tasks, by index.
    Tasks(&'a [InputId], &'a [usize]),
    Ranks(&'a Ranking),
    Squeeze(&'a Ranking),
    Schedule(&'a [InputId], &'a [Placement], Option<&'a Exact>),
}

/// The parts of an answer by key.
pub(super) type Parts<'a> = BTreeMap<&'static str, Part<'a>>;

impl Serialize for Part<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => text.serialize(serializer),
            Self::Number(number) => number.serialize(serializer),
            Self::Fraction(fraction) => fraction.serialize(serializer),
            Self::Tasks(ids, tasks) => tasks_of(ids, tasks).serialize(serializer),
            Self::Ranks(ranking) => {
                let tasks = || 0..ranking.problem.ids.len();
                List(|| tasks().map(|task| RankEntry::of(ranking, task))).serialize(serializer)
            }
            Self::Squeeze(ranking) => Squeezed::of(ranking).serialize(serializer),
            Self::Schedule(ids, placed, exact) => {
                let places = || ids.iter().zip(*placed);
                let schedule = Schedule {
                    makespan: makespan(placed),
                    nodes: exact.map(|exact| exact.nodes),
                    placements: List(|| {
                        places().map(|(id, at)| Placed { ed: at.ed, id, pe: at.pe, st: at.st })
                    }),
                    proven: exact.map(|exact| exact.is_proven),
                };
                schedule.serialize(serializer)
            }
        }
    }
}

/// The ids of tasks.
fn tasks_of<'a>(ids: &'a [InputId], tasks: &'a [usize]) -> impl Serialize + 'a {
    List(move || tasks.iter().map(move |&task| &ids[task]))
}

#[derive(Serialize)]
struct RankEntry<'a> {
    id: &'a InputId,
    offline_priority: i64,
    on_cp: bool,
    rank: Fraction,
}

impl<'a> RankEntry<'a> {
    fn of(ranking: &'a Ranking, task: usize) -> Self {
        Self {
            id: &ranking.problem.ids[task],
            offline_priority: ranking.priority[task],
            on_cp: ranking.on_cp[task],
            rank: ranking.fraction(task),
        }
    }
}

#[derive(Serialize)]
struct Schedule<P> {
    makespan: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    placements: P,
    #[serde(skip_serializing_if = "Option::is_none")]
    proven: Option<bool>,
}

#[derive(Serialize)]
struct Placed<'a> {
    ed: i64,
    id: &'a InputId,
    pe: usize,
    st: i64,
}

#[derive(Serialize)]
struct Squeezed<C> {
    collisions: C,
    distinct_priorities: usize,
    distinct_ranks: usize,
    rank_div: u64,
}

#[derive(Serialize)]
struct Collided<T> {
    ids: T,
    priority: u32,
}

impl Squeezed<()> {
    fn of(ranking: &Ranking) -> Squeezed<impl Serialize + '_> {
        let (squeeze, ids) = (&ranking.squeeze, ranking.problem.ids.as_slice());
        let collisions = List(move || {
            let all = squeeze.collisions.iter();
            all.map(move |one| Collided { ids: tasks_of(ids, &one.tasks), priority: one.priority })
        });
        Squeezed {
            collisions,
            distinct_priorities: squeeze.distinct_priorities,
            distinct_ranks: squeeze.distinct_ranks,
            rank_div: squeeze.rank_div,
        }
    }
}

impl Serialize for Fraction {
    /// Numerator and denominator, which are known to fit.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (num, den) = self.reduced();
        let narrow = |value: i128| i64::try_from(value).unwrap_or(i64::MAX);
        (narrow(num), narrow(den)).serialize(serializer)
    }
}
