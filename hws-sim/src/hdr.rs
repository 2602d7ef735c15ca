//! The HDR: the hardware dependency resolver, which pushes kernels when their predecessors allow it.
//!
//! A kernel becomes ready when it has arrived and every predecessor has made the progress it waits for ([`On`]), at
//! least as long ago as the dependency demands ([`Dependency::delay`]); ready kernels are pushed in the order (ready
//! cycle, order given, position in the list), as the HDR port has room. Each push carries a hdr_id and hdr_entry_id that
//! no other outstanding kernel has, and that are reused as late as possible, so that an old message never names a new
//! kernel.
//!
//! The resolver follows kernels by what hardware would see, the [events](events) of the HWS.
//!
//! An event of cycle c takes effect at c + 1 at the earliest: a report due at c is written after the operations of c,
//! and a replay of the recorded pushes must see them in the same order.
//!
//! Firmware that resolves dependencies itself uses the same table ([`Hdr::for_firmware`]): it pushes what the
//! table finds ready, and a kernel may be pushed in parts, one task for each block ([`HdrKernel::in_parts`]),
//! because a task of the firmware FIFO is scheduled once. The progress of the kernel is that of its slowest
//! part.
//!
//! A kernel may wait for one that is added later, if that one was announced ([`Hdr::announce`]): graphs
//! arrive one by one. A kernel may be held ([`HdrKernel::held`]): it is not pushed before it is released,
//! even if it is ready.
//!
//! A load ([`HdrKernel::load`]) takes time without being pushed: the finish of the last of its predecessors determines
//! its own. Loads that wait for one another share a channel.
//!
//! A soft reset loses every outstanding kernel; their dependents wait for ever, unless the lost kernels are added
//! again.

mod adding;
mod edges;
mod error;
mod events;
mod graph;
mod ids;
mod kernel;
mod state;
mod task;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, VecDeque};
use std::ops::Range;

use hws_types::{Cycle, HdrPush, LaunchId, SipMask, Source, TaskIds};

use crate::places::Places;
use edges::Edges;
use ids::{IdPool, Ids};
use task::Task;

pub use error::HdrError;
pub use kernel::{Dependency, HdrKernel, On};
use state::Point;
pub use state::{KernelState, KernelTimes};

/// The dependency resolver.
///
/// ```
/// use hws_sim::{Hdr, HdrKernel, KernelState};
/// use hws_types::Cycle;
/// let first = HdrKernel::new(1, 0x1000).arriving(Cycle(50));
/// let second = HdrKernel::new(2, 0x2000).after_finish(1);
/// let mut hdr = Hdr::new(vec![second, first])?;
/// assert_eq!(hdr.take_ready(Cycle(49)), None);
/// assert_eq!(hdr.take_ready(Cycle(50)).map(|push| push.td_addr), Some(0x1000));
/// assert_eq!(hdr.state(2), Some(KernelState::Waiting));
/// # Ok::<(), hws_sim::HdrError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Hdr {
    tasks: Vec<Task>,
    by_id: Places,
    edges: Edges,
    /// The arrival of tasks from this place on.
    arrivals: Vec<(usize, Cycle)>,
    /// Each task with a part to push, once, the first one at the top.
    ready: BinaryHeap<Reverse<Turn>>,
    /// Pushed, with blocks still to be launched or to finish.
    ids: IdPool,
    /// Pushed and not yet admitted or rejected, oldest first.
    in_port: VecDeque<Ids>,
    /// Admitted and with blocks still to be launched, by kernel_seq.
    resident: Vec<(u32, Ids)>,
    live: [Option<LiveBlock>; LaunchId::COUNT],
    /// The number of pushes in the port or in the Ready Station that others wait for.
    awaited_pushes: usize,
    /// Which unit pushes.
    source: Source,
    /// Kernels in a final state that have not been [taken](Self::take_ended).
    ended: VecDeque<u32>,
    /// kernel_ids that may be waited for before the kernels are added.
    announced: Range<u32>,
    /// The dependencies on kernels not yet added, by their places.
    awaited: BTreeMap<u32, Vec<u32>>,
}

/// When a task may be pushed: ready cycle, order, position.
type Turn = (Cycle, u64, usize);

/// A task that has made progress, and when.
type Made = (usize, On, Cycle);

/// A block that is running.
#[derive(Clone, Copy, Debug)]
struct LiveBlock {
    part: Ids,
    unfinished: SipMask,
}

impl Default for Hdr {
    fn default() -> Self {
        Self {
            tasks: Vec::new(),
            by_id: Places::default(),
            edges: Edges::default(),
            arrivals: Vec::new(),
            ready: BinaryHeap::new(),
            ids: IdPool::default(),
            in_port: VecDeque::new(),
            resident: Vec::new(),
            live: [None; LaunchId::COUNT],
            awaited_pushes: 0,
            source: Source::default(),
            ended: VecDeque::new(),
            announced: 0..0,
            awaited: BTreeMap::new(),
        }
    }
}

impl Hdr {
    /// Creates a resolver with these kernels.
    ///
    /// # Errors
    /// [`HdrError`] when the dependencies cannot be resolved.
    pub fn new(kernels: Vec<HdrKernel>) -> Result<Self, HdrError> {
        let mut hdr = Self::default();
        hdr.add(kernels)?;
        Ok(hdr)
    }

    /// Creates the table of a firmware that pushes ready kernels itself, with FW_TASK_PUSH.
    #[must_use]
    pub fn for_firmware() -> Self {
        Self { source: Source::Firmware, ..Self::default() }
    }

    /// Returns the source of the pushes.
    #[must_use]
    pub const fn source(&self) -> Source {
        self.source
    }

    /// Returns the number of pushes that are neither admitted nor rejected yet.
    #[must_use]
    pub fn in_port(&self) -> usize {
        self.in_port.len()
    }

    /// Takes the next kernel that has finished or was rejected; each is returned once, in that order.
    pub fn take_ended(&mut self) -> Option<u32> {
        self.ended.pop_front()
    }

    /// Returns the kernel that [`take_ended`](Self::take_ended) takes next, and leaves it there.
    #[must_use]
    pub fn next_ended(&self) -> Option<u32> {
        self.ended.front().copied()
    }

    /// Returns the parts of a kernel whose blocks have all finished, in the order in which they finished.
    #[must_use]
    pub fn ended_parts(&self, kernel_id: u32) -> &[u32] {
        self.place(kernel_id).map_or(&[], |task| self.tasks[task].finished_parts())
    }

    /// Allows the parts 0 to `count` - 1 of a kernel to be pushed; a held kernel that is a single task has
    /// only part 0. A release cannot be revoked.
    pub fn release_parts(&mut self, kernel_id: u32, count: u32) {
        let Some(index) = self.place(kernel_id) else { return };
        let task = &mut self.tasks[index];
        let has_turn = task.has_part_to_push();
        task.released = task.released.max(u16::try_from(count).unwrap_or(u16::MAX));
        if task.is_ready && task.has_part_to_push() && !has_turn {
            self.queue(index);
        }
    }

    /// Lets a rejected kernel be pushed again, with new ids; returns whether it was rejected. Its descriptor is where it
    /// was.
    pub fn push_again(&mut self, kernel_id: u32) -> bool {
        let rejected = |&index: &usize| self.tasks[index].state == KernelState::Rejected;
        let Some(index) = self.place(kernel_id).filter(rejected) else { return false };
        self.tasks[index].push_again();
        self.queue(index);
        true
    }

    /// Announces kernels with these ids, so that others may wait for them before they are added. A kernel never becomes
    /// ready if it waits for one that is never added, or for itself through kernels added later.
    pub fn announce(&mut self, kernel_ids: Range<u32>) {
        self.announced = kernel_ids;
    }

    /// Makes room for so many more kernels with so many dependencies altogether: a table that grows kernel by kernel leaves pieces
    /// behind that nothing else fits in.
    pub fn reserve(&mut self, kernels: usize, dependencies: usize) {
        self.tasks.reserve_exact(kernels);
        self.edges.reserve(dependencies);
    }

    /// Takes the first kernel that may be pushed at `now`; the caller then pushes it.
    pub fn take_ready(&mut self, now: Cycle) -> Option<HdrPush> {
        let &Reverse((at, _, task)) = self.ready.peek()?;
        if at > now {
            return None;
        }
        let pushed = &mut self.tasks[task];
        let mut td_addr = 0;
        let ids = self.ids.take(task, || {
            let index;
            (index, td_addr) = pushed.push(now);
            index
        })?;
        self.in_port.push_back(ids);
        self.awaited_pushes += usize::from(pushed.is_awaited());
        if !pushed.has_part_to_push() {
            self.ready.pop();
        }
        Some(HdrPush { hdr_id: ids.0, hdr_entry_id: ids.1, td_addr })
    }

    /// Returns the first cycle in which the next kernel may be pushed; in the past while it waits for room. None: an
    /// event has to come first.
    #[must_use]
    pub fn next_ready(&self) -> Option<Cycle> {
        self.ready.peek().map(|&Reverse((at, ..))| at)
    }

    /// Returns whether a tick may make a kernel ready, because one waits for a kernel that has not left the Ready
    /// Station. Once that kernel has left, only a report can make a kernel ready.
    #[must_use]
    pub const fn is_listening(&self) -> bool {
        self.awaited_pushes > 0
    }

    /// Returns whether every kernel is in a final state.
    #[must_use]
    pub fn is_drained(&self) -> bool {
        self.tasks.iter().all(|task| task.state.is_final())
    }

    /// Returns the state of a kernel.
    #[must_use]
    pub fn state(&self, kernel_id: u32) -> Option<KernelState> {
        self.place(kernel_id).map(|task| self.tasks[task].state)
    }

    /// Returns the cycles in which a kernel made progress.
    #[must_use]
    pub fn times(&self, kernel_id: u32) -> Option<KernelTimes> {
        let task = &self.tasks[self.place(kernel_id)?];
        Some(task.times.times(task.is_ready))
    }

    /// Returns the predecessors that a kernel still waits for.
    pub fn waits_for(&self, kernel_id: u32) -> impl Iterator<Item = Dependency> {
        let after = self.place(kernel_id).map(|task| self.edges.range(self.edges_of(task)));
        after.into_iter().flatten().filter(|dependency| self.met_at(*dependency).is_none())
    }

    /// Returns the kernel that a message with these ids refers to: the last one pushed with them.
    #[must_use]
    pub fn kernel_of(&self, ids: TaskIds) -> Option<u32> {
        let task = self.ids.holder((ids.hdr_id, ids.hdr_entry_id))?;
        (ids.source == self.source).then(|| self.tasks[task].kernel_id)
    }

    /// Returns the kernel_ids in the order in which the kernels were added.
    pub fn kernel_ids(&self) -> impl Iterator<Item = u32> {
        self.tasks.iter().map(|task| task.kernel_id)
    }

    /// Returns the address of the first descriptor of a kernel; none of a load.
    #[must_use]
    pub fn td_addr(&self, kernel_id: u32) -> Option<u32> {
        self.tasks[self.place(kernel_id)?].td_addr()
    }

    /// Returns the arrival of a kernel.
    #[must_use]
    pub fn arrival(&self, kernel_id: u32) -> Option<Cycle> {
        let place = self.place(kernel_id)?;
        let later = self.arrivals.partition_point(|arrival| arrival.0 <= place);
        self.arrivals[..later].last().map(|arrival| arrival.1)
    }

    /// The places of the dependencies of a task.
    fn edges_of(&self, task: usize) -> Range<u32> {
        let end = self.tasks.get(task + 1).map_or_else(|| self.edges.count(), |next| next.after);
        self.tasks[task].after..end
    }

    /// The cycle in which a dependency was met.
    fn met_at(&self, dependency: Dependency) -> Option<Cycle> {
        let times = &self.tasks[self.place(dependency.kernel)?].times;
        times.get(match dependency.on {
            On::Launch => Point::Launched,
            On::Finish => Point::Finished,
        })
    }

    /// Makes a kernel ready that waits for nothing more; returns the progress of a load.
    fn make_ready_if_free(&mut self, index: usize) -> Option<[Made; 2]> {
        let task = &mut self.tasks[index];
        if task.missing > 0 || task.state != KernelState::Waiting {
            return None;
        }
        let at = task.make_ready();
        if task.is_load() {
            return Some(task.end_load(at).map(|(on, cycle)| (index, on, cycle)));
        }
        if task.has_part_to_push() {
            self.queue(index);
        }
        None
    }

    /// Gives a task that is ready, and has no turn yet, its turn.
    fn queue(&mut self, index: usize) {
        let task = &self.tasks[index];
        self.ready.push(Reverse((task.times.ready(), task.order(), index)));
    }

    /// The place of a kernel among the tasks.
    fn place(&self, kernel_id: u32) -> Option<usize> {
        self.by_id.get(kernel_id).map(|place| place as usize)
    }
}

#[cfg(test)]
mod tests;
