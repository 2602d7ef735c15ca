//! What `hws plan rank` refuses.

/// Why a rank input has no answer; places are JSON paths such as `tasks[3].cost`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RankError {
    /// A required key is missing.
    #[error("{place}: missing (add it)")]
    Missing {
        /// Path of the key.
        place: String,
    },
    /// A value of another type or outside its range.
    #[error("{place}: {found} is not {wanted} (give {wanted})")]
    Value {
        /// Path of the value.
        place: String,
        /// The value as JSON, shortened.
        found: String,
        /// What would be right.
        wanted: &'static str,
    },
    /// Integer and text ids in one input.
    #[error("{place}: ids are partly integers, partly strings (use one kind)")]
    MixedIds {
        /// Path of the first id of the other kind.
        place: String,
    },
    /// An id, or an edge, given twice.
    #[error("{place}: {what} given twice (remove one)")]
    Twice {
        /// Path of the later one.
        place: String,
        /// Which.
        what: String,
    },
    /// An edge names no task.
    #[error("{place}: there is no task {id} (name one of `tasks`)")]
    UnknownTask {
        /// Path of the name.
        place: String,
        /// The name.
        id: String,
    },
    /// An edge from a task to itself.
    #[error("{place}: task {id} waits for itself (remove the edge)")]
    SelfEdge {
        /// Path of the edge.
        place: String,
        /// The task.
        id: String,
    },
    /// The edges are circular.
    #[error("edges: task {id} lies on a cycle (remove one edge of it)")]
    Cycle {
        /// First task of the input that lies on a cycle.
        id: String,
    },
    /// `cost` and `costs` in one task.
    #[error("{place}: `cost` beside `costs` (keep one)")]
    CostBesideCosts {
        /// Path of the task.
        place: String,
    },
    /// Cost lists of different lengths.
    #[error("{place}: {found} costs where another task has {wanted} (one cost per processor)")]
    CostsLength {
        /// Path of the list.
        place: String,
        /// Its length.
        found: usize,
        /// Length of the first list.
        wanted: usize,
    },
    /// `coeff` and `normalise` together.
    #[error("coeff: not together with `normalise` (keep one)")]
    CoeffAndNormalise,
    /// Too many tasks or edges.
    #[error("{place}: more than 2^20 entries (split the graph)")]
    TooMany {
        /// Which list.
        place: &'static str,
    },
    /// An answer outside signed 64 bits.
    #[error("{place}: the answer does not fit signed 64 bits (lower the costs or `coeff`)")]
    Overflow {
        /// Which answer.
        place: &'static str,
    },
}
