//! Graphs and kernels of a plan by name.

use std::collections::BTreeMap;

use hws_plan::input::InputFault;
use hws_plan::plan::Plan;

use super::in_plan;
use crate::workload::error::{Fault, WorkloadReason};

/// Indices of graphs and kernels by name.
pub(super) struct Names<'p> {
    dags: BTreeMap<&'p str, usize>,
    /// The kernels of each graph, by their indices in the plan.
    graphs: Vec<Vec<usize>>,
    /// By graph and id: the index of a kernel in its graph.
    kernels: BTreeMap<(usize, &'p str), usize>,
}

impl<'p> Names<'p> {
    /// Collects the names of a plan.
    pub(super) fn of(plan: &'p Plan) -> Result<Self, Fault> {
        let dags = plan.dags.iter().map(|dag| dag.id.as_str()).zip(0..).collect();
        let graphs = vec![Vec::new(); plan.dags.len()];
        let mut names = Self { dags, graphs, kernels: BTreeMap::new() };
        for (place, kernel) in plan.kernels.iter().enumerate() {
            let dag = names.graph(&kernel.dag, || format!("kernels[{place}].dag"))?;
            let graph = &mut names.graphs[dag];
            if names.kernels.insert((dag, &kernel.id), graph.len()).is_some() {
                let what = format!("kernel `{}` of graph `{}`", kernel.id, kernel.dag);
                return Err(in_plan(
                    format!("kernels[{place}].id"),
                    WorkloadReason::Plan(InputFault::Twice { what }),
                ));
            }
            graph.push(place);
        }
        Ok(names)
    }

    /// Returns the kernels of a graph, by their indices in the plan.
    pub(super) fn of_graph(&self, dag: usize) -> &[usize] {
        &self.graphs[dag]
    }

    /// Returns the index of a graph.
    pub(super) fn graph(&self, name: &str, path: impl Fn() -> String) -> Result<usize, Fault> {
        self.dags.get(name).copied().ok_or_else(|| unknown(path(), "graph", name, "dags"))
    }

    /// Returns the index of a kernel in its graph.
    pub(super) fn kernel(&self, dag: usize, name: &str, path: impl Fn() -> String) -> Result<usize, Fault> {
        self.kernels.get(&(dag, name)).copied().ok_or_else(|| unknown(path(), "kernel", name, "kernels"))
    }
}

fn unknown(path: String, what: &'static str, name: &str, list: &'static str) -> Fault {
    in_plan(path, WorkloadReason::Plan(InputFault::Unknown { what, id: format!("`{name}`"), list }))
}
