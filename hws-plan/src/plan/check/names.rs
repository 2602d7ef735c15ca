//! The names of a plan and the graphs and kernels that they refer to.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::plan::finding::Findings;
use crate::plan::rule::{TWICE, UNKNOWN};
use crate::plan::{Plan, PlanKernel};

/// Positions of graphs and kernels by name.
pub(super) struct Names<'p> {
    dags: BTreeMap<&'p str, usize>,
    kernels: BTreeMap<(usize, &'p str), usize>,
    /// Names of kernels, regardless of their graph, with and without the number of their group.
    anywhere: BTreeSet<&'p str>,
}

impl<'p> Names<'p> {
    /// Indexes the names and reports repeated ones; a kernel of an unknown graph is left out.
    pub(super) fn read(plan: &'p Plan, findings: &mut Findings) -> Self {
        let mut dags = BTreeMap::new();
        for (index, dag) in plan.dags.iter().enumerate() {
            let first = *dags.entry(dag.id.as_str()).or_insert(index);
            let reason = format_args!("graph `{}` is already dags[{first}]", dag.id);
            findings.unless(first == index, TWICE, format_args!("dags[{index}].id"), reason);
        }
        let mut names = Self { dags, kernels: BTreeMap::new(), anywhere: BTreeSet::new() };
        plan.kernels.iter().enumerate().for_each(|(index, kernel)| names.add(index, kernel, findings));
        names
    }

    fn add(&mut self, index: usize, kernel: &'p PlanKernel, findings: &mut Findings) {
        let PlanKernel { id, dag, .. } = kernel;
        let Some(place) = self.dag(dag, format_args!("kernels[{index}].dag"), findings) else { return };
        self.anywhere.extend([id.as_str(), base_name(id)]);
        let first = *self.kernels.entry((place, id)).or_insert(index);
        let reason = format_args!("kernel `{id}` of graph `{dag}` is already kernels[{first}]");
        findings.unless(first == index, TWICE, format_args!("kernels[{index}].id"), reason);
    }

    /// Returns the graph with this name.
    pub(super) fn dag(&self, name: &str, path: impl fmt::Display, findings: &mut Findings) -> Option<usize> {
        let found = self.dags.get(name).copied();
        findings.unless(found.is_some(), UNKNOWN, path, format_args!("there is no graph `{name}`"));
        found
    }

    /// Returns the kernel with this name in a graph. An unknown graph has none, which is not reported again.
    pub(super) fn kernel(
        &self,
        dag: &str,
        name: &str,
        path: impl fmt::Display,
        findings: &mut Findings,
    ) -> Option<usize> {
        let found = self.kernels.get(&(*self.dags.get(dag)?, name)).copied();
        let reason = format_args!("graph `{dag}` has no kernel `{name}`");
        findings.unless(found.is_some(), UNKNOWN, path, reason);
        found
    }

    /// Returns whether any graph has a kernel with this name, or this name followed by `#` and a number.
    pub(super) fn is_kernel(&self, name: &str) -> bool {
        self.anywhere.contains(name)
    }
}

/// The name of a kernel without the number of its group.
fn base_name(id: &str) -> &str {
    let numbered = id.rsplit_once('#').filter(|(_, number)| number.bytes().all(|byte| byte.is_ascii_digit()));
    numbered.map_or(id, |(name, _)| name)
}
