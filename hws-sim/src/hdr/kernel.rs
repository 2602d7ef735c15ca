//! A kernel as the resolver sees it: where its descriptor is, what it waits for, how far it has got.

use hws_types::{Cycle, TD_WORDS};
use thiserror::Error;

/// Bytes from one descriptor to the next.
const TD_BYTES: u32 = (TD_WORDS * 4) as u32;

/// How far a predecessor must have got.
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
    /// How far it must have got.
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
    /// Among kernels that become ready in the same cycle the lower goes first.
    pub order: u64,
    /// What it waits for.
    pub after: Vec<Dependency>,
    /// How many tasks it is pushed as, at least 1; their descriptors lie one behind the other.
    pub parts: u32,
    /// It is not pushed before it is released.
    pub held: bool,
}

impl HdrKernel {
    /// A kernel that waits for nothing.
    #[must_use]
    pub const fn new(kernel_id: u32, td_addr: u32) -> Self {
        Self { kernel_id, td_addr, arrival: Cycle(0), order: 0, after: Vec::new(), parts: 1, held: false }
    }

    /// The same, not before `arrival`.
    #[must_use]
    pub const fn arriving(mut self, arrival: Cycle) -> Self {
        self.arrival = arrival;
        self
    }

    /// The same, at this place among those that become ready together.
    #[must_use]
    pub const fn ordered(mut self, order: u64) -> Self {
        self.order = order;
        self
    }

    /// The same, pushed as so many tasks, each as soon as it is released
    /// ([`Hdr::release_parts`](super::Hdr::release_parts)).
    #[must_use]
    pub const fn in_parts(mut self, parts: u32) -> Self {
        self.parts = parts;
        self
    }

    /// The same, not pushed before it is released ([`Hdr::release_parts`](super::Hdr::release_parts)).
    #[must_use]
    pub const fn held(mut self) -> Self {
        self.held = true;
        self
    }

    /// The same, once all blocks of `kernel` are finished.
    #[must_use]
    pub fn after_finish(mut self, kernel: u32) -> Self {
        self.after.push(Dependency { kernel, on: On::Finish });
        self
    }

    /// The same, once all blocks of `kernel` are launched.
    #[must_use]
    pub fn after_launch(mut self, kernel: u32) -> Self {
        self.after.push(Dependency { kernel, on: On::Launch });
        self
    }
}

/// How far a kernel has got.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum KernelState {
    /// It waits for a predecessor.
    #[default]
    Waiting,
    /// It waits for its arrival or for room in the HDR port.
    Ready,
    /// It is in the HDR port or in the loader.
    Pushed,
    /// It is in the Ready Station.
    Resident,
    /// All its blocks are out, some still run.
    Launched,
    /// All its blocks are finished.
    Finished,
    /// The HWS did not admit it.
    Rejected,
    /// A soft reset dropped it.
    Lost,
}

impl KernelState {
    /// Whether the kernel will get no farther.
    #[must_use]
    pub const fn is_final(self) -> bool {
        matches!(self, Self::Finished | Self::Rejected | Self::Lost)
    }

    /// Whether the HWS or the SIPs have it.
    #[must_use]
    pub const fn is_outstanding(self) -> bool {
        matches!(self, Self::Pushed | Self::Resident | Self::Launched)
    }
}

/// When a kernel got how far; the cycle that the event carried.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct KernelTimes {
    /// From when on it could be pushed.
    pub ready: Option<Cycle>,
    /// It was pushed.
    pub pushed: Option<Cycle>,
    /// Its first block was launched.
    pub first_launch: Option<Cycle>,
    /// Its last block was launched.
    pub launched: Option<Cycle>,
    /// Its last block was finished.
    pub finished: Option<Cycle>,
}

/// Why kernels cannot be added.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum HdrError {
    /// Two kernels have the same kernel_id.
    #[error("kernel {kernel} is given twice (every kernel of a run needs its own kernel_id)")]
    Duplicate {
        /// The kernel_id.
        kernel: u32,
    },
    /// A predecessor does not exist and was not announced.
    #[error("kernel {kernel} waits for kernel {predecessor}, which does not exist (add it or drop this)")]
    UnknownPredecessor {
        /// The kernel that waits.
        kernel: u32,
        /// What it waits for.
        predecessor: u32,
    },
    /// Kernels wait for each other.
    #[error("kernel {kernel} waits for itself through its predecessors (break the cycle)")]
    Cycle {
        /// One kernel of the cycle or behind it.
        kernel: u32,
    },
}

/// A kernel and what is known of it.
#[derive(Clone, Debug)]
pub(super) struct Task {
    pub(super) kernel: HdrKernel,
    pub(super) state: KernelState,
    pub(super) times: KernelTimes,
    /// Dependencies not yet met.
    pub(super) missing: usize,
    /// Who waits for it, and for what.
    pub(super) dependents: Vec<(usize, On)>,
    /// Parts that may be pushed, that are, whose blocks are all out, and whose blocks have all finished.
    pub(super) released: u32,
    pushed: u32,
    launched: u32,
    pub(super) finished: Vec<u32>,
    pub(super) is_ready: bool,
    /// Not ready before.
    earliest: Cycle,
}

impl Task {
    pub(super) const fn new(kernel: HdrKernel) -> Self {
        Self {
            state: KernelState::Waiting,
            times: KernelTimes {
                ready: None,
                pushed: None,
                first_launch: None,
                launched: None,
                finished: None,
            },
            missing: 0,
            dependents: Vec::new(),
            // A kernel that is one task needs no release, unless it is held.
            released: if kernel.parts > 1 || kernel.held { 0 } else { 1 },
            pushed: 0,
            launched: 0,
            finished: Vec::new(),
            is_ready: false,
            earliest: kernel.arrival,
            kernel,
        }
    }

    pub(super) fn delay(&mut self, until: Cycle) {
        self.earliest = self.earliest.max(until);
    }

    /// Says from when on it is ready.
    pub(super) fn make_ready(&mut self) -> Cycle {
        self.state = KernelState::Ready;
        self.is_ready = true;
        self.times.ready = Some(self.earliest);
        self.earliest
    }

    pub(super) fn has_part_to_push(&self) -> bool {
        let is_wanted = self.state != KernelState::Rejected && self.state != KernelState::Lost;
        is_wanted && self.pushed < self.released.min(self.kernel.parts)
    }

    /// The next part is pushed; gives its number and its td_addr.
    pub(super) fn push(&mut self, now: Cycle) -> (u32, u32) {
        let (part, td_addr) = (self.pushed, self.kernel.td_addr.wrapping_add(self.pushed * TD_BYTES));
        self.pushed += 1;
        if self.state == KernelState::Ready {
            self.state = KernelState::Pushed;
            self.times.pushed = Some(now);
        }
        (part, td_addr)
    }

    pub(super) fn part_admitted(&mut self) {
        if self.state == KernelState::Pushed {
            self.state = KernelState::Resident;
        }
    }

    /// All blocks of a part are out; true when it was the last part.
    pub(super) fn part_launched(&mut self, cycle: Cycle) -> bool {
        self.launched += 1;
        let is_last = self.launched == self.kernel.parts;
        if is_last {
            self.state = KernelState::Launched;
            self.times.launched = Some(cycle);
        }
        is_last
    }

    /// All blocks of a part have finished; true when it was the last part.
    pub(super) fn part_finished(&mut self, part: u32, cycle: Cycle) -> bool {
        self.finished.push(part);
        let is_last = self.finished.len() == self.kernel.parts as usize;
        if is_last {
            self.times.finished = Some(cycle);
        }
        is_last
    }
}
