//! `hws plan dataflow`: JSON in, JSON or tables out (planner §7).

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use serde_json::Value;

use super::absolute::{self, Instance};
use super::fifo::Fifo;
use super::function::Scheduled;
use super::input::{Function, Problem, Unit};
use crate::PlannerAnswer;
use crate::input::InputError;

/// The result of the dataflow mode: every function with its nodes and edges, and the start of every node of the
/// program.
#[derive(Clone, Debug)]
pub struct DataflowSchedule {
    pub(super) problem: Problem,
    /// By function.
    pub(super) scheduled: Vec<Scheduled>,
    /// The calls of the top function, expanded.
    pub(super) instances: Vec<Instance>,
    /// Start of every node by path, counted from the start of the program.
    pub(super) absolute: BTreeMap<String, i64>,
    /// One warning for each node whose in-edges have different token counts.
    pub(super) warnings: Vec<String>,
}

impl DataflowSchedule {
    /// Schedules every function of an input, and the top function with everything it calls.
    ///
    /// # Errors
    /// An input that breaks planner §7, an answer beyond signed 64 bits, or calls that expand to more than 2^20
    /// nodes.
    pub fn from_json(input: &Value) -> Result<Self, InputError> {
        let problem = Problem::read(input)?;
        let scheduled = schedule(&problem)?;
        let instances = absolute::instances(&problem, &scheduled)?;
        let absolute = absolute::starts(&problem, &scheduled, &instances)?;
        let functions = problem.functions.iter().zip(&scheduled);
        let warnings = functions.flat_map(|(function, scheduled)| uneven(function, scheduled)).collect();
        Ok(Self { problem, scheduled, instances, absolute, warnings })
    }

    /// Functions with their schedules, by name.
    pub(super) fn functions(&self) -> impl Iterator<Item = (&Function, &Scheduled)> {
        self.problem.functions.iter().zip(&self.scheduled)
    }

    /// Returns whether a FIFO is over the limit, so that its producer stalls.
    pub(super) fn is_stalled(&self, fifo: &Fifo) -> bool {
        self.problem.options.fifo_limit.is_some_and(|limit| fifo.depth > limit)
    }
}

impl PlannerAnswer for DataflowSchedule {
    fn json(&self) -> Value {
        // Keys are strings and values are integers, so JSON can hold all of it.
        serde_json::to_value(self).unwrap_or_default()
    }

    fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        Ok(serde_json::to_writer_pretty(out, self)?)
    }
}

/// Returns every function, callees before callers.
fn schedule(problem: &Problem) -> Result<Vec<Scheduled>, InputError> {
    let mut scheduled: Vec<Option<Scheduled>> = problem.functions.iter().map(|_| None).collect();
    for &index in &problem.call_order {
        let function = &problem.functions[index];
        let callee = |callee: usize| scheduled[callee].as_ref().map_or(Unit::WIRE, |callee| callee.unit);
        scheduled[index] = Some(Scheduled::of(function, &problem.options, callee)?);
    }
    Ok(scheduled.into_iter().flatten().collect())
}

/// Returns a warning for each node whose in-edges have different token counts, by id (T13).
fn uneven(function: &Function, scheduled: &Scheduled) -> Vec<String> {
    let mut counts: BTreeMap<usize, BTreeSet<i64>> = BTreeMap::new();
    for (edge, fifo) in function.edges.iter().zip(&scheduled.fifos) {
        counts.entry(edge.to).or_default().insert(fifo.tokens);
    }
    let uneven = counts.into_iter().filter(|(_, counts)| counts.len() > 1);
    let warning = |(node, counts): (usize, BTreeSet<i64>)| {
        let counts: Vec<String> = counts.iter().map(i64::to_string).collect();
        let node = &function.operators[node].id;
        format!("{}/{node}: in-edges with different token counts [{}]", function.name, counts.join(", "))
    };
    uneven.map(warning).collect()
}
