//! A kernel to be pushed: the address of its descriptor, and the kernels it waits for.

use hws_types::Cycle;

/// The progress of a predecessor that a dependency waits for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum On {
    /// All its blocks are launched; an allocation-only kernel has all its grants.
    Launch,
    /// All its blocks are launched and finished.
    Finish,
}

/// One predecessor of a kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dependency {
    /// Its kernel_id.
    pub kernel: u32,
    /// The progress it must have made.
    pub on: On,
}

/// A kernel to be pushed. Its descriptor is in shared memory before it is ready.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HdrKernel {
    /// kernel_id of its descriptor, unique among all kernels of the run.
    pub kernel_id: u32,
    /// td_addr of the push.
    pub td_addr: u32,
    /// Not pushed before this cycle.
    pub arrival: Cycle,
    /// Among kernels that become ready in the same cycle, the lower one goes first.
    pub order: u64,
    /// The kernels it waits for.
    pub after: Vec<Dependency>,
    /// Number of tasks it is pushed as, at least 1; their descriptors are consecutive in memory.
    pub parts: u32,
    /// It is not pushed before it is released.
    pub held: bool,
}

impl HdrKernel {
    /// Creates a kernel without predecessors, pushed as one task.
    #[must_use]
    pub const fn new(kernel_id: u32, td_addr: u32) -> Self {
        Self { kernel_id, td_addr, arrival: Cycle(0), order: 0, after: Vec::new(), parts: 1, held: false }
    }

    /// Returns the same kernel, not pushed before `arrival`.
    #[must_use]
    pub const fn arriving(mut self, arrival: Cycle) -> Self {
        self.arrival = arrival;
        self
    }

    /// Returns the same kernel, with this order among kernels that become ready in the same cycle.
    #[must_use]
    pub const fn ordered(mut self, order: u64) -> Self {
        self.order = order;
        self
    }

    /// Returns the same kernel, pushed as `parts` tasks, each once it is released
    /// ([`Hdr::release_parts`](super::Hdr::release_parts)).
    #[must_use]
    pub const fn in_parts(mut self, parts: u32) -> Self {
        self.parts = parts;
        self
    }

    /// Returns the same kernel, not pushed before it is released
    /// ([`Hdr::release_parts`](super::Hdr::release_parts)).
    #[must_use]
    pub const fn held(mut self) -> Self {
        self.held = true;
        self
    }

    /// Returns the same kernel, waiting until all blocks of `kernel` have finished.
    #[must_use]
    pub fn after_finish(mut self, kernel: u32) -> Self {
        self.after.push(Dependency { kernel, on: On::Finish });
        self
    }

    /// Returns the same kernel, waiting until all blocks of `kernel` are launched.
    #[must_use]
    pub fn after_launch(mut self, kernel: u32) -> Self {
        self.after.push(Dependency { kernel, on: On::Launch });
        self
    }
}
