//! Dependencies across the graphs of a file, resolved once all its graphs are known.
//!
//! An instance of a repeated graph is named as `id#1`. All instances of the waiting graph wait for the same kernel.

use std::collections::BTreeMap;

use hws_input::{Position, nearest};
use hws_plan::topo::topological;
use hws_sim::On;

use super::dags::{Content, Draft};
use super::error::{Fault, WorkloadReason};
use super::{Dag, ExternalDep, Kernel, scalar};

/// A name and its position.
#[derive(Clone, Debug)]
pub(super) struct Named {
    pub(super) name: String,
    pub(super) at: Position,
}

/// A dependency on a kernel of another graph, by names.
#[derive(Clone, Debug)]
pub(super) struct Across {
    /// Index of the waiting kernel.
    pub(super) kernel: usize,
    pub(super) dag: Named,
    pub(super) predecessor: Named,
    pub(super) on: On,
    pub(super) delay: u64,
}

/// A graph: the index of its draft, and its index among all instances of the file.
type Found = (usize, usize);

/// Resolves the dependencies of a file's kernels on its other graphs, and checks for cycles.
/// [`ExternalDep::dag`] is then an index among the instances of the file.
pub(super) fn tie(drafts: &mut [Draft]) -> Result<(), Fault> {
    if drafts.iter().any(|draft| !draft.across.is_empty()) {
        find_all(drafts)?;
    }
    cycle(drafts).map_or(Ok(()), Err)
}

/// Adjusts the dependencies of a file's graphs, which are in the workload from index `first` on.
pub(super) fn shift(dags: &mut [Dag], first: usize) {
    let kernels = dags.iter_mut().flat_map(|dag| &mut dag.kernels);
    kernels.flat_map(|kernel| &mut kernel.external).for_each(|dep| dep.dag += first);
}

fn find_all(drafts: &mut [Draft]) -> Result<(), Fault> {
    let graphs = graphs(drafts);
    let mut kernels = BTreeMap::new();
    for index in 0..drafts.len() {
        for across in std::mem::take(&mut drafts[index].across) {
            let (other, dag) = find(&graphs, drafts, index, &across.dag)?;
            let names = kernels.entry(other).or_insert_with(|| names(&drafts[other].content));
            let kernel = kernel(names, &across.predecessor)?;
            add(
                &mut drafts[index],
                &across,
                ExternalDep { dag, kernel, on: across.on, delay: across.delay },
            )?;
        }
    }
    Ok(())
}

fn graphs(drafts: &[Draft]) -> BTreeMap<String, Found> {
    let of = |(index, draft): (usize, &Draft)| {
        draft.instances().map(|(name, _)| (name, index)).collect::<Vec<_>>()
    };
    let instances = drafts.iter().enumerate().flat_map(of);
    instances.enumerate().map(|(dag, (name, index))| (name, (index, dag))).collect()
}

fn find(
    graphs: &BTreeMap<String, Found>,
    drafts: &[Draft],
    own: usize,
    named: &Named,
) -> Result<Found, Fault> {
    let name = || scalar::shortened(&named.name);
    match graphs.get(&named.name) {
        None => {
            let closest = nearest(&named.name, graphs.keys().map(String::as_str)).map(str::to_owned);
            Err(Fault::at(named.at, WorkloadReason::UnknownGraph { name: name(), closest }))
        }
        Some(&(other, _)) if other == own => {
            Err(Fault::at(named.at, WorkloadReason::OwnGraph { name: name() }))
        }
        Some(&(other, _)) if drafts[other].scheduler != drafts[own].scheduler => {
            Err(Fault::at(named.at, WorkloadReason::OtherScheduler { name: name() }))
        }
        Some(&found) => Ok(found),
    }
}

/// The kernels of a graph by name.
fn names(content: &Content) -> BTreeMap<String, usize> {
    let tasks = content.graph().into_iter().flat_map(|graph| graph.tasks());
    let names = content.kernels().iter().map(|kernel| kernel.name.as_str());
    names.chain(tasks.map(|task| task.id.as_str())).map(str::to_owned).zip(0..).collect()
}

fn kernel(names: &BTreeMap<String, usize>, named: &Named) -> Result<usize, Fault> {
    names.get(&named.name).copied().ok_or_else(|| {
        let closest = nearest(&named.name, names.keys().map(String::as_str)).map(str::to_owned);
        Fault::at(named.at, WorkloadReason::UnknownKernel { name: scalar::shortened(&named.name), closest })
    })
}

fn add(draft: &mut Draft, across: &Across, dep: ExternalDep) -> Result<(), Fault> {
    // Only written kernels name other graphs.
    let Content::Kernels(kernels) = &mut draft.content else { return Ok(()) };
    let deps = &mut kernels[across.kernel].external;
    match deps.binary_search_by_key(&(dep.dag, dep.kernel), |dep| (dep.dag, dep.kernel)) {
        Err(at) => {
            deps.insert(at, dep);
            Ok(())
        }
        Ok(_) => {
            let what = format!("dependency `{}` of graph `{}`", across.predecessor.name, across.dag.name);
            Err(Fault::at(across.dag.at, WorkloadReason::Twice { what, first: across.dag.at.line }))
        }
    }
}

/// All instances of a graph wait for the same kernels, so a cycle of instances is a cycle of graphs as written.
/// Kernels of imported graphs wait for no other graph and are on no cycle.
fn cycle(drafts: &[Draft]) -> Option<Fault> {
    let kernels = || drafts.iter().map(|draft| draft.content.kernels());
    if kernels().flatten().all(|kernel| kernel.external.is_empty()) {
        return None;
    }
    let firsts = starts(kernels().map(<[_]>::len));
    // A repetition is bounded, so it is a usize.
    let instances = starts(drafts.iter().map(|draft| draft.repeat as usize));
    let written = |dag: usize| instances.partition_point(|&start| start <= dag) - 1;
    let preds = |(draft, kernel): (usize, &Kernel)| {
        let own = kernel.deps.iter().map(|dep| firsts[draft] + dep.place());
        let others = kernel.external.iter().map(|dep| (written(dep.dag), dep.kernel));
        let others = others.filter(|&(draft, _)| drafts[draft].content.graph().is_none());
        own.chain(others.map(|(draft, kernel)| firsts[draft] + kernel)).collect::<Vec<_>>()
    };
    let all = kernels().enumerate().flat_map(|(draft, kernels)| kernels.iter().map(move |one| (draft, one)));
    let cycle = topological(&all.map(preds).collect::<Vec<_>>()).err()?;
    let locate = |at: usize| {
        let draft = firsts.partition_point(|&start| start <= at) - 1;
        (&drafts[draft], at - firsts[draft])
    };
    let name = |at| {
        let (draft, kernel) = locate(at);
        format!("{}/{}", draft.name, draft.content.kernels().get(kernel).map_or("", |kernel| &kernel.name))
    };
    let (draft, kernel) = locate(cycle.first());
    let place = draft.kernels_at.get(kernel).copied().unwrap_or(draft.content_at);
    let path = cycle.waits(|at| format!("`{}`", name(at))).into();
    Some(Fault::at(place, WorkloadReason::Cycle { kernel: name(cycle.first()).into(), path }))
}

/// The start of each list in the concatenation of several lists.
fn starts(lengths: impl Iterator<Item = usize>) -> Vec<usize> {
    let starts = lengths.scan(0, |end, length| {
        let start = *end;
        *end += length;
        Some(start)
    });
    starts.collect()
}
