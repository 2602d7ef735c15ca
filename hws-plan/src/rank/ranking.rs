//! `hws plan rank`: JSON in, JSON or tables out.

use std::cmp::Reverse;
use std::num::NonZeroU64;
use std::{fmt, io};

use serde_json::{Value, json};

use super::input::{Neighbours, Problem, Scale};
use super::json::{Part, Parts};
use super::options::RankOptions;
use super::schedules::Schedules;
use super::squeeze::Squeeze;
use super::upward::Weighted;
use crate::input::{InputError, InputId, fit};
use crate::{PlannerAnswer, TaskGraph, TextTable};

/// Most collisions, and most tasks per collision, that the tables show.
const SHOWN: usize = 8;

/// The result of the rank mode: exact upward ranks as reduced fractions, priorities, the critical path, the
/// order (rank descending, ties by id) and, if every task has a cost per processor, HEFT.
#[derive(Clone, Debug)]
pub struct Ranking {
    pub(super) problem: Problem,
    /// Ranks over the common denominator, by id.
    rank: Vec<i128>,
    /// Whether each task is on a critical path, by id.
    pub(super) on_cp: Vec<bool>,
    pub(super) priority: Vec<i64>,
    /// Tasks with ranks descending.
    order: Vec<usize>,
    pub(super) squeeze: Squeeze,
    /// If the number of processors is known.
    pub(super) schedules: Option<Schedules>,
}

impl Ranking {
    /// Ranks the tasks of an input.
    ///
    /// # Errors
    /// An input that breaks planner §7, or an answer beyond signed 64 bits.
    pub fn from_json(input: &Value) -> Result<Self, InputError> {
        Self::from_json_with(input, &RankOptions::default())
    }

    /// Like [`Self::from_json`], with options.
    ///
    /// # Errors
    /// Those of [`Self::from_json`], and a schedule that is wanted without a number of processors.
    pub fn from_json_with(input: &Value, options: &RankOptions) -> Result<Self, InputError> {
        let problem = Problem::read(input)?;
        let scale = options.scale.unwrap_or(problem.scale);
        Self::of_problem(Problem { scale, ..problem }, options)
    }

    /// Ranks the tasks of a graph, in the unit of its times. `bw` (bytes per unit of time) gives the communication times
    /// of a graph that has bytes on its edges but no times; without it they are 0.
    ///
    /// # Errors
    /// An answer beyond signed 64 bits, or a schedule that is wanted without a number of processors.
    pub fn from_graph(
        graph: &TaskGraph,
        bw: Option<NonZeroU64>,
        options: &RankOptions,
    ) -> Result<Self, InputError> {
        let scale = options.scale.unwrap_or(Scale::Coeff(1, 1));
        Self::of_problem(Problem::of_graph(graph, bw, scale), options)
    }

    fn of_problem(problem: Problem, options: &RankOptions) -> Result<Self, InputError> {
        let problem = match options.pes {
            Some(pes) => problem.on(pes as usize)?,
            None => problem,
        };
        let (rank, on_cp) = ranks(&problem);
        let mut order: Vec<usize> = (0..rank.len()).collect();
        // Indices ascend by id, so a stable sort keeps ties by id.
        order.sort_by_key(|&task| Reverse(rank[task]));
        let largest = largest(&rank);
        let numerators = rank.iter().map(|&rank| Fraction(rank, problem.denominator).reduced().0);
        numerators.map(|numerator| fit(numerator, "ranks")).try_for_each(|fits| fits.map(drop))?;
        let priority = rank.iter().map(|&rank| fit(priority(&problem, rank, largest), "offline_priority"));
        let priority: Vec<i64> = priority.collect::<Result<_, _>>()?;
        let schedules = Schedules::of(&problem, &order, options)?;
        let squeeze = Squeeze::of(&order, &rank, &priority);
        Ok(Self { problem, rank, on_cp, priority, order, squeeze, schedules })
    }

    /// Returns the tasks and edges in the form of an input (planner §7.1), tasks by id.
    #[must_use]
    pub fn input(&self) -> Value {
        let Problem { ids, costs, succ, .. } = &self.problem;
        let task = |(id, costs): (&InputId, &[i128])| match costs {
            [cost] => json!({ "id": id.json(), "cost": narrow(*cost) }),
            many => {
                json!({ "id": id.json(), "costs": many.iter().map(|&cost| narrow(cost)).collect::<Vec<_>>() })
            }
        };
        let edge = |from: usize, (to, comm): (usize, i128)| json!({ "from": ids[from].json(), "to": ids[to].json(), "comm": narrow(comm) });
        let edges =
            succ.iter().enumerate().flat_map(|(from, list)| list.iter().map(move |&succ| edge(from, succ)));
        json!({ "tasks": ids.iter().zip(costs.iter()).map(task).collect::<Vec<_>>(), "edges": edges.collect::<Vec<_>>() })
    }

    /// Returns the parts of the answer by key.
    pub(super) fn parts(&self) -> Parts<'_> {
        let ids = &self.problem.ids;
        let mut parts = Parts::from([
            ("ranks", Part::Ranks(self)),
            ("critical_path", Part::Fraction(Fraction(largest(&self.rank), self.problem.denominator))),
            ("order", Part::Tasks(ids, &self.order)),
            ("squeeze", Part::Squeeze(self)),
        ]);
        if let Some(schedules) = &self.schedules {
            schedules.json(ids, &mut parts);
        }
        parts
    }

    /// Returns the rank of a task.
    pub(super) fn fraction(&self, task: usize) -> Fraction {
        Fraction(self.rank[task], self.problem.denominator)
    }
}

impl PlannerAnswer for Ranking {
    fn json(&self) -> Value {
        json!(self.parts())
    }

    fn write_json(&self, out: &mut dyn io::Write) -> io::Result<()> {
        Ok(serde_json::to_writer_pretty(out, &self.parts())?)
    }
}

impl Ranking {
    /// Writes the effect of the 32 bits of a descriptor on the ranks.
    fn write_squeeze(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Squeeze { rank_div, distinct_ranks, distinct_priorities, collisions } = &self.squeeze;
        let div =
            if *rank_div > 1 { format!(" after division by {rank_div} (32 bits)") } else { String::new() };
        writeln!(f, "{distinct_ranks} distinct ranks, {distinct_priorities} distinct priorities{div}")?;
        for collision in collisions.iter().take(SHOWN) {
            let names: Vec<String> =
                collision.tasks.iter().take(SHOWN).map(|&task| self.problem.ids[task].plain()).collect();
            let more = more(collision.tasks.len());
            writeln!(f, "priority {} of several ranks: {}{more}", collision.priority, names.join(", "))?;
        }
        match more(collisions.len()).as_str() {
            "" => Ok(()),
            more => writeln!(f, "priorities of several ranks{more}"),
        }
    }
}

/// Returns how many entries of a list of `length` are not shown.
fn more(length: usize) -> String {
    match length.saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!(", and {more} more"),
    }
}

/// A row for each task, ranks descending.
impl fmt::Display for Ranking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = ["task", "rank", "priority", "critical", "pe", "start", "end"];
        let columns = if self.schedules.is_some() { head.len() } else { 4 };
        let mut table = TextTable::new(&head[..columns]);
        for &task in &self.order {
            let rank = self.fraction(task);
            let critical = if self.on_cp[task] { "yes" } else { "" };
            let row: [&dyn fmt::Display; 4] =
                [self.problem.ids[task].shown(), &rank, &self.priority[task], &critical];
            let placed = self.schedules.as_ref().map(|schedules| &schedules.shown()[task]);
            let place =
                placed.into_iter().flat_map(|at| -> [&dyn fmt::Display; 3] { [&at.pe, &at.st, &at.ed] });
            table.row(row.into_iter().chain(place));
        }
        write!(f, "{table}\ncritical path {}", Fraction(largest(&self.rank), self.problem.denominator))?;
        match &self.schedules {
            Some(schedules) => schedules.fmt(f)?,
            None => writeln!(f)?,
        }
        self.write_squeeze(f)
    }
}

/// Upward ranks, and whether each task is on a critical path.
fn ranks(problem: &Problem) -> (Vec<i128>, Vec<bool>) {
    let (cost, succ) = (problem.mean_costs(), scaled_comm(problem));
    let weighted = Weighted { cost: &cost, succ: &succ, topo: &problem.topo };
    let rank = weighted.ranks();
    let on_cp = weighted.on_critical_path(&rank);
    (rank, on_cp)
}

/// Successors with communication costs over the common denominator.
fn scaled_comm(problem: &Problem) -> Neighbours {
    problem.succ.map(|&(next, comm)| (next, comm * problem.denominator))
}

fn largest(rank: &[i128]) -> i128 {
    rank.iter().copied().max().unwrap_or(0)
}

/// Returns floor(coeff × rank). Products are below 2^31 × 2^72 in size and fit i128.
fn priority(problem: &Problem, rank: i128, largest: i128) -> i128 {
    match problem.scale {
        Scale::Coeff(num, den) => rank * i128::from(num) / (i128::from(den.max(1)) * problem.denominator),
        Scale::Normalise(_) if rank == 0 => 0,
        // If a rank is positive, so is the largest.
        Scale::Normalise(most) => (i128::from(most) * rank / largest).max(1),
    }
}

/// The fraction in lowest terms.
#[derive(Clone, Copy)]
pub(super) struct Fraction(i128, i128);

impl Fraction {
    pub(super) fn reduced(&self) -> (i128, i128) {
        let divisor = gcd(self.0, self.1).max(1);
        (self.0 / divisor, self.1 / divisor)
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.reduced() {
            (num, 1) => num.fmt(f),
            (num, den) => write!(f, "{num}/{den}"),
        }
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Converts a value that is known to fit.
fn narrow(value: i128) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}
