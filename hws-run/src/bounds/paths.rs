//! The longest paths of a workload, all in one pass over its kernels.

use hws_plan::topo::topological;
use hws_sim::On;

use super::length;
use crate::workload::{Dag, Kernel, Role, Workload};

/// The longest paths, in cycles. Loads have no end of their own: they only delay what waits for them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Paths {
    /// The end of the latest path if every graph begins with its arrival.
    pub(crate) end: u128,
    /// The path that takes longest, across graphs.
    pub(crate) longest: u128,
    /// Kernels of the chain that has most, across graphs.
    pub(crate) chain: u128,
    /// The path through each graph that takes longest. Dependencies on other graphs do not count.
    pub(crate) own: Vec<u128>,
}

/// How far the paths to a kernel reach: to its start, or to its end.
#[derive(Clone, Copy, Default, Debug)]
struct Reach {
    end: u128,
    longest: u128,
    own: u128,
    chain: u32,
}

/// A kernel on the paths.
#[derive(Clone, Copy, Default, Debug)]
struct Step {
    start: Reach,
    /// Fewest cycles from the start of the first block to the end of the last one.
    length: u128,
}

impl Paths {
    pub(crate) fn new(workload: &Workload) -> Self {
        let places = Places::new(workload);
        let mut steps = vec![Step::default(); places.count];
        let mut paths = Self { end: 0, longest: 0, chain: 0, own: vec![0; workload.dags.len()] };
        for (graph, place) in order(&workload.dags, &places) {
            let dag = &workload.dags[graph];
            let kernel = &dag.kernels[place - places.firsts[graph]];
            let mut start = Reach { end: dag.arrival.0.into(), ..Reach::default() };
            for (other, dep) in kernel.predecessors(graph) {
                let Some(before) = places.of(other, dep.place()) else { continue };
                start.wait_for(&steps[before], dep.on, dep.delay, other == graph);
            }
            steps[place] = Step { start, length: length(workload, kernel) };
            // The end of a load is not an end of the graph.
            if kernel.role != Role::Load {
                paths.reach(graph, &steps[place]);
            }
        }
        paths
    }

    fn reach(&mut self, graph: usize, step: &Step) {
        let after = |start: u128| start.saturating_add(step.length);
        self.end = self.end.max(after(step.start.end));
        self.longest = self.longest.max(after(step.start.longest));
        self.own[graph] = self.own[graph].max(after(step.start.own));
        self.chain = self.chain.max(u128::from(step.start.chain) + 1);
    }
}

impl Reach {
    /// The start is not before the point that a predecessor has to reach, and a transfer later.
    fn wait_for(&mut self, before: &Step, on: On, delay: u64, is_in_graph: bool) {
        let cycles = if on == On::Finish { before.length } else { 0 };
        let from = |start: u128| start.saturating_add(cycles).saturating_add(delay.into());
        self.end = self.end.max(from(before.start.end));
        self.longest = self.longest.max(from(before.start.longest));
        self.chain = self.chain.max(before.start.chain + 1);
        if is_in_graph {
            self.own = self.own.max(from(before.start.own));
        }
    }
}

/// The places of kernels among those of all graphs.
struct Places {
    firsts: Vec<usize>,
    count: usize,
}

impl Places {
    fn new(workload: &Workload) -> Self {
        let firsts = workload.first_kernels().into_iter().map(|first| first as usize).collect();
        Self { firsts, count: workload.kernel_count() }
    }

    /// None if there is no such kernel.
    fn of(&self, dag: usize, kernel: usize) -> Option<usize> {
        let (first, end) = (*self.firsts.get(dag)?, self.firsts.get(dag + 1).unwrap_or(&self.count));
        Some(first + kernel).filter(|place| place < end)
    }

    fn graph_of(&self, place: usize) -> usize {
        self.firsts.partition_point(|&first| first <= place) - 1
    }
}

/// Predecessors first: each kernel with its graph. The order of the file if it is one already; graphs read from files have no
/// cycle, and for others it is that of the file, too.
fn order(dags: &[Dag], places: &Places) -> Vec<(usize, usize)> {
    let kernels =
        || dags.iter().enumerate().flat_map(|(graph, dag)| dag.kernels.iter().map(move |one| (graph, one)));
    let preds = |(graph, kernel): (usize, &Kernel)| -> Vec<usize> {
        kernel.predecessors(graph).filter_map(|(dag, dep)| places.of(dag, dep.place())).collect()
    };
    let as_written = || kernels().enumerate().map(|(place, (graph, _))| (graph, place)).collect();
    let is_sorted = kernels().enumerate().all(|(place, (graph, kernel))| {
        kernel
            .predecessors(graph)
            .all(|(dag, dep)| places.of(dag, dep.place()).is_none_or(|before| before < place))
    });
    if is_sorted {
        return as_written();
    }
    match topological(&kernels().map(preds).collect::<Vec<_>>()) {
        Ok(order) => order.into_iter().map(|place| (places.graph_of(place), place)).collect(),
        Err(_) => as_written(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::ExternalDep;
    use hws_types::{Cycle, ThreadNum};

    fn kernel(est: u32, after: &[usize]) -> Kernel {
        Kernel::new(est.to_string(), ThreadNum::ONE, 1, est).after_finish(after.iter().copied())
    }

    /// Graph b arrives at 7. Its last kernel waits for the one of graph a, which is its own kernel of the same index for nobody.
    fn workload() -> Workload {
        let external = vec![ExternalDep { dag: 0, kernel: 0, on: On::Finish, delay: 3 }];
        let last = Kernel { external, ..kernel(20, &[]) };
        let b = Dag { arrival: Cycle(7), ..Dag::new("b", vec![kernel(10, &[]), last]) };
        Workload::new(vec![Dag::new("a", vec![kernel(100, &[])]), b])
    }

    #[test]
    fn paths_cross_graphs_and_the_own_one_of_a_graph_does_not() {
        let paths = Paths::new(&workload());
        assert_eq!((paths.end, paths.longest, paths.chain), (123, 123, 2));
        assert_eq!(paths.own, [100, 20]);
    }

    #[test]
    fn kernels_before_their_predecessors_have_the_same_paths() {
        let backwards = vec![kernel(1, &[2]), kernel(2, &[]), kernel(4, &[1])];
        let forwards = vec![kernel(2, &[]), kernel(4, &[0]), kernel(1, &[1])];
        let [one, other] =
            [backwards, forwards].map(|kernels| Paths::new(&Workload::new(vec![Dag::new("g", kernels)])));
        assert_eq!((one.longest, one.chain, one.own.as_slice()), (7, 3, &[7][..]));
        assert_eq!(one, other);
    }
}
