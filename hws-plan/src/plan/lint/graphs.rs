//! Lints graphs: the number live at once, and their widths.

use super::LintTarget;
use crate::plan::Plan;
use crate::plan::check::Resolved;
use crate::plan::finding::Findings;
use crate::plan::rule::{EMPTY_GRAPH, GRAPH_NAME, LIVE_GRAPHS, MANY_GRAPHS, WIDE};
use crate::table::counted;
use crate::topo::topological;

/// Entries of the DAG table: the number on the largest machine, and the number on every machine.
const DAGS: (usize, usize) = (32, 24);

pub(super) fn check(plan: &Plan, resolved: &Resolved<'_>, target: &LintTarget, findings: &mut Findings) {
    let paths = Paths::of(plan, resolved);
    names(plan, &paths, findings);
    live(plan, resolved, &paths, findings);
    wide(plan, &paths, target, findings);
}

/// The positions of the kernels on the paths of their graphs.
struct Paths {
    /// The graph of each kernel.
    dag: Vec<usize>,
    /// The number of kernels before it on the longest path of its graph.
    level: Vec<usize>,
    /// Its end if every kernel starts as soon as its graph has arrived and its dependencies inside the graph allow.
    end: Vec<u128>,
}

impl Paths {
    fn of(plan: &Plan, resolved: &Resolved<'_>) -> Self {
        let dags = plan.dags.iter().enumerate();
        let dags: std::collections::BTreeMap<_, _> =
            dags.map(|(index, dag)| (dag.id.as_str(), index)).collect();
        let dag: Vec<usize> =
            plan.kernels.iter().map(|kernel| dags.get(kernel.dag.as_str()).copied().unwrap_or(0)).collect();
        let inside = |kernel: usize| {
            let preds = resolved.links[kernel].preds();
            preds.filter(|&pred| dag[pred] == dag[kernel]).collect::<Vec<_>>()
        };
        let preds: Vec<Vec<usize>> = (0..dag.len()).map(inside).collect();
        let (mut level, mut end) = (vec![0; dag.len()], vec![0; dag.len()]);
        // A consistent plan has no cycle.
        for kernel in topological(&preds).unwrap_or_default() {
            level[kernel] = preds[kernel].iter().map(|&pred| level[pred] + 1).max().unwrap_or(0);
            let deps = resolved.links[kernel].deps.iter().filter(|dep| dag[dep.kernel] == dag[kernel]);
            let start = deps.map(|dep| end[dep.kernel] + u128::from(dep.transfer)).max();
            let arrival = plan.dags.get(dag[kernel]).map_or(0, |dag| dag.arrival);
            let runs = plan.kernels[kernel].prefetch.is_none();
            end[kernel] =
                start.unwrap_or(arrival.into()) + if runs { plan.kernels[kernel].est.into() } else { 0 };
        }
        Self { dag, level, end }
    }
}

fn names(plan: &Plan, paths: &Paths, findings: &mut Findings) {
    let mut kernels = vec![0_usize; plan.dags.len()];
    paths.dag.iter().for_each(|&dag| kernels[dag] += 1);
    for (index, dag) in plan.dags.iter().enumerate() {
        let is_name = !dag.id.trim().is_empty() && !dag.id.contains('/');
        let reason = format_args!("`{}` contains `/`, but kernels are called GRAPH/KERNEL", dag.id);
        findings.unless(is_name, GRAPH_NAME, format_args!("dags[{index}].id"), reason);
        let reason = format_args!("graph `{}` has no kernels", dag.id);
        findings.unless(kernels[index] > 0, EMPTY_GRAPH, format_args!("dags[{index}]"), reason);
    }
}

/// The most graphs that are live at once: from the first slot to the last or, without slots, from the arrival for the
/// length of the longest path.
fn live(plan: &Plan, resolved: &Resolved<'_>, paths: &Paths, findings: &mut Findings) {
    // At the same time, ends sort before starts.
    let mut changes: Vec<(u128, bool, usize)> = Vec::new();
    for (dag, life) in lives(plan, resolved, paths).into_iter().enumerate() {
        let Some((start, end)) = life else { continue };
        changes.extend([(start, true, dag), (end, false, dag)]);
    }
    changes.sort_unstable();
    let (mut alive, mut most) = (0_usize, (0, 0, 0));
    for (time, starts, dag) in changes {
        alive = if starts { alive + 1 } else { alive.saturating_sub(1) };
        if alive > most.0 {
            most = (alive, dag, time);
        }
    }
    let (count, dag, time) = most;
    let (table, sure) = DAGS;
    let path = format_args!("dags[{dag}]");
    let reason = format_args!("{count} graphs are live at {time}, but the table has {table} entries");
    findings.unless(count <= table, LIVE_GRAPHS, path, reason);
    let reason = format_args!("{count} graphs are live at {time}, but tables have {sure} to {table} entries");
    findings.unless(count <= sure || count > table, MANY_GRAPHS, path, reason);
}

fn lives(plan: &Plan, resolved: &Resolved<'_>, paths: &Paths) -> Vec<Option<(u128, u128)>> {
    let mut lives: Vec<Option<(u128, u128)>> = vec![None; plan.dags.len()];
    let mut widen = |dag: usize, start: u128, end: u128| {
        let life = lives[dag].get_or_insert((start, end));
        *life = (life.0.min(start), life.1.max(end));
    };
    if plan.slots.is_empty() {
        for (kernel, &dag) in paths.dag.iter().enumerate() {
            widen(dag, plan.dags[dag].arrival.into(), paths.end[kernel]);
        }
    } else {
        for (slot, &kernel) in plan.slots.iter().zip(&resolved.slots) {
            widen(paths.dag[kernel], slot.start.into(), slot.end.into());
        }
    }
    lives
}

/// Compares the widest level of a graph with P_TOP_K; only the widest graph is reported.
fn wide(plan: &Plan, paths: &Paths, target: &LintTarget, findings: &mut Findings) {
    let mut widths = std::collections::BTreeMap::<(usize, usize), usize>::new();
    for (kernel, (&dag, &level)) in paths.dag.iter().zip(&paths.level).enumerate() {
        if plan.kernels[kernel].runs() {
            *widths.entry((dag, level)).or_default() += 1;
        }
    }
    let top_k = target.top_k as usize;
    widths.retain(|_, width| *width > top_k);
    // The first of the widest, since `max_by_key` returns the last maximum.
    let Some((&(dag, level), width)) = widths.iter().rev().max_by_key(|(_, width)| **width) else { return };
    let dags: std::collections::BTreeSet<usize> = widths.keys().map(|&(dag, _)| dag).collect();
    let others = match dags.len() - 1 {
        0 => String::new(),
        more => format!("; {} wider than that", counted(more, "more graph is", "more graphs are")),
    };
    let reason = format_args!(
        "level {level} of graph `{}` has {width} kernels, P_TOP_K = {top_k} of which compete by online priority, the \
         others by offline priority after all graphs{others}",
        plan.dags[dag].id
    );
    findings.add(WIDE, format_args!("dags[{dag}]"), reason);
}
