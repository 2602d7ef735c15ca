//! Errors of lists of tasks that do not form a graph.

use crate::topo::DependencyCycle;

/// The reason why a list of tasks is not a task graph. Tasks are given by index.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GraphError {
    /// A predecessor that does not exist.
    #[error("task {task} waits for task {pred}, which does not exist (name an existing task)")]
    UnknownPredecessor {
        /// The task with the bad list.
        task: usize,
        /// The index it names.
        pred: usize,
    },
    /// A predecessor named twice, or a list that is not ascending.
    #[error(
        "task {task} lists predecessor {pred} twice or out of order (sort and deduplicate its predecessors)"
    )]
    UnsortedPredecessor {
        /// The task with the bad list.
        task: usize,
        /// The first offending entry.
        pred: usize,
    },
    /// Two tasks with the same id.
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
    #[error("task {} waits for itself: {} (remove one of these dependencies)", .0.first(), .0.waits(|task| task))]
    Cycle(DependencyCycle),
    /// Dependencies and per-core order together are circular.
    #[error(
        "task {} waits for itself once each core keeps its order: {} (reorder the core's tasks)",
        .0.first(), .0.waits(|task| task)
    )]
    OrderCycle(DependencyCycle),
    /// The per-core order is not exactly every task once.
    #[error("the per-core order does not list task {task} exactly once (list every task once)")]
    OrderMismatch {
        /// The task that is missing, unknown or listed twice.
        task: usize,
    },
    /// The number of demands differs from the number of tasks.
    #[error("there are {found} demands for {tasks} tasks (give one for each)")]
    DemandCount {
        /// Demands given.
        found: usize,
        /// Tasks.
        tasks: usize,
    },
    /// Bytes or communication times that are not one per predecessor.
    #[error("task {task} does not have as many edge weights as predecessors (give one for each)")]
    BytesCount {
        /// The first such task.
        task: usize,
    },
    /// The sum of times and edge weights does not fit in 64 bits.
    #[error("times and edge weights up to task {task} add up to more than 64 bits (scale them down)")]
    BytesOverflow {
        /// The task at which the sum overflows.
        task: usize,
    },
    /// The sum of times does not fit in 64 bits.
    #[error("the times up to task {task} add up to more than 64 bits (scale the times down)")]
    TimeOverflow {
        /// The task at which the sum overflows.
        task: usize,
    },
}
