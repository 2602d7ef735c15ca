//! The schedules of a ranked graph, by method.

use std::fmt;

use super::input::Problem;
use super::json::{Part, Parts};
use super::options::RankOptions;
use super::place::{self, Exact, Instance, PlaceMethod, Placement, makespan};
use crate::TextTable;
use crate::input::{InputError, InputFault, InputId};

/// Most tasks for which an optimal schedule is searched: each is a level of a recursion.
const EXACT_MOST: usize = 256;

/// Perturbed rounds before that search.
const EXACT_ROUNDS: usize = 64;

/// A schedule for each method.
#[derive(Clone, Debug)]
pub(super) struct Schedules {
    pub(super) heft: Vec<Placement>,
    /// What was asked for beside HEFT.
    asked: Option<Asked>,
}

#[derive(Clone, Debug)]
struct Asked {
    /// A time that no schedule can beat.
    lower: i64,
    /// The method, and its schedule.
    chosen: (PlaceMethod, Vec<Placement>),
    exact: Option<Exact>,
}

impl Schedules {
    /// Makes the schedules of a problem; `order` is by rank descending, ties by id. `None` if the number of processors
    /// is unknown and no schedule is wanted.
    ///
    /// # Errors
    /// A schedule is wanted, but the number of processors is unknown, or all times together come to 2^61 or more.
    pub(super) fn of(
        problem: &Problem,
        order: &[usize],
        options: &RankOptions,
    ) -> Result<Option<Self>, InputError> {
        let is_asked = problem.has_pes || options.wants_schedule();
        let Some(processors) = problem.processors else {
            return if is_asked { Err(unknown_processors()) } else { Ok(None) };
        };
        if options.optimal.is_some() && problem.ids.len() > EXACT_MOST {
            let what = format!("{} tasks, but --optimal takes at most {EXACT_MOST}", problem.ids.len());
            let fault = InputFault::Infeasible { what, remedy: "leave it out" };
            return Err(InputError::new("tasks", fault));
        }
        let instance = Instance::new(problem, processors);
        let instance = instance.ok_or_else(|| InputError::new("heft.makespan", InputFault::Overflow))?;
        let heft = place::heft(&instance, order);
        let asked = is_asked.then(|| Asked::of(&instance, order, &heft, options));
        Ok(Some(Self { heft, asked }))
    }

    /// Returns the best schedule of those asked for.
    pub(super) fn shown(&self) -> &[Placement] {
        match &self.asked {
            Some(Asked { exact: Some(exact), .. }) => &exact.placed,
            Some(Asked { chosen, .. }) => &chosen.1,
            None => &self.heft,
        }
    }

    /// Returns the key of [`Self::shown`].
    pub(super) fn shown_method(&self) -> &'static str {
        match &self.asked {
            Some(Asked { exact: Some(_), .. }) => "optimal",
            Some(Asked { chosen, .. }) => chosen.0.name(),
            None => PlaceMethod::Heft.name(),
        }
    }

    /// Adds the keys of planner §7.1.
    pub(super) fn json<'a>(&'a self, ids: &'a [InputId], output: &mut Parts<'a>) {
        output.insert("heft", Part::Schedule(ids, &self.heft, None));
        let Some(Asked { lower, chosen: (method, placed), exact }) = &self.asked else { return };
        output.insert(method.name(), Part::Schedule(ids, placed, None));
        output.insert("lower_bound", Part::Number(*lower));
        if let Some(exact) = exact {
            output.insert("optimal", Part::Schedule(ids, &exact.placed, Some(exact)));
        }
    }
}

/// The refusal of a schedule without a number of processors.
pub(super) fn unknown_processors() -> InputError {
    let what = "a schedule needs the number of processors".to_owned();
    InputError::new("pes", InputFault::Infeasible { what, remedy: "give it, or costs per processor" })
}

impl Asked {
    fn of(instance: &Instance, order: &[usize], heft: &[Placement], options: &RankOptions) -> Self {
        let lower = place::lower_bound(instance);
        let method = options.method.unwrap_or(PlaceMethod::Best);
        let best = || place::best(instance, order, heft, lower);
        let placed = match method {
            PlaceMethod::Heft => heft.to_vec(),
            PlaceMethod::Cpop => place::cpop(instance),
            PlaceMethod::Lookahead => place::lookahead(instance, order),
            PlaceMethod::Best => best(),
        };
        let exact = options.optimal.map(|nodes| {
            let from = if method == PlaceMethod::Best { placed.clone() } else { best() };
            let from = place::perturbed(instance, from, EXACT_ROUNDS, lower);
            place::exact(instance, from, lower, nodes)
        });
        let lower = exact.as_ref().map_or(lower, |exact| exact.lower);
        Self { lower, chosen: (method, placed), exact }
    }
}

/// The makespans behind the critical path, or a table of them with their ratios to the lower bound.
impl fmt::Display for Schedules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(asked) = &self.asked else {
            return writeln!(f, ", HEFT makespan {}", makespan(&self.heft));
        };
        let mut table = TextTable::new(&["method", "makespan", "over bound"]);
        let mut row =
            |name: &str, time: i64| table.row([name.to_owned(), time.to_string(), gap(time, asked.lower)]);
        row("lower bound", asked.lower);
        row("heft", makespan(&self.heft));
        let (method, placed) = &asked.chosen;
        if *method != PlaceMethod::Heft {
            row(method.name(), makespan(placed));
        }
        if let Some(exact) = &asked.exact {
            row("optimal", makespan(&exact.placed));
        }
        write!(f, "\n\n{table}")?;
        writeln!(f, "{}", asked.verdict(makespan(self.shown())))
    }
}

impl Asked {
    /// Says whether a makespan is known to be optimal.
    fn verdict(&self, makespan: i64) -> String {
        let nodes = self.exact.as_ref().map(|exact| exact.nodes);
        match nodes {
            _ if makespan == self.lower => format!("{makespan} is optimal"),
            Some(nodes) => {
                let plural = if nodes == 1 { "" } else { "s" };
                format!(
                    "not proven optimal after {nodes} node{plural}: the optimum is from {} to {makespan}",
                    self.lower
                )
            }
            None => format!("the optimum is from {} to {makespan}", self.lower),
        }
    }
}

/// Returns how much longer a time is than the bound, in percent, rounded up to tenths.
fn gap(time: i64, lower: i64) -> String {
    let over = i128::from(time - lower) * 1000;
    let tenths = (over + i128::from(lower) - 1) / i128::from(lower.max(1));
    format!("{}.{} %", tenths / 10, tenths % 10)
}
