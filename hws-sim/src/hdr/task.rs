//! A kernel in the resolver's table, with its progress.

use hws_types::{Cycle, TD_WORDS};

use super::kernel::{Dependency, HdrKernel, On};
use super::state::{KernelState, KernelTimes};

/// Bytes from one descriptor to the next.
const TD_BYTES: u32 = (TD_WORDS * size_of::<u32>()) as u32;

/// A kernel and its progress.
#[derive(Clone, Debug)]
pub(super) struct Task {
    pub(super) kernel: HdrKernel,
    pub(super) state: KernelState,
    pub(super) times: KernelTimes,
    /// Dependencies not yet met.
    pub(super) missing: usize,
    /// The tasks that wait for it, each with its dependency.
    pub(super) dependents: Vec<(usize, Dependency)>,
    /// Parts that may be pushed.
    pub(super) released: u32,
    pushed: u32,
    /// Rejected parts, and those of them that may be pushed again.
    pub(super) rejected: Vec<u32>,
    again: Vec<u32>,
    /// Parts whose blocks are all launched.
    launched: u32,
    /// Parts whose blocks have all finished, in the order of finishing.
    pub(super) finished: Vec<u32>,
    pub(super) is_ready: bool,
    /// It is not ready before this cycle.
    earliest: Cycle,
}

impl Task {
    pub(super) const fn new(kernel: HdrKernel) -> Self {
        Self {
            state: KernelState::Waiting,
            times: KernelTimes::NONE,
            missing: 0,
            dependents: Vec::new(),
            // A kernel that is a single task needs no release, unless it is held.
            released: if kernel.parts > 1 || kernel.held { 0 } else { 1 },
            pushed: 0,
            rejected: Vec::new(),
            again: Vec::new(),
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

    /// Marks the kernel ready and returns the first cycle in which it may be pushed.
    pub(super) fn make_ready(&mut self) -> Cycle {
        self.state = KernelState::Ready;
        self.is_ready = true;
        self.times.ready = Some(self.earliest);
        self.earliest
    }

    /// The cycle from which on a dependency on this task holds nothing back, if it made the progress in `cycle`. The
    /// end of a load is known beforehand, without a report.
    pub(super) const fn allows(&self, dependency: Dependency, cycle: Cycle) -> Cycle {
        let report = if self.kernel.parts == 0 { 0 } else { 1 };
        cycle.after(if dependency.delay > report { dependency.delay } else { report })
    }

    /// Begins and ends a load that is ready at `at`; returns when.
    pub(super) fn end_load(&mut self, at: Cycle) -> [(On, Cycle); 2] {
        let end = at.after(self.kernel.load);
        self.state = KernelState::Finished;
        (self.times.launched, self.times.finished) = (Some(at), Some(end));
        [(On::Launch, at), (On::Finish, end)]
    }

    pub(super) fn has_part_to_push(&self) -> bool {
        let is_wanted = self.state != KernelState::Rejected && self.state != KernelState::Lost;
        is_wanted && (!self.again.is_empty() || self.pushed < self.released.min(self.kernel.parts))
    }

    /// Takes the next part; returns its number and its td_addr.
    pub(super) fn push(&mut self, now: Cycle) -> (u32, u32) {
        let part = self.again.pop().unwrap_or(self.pushed);
        let td_addr = self.kernel.td_addr.wrapping_add(part * TD_BYTES);
        self.pushed = self.pushed.max(part + 1);
        if self.state == KernelState::Ready {
            self.state = KernelState::Pushed;
            self.times.pushed = Some(now);
        }
        (part, td_addr)
    }

    /// Its rejected parts may be pushed again.
    pub(super) fn push_again(&mut self) {
        self.state = KernelState::Ready;
        self.again.append(&mut self.rejected);
        // The first one is pushed first.
        self.again.sort_unstable_by_key(|&part| std::cmp::Reverse(part));
    }

    pub(super) fn part_admitted(&mut self) {
        if self.state == KernelState::Pushed {
            self.state = KernelState::Resident;
        }
    }

    /// All blocks of a part are launched; returns whether it was the last part.
    pub(super) fn part_launched(&mut self, cycle: Cycle) -> bool {
        self.launched += 1;
        let is_last = self.launched == self.kernel.parts;
        if is_last {
            self.state = KernelState::Launched;
            self.times.launched = Some(cycle);
        }
        is_last
    }

    /// All blocks of a part have finished; returns whether it was the last part.
    pub(super) fn part_finished(&mut self, part: u32, cycle: Cycle) -> bool {
        self.finished.push(part);
        let is_last = self.finished.len() == self.kernel.parts as usize;
        if is_last {
            self.times.finished = Some(cycle);
        }
        is_last
    }
}
