//! How many groups of iterations share a graph, so that the graphs that are live at once have tags (planner §5.2).
//!
//! A group lives R_max + 1 periods. With k groups to a graph, graph f of a launch waits at most for the kernels of
//! graph f + D, D = ceil(R_max / k), of the same launch: the tasks of later groups precede its last tasks on their
//! PEs. Graphs open in the order of arrival. A run in which nothing can go on therefore has at most D open graphs of
//! each launch, or the oldest of a launch could finish. As long as the sum of D over the launches is less than the
//! number of tags, a tag is then free and the next graph opens: no such run exists, however late the run is.
//!
//! Planned are D + 1 live graphs of each launch. One more is left for the drift of a run: the next graph then opens
//! without waiting for the end of the one before, unless PEs are late by all periods of a graph.

use crate::periodic::candidate::Launches;
use crate::periodic::launches::first;
use crate::periodic::planned::PeriodicPlanned;

/// Entries of the DAG table: on every machine, and on the largest one.
const TAGS: [i128; 2] = [24, 32];

/// Returns the smallest number of groups per graph with which the graphs of all launches fit into the smaller table or,
/// if none does, into the larger one. There are at most 32 launches, so all groups of a launch in one graph always fit
/// into that.
pub(super) fn groups_per_graph(planned: &PeriodicPlanned) -> i64 {
    let most = planned.launches.iter().map(Launches::groups).max().unwrap_or(1).max(1);
    let smallest = |&tags: &i128| first(1..=most, |groups| live(planned, groups) <= tags);
    TAGS.iter().find_map(smallest).unwrap_or(most)
}

/// The most graphs that are live at once if this many groups share one, with one more of each launch for the drift.
fn live(planned: &PeriodicPlanned, per_graph: i64) -> i128 {
    let graphs = |groups: i64| (i128::from(groups) + i128::from(per_graph) - 1) / i128::from(per_graph);
    let of = |launch: &Launches| {
        launch.count as i128 * graphs(launch.groups()).min(graphs(launch.period.r_max) + 2)
    };
    planned.launches.iter().map(of).sum()
}
