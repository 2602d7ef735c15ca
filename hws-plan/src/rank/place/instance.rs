//! The graph to be placed: costs per processor, edges with communication, a topological order.

use crate::lists::Lists;
use crate::rank::input::Problem;
use crate::rank::upward::Weighted;
use crate::topo;

/// Most that all times together may come to, so that no sum of starts, costs and tails can overflow.
const MOST_TIME: i128 = 1 << 61;

/// Neighbours of each task, with the communication time of the edge.
type Neighbours = Lists<(usize, i64)>;

/// Tasks and processors. Times are at least 0.
#[derive(Clone, Debug)]
pub(in crate::rank) struct Instance {
    /// Number of processors, at least 1.
    pub(super) processors: usize,
    /// Costs per processor; a list of one is the cost on every processor.
    costs: Lists<i64>,
    /// The lowest cost of all.
    least_cost: i64,
    has_equal_processors: bool,
    pub(super) pred: Neighbours,
    pub(super) succ: Neighbours,
    pub(super) topo: Vec<usize>,
}

impl Instance {
    /// Takes the tasks of a problem; `None` if its times come to 2^61 or more.
    pub(in crate::rank) fn new(problem: &Problem, processors: usize) -> Option<Self> {
        let comm = problem.pred.all().iter().map(|&(_, comm)| comm);
        let longest = problem.costs.iter().filter_map(|costs| costs.iter().max().copied());
        if longest.chain(comm).sum::<i128>() >= MOST_TIME {
            return None;
        }
        let neighbours = |lists: &Lists<(usize, i128)>| lists.map(|&(task, comm)| (task, narrow(comm)));
        Some(Self {
            processors: processors.max(1),
            least_cost: problem.costs.all().iter().copied().map(narrow).min().unwrap_or(0),
            has_equal_processors: problem.costs.iter().all(|costs| costs.len() == 1),
            costs: problem.costs.map(|&cost| narrow(cost)),
            pred: neighbours(&problem.pred),
            succ: neighbours(&problem.succ),
            topo: problem.topo.clone(),
        })
    }

    /// Returns the graph with all edges turned round. The mirror image of a schedule of one is a schedule of the other.
    pub(super) fn reversed(&self) -> Self {
        Self {
            costs: self.costs.clone(),
            pred: self.succ.clone(),
            succ: self.pred.clone(),
            topo: self.topo.iter().rev().copied().collect(),
            ..*self
        }
    }

    /// Returns the graph with edges that take no time.
    pub(super) fn without_communication(&self) -> Self {
        let silent = |lists: &Neighbours| lists.map(|&(task, _)| (task, 0));
        Self { pred: silent(&self.pred), succ: silent(&self.succ), ..self.clone() }
    }

    pub(super) fn len(&self) -> usize {
        self.topo.len()
    }

    /// Returns the cost of a task on a processor.
    pub(super) fn cost(&self, task: usize, pe: usize) -> i64 {
        match &self.costs[task] {
            [cost] => *cost,
            costs => costs[pe],
        }
    }

    /// Returns whether all processors are equal to every task.
    pub(super) fn has_equal_processors(&self) -> bool {
        self.has_equal_processors
    }

    /// Returns the lowest cost that any task has on any processor.
    pub(super) fn least_cost(&self) -> i64 {
        self.least_cost
    }

    /// Returns whether it does not matter for a task on which processor it or another runs.
    pub(super) fn is_uniform(&self) -> bool {
        self.has_equal_processors() && self.pred.all().iter().all(|&(_, comm)| comm == 0)
    }

    /// Returns the number of processors that a schedule can use: of equal ones, no more than there are tasks.
    pub(super) fn usable_processors(&self) -> usize {
        if self.has_equal_processors() { self.processors.min(self.len().max(1)) } else { self.processors }
    }

    /// Returns the lowest cost of each task.
    pub(super) fn least_costs(&self) -> Vec<i64> {
        self.costs.iter().map(|costs| costs.iter().min().copied().unwrap_or(0)).collect()
    }

    /// Returns the mean cost of each task, rounded up.
    pub(super) fn mean_costs(&self) -> Vec<i64> {
        let mean = |costs: &[i64]| {
            let sum: i128 = costs.iter().copied().map(i128::from).sum();
            // A mean is not larger than the largest cost.
            narrow((sum + costs.len() as i128 - 1) / (costs.len() as i128).max(1))
        };
        self.costs.iter().map(mean).collect()
    }

    /// Returns the longest path from each task on, its own cost included.
    pub(super) fn upward(&self, cost: &[i64]) -> Vec<i64> {
        Weighted { cost, succ: &self.succ, topo: &self.topo }.ranks()
    }

    /// Returns the tasks in an order in which predecessors come first: of those that can follow, the first of `order`.
    pub(super) fn by_priority(&self, order: &[usize]) -> Vec<usize> {
        let missing = self.pred.iter().map(<[_]>::len).collect();
        topo::taken_in_order(order, missing, |task| self.succ[task].iter().map(|&(next, _)| next))
    }
}

/// Converts a time, which is known to fit.
fn narrow(time: i128) -> i64 {
    i64::try_from(time).unwrap_or(i64::MAX)
}
