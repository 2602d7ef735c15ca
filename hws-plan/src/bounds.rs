//! Bounds on schedules: a lower bound for every schedule, and an upper bound for greedy scheduling.
//!
//! Everything is integer cycles in 128 bits, so no sum of 64-bit inputs can overflow silently.

use hws_types::{ThreadNum, Topology};

use crate::TaskGraph;
pub use crate::demand::Demand;

/// Returns the number of rounds that the blocks of a kernel need on an otherwise idle machine. In upward ranks, the
/// cost of a kernel is its estimate times this number. A block too wide for a cluster counts as if one fitted.
pub fn rounds(blocks: u16, threads: ThreadNum, topology: Topology) -> u64 {
    let fits = threads.get() <= topology.cluster_sip_num();
    let at_once = topology.present().blocks(threads).filter(|_| fits).count().max(1);
    u64::from(blocks).div_ceil(at_once as u64)
}

/// Bounds of one graph on a number of SIPs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Longest path, each kernel counted with [`Demand::fewest_cycles`].
    pub critical_path: u128,
    /// Sum of [`Demand::work`], in SIP-cycles.
    pub work: u128,
    /// max(critical path, ceil(work / SIPs)): no schedule is shorter.
    pub lower: u128,
    sips: u32,
}

impl Bounds {
    /// Bounds of `graph` on `sips` SIPs (0 counts as 1); `demands[i]` belongs to task `i`.
    /// `None` if there are not as many demands as tasks.
    pub fn new(graph: &TaskGraph, demands: &[Demand], sips: u32) -> Option<Self> {
        (graph.len() == demands.len()).then(|| {
            let work = demands.iter().map(Demand::work).fold(0, u128::saturating_add);
            Self::from_totals(longest_path(graph, demands, sips.max(1)), work, sips)
        })
    }

    /// Bounds of tasks that run as one block on one SIP each, with `est` = time.
    pub fn from_times(graph: &TaskGraph, sips: u32) -> Self {
        let demand = |time| Demand { est: time, threads: 1, blocks: 1 };
        let demands: Vec<_> = graph.tasks().iter().map(|task| demand(task.time)).collect();
        let work = u128::from(graph.total_time());
        Self::from_totals(longest_path(graph, &demands, sips.max(1)), work, sips)
    }

    /// Bounds from known totals (for several DAGs: the longest of their paths, the sum of their work).
    pub fn from_totals(critical_path: u128, work: u128, sips: u32) -> Self {
        let sips = sips.max(1);
        let lower = critical_path.max(work.div_ceil(u128::from(sips)));
        Self { critical_path, work, lower, sips }
    }

    /// Graham's bound, rounded up: work / m + (1 − 1/m) × critical path. A list schedule that never
    /// leaves a SIP idle while a task is ready is no longer than this. This is proven for tasks of one SIP;
    /// for wider kernels it is a reference value, not a guarantee.
    pub fn graham(&self) -> u128 {
        let sips = u128::from(self.sips);
        self.work.saturating_add(self.critical_path.saturating_mul(sips - 1)).div_ceil(sips)
    }
}

fn longest_path(graph: &TaskGraph, demands: &[Demand], sips: u32) -> u128 {
    let mut end = vec![0u128; graph.len()];
    for &task in graph.topological_order() {
        let preds = &graph.tasks()[task].preds;
        let ready = preds.iter().map(|&pred| end[pred]).max().unwrap_or(0);
        end[task] = ready.saturating_add(demands[task].fewest_cycles(sips));
    }
    end.into_iter().max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Task;

    fn chain(times: &[u64]) -> TaskGraph {
        let task = |(i, &time): (usize, &u64)| Task {
            id: i.to_string(),
            time,
            core: None,
            preds: i.checked_sub(1).into_iter().collect(),
        };
        TaskGraph::new("chain", times.iter().enumerate().map(task).collect()).unwrap()
    }

    #[test]
    fn a_chain_is_its_own_critical_path_and_graham_is_tight_on_one_sip() {
        let bounds = Bounds::from_times(&chain(&[3, 4]), 32);
        assert_eq!((bounds.critical_path, bounds.work, bounds.lower), (7, 7, 7));
        assert_eq!(Bounds::from_times(&chain(&[3, 4]), 1).graham(), 7);
        assert_eq!(bounds.graham(), 7); // ceil((7 + 7 * 31) / 32)
    }

    #[test]
    fn blocks_run_in_waves_and_work_is_rounded_up() {
        let demand = Demand { est: 10, threads: 12, blocks: 5 };
        assert_eq!(demand.fewest_cycles(32), 30); // two at once, three waves
        let bounds = Bounds::new(&chain(&[1]), &[demand], 32).unwrap();
        assert_eq!((bounds.work, bounds.lower), (600, 30));
        assert_eq!(Bounds::from_totals(1, 33, 32).lower, 2);
        assert_eq!(Bounds::new(&chain(&[1]), &[], 32), None);
    }

    #[test]
    fn extremes_do_not_overflow() {
        let demand = Demand { est: u64::MAX, threads: u32::MAX, blocks: u32::MAX };
        let bounds = Bounds::new(&chain(&[0, 0, 0]), &[demand; 3], 0).unwrap();
        assert!(bounds.graham() >= bounds.critical_path);
    }
}
