//! The neutral task graph that every importer makes and every planner reads.
//!
//! A [`TaskGraph`] exists only when it is sound: every predecessor exists and is named once, there
//! is no cycle (nor one together with the per-core order, when there is such an order), ids are
//! unique, and the sum of all times fits 64 bits. So nothing that reads one has to check again.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::num::NonZeroU64;

use crate::bounds::Demand;
use crate::topo;

/// One task: a unit of work with data predecessors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// Display name, unique in the graph.
    pub id: String,
    /// Execution time on one SIP, in the time unit of the file it came from.
    pub time: u64,
    /// The core a Gemini schedule puts it on; `None` when the source has no placement.
    pub core: Option<u32>,
    /// Indices of the data predecessors, ascending and unique.
    pub preds: Vec<usize>,
}

/// The tasks of one core in the order a static schedule runs them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoreOrder {
    /// Core number.
    pub core: u32,
    /// Task indices, first to run first.
    pub tasks: Vec<usize>,
}

/// A sound directed acyclic graph of tasks; see the module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskGraph {
    name: String,
    tasks: Vec<Task>,
    static_order: Option<Vec<CoreOrder>>,
    demands: Option<Vec<Demand>>,
    bytes: Option<Vec<Vec<u64>>>,
    comm: Option<Vec<Vec<u64>>>,
    topo: Vec<usize>,
    static_topo: Vec<usize>,
}

/// Why a list of tasks is no task graph. Tasks are named by index.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GraphError {
    /// A predecessor index beyond the tasks.
    #[error("task {task} waits for task {pred}, which does not exist (name an existing task)")]
    UnknownPredecessor {
        /// The task with the bad list.
        task: usize,
        /// The index it names.
        pred: usize,
    },
    /// A predecessor named twice, or a list that is not ascending.
    #[error(
        "task {task} does not list its predecessors ascending and once each, at {pred} (sort and deduplicate them)"
    )]
    UnsortedPredecessor {
        /// The task with the bad list.
        task: usize,
        /// The first offending entry.
        pred: usize,
    },
    /// Two tasks of one id.
    #[error("tasks {first} and {second} have the same id `{id}` (rename one)")]
    DuplicateId {
        /// The earlier task.
        first: usize,
        /// The later task.
        second: usize,
        /// Their common id.
        id: String,
    },
    /// The dependencies are circular.
    #[error("task {task} waits for itself along a cycle (remove one dependency of the cycle)")]
    Cycle {
        /// The smallest index on a cycle.
        task: usize,
    },
    /// Dependencies and per-core order together are circular.
    #[error("task {task} waits for itself once each core keeps its order (reorder the core's tasks)")]
    OrderCycle {
        /// The smallest index on a cycle.
        task: usize,
    },
    /// The per-core order is not exactly every task once.
    #[error("the per-core order does not list task {task} exactly once (list every task once)")]
    OrderMismatch {
        /// The task missing, unknown or listed twice.
        task: usize,
    },
    /// Not as many demands as tasks.
    #[error("{found} demands for {tasks} tasks (give one for each)")]
    DemandCount {
        /// Demands given.
        found: usize,
        /// Tasks.
        tasks: usize,
    },
    /// Bytes or communication times that do not belong to the predecessors one by one.
    #[error("task {task} has not as many weights of edges as predecessors (give one for each)")]
    BytesCount {
        /// The first such task.
        task: usize,
    },
    /// The sum of times and of the weights of the edges leaves 64 bits.
    #[error("times and weights of edges up to task {task} add up to more than 64 bits (scale them down)")]
    BytesOverflow {
        /// The task at which the sum overflows.
        task: usize,
    },
    /// The sum of times leaves 64 bits.
    #[error("the times up to task {task} add up to more than 64 bits (scale the times down)")]
    TimeOverflow {
        /// The task at which the sum overflows.
        task: usize,
    },
}

impl TaskGraph {
    /// Checks `tasks` and makes a graph without a static order.
    pub fn new(name: impl Into<String>, tasks: Vec<Task>) -> Result<Self, GraphError> {
        check_ids(&tasks)?;
        check_predecessors(&tasks)?;
        check_times(&tasks)?;
        let preds: Vec<_> = tasks.iter().map(|task| task.preds.clone()).collect();
        let topo = topo::topological(&preds).map_err(|task| GraphError::Cycle { task })?;
        let static_topo = topo.clone();
        Ok(Self {
            name: name.into(),
            tasks,
            static_order: None,
            demands: None,
            bytes: None,
            comm: None,
            topo,
            static_topo,
        })
    }

    /// The same graph with the order in which each core runs its tasks (`--mapping static`).
    pub fn with_static_order(mut self, order: Vec<CoreOrder>) -> Result<Self, GraphError> {
        check_order(self.tasks.len(), &order)?;
        self.static_order = Some(order);
        self.static_topo =
            topo::topological(&self.static_preds()).map_err(|task| GraphError::OrderCycle { task })?;
        Ok(self)
    }

    /// The same graph with what each task asks of the machine, in cycles. The time of a task becomes the
    /// SIP-cycles of all its blocks, what it would take on one SIP, so that who knows only times has a
    /// total that is right.
    pub fn with_demands(mut self, demands: Vec<Demand>) -> Result<Self, GraphError> {
        let (found, tasks) = (demands.len(), self.tasks.len());
        if found != tasks {
            return Err(GraphError::DemandCount { found, tasks });
        }
        for (index, (task, demand)) in self.tasks.iter_mut().zip(&demands).enumerate() {
            let work = u64::try_from(demand.work());
            task.time = work.map_err(|_| GraphError::TimeOverflow { task: index })?;
        }
        check_times(&self.tasks)?;
        self.demands = Some(demands);
        Ok(self)
    }

    /// The same graph with what crosses its edges: for each task the bytes from each of its predecessors, in
    /// their order.
    pub fn with_bytes(self, bytes: Vec<Vec<u64>>) -> Result<Self, GraphError> {
        self.check_weights(&bytes)?;
        Ok(Self { bytes: Some(bytes), ..self })
    }

    /// The same graph with the communication time of each edge, in the unit of the tasks' times: for each task
    /// that from each of its predecessors, in their order.
    pub fn with_comm(self, comm: Vec<Vec<u64>>) -> Result<Self, GraphError> {
        self.check_weights(&comm)?;
        Ok(Self { comm: Some(comm), ..self })
    }

    /// Bytes from each predecessor of each task, if the source has them.
    pub fn bytes(&self) -> Option<&[Vec<u64>]> {
        self.bytes.as_deref()
    }

    /// Communication times, for each task from each of its predecessors: those of the source, or else
    /// ceil(bytes / `bw`), `bw` being bytes per unit of time. `None` without either. The times of a path and
    /// the communication along it fit 64 bits.
    pub fn comm(&self, bw: Option<NonZeroU64>) -> Option<Cow<'_, [Vec<u64>]>> {
        if let Some(comm) = &self.comm {
            return Some(Cow::Borrowed(comm));
        }
        let (bytes, bw) = (self.bytes.as_ref()?, bw?);
        let times = |list: &Vec<u64>| list.iter().map(|bytes| bytes.div_ceil(bw.get())).collect();
        Some(Cow::Owned(bytes.iter().map(times).collect()))
    }

    /// One weight for each predecessor; together with the times they fit 64 bits.
    fn check_weights(&self, weights: &[Vec<u64>]) -> Result<(), GraphError> {
        let (found, tasks) = (weights.len(), self.tasks.len());
        let differs = |(task, list): (&Task, &Vec<u64>)| task.preds.len() != list.len();
        let uneven = self.tasks.iter().zip(weights).position(differs);
        if let Some(task) = uneven.or((found != tasks).then_some(found.min(tasks))) {
            return Err(GraphError::BytesCount { task });
        }
        let mut sum = self.total_time();
        for (task, &weight) in
            weights.iter().enumerate().flat_map(|(task, list)| list.iter().map(move |w| (task, w)))
        {
            sum = sum.checked_add(weight).ok_or(GraphError::BytesOverflow { task })?;
        }
        Ok(())
    }

    /// Threads, blocks and cycles of each task, if the source has more than times.
    pub fn demands(&self) -> Option<&[Demand]> {
        self.demands.as_deref()
    }

    /// Whether the times are SP cycles, and not units of the file's own that have to be scaled.
    pub fn is_in_cycles(&self) -> bool {
        self.demands.is_some()
    }

    /// The graph's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The tasks; indices everywhere mean positions here.
    pub fn tasks(&self) -> &[Task] {
        &self.tasks
    }

    /// Number of tasks.
    pub fn len(&self) -> usize {
        self.tasks.len()
    }

    /// Whether there is no task.
    pub fn is_empty(&self) -> bool {
        self.tasks.is_empty()
    }

    /// The per-core order, cores ascending as the importer listed them, if the source has one.
    pub fn static_order(&self) -> Option<&[CoreOrder]> {
        self.static_order.as_deref()
    }

    /// A topological order of the data edges; of several ready tasks the smallest index first.
    pub fn topological_order(&self) -> &[usize] {
        &self.topo
    }

    /// As [`Self::topological_order`], for the edges of [`Self::static_preds`].
    pub fn static_topological_order(&self) -> &[usize] {
        &self.static_topo
    }

    /// Data successors of each task, ascending.
    pub fn successors(&self) -> Vec<Vec<usize>> {
        let preds: Vec<_> = self.tasks.iter().map(|task| task.preds.clone()).collect();
        topo::successors(&preds)
    }

    /// Data predecessors plus the task before it on the same core (the in-order rule), ascending
    /// and unique. Without a static order these are the data predecessors.
    pub fn static_preds(&self) -> Vec<Vec<usize>> {
        let mut preds: Vec<_> = self.tasks.iter().map(|task| task.preds.clone()).collect();
        for pair in self.static_order.iter().flatten().flat_map(|core| core.tasks.windows(2)) {
            if let Err(at) = preds[pair[1]].binary_search(&pair[0]) {
                preds[pair[1]].insert(at, pair[0]);
            }
        }
        preds
    }

    /// Sum of all times.
    pub fn total_time(&self) -> u64 {
        // Cannot overflow: `new` has checked the sum.
        self.tasks.iter().map(|task| task.time).sum()
    }
}

fn check_ids(tasks: &[Task]) -> Result<(), GraphError> {
    let mut seen = BTreeMap::new();
    for (second, task) in tasks.iter().enumerate() {
        if let Some(first) = seen.insert(task.id.as_str(), second) {
            return Err(GraphError::DuplicateId { first, second, id: task.id.clone() });
        }
    }
    Ok(())
}

fn check_predecessors(tasks: &[Task]) -> Result<(), GraphError> {
    for (task, entry) in tasks.iter().enumerate() {
        if let Some(&pred) = entry.preds.iter().find(|&&pred| pred >= tasks.len()) {
            return Err(GraphError::UnknownPredecessor { task, pred });
        }
        if let Some(pair) = entry.preds.windows(2).find(|pair| pair[0] >= pair[1]) {
            return Err(GraphError::UnsortedPredecessor { task, pred: pair[1] });
        }
    }
    Ok(())
}

fn check_times(tasks: &[Task]) -> Result<(), GraphError> {
    let mut sum = 0u64;
    for (task, entry) in tasks.iter().enumerate() {
        sum = sum.checked_add(entry.time).ok_or(GraphError::TimeOverflow { task })?;
    }
    Ok(())
}

fn check_order(tasks: usize, order: &[CoreOrder]) -> Result<(), GraphError> {
    let mut listed = vec![false; tasks];
    for &task in order.iter().flat_map(|core| &core.tasks) {
        match listed.get_mut(task) {
            Some(seen) if !*seen => *seen = true,
            _ => return Err(GraphError::OrderMismatch { task }),
        }
    }
    match listed.iter().position(|seen| !seen) {
        Some(task) => Err(GraphError::OrderMismatch { task }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn task(id: &str, time: u64, preds: &[usize]) -> Task {
        Task { id: id.into(), time, core: None, preds: preds.to_vec() }
    }

    #[rstest]
    #[case(vec![task("a", 1, &[1])], GraphError::UnknownPredecessor { task: 0, pred: 1 })]
    #[case(vec![task("a", 1, &[]), task("b", 1, &[0, 0])], GraphError::UnsortedPredecessor { task: 1, pred: 0 })]
    #[case(vec![task("a", 1, &[]), task("a", 1, &[])], GraphError::DuplicateId { first: 0, second: 1, id: "a".into() })]
    #[case(vec![task("a", 1, &[]), task("b", 1, &[2]), task("c", 1, &[1])], GraphError::Cycle { task: 1 })]
    #[case(vec![task("a", 1, &[0])], GraphError::Cycle { task: 0 })]
    #[case(vec![task("a", u64::MAX, &[]), task("b", 1, &[])], GraphError::TimeOverflow { task: 1 })]
    fn unsound_graphs_are_refused(#[case] tasks: Vec<Task>, #[case] error: GraphError) {
        assert_eq!(TaskGraph::new("g", tasks), Err(error));
    }

    #[rstest]
    #[case(vec![vec![0]], GraphError::OrderMismatch { task: 1 })]
    #[case(vec![vec![0, 1], vec![0]], GraphError::OrderMismatch { task: 0 })]
    #[case(vec![vec![0, 1, 2]], GraphError::OrderMismatch { task: 2 })]
    #[case(vec![vec![1, 0]], GraphError::OrderCycle { task: 0 })]
    fn unsound_orders_are_refused(#[case] lists: Vec<Vec<usize>>, #[case] error: GraphError) {
        let graph = TaskGraph::new("g", vec![task("a", 1, &[]), task("b", 1, &[0])]).unwrap();
        let order = lists.into_iter().map(|tasks| CoreOrder { core: 0, tasks }).collect();
        assert_eq!(graph.with_static_order(order), Err(error));
    }

    #[test]
    fn demands_make_the_times() {
        let demand = |est, threads, blocks| Demand { est, threads, blocks };
        let graph = || TaskGraph::new("g", vec![task("a", 1, &[]), task("b", 1, &[0])]).unwrap();
        assert!(!graph().is_in_cycles());
        let with = graph().with_demands(vec![demand(10, 2, 3), demand(7, 1, 1)]).unwrap();
        assert!(with.is_in_cycles());
        assert_eq!(with.tasks().iter().map(|task| task.time).collect::<Vec<_>>(), [60, 7]);
        let few = graph().with_demands(vec![demand(1, 1, 1)]);
        assert_eq!(few, Err(GraphError::DemandCount { found: 1, tasks: 2 }));
        let long = graph().with_demands(vec![demand(u64::MAX, 1, 1), demand(1, 1, 1)]);
        assert_eq!(long, Err(GraphError::TimeOverflow { task: 1 }));
        let wide = graph().with_demands(vec![demand(u64::MAX, 2, 1), demand(1, 1, 1)]);
        assert_eq!(wide, Err(GraphError::TimeOverflow { task: 0 }));
    }

    #[test]
    fn bytes_belong_to_predecessors() {
        let graph = || TaskGraph::new("g", vec![task("a", 1, &[]), task("b", 1, &[0])]).unwrap();
        let with = graph().with_bytes(vec![vec![], vec![64]]).unwrap();
        assert_eq!(with.bytes(), Some(&[vec![], vec![64]][..]));
        let wrong = |bytes| graph().with_bytes(bytes).unwrap_err();
        assert_eq!(wrong(vec![vec![], vec![]]), GraphError::BytesCount { task: 1 });
        assert_eq!(wrong(vec![vec![]]), GraphError::BytesCount { task: 1 });
        assert_eq!(wrong(vec![vec![], vec![1], vec![]]), GraphError::BytesCount { task: 2 });
        assert_eq!(wrong(vec![vec![], vec![u64::MAX - 1]]), GraphError::BytesOverflow { task: 1 });
        assert!(graph().with_bytes(vec![vec![], vec![u64::MAX - 2]]).is_ok());
    }

    #[test]
    fn communication_is_that_of_the_source_or_bytes_by_bandwidth() {
        let graph = || TaskGraph::new("g", vec![task("a", 1, &[]), task("b", 1, &[0])]).unwrap();
        let bw = |bw| NonZeroU64::new(bw);
        let of = |graph: &TaskGraph, bw| graph.comm(bw).map(|comm| comm[1][0]);
        assert_eq!(of(&graph(), bw(9)), None);
        let bytes = graph().with_bytes(vec![vec![], vec![64]]).unwrap();
        assert_eq!(
            [None, bw(64), bw(63), bw(1)].map(|bw| of(&bytes, bw)),
            [None, Some(1), Some(2), Some(64)]
        );
        let both = bytes.with_comm(vec![vec![], vec![7]]).unwrap();
        assert_eq!([None, bw(64)].map(|bw| of(&both, bw)), [Some(7), Some(7)]);
    }

    #[test]
    fn static_preds_add_the_task_before_on_the_core_once() {
        let tasks = vec![task("a", 1, &[]), task("b", 1, &[]), task("c", 1, &[1])];
        let order = vec![CoreOrder { core: 0, tasks: vec![0, 1, 2] }];
        let graph = TaskGraph::new("g", tasks).unwrap().with_static_order(order).unwrap();
        assert_eq!(graph.static_preds(), [vec![], vec![0], vec![1]]);
        assert!(graph.tasks()[1].preds.is_empty());
    }
}
