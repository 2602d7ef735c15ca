//! A kernel in the resolver's table, with its progress.

use hws_types::{Cycle, TD_WORDS};

use super::dependents::Chain;
use super::kernel::{HdrKernel, On};
use super::state::{KernelState, Point, Stamps};

/// Bytes from one descriptor to the next.
const TD_BYTES: u32 = (TD_WORDS * size_of::<u32>()) as u32;

/// A kernel and its progress.
#[derive(Clone, Debug)]
pub(super) struct Task {
    pub(super) kernel: HdrKernel,
    pub(super) state: KernelState,
    pub(super) times: Stamps,
    /// Dependencies not yet met.
    pub(super) missing: u32,
    /// The tasks that wait for it.
    pub(super) dependents: Chain,
    /// Parts that may be pushed.
    pub(super) released: u32,
    pushed: u32,
    /// Pushes that have not left the Ready Station.
    pub(super) undeparted: u32,
    /// Parts whose blocks are all launched.
    launched: u32,
    pub(super) is_ready: bool,
    /// What most tasks do not need.
    parts: Option<Box<Parts>>,
    /// It is not ready before this cycle.
    earliest: Cycle,
}

/// The parts of a task that has several, or whose push was rejected.
#[derive(Clone, Debug, Default)]
struct Parts {
    /// Rejected parts, and those of them that may be pushed again.
    rejected: Vec<u32>,
    again: Vec<u32>,
    /// Parts whose blocks have all finished, in the order of finishing.
    finished: Vec<u32>,
}

impl Task {
    pub(super) const fn new(kernel: HdrKernel) -> Self {
        Self {
            state: KernelState::Waiting,
            times: Stamps::NONE,
            missing: 0,
            dependents: Chain::EMPTY,
            // A kernel that is a single task needs no release, unless it is held.
            released: if kernel.parts > 1 || kernel.held { 0 } else { 1 },
            pushed: 0,
            undeparted: 0,
            launched: 0,
            is_ready: false,
            parts: None,
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
        self.times.set(Point::Ready, self.earliest);
        self.earliest
    }

    /// The cycle from which on a dependency on this task holds nothing back, if it made the progress in `cycle`. The
    /// end of a load is known beforehand, without a report.
    pub(super) const fn allows(&self, delay: u64, cycle: Cycle) -> Cycle {
        let report = if self.kernel.parts == 0 { 0 } else { 1 };
        cycle.after(if delay > report { delay } else { report })
    }

    /// Begins and ends a load that is ready at `at`; returns when.
    pub(super) fn end_load(&mut self, at: Cycle) -> [(On, Cycle); 2] {
        let end = at.after(self.kernel.load);
        self.state = KernelState::Finished;
        self.times.set(Point::Launched, at);
        self.times.set(Point::Finished, end);
        [(On::Launch, at), (On::Finish, end)]
    }

    pub(super) fn has_part_to_push(&self) -> bool {
        let is_wanted = self.state != KernelState::Rejected && self.state != KernelState::Lost;
        let has_again = self.parts.as_ref().is_some_and(|parts| !parts.again.is_empty());
        is_wanted && (has_again || self.pushed < self.released.min(self.kernel.parts))
    }

    /// Whether others wait for it.
    pub(super) fn is_awaited(&self) -> bool {
        !self.dependents.is_empty()
    }

    /// Parts whose blocks have all finished, in the order of finishing.
    pub(super) fn finished_parts(&self) -> &[u32] {
        match &self.parts {
            Some(parts) => &parts.finished,
            None if self.kernel.parts == 1 && self.times.get(Point::Finished).is_some() => &[0],
            None => &[],
        }
    }

    /// Takes the next part; returns its number and its td_addr.
    pub(super) fn push(&mut self, now: Cycle) -> (u32, u32) {
        let again = self.parts.as_mut().and_then(|parts| parts.again.pop());
        let part = again.unwrap_or(self.pushed);
        self.undeparted += 1;
        let td_addr = self.kernel.td_addr.wrapping_add(part * TD_BYTES);
        self.pushed = self.pushed.max(part + 1);
        if self.state == KernelState::Ready {
            self.state = KernelState::Pushed;
            self.times.set(Point::Pushed, now);
        }
        (part, td_addr)
    }

    /// Its rejected parts may be pushed again.
    pub(super) fn push_again(&mut self) {
        self.state = KernelState::Ready;
        let Parts { rejected, again, .. } = &mut **self.parts.get_or_insert_default();
        again.append(rejected);
        // The first one is pushed first.
        again.sort_unstable_by_key(|&part| std::cmp::Reverse(part));
    }

    pub(super) fn part_rejected(&mut self, part: u32) {
        self.parts.get_or_insert_default().rejected.push(part);
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
            self.times.set(Point::Launched, cycle);
        }
        is_last
    }

    /// All blocks of a part have finished; returns whether it was the last part.
    pub(super) fn part_finished(&mut self, part: u32, cycle: Cycle) -> bool {
        let is_last = if self.kernel.parts == 1 && self.parts.is_none() {
            true
        } else {
            let finished = &mut self.parts.get_or_insert_default().finished;
            finished.push(part);
            finished.len() == self.kernel.parts as usize
        };
        if is_last {
            self.times.set(Point::Finished, cycle);
        }
        is_last
    }
}
