//! The HDR: the hardware dependency resolver, which pushes kernels when their predecessors allow it.
//!
//! A kernel becomes ready when it has arrived and every predecessor it waits for has got far enough
//! ([`On`]); ready kernels are pushed in the order (ready cycle, order given, position in the list), as the
//! HDR port has room. Each push carries a hdr_id and hdr_entry_id that no other outstanding kernel has,
//! and that come round again as late as possible, so that an old message names no new kernel.
//!
//! The resolver knows only what hardware would see, the events of the HWS:
//! - `Admit` says that the oldest push was accepted, and its kernel_seq; an `Error` of the admission checks
//!   with the ids of the oldest push says that it was rejected. The loader takes pushes in order, so the
//!   oldest is meant; kernels that firmware pushes itself need other kernel_ids.
//! - `Launch` and `Complete` are matched by launch_id and SIP: a block is finished when all its SIPs are.
//! - `KernelDone` says that all its blocks are out (for an allocation-only kernel, that its grants are).
//!
//! What happens in cycle c is acted upon at c + 1 at the earliest: a report due at c is written after the
//! operations of c, and a replay of the recorded pushes must see them in the same order.
//!
//! Firmware that is its own resolver uses the same table ([`Hdr::for_firmware`]): it pushes what the table finds
//! ready, and a kernel may be pushed in parts, one task for each block ([`HdrKernel::in_parts`]), because a
//! task of the firmware FIFO is scheduled once. The kernel has got as far as all its parts have.
//!
//! A kernel may wait for one that is added later, if that was announced ([`Hdr::announce`]): graphs come one by
//! one. A kernel may be held ([`HdrKernel::held`]): it is not pushed before it is released, even if it is ready.
//!
//! A soft reset loses every outstanding kernel; those behind it wait for ever, until someone adds them anew.

mod graph;
mod ids;
mod kernel;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::Range;

use hws_model::{ErrorBit, Event, EventSink};
use hws_types::{Cycle, HdrPush, LaunchId, Sip, SipMask, Source, TaskIds};

use ids::IdPool;
use kernel::Task;
pub use kernel::{Dependency, HdrError, HdrKernel, KernelState, KernelTimes, On};

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
#[derive(Clone, Debug, Default)]
pub struct Hdr {
    tasks: Vec<Task>,
    by_id: BTreeMap<u32, usize>,
    /// Ready cycle, order, position.
    ready: BTreeSet<(Cycle, u64, usize)>,
    ids: IdPool,
    /// What has been pushed and has blocks to come or to end.
    parts: BTreeMap<Ids, Part>,
    /// Pushed and not yet admitted or rejected, oldest first.
    in_port: VecDeque<Ids>,
    /// Admitted and with blocks still to come, by kernel_seq.
    resident: BTreeMap<u32, Ids>,
    live: BTreeMap<LaunchId, LiveBlock>,
    /// Who pushes.
    source: Source,
    /// Kernels that have got as far as they will and have not been asked for.
    ended: VecDeque<u32>,
    /// kernel_ids that may be waited for before the kernels are there.
    announced: Range<u32>,
    /// Who waits for kernels that are not there, and for what.
    awaited: BTreeMap<u32, Vec<(usize, On)>>,
}

/// hdr_id and hdr_entry_id.
type Ids = (u8, u8);

/// One push: a kernel, or a part of one.
#[derive(Clone, Copy, Debug)]
struct Part {
    task: usize,
    index: u32,
    live_blocks: u32,
    has_departed: bool,
}

/// A block that runs.
#[derive(Clone, Copy, Debug)]
struct LiveBlock {
    part: Ids,
    unfinished: SipMask,
}

impl Hdr {
    /// A resolver with these kernels.
    ///
    /// # Errors
    /// [`HdrError`] when the dependencies cannot be resolved.
    pub fn new(kernels: Vec<HdrKernel>) -> Result<Self, HdrError> {
        let mut hdr = Self::default();
        hdr.add(kernels)?;
        Ok(hdr)
    }

    /// The table of a firmware that pushes what it finds ready by itself, with FW_TASK_PUSH.
    #[must_use]
    pub fn for_firmware() -> Self {
        Self { source: Source::Firmware, ..Self::default() }
    }

    /// Who pushes the kernels.
    #[must_use]
    pub const fn source(&self) -> Source {
        self.source
    }

    /// Pushes that were neither admitted nor rejected yet.
    #[must_use]
    pub fn in_port(&self) -> usize {
        self.in_port.len()
    }

    /// The next kernel that has finished or was rejected, each once, in that order.
    pub fn take_ended(&mut self) -> Option<u32> {
        self.ended.pop_front()
    }

    /// The parts of a kernel all of whose blocks have finished, in that order.
    #[must_use]
    pub fn ended_parts(&self, kernel_id: u32) -> &[u32] {
        self.by_id.get(&kernel_id).map_or(&[], |&task| &self.tasks[task].finished)
    }

    /// Lets a kernel in parts be pushed up to its part `count`, not included; a kernel that is held and one
    /// task has the part 0. It never goes down.
    pub fn release_parts(&mut self, kernel_id: u32, count: u32) {
        let Some(&index) = self.by_id.get(&kernel_id) else { return };
        let task = &mut self.tasks[index];
        task.released = task.released.max(count);
        if task.is_ready && task.has_part_to_push() {
            let at = task.times.ready.unwrap_or_default();
            self.ready.insert((at, task.kernel.order, index));
        }
    }

    /// Kernels of these ids will be added: others may wait for them meanwhile. What waits for a kernel that
    /// is never added is never ready, nor is what waits for itself through kernels added later.
    pub fn announce(&mut self, kernel_ids: Range<u32>) {
        self.announced = kernel_ids;
    }

    /// Adds kernels, which may depend on each other, on earlier ones, whatever became of those, and on those
    /// [announced](Self::announce).
    ///
    /// # Errors
    /// [`HdrError`] when the dependencies cannot be resolved; nothing is added then.
    pub fn add(&mut self, kernels: Vec<HdrKernel>) -> Result<(), HdrError> {
        let known = |id| self.by_id.contains_key(&id);
        graph::check(&kernels, known, |id| self.announced.contains(&id))?;
        let first = self.tasks.len();
        for kernel in kernels {
            self.by_id.insert(kernel.kernel_id, self.tasks.len());
            let mut task = Task::new(kernel);
            task.dependents = self.awaited.remove(&task.kernel.kernel_id).unwrap_or_default();
            self.tasks.push(task);
        }
        (first..self.tasks.len()).for_each(|task| self.connect(task));
        Ok(())
    }

    /// Takes the first kernel that may be pushed at `now`, which the caller then pushes.
    pub fn take_ready(&mut self, now: Cycle) -> Option<HdrPush> {
        let &(at, _, task) = self.ready.first()?;
        if at > now {
            return None;
        }
        let ids = self.ids.take(task)?;
        self.in_port.push_back(ids);
        let (index, td_addr) = self.tasks[task].push(now);
        self.parts.insert(ids, Part { task, index, live_blocks: 0, has_departed: false });
        if !self.tasks[task].has_part_to_push() {
            self.ready.pop_first();
        }
        Some(HdrPush { hdr_id: ids.0, hdr_entry_id: ids.1, td_addr })
    }

    /// From when on the next kernel may be pushed; in the past when it waits for room. None: not before
    /// an event.
    #[must_use]
    pub fn next_ready(&self) -> Option<Cycle> {
        self.ready.first().map(|&(at, ..)| at)
    }

    /// Whether a tick may make a kernel ready: one waits for a kernel that has not left the Ready Station.
    /// Behind one that has left it only a report helps.
    #[must_use]
    pub fn is_listening(&self) -> bool {
        let mut undeparted = self.in_port.iter().chain(self.resident.values());
        undeparted.any(|ids| self.part(*ids).is_some_and(|part| !self.tasks[part.task].dependents.is_empty()))
    }

    /// Whether every kernel has finished or never will.
    #[must_use]
    pub fn is_drained(&self) -> bool {
        self.tasks.iter().all(|task| task.state.is_final())
    }

    /// How far a kernel has got.
    #[must_use]
    pub fn state(&self, kernel_id: u32) -> Option<KernelState> {
        self.by_id.get(&kernel_id).map(|&task| self.tasks[task].state)
    }

    /// When a kernel got how far.
    #[must_use]
    pub fn times(&self, kernel_id: u32) -> Option<KernelTimes> {
        self.by_id.get(&kernel_id).map(|&task| self.tasks[task].times)
    }

    /// The predecessors that a kernel still waits for.
    pub fn waits_for(&self, kernel_id: u32) -> impl Iterator<Item = Dependency> {
        let task = self.by_id.get(&kernel_id).map(|&task| &self.tasks[task]);
        let after = task.into_iter().flat_map(|task| &task.kernel.after);
        after.copied().filter(|dependency| self.met_at(*dependency).is_none())
    }

    /// The kernel that a message of these ids means: the last one pushed with them.
    #[must_use]
    pub fn kernel_of(&self, ids: TaskIds) -> Option<u32> {
        let task = self.ids.holder((ids.hdr_id, ids.hdr_entry_id))?;
        (ids.source == self.source).then(|| self.tasks[task].kernel.kernel_id)
    }

    /// The kernels in the order they were added.
    pub fn kernels(&self) -> impl Iterator<Item = &HdrKernel> {
        self.tasks.iter().map(|task| &task.kernel)
    }

    /// Ties a new kernel to the predecessors that have not got far enough.
    fn connect(&mut self, task: usize) {
        let after = self.tasks[task].kernel.after.clone();
        for dependency in after {
            match self.met_at(dependency) {
                Some(at) => self.tasks[task].delay(at.after(1)),
                None => self.wait(task, dependency),
            }
        }
        self.make_ready_if_free(task);
    }

    fn wait(&mut self, task: usize, dependency: Dependency) {
        self.tasks[task].missing += 1;
        let dependents = match self.by_id.get(&dependency.kernel) {
            Some(&predecessor) => &mut self.tasks[predecessor].dependents,
            // The graph was checked: the predecessor was announced.
            None => self.awaited.entry(dependency.kernel).or_default(),
        };
        dependents.push((task, dependency.on));
    }

    /// The cycle in which a predecessor got far enough.
    fn met_at(&self, dependency: Dependency) -> Option<Cycle> {
        let times = self.times(dependency.kernel)?;
        match dependency.on {
            On::Launch => times.launched,
            On::Finish => times.finished,
        }
    }

    fn make_ready_if_free(&mut self, index: usize) {
        let task = &mut self.tasks[index];
        if task.missing == 0 && task.state == KernelState::Waiting {
            let at = task.make_ready();
            if task.has_part_to_push() {
                self.ready.insert((at, task.kernel.order, index));
            }
        }
    }

    /// Tells the dependents of a kernel that it got as far as `on` in `cycle`.
    fn release_dependents(&mut self, task: usize, on: On, cycle: Cycle) {
        let dependents = self.tasks[task].dependents.clone();
        for (dependent, _) in dependents.into_iter().filter(|&(_, wanted)| wanted == on) {
            let waiting = &mut self.tasks[dependent];
            waiting.missing = waiting.missing.saturating_sub(1);
            waiting.delay(cycle.after(1));
            self.make_ready_if_free(dependent);
        }
    }

    fn part(&self, ids: Ids) -> Option<Part> {
        self.parts.get(&ids).copied()
    }

    fn admitted(&mut self, seq: u32, kernel_id: u32) {
        let Some(ids) = self.in_port.front().copied() else { return };
        let Some(part) = self.part(ids) else { return };
        if self.tasks[part.task].kernel.kernel_id == kernel_id {
            self.in_port.pop_front();
            self.resident.insert(seq, ids);
            self.tasks[part.task].part_admitted();
        }
    }

    fn failed(&mut self, bit: ErrorBit, ids: TaskIds) {
        let oldest = self.in_port.front().copied();
        let pushed = (ids.hdr_id, ids.hdr_entry_id);
        if is_rejection(bit) && ids.source == self.source && oldest == Some(pushed) {
            self.in_port.pop_front();
            self.reject(pushed);
        }
    }

    fn reject(&mut self, ids: Ids) {
        let Some(part) = self.parts.remove(&ids) else { return };
        self.ids.release(ids);
        // Other parts of it need not be pushed.
        self.ready.retain(|&(_, _, task)| task != part.task);
        if self.tasks[part.task].state != KernelState::Rejected {
            self.retire(part.task, KernelState::Rejected);
        }
    }

    fn launched(&mut self, cycle: Cycle, seq: u32, launch_id: LaunchId, sips: SipMask) {
        let Some(&ids) = self.resident.get(&seq) else { return };
        let Some(part) = self.parts.get_mut(&ids) else { return };
        part.live_blocks += 1;
        self.live.insert(launch_id, LiveBlock { part: ids, unfinished: sips });
        self.tasks[part.task].times.first_launch.get_or_insert(cycle);
    }

    fn left_the_ready_station(&mut self, cycle: Cycle, seq: u32) {
        let Some(ids) = self.resident.remove(&seq) else { return };
        let Some(part) = self.parts.get_mut(&ids) else { return };
        part.has_departed = true;
        let task = part.task;
        if self.tasks[task].part_launched(cycle) {
            self.release_dependents(task, On::Launch, cycle);
        }
        self.end_part_if_idle(ids, cycle);
    }

    fn completed(&mut self, cycle: Cycle, sip: Sip, launch_id: LaunchId) {
        let Some(block) = self.live.get_mut(&launch_id) else { return };
        block.unfinished -= sip.mask();
        if block.unfinished.is_empty() {
            let ids = block.part;
            self.live.remove(&launch_id);
            if let Some(part) = self.parts.get_mut(&ids) {
                part.live_blocks -= 1;
            }
            self.end_part_if_idle(ids, cycle);
        }
    }

    fn end_part_if_idle(&mut self, ids: Ids, cycle: Cycle) {
        let Some(part) = self.part(ids).filter(|part| part.has_departed && part.live_blocks == 0) else {
            return;
        };
        self.parts.remove(&ids);
        self.ids.release(ids);
        if self.tasks[part.task].part_finished(part.index, cycle) {
            self.retire(part.task, KernelState::Finished);
            self.release_dependents(part.task, On::Finish, cycle);
        }
    }

    fn retire(&mut self, task: usize, state: KernelState) {
        self.tasks[task].state = state;
        self.ended.push_back(self.tasks[task].kernel.kernel_id);
    }

    fn lose_all(&mut self) {
        for task in &mut self.tasks {
            if task.state.is_outstanding() {
                task.state = KernelState::Lost;
            }
        }
        self.parts.keys().for_each(|&ids| self.ids.release(ids));
        self.parts.clear();
        self.in_port.clear();
        self.resident.clear();
        self.live.clear();
    }
}

/// Whether the error is one of the admission checks (scheduler.md §2.3).
const fn is_rejection(bit: ErrorBit) -> bool {
    use ErrorBit::{TdBlockNum, TdCluster, TdCoop, TdOutPath, TdRead, TdThreadNum, TdUnplaceable};
    // TD_READ of a re-read has the ids of a resident kernel, which no push in the port has.
    matches!(bit, TdRead | TdThreadNum | TdCluster | TdBlockNum | TdOutPath | TdCoop | TdUnplaceable)
}

impl EventSink for Hdr {
    fn event(&mut self, cycle: Cycle, event: Event) {
        match event {
            Event::Admit { seq, kernel_id, .. } => self.admitted(seq, kernel_id),
            Event::Error { bit, ids } => self.failed(bit, ids),
            Event::Launch { seq, launch_id, sip_mask, .. } => self.launched(cycle, seq, launch_id, sip_mask),
            Event::KernelDone { seq, .. } => self.left_the_ready_station(cycle, seq),
            Event::Complete { sip, launch_id } => self.completed(cycle, sip, launch_id),
            Event::SoftReset { .. } => self.lose_all(),
            _ => (),
        }
    }
}

#[cfg(test)]
mod tests;
