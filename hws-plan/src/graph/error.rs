//! Errors of lists of tasks that do not form a graph.

use crate::topo::DependencyCycle;

hws_input::faults! {
    /// The reason why a list of tasks is not a task graph. Tasks are given by index.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum GraphError {
        /// A predecessor that does not exist.
        UnknownPredecessor {
            /// The task with the bad list.
            task: usize,
            /// The index it names.
            pred: usize,
        } = "unknown-predecessor", ("task {task} waits for task {pred}, which does not exist"), ("name an existing task");
        /// A predecessor named twice, or a list that is not ascending.
        UnsortedPredecessor {
            /// The task with the bad list.
            task: usize,
            /// The first offending entry.
            pred: usize,
        } = "unsorted-predecessor",
            ("task {task} lists predecessor {pred} twice or out of order"),
            ("sort and deduplicate its predecessors");
        /// Two tasks with the same id.
        DuplicateId {
            /// The earlier task.
            first: usize,
            /// The later task.
            second: usize,
            /// Their common id.
            id: String,
        } = "given-twice", ("tasks {first} and {second} have the same id `{id}`"), ("rename one");
        /// The dependencies are circular.
        Cycle(inner: DependencyCycle) = "cycle",
            ("task {} waits for itself: {}", inner.first(), inner.waits(|task| task)),
            ("remove one of these dependencies");
        /// Dependencies and per-core order together are circular.
        OrderCycle(inner: DependencyCycle) = "order-cycle",
            ("task {} waits for itself once each core keeps its order: {}", inner.first(), inner.waits(|task| task)),
            ("reorder the core's tasks");
        /// The per-core order is not exactly every task once.
        OrderMismatch {
            /// The task that is missing, unknown or listed twice.
            task: usize,
        } = "order-mismatch", ("the per-core order does not list task {task} exactly once"), ("list every task once");
        /// The number of demands differs from the number of tasks.
        DemandCount {
            /// Demands given.
            found: usize,
            /// Tasks.
            tasks: usize,
        } = "demand-count", ("there are {found} demands for {tasks} tasks"), ("give one for each");
        /// Bytes or communication times that are not one per predecessor.
        BytesCount {
            /// The first such task.
            task: usize,
        } = "edge-weight-count", ("task {task} does not have as many edge weights as predecessors"), ("give one for each");
        /// The sum of times and edge weights does not fit in 64 bits.
        BytesOverflow {
            /// The task at which the sum overflows.
            task: usize,
        } = "too-long",
            ("times and edge weights up to task {task} add up to more than 64 bits"),
            ("scale them down");
        /// The sum of times does not fit in 64 bits.
        TimeOverflow {
            /// The task at which the sum overflows.
            task: usize,
        } = "too-long", ("the times up to task {task} add up to more than 64 bits"), ("scale the times down");
    }
}
