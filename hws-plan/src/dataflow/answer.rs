//! `hws plan dataflow`: JSON in, JSON or tables out (planner §7).

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::absolute;
use super::fifo::Fifo;
use super::function::Scheduled;
use super::input::{Edge, Function, Problem};
use super::net::Timing;
use crate::Answer;
use crate::input::InputError;

/// The answer of the dataflow mode: every function with its nodes and edges, and the starts of the program's
/// nodes.
#[derive(Clone, Debug)]
pub struct Schedule {
    pub(super) problem: Problem,
    /// By function.
    pub(super) scheduled: Vec<Scheduled>,
    /// Start of every node from the start of the program, by path.
    pub(super) absolute: BTreeMap<String, i64>,
    /// A text for each node whose in-edges have different token counts.
    pub(super) warnings: Vec<String>,
}

impl Schedule {
    /// Schedules every function of an input, and its top function with all that it calls.
    ///
    /// # Errors
    /// An input that breaks planner §7, an answer beyond signed 64 bits, or calls that unfold to more than 2^20
    /// nodes.
    pub fn of(input: &Value) -> Result<Self, InputError> {
        let problem = Problem::read(input)?;
        let scheduled = schedule(&problem)?;
        let instances = absolute::instances(&problem, &scheduled)?;
        let absolute = absolute::starts(&problem, &scheduled, &instances)?;
        let functions = problem.functions.iter().zip(&scheduled);
        let warnings = functions.flat_map(|(function, scheduled)| uneven(function, scheduled)).collect();
        Ok(Self { problem, scheduled, absolute, warnings })
    }

    /// Functions with their schedules, by name.
    pub(super) fn functions(&self) -> impl Iterator<Item = (&Function, &Scheduled)> {
        self.problem.functions.iter().zip(&self.scheduled)
    }

    /// Whether a FIFO is over the limit, so that its producer stalls.
    pub(super) fn is_stalled(&self, fifo: &Fifo) -> bool {
        self.problem.options.fifo_limit.is_some_and(|limit| fifo.depth > limit)
    }

    fn function_entry(&self, function: &Function, scheduled: &Scheduled) -> Value {
        let node = |(operator, timing): (&super::input::Operator, &Timing)| {
            (operator.id.clone(), timing_entry(timing))
        };
        let nodes: Map<String, Value> = function.operators.iter().zip(&scheduled.timings).map(node).collect();
        let edges = function.edges.iter().zip(&scheduled.fifos);
        let edges: Vec<Value> = edges.map(|(edge, fifo)| self.edge_entry(function, edge, fifo)).collect();
        let order: Vec<&str> =
            function.order.iter().map(|&node| function.operators[node].id.as_str()).collect();
        let unit = scheduled.unit;
        json!({ "nodes": nodes, "edges": edges, "LAT": unit.lat, "LFI": unit.lfi, "FPO": unit.fpo, "order": order })
    }

    fn edge_entry(&self, function: &Function, edge: &Edge, fifo: &Fifo) -> Value {
        let mut entry = json!({
            "from": function.operators[edge.from].id,
            "to": function.operators[edge.to].id,
            "sd_edge": fifo.sd_edge,
            "delay": fifo.delay,
            "case1": fifo.delay,
            "case2": fifo.case2,
            "case3": fifo.case3,
            "fifo": fifo.depth,
            "min_entries": fifo.min_entries,
            "actual_entries": fifo.actual_entries,
            "tokens": fifo.tokens,
        });
        if let Some(buffer) = edge.buffer {
            entry["buffer_ok"] = (buffer >= fifo.depth).into();
        }
        if self.is_stalled(fifo) {
            entry["stall"] = true.into();
        }
        entry
    }
}

impl Answer for Schedule {
    fn json(&self) -> Value {
        let entry = |(function, scheduled): (&Function, &Scheduled)| {
            (function.name.clone(), self.function_entry(function, scheduled))
        };
        let functions: Map<String, Value> = self.functions().map(entry).collect();
        json!({ "functions": functions, "absolute": self.absolute, "warnings": self.warnings })
    }
}

/// Every function, its callees before it.
fn schedule(problem: &Problem) -> Result<Vec<Scheduled>, InputError> {
    let mut scheduled: Vec<Option<Scheduled>> = problem.functions.iter().map(|_| None).collect();
    for &index in &problem.call_order {
        let function = &problem.functions[index];
        let callee =
            |callee: usize| scheduled[callee].as_ref().map_or(super::input::Unit::WIRE, |callee| callee.unit);
        scheduled[index] = Some(Scheduled::of(function, &problem.options, callee)?);
    }
    Ok(scheduled.into_iter().flatten().collect())
}

fn timing_entry(timing: &Timing) -> Value {
    json!({
        "LAT": timing.unit.lat,
        "LFI": timing.unit.lfi,
        "EFI": timing.efi,
        "AFI": timing.afi,
        "FPO": timing.unit.fpo,
        "SD": timing.sd,
        "D": timing.d,
    })
}

/// A warning for each node whose in-edges have different token counts, by id (T13).
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
