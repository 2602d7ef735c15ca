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
    /// Cycles from that progress until the kernel may be pushed, such as the time of a transfer; less than 1 counts
    /// as 1, the time of the report.
    pub delay: u64,
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
    /// Number of tasks it is pushed as; their descriptors are consecutive in memory. 0 for a load, which is never
    /// pushed.
    pub parts: u16,
    /// Cycles from the moment at which a load is ready to its finish.
    pub load: u64,
    /// It is not pushed before it is released.
    pub held: bool,
}

impl HdrKernel {
    /// Creates a kernel without predecessors, pushed as one task.
    #[must_use]
    pub const fn new(kernel_id: u32, td_addr: u32) -> Self {
        Self {
            kernel_id,
            td_addr,
            arrival: Cycle(0),
            order: 0,
            after: Vec::new(),
            parts: 1,
            load: 0,
            held: false,
        }
    }

    /// Creates a load, such as one over a channel to memory: it is not pushed, and finishes `cycles` after it became
    /// ready. Others may wait for its finish.
    #[must_use]
    pub const fn load(kernel_id: u32, cycles: u64) -> Self {
        let mut load = Self::new(kernel_id, 0);
        (load.parts, load.load) = (0, cycles);
        load
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
    pub const fn in_parts(mut self, parts: u16) -> Self {
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
        self.after.push(Dependency { kernel, on: On::Finish, delay: 0 });
        self
    }

    /// Returns the same kernel, waiting for `cycles` after all blocks of `kernel` have finished.
    #[must_use]
    pub fn after_transfer(mut self, kernel: u32, cycles: u64) -> Self {
        self.after.push(Dependency { kernel, on: On::Finish, delay: cycles });
        self
    }

    /// Returns the same kernel, waiting until all blocks of `kernel` are launched.
    #[must_use]
    pub fn after_launch(mut self, kernel: u32) -> Self {
        self.after.push(Dependency { kernel, on: On::Launch, delay: 0 });
        self
    }
}
