//! The templates of a plan: the tasks of one group of iterations, with their SIPs and times, and how the group repeats.

use super::fold::groups_per_graph;
use crate::periodic::graph::Edge;
use crate::periodic::period::Period;
use crate::periodic::planned::PeriodicPlanned;
use crate::plan::PlanRepeat;

/// One task of one iteration of a group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Job {
    /// Node of the graph.
    pub(super) node: usize,
    /// Copy, from 1.
    pub(super) r: usize,
    pub(super) sip: usize,
    /// Start in the first instance.
    pub(super) start: u64,
    /// The number of instances with this task, if not all have it.
    pub(super) instances: Option<u32>,
}

/// A graph of the plan, which repeats.
#[derive(Clone, Debug)]
pub(super) struct Template {
    pub(super) name: String,
    pub(super) repeat: PlanRepeat,
    /// By node and copy.
    pub(super) jobs: Vec<Job>,
    /// Iterations of a group.
    i_period: usize,
    /// Whether the data goes through the cache, by edge and copy.
    cached: Vec<bool>,
}

impl Template {
    /// The time that the data of an edge takes.
    pub(super) fn transfer(&self, edge: usize, of: &Edge, job: &Job) -> u64 {
        let is_cached = self.cached.get(edge * self.i_period + job.r - 1).is_none_or(|&cached| cached);
        (if is_cached { of.t_cache } else { of.t_dram }).unsigned_abs()
    }
}

/// Returns each launch: its number, its first SIP, its iterations and its period.
pub(super) fn launches(planned: &PeriodicPlanned) -> impl Iterator<Item = (usize, usize, i64, &Period)> {
    let each = planned.launches.iter().flat_map(|launch| (0..launch.count).map(move |_| launch));
    let width = planned.layers.width;
    each.enumerate().map(move |(number, launch)| (number, number * width, launch.iterations, &launch.period))
}

/// Returns the templates that run at least once.
pub(super) fn templates(planned: &PeriodicPlanned) -> Vec<Template> {
    if planned.baseline.use_retiming() {
        let per_graph = groups_per_graph(planned);
        let all = launches(planned).filter(|&(_, _, iterations, _)| iterations > 0);
        all.map(|launch| retimed(planned, launch, per_graph)).collect()
    } else {
        one_after_the_other(planned)
    }
}

/// Group q is planned at (q + R_max + R) T + st; the last one may have fewer copies.
fn retimed(
    planned: &PeriodicPlanned,
    (launch, first_sip, iterations, period): (usize, usize, i64, &Period),
    per_graph: i64,
) -> Template {
    let layout = period.layout(&planned.problem);
    let (i_period, t) = (layout.i_period as i64, i128::from(layout.t));
    let count = (iterations + i_period - 1) / i_period;
    let in_last = iterations - (count - 1) * i_period;
    let job = |copy: usize| {
        let (node, r) = (copy / layout.i_period, copy % layout.i_period + 1);
        let start = i128::from(period.r_max) * t + layout.starts(copy, &period.choice.r);
        let sip = first_sip + layout.pe[copy] as usize;
        let instances = (r as i64 > in_last).then(|| narrow(count - 1));
        Job { node, r, sip, start: u64::try_from(start).unwrap_or(u64::MAX), instances }
    };
    let jobs = (0..layout.st.len()).map(job).filter(|job| job.instances != Some(0)).collect();
    let per_graph = narrow(per_graph);
    let repeat = PlanRepeat { count: narrow(count), period: layout.t.unsigned_abs(), per_graph };
    let cached = period.choice.cached.clone();
    Template { name: format!("launch{launch}"), repeat, jobs, i_period: layout.i_period, cached }
}

/// The groups of PEs take the iterations in turn.
fn one_after_the_other(planned: &PeriodicPlanned) -> Vec<Template> {
    let (width, period) = (planned.layers.width, planned.baseline.one_iteration.unsigned_abs());
    let groups = (planned.problem.pes / width).max(1) as i64;
    let template = |group: i64| {
        let count = narrow((planned.iterations - group + groups - 1) / groups);
        let places = planned.baseline.placements.iter().enumerate();
        let job = |(node, &(pe, start)): (usize, &(usize, i64))| {
            let sip = group as usize * width + pe;
            Job { node, r: 1, sip, start: start.unsigned_abs(), instances: None }
        };
        let repeat = PlanRepeat { count, period, per_graph: 1 };
        let cached = vec![true; planned.problem.graph.edges.len()];
        Template { name: format!("pes{group}"), repeat, jobs: places.map(job).collect(), i_period: 1, cached }
    };
    (0..groups.min(planned.iterations)).map(template).collect()
}

/// A number of groups, which is at most the number of iterations, below 2^31.
fn narrow(groups: i64) -> u32 {
    u32::try_from(groups).unwrap_or(u32::MAX)
}
