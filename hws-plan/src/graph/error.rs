//! Why tasks make no graph.

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
