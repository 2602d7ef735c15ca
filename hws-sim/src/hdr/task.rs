//! A kernel in the resolver's table, with its progress.

use hws_types::{Cycle, TD_WORDS};

use super::edges::Chain;
use super::kernel::{HdrKernel, On};
use super::state::{KernelState, Point, Stamps};

/// Bytes from one descriptor to the next.
const TD_BYTES: u32 = (TD_WORDS * size_of::<u32>()) as u32;

/// A kernel and its progress.
#[derive(Clone, Debug)]
pub(super) struct Task {
    pub(super) kernel_id: u32,
    /// The number of tasks that it is pushed as; 0 for a load.
    pub(super) parts: u16,
    td_addr: u32,
    /// Of a load its cycles, of any other task its place among kernels that become ready together.
    cycles_or_order: u64,
    /// The place of its first dependency; the last one precedes the first one of the next task.
    pub(super) after: u32,
    /// Dependencies not yet met.
    pub(super) missing: u32,
    /// The tasks that wait for it.
    pub(super) dependents: Chain,
    /// Parts that may be pushed.
    pub(super) released: u16,
    pushed: u16,
    /// Pushes that have not left the Ready Station.
    pub(super) undeparted: u16,
    /// What most tasks do not need.
    more: Option<Box<Parts>>,
    pub(super) times: Stamps,
    pub(super) state: KernelState,
    pub(super) is_ready: bool,
}

/// The parts of a task that has several, or whose push was rejected.
#[derive(Clone, Debug, Default)]
struct Parts {
    /// The number of parts whose blocks are all launched, of a task that has several.
    launched: u32,
    /// Rejected parts, and those of them that may be pushed again.
    rejected: Vec<u32>,
    again: Vec<u32>,
    /// Parts whose blocks have all finished, in the order of finishing.
    finished: Vec<u32>,
}

impl Task {
    /// A task whose first dependency is at this place.
    pub(super) fn new(kernel: &HdrKernel, after: u32) -> Self {
        let is_load = kernel.parts == 0;
        Self {
            kernel_id: kernel.kernel_id,
            parts: kernel.parts,
            td_addr: kernel.td_addr,
            cycles_or_order: if is_load { kernel.load } else { kernel.order },
            after,
            missing: 0,
            dependents: Chain::EMPTY,
            // A kernel that is a single task needs no release, unless it is held.
            released: if kernel.parts > 1 || kernel.held { 0 } else { 1 },
            pushed: 0,
            undeparted: 0,
            more: None,
            times: Stamps::not_before(kernel.arrival),
            state: KernelState::Waiting,
            is_ready: false,
        }
    }

    /// The address of its first descriptor; none of a load.
    pub(super) const fn td_addr(&self) -> Option<u32> {
        if self.is_load() { None } else { Some(self.td_addr) }
    }

    pub(super) const fn is_load(&self) -> bool {
        self.parts == 0
    }

    /// Its place among kernels that become ready together.
    pub(super) const fn order(&self) -> u64 {
        if self.is_load() { 0 } else { self.cycles_or_order }
    }

    pub(super) fn delay(&mut self, until: Cycle) {
        self.times.delay(until);
    }

    /// Marks the kernel ready and returns the first cycle in which it may be pushed.
    pub(super) fn make_ready(&mut self) -> Cycle {
        self.state = KernelState::Ready;
        self.is_ready = true;
        self.times.ready()
    }

    /// The cycle from which on a dependency on this task holds nothing back, if it made the progress in `cycle`. The
    /// end of a load is known beforehand, without a report.
    pub(super) const fn allows(&self, delay: u64, cycle: Cycle) -> Cycle {
        let report = if self.is_load() { 0 } else { 1 };
        cycle.after(if delay > report { delay } else { report })
    }

    /// Begins and ends a load that is ready at `at`; returns when.
    pub(super) fn end_load(&mut self, at: Cycle) -> [(On, Cycle); 2] {
        let end = at.after(if self.is_load() { self.cycles_or_order } else { 0 });
        self.state = KernelState::Finished;
        self.times.set(Point::Launched, at);
        self.times.set(Point::Finished, end);
        [(On::Launch, at), (On::Finish, end)]
    }

    pub(super) fn has_part_to_push(&self) -> bool {
        let is_wanted = self.state != KernelState::Rejected && self.state != KernelState::Lost;
        let has_again = self.more.as_ref().is_some_and(|parts| !parts.again.is_empty());
        is_wanted && (has_again || self.pushed < self.released.min(self.parts))
    }

    /// Whether others wait for it.
    pub(super) fn is_awaited(&self) -> bool {
        !self.dependents.is_empty()
    }

    /// Parts whose blocks have all finished, in the order of finishing.
    pub(super) fn finished_parts(&self) -> &[u32] {
        match &self.more {
            Some(parts) => &parts.finished,
            None if self.parts == 1 && self.times.get(Point::Finished).is_some() => &[0],
            None => &[],
        }
    }

    /// Takes the next part; returns its number and its td_addr.
    pub(super) fn push(&mut self, now: Cycle) -> (u32, u32) {
        let again = self.more.as_mut().and_then(|parts| parts.again.pop());
        let part = again.unwrap_or(self.pushed.into());
        self.undeparted += 1;
        let td_addr = self.td_addr().unwrap_or_default().wrapping_add(part * TD_BYTES);
        // Below the number of parts.
        self.pushed = self.pushed.max(part as u16 + 1);
        if self.state == KernelState::Ready {
            self.state = KernelState::Pushed;
            self.times.set(Point::Pushed, now);
        }
        (part, td_addr)
    }

    /// Its rejected parts may be pushed again.
    pub(super) fn push_again(&mut self) {
        self.state = KernelState::Ready;
        let Parts { rejected, again, .. } = &mut **self.more.get_or_insert_default();
        again.append(rejected);
        // The first one is pushed first.
        again.sort_unstable_by_key(|&part| std::cmp::Reverse(part));
    }

    pub(super) fn part_rejected(&mut self, part: u32) {
        self.more.get_or_insert_default().rejected.push(part);
    }

    pub(super) fn part_admitted(&mut self) {
        if self.state == KernelState::Pushed {
            self.state = KernelState::Resident;
        }
    }

    /// All blocks of a part are launched; returns whether it was the last part.
    pub(super) fn part_launched(&mut self, cycle: Cycle) -> bool {
        let is_last = self.parts == 1 || {
            let launched = &mut self.more.get_or_insert_default().launched;
            *launched += 1;
            *launched == u32::from(self.parts)
        };
        if is_last {
            self.state = KernelState::Launched;
            self.times.set(Point::Launched, cycle);
        }
        is_last
    }

    /// All blocks of a part have finished; returns whether it was the last part.
    pub(super) fn part_finished(&mut self, part: u32, cycle: Cycle) -> bool {
        let is_last = if self.parts == 1 && self.more.is_none() {
            true
        } else {
            let finished = &mut self.more.get_or_insert_default().finished;
            finished.push(part);
            finished.len() == usize::from(self.parts)
        };
        if is_last {
            self.times.set(Point::Finished, cycle);
        }
        is_last
    }
}
