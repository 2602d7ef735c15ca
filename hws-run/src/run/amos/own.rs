//! Graphs that firmware schedules itself: their kernels never enter the HWS.
//!
//! It is list scheduling: the most urgent ready kernel starts as many blocks as fit on the SIPs that firmware
//! owns, then the next one does. Blocks are placed at multiples of their slot, as by the HWS. Dependencies are
//! resolved by a resolver of its own, which receives firmware's actions as events of the HWS. There are enough
//! launch ids, because every running block has a SIP.

use std::collections::BTreeMap;

use hws_model::{Event, EventSink, Pool};
use hws_sim::{FirmwareRun, Hdr, HdrKernel};
use hws_types::{Cycle, Entry, LaunchId, SipMask, Source, TaskIds, ThreadNum};

use super::{Amos, Board};
use crate::run::descriptors;
use crate::run::error::RunError;
use crate::run::holds::HoldLog;
use crate::run::policy::PolicyTask;
use crate::workload::Role;

/// The kernels and blocks that firmware runs on its SIPs.
#[derive(Clone, Debug, Default)]
pub(super) struct Own {
    pub(super) resolver: Hdr,
    /// Kernels with blocks to start: the most urgent first, then in the order of their ids.
    ready: Vec<Ready>,
    /// SIPs that run a block.
    busy: SipMask,
    /// The launch of each running block, and the SIPs that are still running it.
    running: BTreeMap<(u32, u16), (LaunchId, SipMask)>,
}

#[derive(Clone, Copy, Debug)]
struct Ready {
    kernel_id: u32,
    priority: u32,
    next_block: u16,
}

impl Own {
    /// A launch id that no running block has. The SIPs of a block may end at different times, so its first SIP
    /// may be running another block before this one ends.
    fn free_launch(&self) -> LaunchId {
        let is_free = |id: &LaunchId| self.running.values().all(|(used, _)| used != id);
        LaunchId::all().find(is_free).unwrap_or_default()
    }

    /// Whether a kernel has blocks to start, now or as soon as its transfer ends.
    pub(super) fn has_work(&self) -> bool {
        !self.ready.is_empty() || self.resolver.next_ready().is_some()
    }

    fn tell(&mut self, now: Cycle, event: Event) {
        self.resolver.event(now, event);
    }

    /// Admits the kernels that the resolver finds ready.
    fn admit(&mut self, now: Cycle, priority: impl Fn(u32) -> u32, holds: &mut HoldLog) {
        while let Some(push) = self.resolver.take_ready(now) {
            let ids = TaskIds { source: Source::Hdr, hdr_id: push.hdr_id, hdr_entry_id: push.hdr_entry_id };
            let Some(kernel_id) = self.resolver.kernel_of(ids) else { continue };
            let ready = self.resolver.times(kernel_id).and_then(|times| times.ready);
            holds.took(kernel_id, ready.unwrap_or(now), now);
            self.tell(now, Event::Admit { entry: Entry::wrapping(0), seq: kernel_id, kernel_id });
            self.ready.push(Ready { kernel_id, priority: priority(kernel_id), next_block: 0 });
        }
        self.ready.sort_by_key(|ready| (std::cmp::Reverse(ready.priority), ready.kernel_id));
    }
}

impl Amos<'_, '_> {
    /// Kernels are described as for the HWS, so that the policy has the same influence.
    pub(super) fn open_own(&mut self, board: &mut Board<'_>, graph: usize) -> Result<(), RunError> {
        let (mut kernels, mut sips) = (Vec::new(), SipMask::EMPTY);
        for kernel_id in self.graphs.ids(graph) {
            let Some((_, task)) = self.locate(kernel_id) else { continue };
            if task.kernel.role == Role::Load {
                kernels.push(self.load(board.cycle(), &task));
                continue;
            }
            let action = descriptors::action(task.kernel, task.kernel, kernel_id, 0, 0);
            let td = self.adjusted(&task, action, None)?;
            sips |= SipMask(td.affinity) & task.topology.present();
            self.kernels.describe(kernel_id, &td, 1, 0);
            let kernel = HdrKernel::new(kernel_id, 0).arriving(board.cycle());
            kernels.push(HdrKernel { after: self.after(&task), ..kernel });
        }
        self.claims.want(graph, sips);
        let added = self.own.resolver.add(kernels);
        added.map_err(|error| RunError::Dependencies { dag: self.workload.dags[graph].name.clone(), error })
    }

    /// Starts a block, or all those of a cooperative kernel; returns false if none can start.
    pub(super) fn start_own_block(&mut self, board: &mut Board<'_>) -> Result<bool, RunError> {
        let now = board.cycle();
        let kernels = &self.kernels;
        self.own.admit(now, |kernel_id| kernels.td(kernel_id).offline_priority, &mut self.holds);
        for place in 0..self.own.ready.len() {
            let ready = self.own.ready[place];
            let Some((_, task)) = self.locate(ready.kernel_id) else { continue };
            let blocks = self.own_blocks(&task, ready, now);
            if !blocks.is_empty() {
                self.own.ready[place].next_block += blocks.len() as u16;
                self.start_own(board, &task, ready.next_block, &blocks);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The places of the next block, or of all blocks of a cooperative kernel; none if there are not enough.
    fn own_blocks(&mut self, task: &PolicyTask<'_>, ready: Ready, now: Cycle) -> Vec<SipMask> {
        let kernel = task.kernel;
        if !kernel.coop && ready.next_block >= self.allowed(task, now).0 {
            return Vec::new();
        }
        let affinity = self.kernels.affinity(task.kernel_id);
        let mut free = (self.claims.owned() & affinity) - self.own.busy;
        let count = if kernel.coop { kernel.blocks } else { 1 };
        let mut blocks = Vec::new();
        for _ in 0..count {
            let Some(block) = find_place(free, kernel.threads) else { return Vec::new() };
            free -= block;
            blocks.push(block);
        }
        blocks
    }

    fn start_own(&mut self, board: &mut Board<'_>, task: &PolicyTask<'_>, first: u16, blocks: &[SipMask]) {
        let (entry, seq) = (Entry::wrapping(0), task.kernel_id);
        for (block, &sips) in (first..).zip(blocks) {
            let launch_id = self.own.free_launch();
            let now = board.cycle();
            self.own.busy |= sips;
            self.own.running.insert((task.kernel_id, block), (launch_id, sips));
            self.own.tell(now, Event::Launch { entry, seq, pool: Pool::O, block, launch_id, sip_mask: sips });
            self.policy.on_launch(task, block, now);
            self.deliver(board, task.kernel_id, block, None, sips);
        }
        if usize::from(first) + blocks.len() == usize::from(task.kernel.blocks) {
            self.own.ready.retain(|ready| ready.kernel_id != task.kernel_id);
            self.own.tell(board.cycle(), Event::KernelDone { entry, seq, dag_slot: None });
        }
        self.note_own_ends(board.cycle());
    }

    /// A SIP has completed its part of a block.
    pub(super) fn own_block_returned(&mut self, now: Cycle, run: &FirmwareRun) {
        let key = (run.kernel_id, run.block_id);
        let Some((launch_id, left)) = self.own.running.get_mut(&key) else { return };
        *left -= run.sip.mask();
        let (launch_id, is_over) = (*launch_id, left.is_empty());
        self.own.busy -= run.sip.mask();
        self.own.tell(now, Event::Complete { sip: run.sip, launch_id });
        if is_over {
            self.own.running.remove(&key);
            self.kernels[run.kernel_id].blocks.finish(run.block_id);
            if let Some((_, task)) = self.locate(run.kernel_id) {
                self.policy.on_block_finish(&task, run.block_id, now);
            }
        }
        self.note_own_ends(now);
    }

    fn note_own_ends(&mut self, now: Cycle) {
        while let Some(kernel_id) = self.own.resolver.take_ended() {
            self.kernel_finished(kernel_id, now);
        }
    }

    /// Why a kernel that firmware schedules made no progress.
    pub(in crate::run) fn reason_of_own(&self, kernel_id: u32) -> Option<String> {
        let (graph, task) = self.locate(kernel_id).filter(|_| self.is_own(kernel_id))?;
        if !self.graphs.was_opened(graph) {
            return Some("its graph was never opened".to_owned());
        }
        let affinity = self.kernels.affinity(kernel_id) & task.topology.present();
        let (owned, busy) = (self.claims.owned(), self.own.busy);
        Some(format!(
            "firmware schedules it on {affinity}, of which it has {} (busy {busy})",
            owned & affinity
        ))
    }
}

/// The first free place in the order of the HWS (scheduler.md §5.2).
fn find_place(free: SipMask, threads: ThreadNum) -> Option<SipMask> {
    let mut fitting = free.blocks(threads);
    if threads.searches_downwards() { fitting.last() } else { fitting.next() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_running_blocks_have_one_launch() {
        let mut own = Own::default();
        let launch = own.free_launch();
        // Its first SIP has completed and may be running another block.
        own.running.insert((1, 0), (launch, SipMask(0b1110)));
        assert_ne!(own.free_launch(), launch);
        own.running.clear();
        assert_eq!(own.free_launch(), launch);
    }

    #[test]
    fn small_blocks_are_placed_high_and_large_ones_low() {
        let place = |free, threads| find_place(SipMask(free), ThreadNum::new(threads).unwrap());
        assert_eq!(place(0xFFFF_FFFF, 2), Some(SipMask(0xC000_0000)));
        assert_eq!(place(0xFFFF_FFFF, 8), Some(SipMask(0xFF)));
        assert_eq!(place(0x0FFF_FFF0, 8), Some(SipMask(0xFF00)));
        assert_eq!(place(0x1E, 4), None, "blocks start at multiples of their slot");
        assert_eq!(place(0x70, 3), Some(SipMask(0x70)));
    }
}
