//! The common task graph: importers make it, planners read it.
//!
//! A [`TaskGraph`] is always sound: every predecessor exists and is named once, there is no cycle
//! (not even together with the per-core order, if there is one), ids are unique, and the sum of all
//! times fits in 64 bits. Its readers rely on this and need not check again.

mod error;

use std::borrow::Cow;
use std::collections::HashMap;
use std::num::NonZeroU64;

pub use error::GraphError;

use crate::demand::Demand;
use crate::topo;

/// One task: a unit of work with data predecessors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// Display name, unique in the graph.
    pub id: String,
    /// Execution time on one SIP, in the time unit of the file it came from.
    pub time: u64,
    /// The core on which a Gemini schedule places it; `None` if the source has no placement.
    pub core: Option<u32>,
    /// Indices of the data predecessors, ascending and unique.
    pub preds: Vec<usize>,
}

/// The tasks of one core, in the order in which a static schedule runs them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoreOrder {
    /// Core number.
    pub core: u32,
    /// Task indices in execution order.
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
    /// Of the edges with the static order, if there is one.
    static_topo: Option<Vec<usize>>,
}

impl TaskGraph {
    /// Checks `tasks` and makes a graph without a static order.
    pub fn new(name: impl Into<String>, tasks: Vec<Task>) -> Result<Self, GraphError> {
        check_ids(&tasks)?;
        Self::with_unique_ids(name.into(), tasks)
    }

    /// Makes a graph whose tasks are called by their indices, from the time and the predecessors of each.
    pub fn numbered(
        name: impl Into<String>,
        tasks: impl IntoIterator<Item = (u64, Vec<usize>)>,
    ) -> Result<Self, GraphError> {
        let task =
            |(index, (time, preds)): (usize, _)| Task { id: index.to_string(), time, core: None, preds };
        Self::with_unique_ids(name.into(), tasks.into_iter().enumerate().map(task).collect())
    }

    fn with_unique_ids(name: String, tasks: Vec<Task>) -> Result<Self, GraphError> {
        check_predecessors(&tasks)?;
        check_times(&tasks)?;
        let topo = topo::topological(&data_preds(&tasks)).map_err(GraphError::Cycle)?;
        Ok(Self {
            name,
            tasks,
            static_order: None,
            demands: None,
            bytes: None,
            comm: None,
            topo,
            static_topo: None,
        })
    }

    /// Returns the graph with the order in which each core runs its tasks (`--mapping static`).
    pub fn with_static_order(mut self, order: Vec<CoreOrder>) -> Result<Self, GraphError> {
        check_order(self.tasks.len(), &order)?;
        self.static_order = Some(order);
        self.static_topo = Some(topo::topological(&self.static_preds()).map_err(GraphError::OrderCycle)?);
        Ok(self)
    }

    /// Returns the graph with the threads, blocks and cycles of each task. The time of a task becomes the
    /// SIP-cycles of all its blocks, its time on one SIP, so that totals stay correct for code that reads
    /// only times.
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

    /// Returns the graph with the bytes that cross its edges: for each task, one value per predecessor, in their
    /// order.
    pub fn with_bytes(self, bytes: Vec<Vec<u64>>) -> Result<Self, GraphError> {
        self.check_weights(&bytes)?;
        Ok(Self { bytes: Some(bytes), ..self })
    }

    /// Returns the graph with the communication time of each edge, in the unit of the tasks' times: for each task,
    /// one value per predecessor, in their order.
    pub fn with_comm(self, comm: Vec<Vec<u64>>) -> Result<Self, GraphError> {
        self.check_weights(&comm)?;
        Ok(Self { comm: Some(comm), ..self })
    }

    /// Returns the tasks alone.
    pub fn into_tasks(self) -> Vec<Task> {
        self.tasks
    }

    /// Returns the tasks with other times, in their order. Demands, bytes and communication, which belong to the former times, are
    /// dropped.
    pub fn retimed(mut self, times: impl IntoIterator<Item = u64>) -> Result<Self, GraphError> {
        self.tasks.iter_mut().zip(times).for_each(|(task, time)| task.time = time);
        check_times(&self.tasks)?;
        Ok(Self { demands: None, bytes: None, comm: None, ..self })
    }

    /// Returns the bytes from each predecessor of each task, if the source has them.
    pub fn bytes(&self) -> Option<&[Vec<u64>]> {
        self.bytes.as_deref()
    }

    /// Communication times, for each task one value per predecessor: those of the source, or else
    /// ceil(bytes / `bw`) with `bw` in bytes per unit of time. `None` if the graph has neither. The times of a path
    /// and the communication along it fit in 64 bits in sum.
    pub fn comm(&self, bw: Option<NonZeroU64>) -> Option<Cow<'_, [Vec<u64>]>> {
        if let Some(comm) = &self.comm {
            return Some(Cow::Borrowed(comm));
        }
        let (bytes, bw) = (self.bytes.as_ref()?, bw?);
        let times = |list: &Vec<u64>| list.iter().map(|bytes| bytes.div_ceil(bw.get())).collect();
        Some(Cow::Owned(bytes.iter().map(times).collect()))
    }

    /// Checks that there is one weight per predecessor and that weights and times together fit in 64 bits.
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

    /// Threads, blocks and cycles of each task; `None` if the source has only times.
    pub fn demands(&self) -> Option<&[Demand]> {
        self.demands.as_deref()
    }

    /// Returns whether the times are SP cycles; otherwise they are in a unit of the file and have to be scaled.
    pub fn is_in_cycles(&self) -> bool {
        self.demands.is_some()
    }

    /// Returns the graph's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the tasks; a task index is a position in this list.
    pub fn tasks(&self) -> &[Task] {
        &self.tasks
    }

    /// Returns the number of tasks.
    pub fn len(&self) -> usize {
        self.tasks.len()
    }

    /// Returns whether the graph has no tasks.
    pub fn is_empty(&self) -> bool {
        self.tasks.is_empty()
    }

    /// Returns the per-core order with cores ascending, if the source has one.
    pub fn static_order(&self) -> Option<&[CoreOrder]> {
        self.static_order.as_deref()
    }

    /// Returns a topological order of the data edges; among ready tasks, the smallest index comes first.
    pub fn topological_order(&self) -> &[usize] {
        &self.topo
    }

    /// Returns the same as [`Self::topological_order`] for the edges of [`Self::static_preds`].
    pub fn static_topological_order(&self) -> &[usize] {
        self.static_topo.as_ref().unwrap_or(&self.topo)
    }

    /// Data successors of each task, ascending.
    pub fn successors(&self) -> Vec<Vec<usize>> {
        topo::successors(&data_preds(&self.tasks)).iter().map(<[_]>::to_vec).collect()
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

    /// Returns the sum of all times.
    pub fn total_time(&self) -> u64 {
        // Cannot overflow: `new` has checked the sum.
        self.tasks.iter().map(|task| task.time).sum()
    }
}

/// The data predecessors of each task.
fn data_preds(tasks: &[Task]) -> Vec<&[usize]> {
    tasks.iter().map(|task| task.preds.as_slice()).collect()
}

fn check_ids(tasks: &[Task]) -> Result<(), GraphError> {
    let mut seen = HashMap::with_capacity(tasks.len());
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
mod tests;
