//! The rules for a schedule, with one sentence per breach.

use super::copies::edge_copy;
use super::schedule::Schedule;
use crate::periodic::input::Problem;
use crate::periodic::layout::Layout;

/// Returns all breaches except overfull caches.
pub(super) fn broken(
    problem: &Problem,
    schedule: &Schedule,
    layout: &Layout<'_>,
    r: &[i128],
    cached: &[bool],
) -> Vec<String> {
    let mut violations = Vec::new();
    if schedule.pes > problem.pes {
        violations.push(format!("the schedule has {} PEs, the machine {}", schedule.pes, problem.pes));
    }
    violations.extend(outside(schedule, layout));
    violations.extend(at_once(layout));
    violations.extend(retimed_ahead(layout, r));
    violations.extend(late(layout, r, cached));
    violations.extend(unknown_edges(problem, schedule));
    violations
}

/// Live bytes above the capacity.
pub(super) fn caches_overfull(capacity: i64, peaks: &[i64]) -> impl Iterator<Item = String> {
    let over = peaks.iter().enumerate().filter(move |(_, peak)| **peak > capacity);
    over.map(move |(pe, peak)| format!("PE {pe}: {peak} live bytes in a cache of {capacity}"))
}

fn name(layout: &Layout<'_>, copy: usize) -> String {
    format!("{} copy {}", layout.graph.ids[copy / layout.i_period], copy % layout.i_period + 1)
}

/// Tasks that are not within the period, and PEs that do not exist.
fn outside<'a>(schedule: &'a Schedule, layout: &'a Layout<'a>) -> impl Iterator<Item = String> + 'a {
    (0..layout.st.len()).flat_map(move |copy| {
        let (name, st, ed) = (name(layout, copy), layout.st[copy], layout.ed(copy));
        let time = (st < 0 || ed > i128::from(layout.t))
            .then(|| format!("{name}: [{st}, {ed}) is not within [0, {})", layout.t));
        let pe = (layout.pe[copy] as usize >= schedule.pes)
            .then(|| format!("{name}: its PE is not one of the {} of the schedule", schedule.pes));
        [time, pe].into_iter().flatten()
    })
}

/// Tasks that run at the same time on one PE.
fn at_once(layout: &Layout<'_>) -> Vec<String> {
    let mut copies: Vec<usize> = (0..layout.st.len()).collect();
    copies.sort_by_key(|&copy| (layout.pe[copy], layout.st[copy]));
    let mut violations = Vec::new();
    for list in copies.chunk_by(|&a, &b| layout.pe[a] == layout.pe[b]) {
        // The task that ends last so far.
        let mut last = list[0];
        for &copy in &list[1..] {
            if i128::from(layout.st[copy]) < layout.ed(last) {
                let (a, b) = (name(layout, last), name(layout, copy));
                violations.push(format!("PE {}: {a} and {b} run at the same time", layout.pe[copy]));
            }
            if layout.ed(copy) > layout.ed(last) {
                last = copy;
            }
        }
    }
    violations
}

fn retimed_ahead<'a>(layout: &'a Layout<'a>, r: &'a [i128]) -> impl Iterator<Item = String> + 'a {
    let ahead = r.iter().enumerate().filter(|(_, r)| **r > 0);
    ahead.map(|(copy, r)| format!("{}: its retiming {r} is above 0", name(layout, copy)))
}

/// Data that arrives after its consumer has started.
fn late<'a>(layout: &'a Layout<'a>, r: &'a [i128], cached: &'a [bool]) -> impl Iterator<Item = String> + 'a {
    (0..cached.len()).filter_map(move |edge_copy| {
        let (from, to) = layout.ends(edge_copy);
        let arrival = layout.ends_at(from, r) + layout.transfer(edge_copy, cached[edge_copy]);
        let start = layout.starts(to, r);
        let (from, to) = (name(layout, from), name(layout, to));
        (arrival > start)
            .then(|| format!("{to} starts at {start}, but the data of {from} arrives at {arrival}"))
    })
}

fn unknown_edges<'a>(problem: &'a Problem, schedule: &'a Schedule) -> impl Iterator<Item = String> + 'a {
    let unknown = schedule
        .cached
        .iter()
        .filter(|&&entry| edge_copy(&problem.graph, schedule.i_period, entry).is_none());
    unknown.map(|(from, to, r)| format!("cached: there is no edge {from} -> {to} copy {r}"))
}
