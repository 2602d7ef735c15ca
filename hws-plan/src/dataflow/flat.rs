//! The program with its calls inlined: the nodes of every instance in one graph, for a plan (planner §5).
//!
//! Producers of a call feed every source of its function; consumers of the call are fed by every output of the
//! function, or by its unread nodes if it has no output: a function starts and ends as a whole (T9). Constants are
//! left out. Nodes see the rates of their callers here, so T17 does not apply.

use super::absolute::Instance;
use super::answer::DataflowSchedule;
use super::input::{Kind, Problem, SdRule, Unit};
use super::net::{Net, Overflow, Timing};
use crate::input::{InputError, InputFault, MOST};
use crate::topo;

/// Streams between nodes other than calls.
#[derive(Debug)]
pub(super) struct Flat {
    /// `call/node`, unique.
    pub(super) names: Vec<String>,
    /// LAT, LFI and FPO by node.
    pub(super) units: Vec<Unit>,
    /// SD by node, as scheduled.
    pub(super) starts: Vec<i64>,
    /// From and to.
    pub(super) edges: Vec<(usize, usize)>,
    /// A topological order; among ready nodes, the smallest index comes first.
    pub(super) order: Vec<usize>,
}

impl Flat {
    /// Inlines the calls of a schedule; at most 2^20 edges.
    pub(super) fn of(schedule: &DataflowSchedule) -> Result<Self, InputError> {
        let mut flat = Self {
            names: Vec::new(),
            units: Vec::new(),
            starts: Vec::new(),
            edges: Vec::new(),
            order: Vec::new(),
        };
        let ports = flat.add_nodes(schedule);
        flat.connect(schedule, &ports)?;
        let mut preds = vec![Vec::new(); flat.units.len()];
        flat.edges.iter().for_each(|&(from, to)| preds[to].push(from));
        flat.order = topo::topological(&preds).map_err(|cycle| flat.refused(cycle.first()))?;
        Ok(flat)
    }

    /// Adds the nodes of all instances and returns, for each instance and node, where its edges end.
    fn add_nodes(&mut self, schedule: &DataflowSchedule) -> Vec<Vec<Ports>> {
        let DataflowSchedule { problem, scheduled, instances, .. } = schedule;
        let prefix = problem.functions[problem.top].name.len() + 1;
        let mut ports = Vec::with_capacity(instances.len());
        for instance in instances {
            let operators = &problem.functions[instance.function].operators;
            let timings = &scheduled[instance.function].timings;
            let add = |(operator, timing): (&super::input::Operator, &Timing)| match operator.kind {
                Kind::Call(_) | Kind::Const => Ports::default(),
                _ => {
                    self.names.push(format!("{}/{}", instance.path, operator.id).split_off(prefix));
                    self.units.push(operator.unit);
                    self.starts.push(instance.sd + timing.sd);
                    Ports::of(self.units.len() - 1)
                }
            };
            ports.push(operators.iter().zip(timings).map(add).collect::<Vec<_>>());
        }
        through_calls(problem, instances, &mut ports);
        ports
    }

    fn connect(&mut self, schedule: &DataflowSchedule, ports: &[Vec<Ports>]) -> Result<(), InputError> {
        for (instance, ports) in schedule.instances.iter().zip(ports) {
            for edge in &schedule.problem.functions[instance.function].edges {
                let (from, to) = (&ports[edge.from].outputs, &ports[edge.to].sources);
                if self.edges.len() + from.len() * to.len() > MOST {
                    let what = format!("without calls the program has more than {MOST} edges");
                    let remedy = "call fewer functions, or functions of fewer ports";
                    return Err(InputError::new("functions", InputFault::Infeasible { what, remedy }));
                }
                self.edges.extend(from.iter().flat_map(|&from| to.iter().map(move |&to| (from, to))));
            }
        }
        Ok(())
    }

    /// Schedules the nodes as they are, or as blocks: `units` are the nodes'.
    pub(super) fn schedule(&self, units: &[Unit], rule: SdRule) -> Result<Vec<Timing>, InputError> {
        let net = Net { units, edges: &self.edges, order: &self.order, rule };
        net.schedule().map_err(|Overflow(node)| self.refused(node))
    }

    /// Returns the error for a value of a node that leaves its range.
    pub(super) fn refused(&self, node: usize) -> InputError {
        InputError::new(format!("kernel {:?}", self.names[node]), InputFault::Overflow)
    }
}

/// Where the edges of a node end once calls are inlined.
#[derive(Clone, Debug, Default)]
struct Ports {
    /// The nodes that its predecessors feed.
    sources: Vec<usize>,
    /// The nodes that feed its successors.
    outputs: Vec<usize>,
}

impl Ports {
    fn of(node: usize) -> Self {
        Self { sources: vec![node], outputs: vec![node] }
    }
}

/// The ports of a call are those of its function. Callees come after their callers, hence the reverse order.
fn through_calls(problem: &Problem, instances: &[Instance], ports: &mut [Vec<Ports>]) {
    for (index, instance) in instances.iter().enumerate().rev() {
        let Some((caller, node)) = instance.caller else { continue };
        let function = &problem.functions[instance.function];
        let is_fed = function.is_fed();
        let of = |nodes: Vec<usize>, side: fn(&Ports) -> &Vec<usize>| -> Vec<usize> {
            nodes.iter().flat_map(|&node| side(&ports[index][node]).iter().copied()).collect()
        };
        let sources = (0..is_fed.len()).filter(|&node| !is_fed[node]).collect();
        let sources = of(sources, |ports| &ports.sources);
        let outputs = of(function.ends(), |ports| &ports.outputs);
        ports[caller][node] = Ports { sources, outputs };
    }
}
