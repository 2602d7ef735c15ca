//! When the blocks of a kernel may start.

/// Trigger policy of a kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Triggers {
    /// Every block may start at once.
    All,
    /// At most this many blocks (at least 1) are started and not finished: firmware raises
    /// BLOCK_TRIGGER_CNT as blocks finish.
    Window(u16),
    /// Each block may start once all the kernels listed have finished enough blocks: firmware raises
    /// BLOCK_TRIGGER_CNT as their blocks finish. Not for cooperative kernels.
    Credits(Box<[Credit]>),
}

/// The blocks of another kernel of the graph for which the blocks of a kernel wait.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Credit {
    /// Index of the other kernel in the graph.
    pub kernel: usize,
    /// For each block, how many of the other kernel's first blocks must have finished; never decreasing.
    pub need: Vec<u16>,
}

impl Credit {
    /// Returns how many blocks may start once the first `finished` blocks of the other kernel have finished.
    #[must_use]
    pub fn allowed(&self, finished: usize) -> usize {
        self.need.partition_point(|&need| usize::from(need) <= finished)
    }
}
