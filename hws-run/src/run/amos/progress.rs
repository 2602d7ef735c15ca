//! What firmware knows of the kernels: how they are described, how far they are, and which were given up.

use std::collections::BTreeSet;
use std::ops::{Index, IndexMut, Range};

use hws_types::{Entry, SipMask, TaskDescriptor, TaskIds};

use super::blocks::Blocks;
use super::described::Described;
use super::loads::Loads;
use super::parameters::Arena;
use super::pools::Held;
use crate::run::board::Board;
use crate::run::descriptors;
use crate::run::error::RunError;
use crate::run::policy::PolicyTask;

/// Firmware's record of a kernel.
#[derive(Clone, Debug, Default)]
pub(super) struct KernelProgress {
    /// Its entry and ids, from the first message with them until its last block is launched.
    pub(super) entry: Option<(Entry, TaskIds)>,
    /// It is not pushed before its first credit exists.
    is_held: bool,
    /// block_trigger_cnt as last set; for a kernel in parts, the number of parts that may be pushed.
    trigger: u16,
    /// The blocks that have finished.
    pub(super) blocks: Blocks,
    is_done: bool,
    /// It was [described](Described), and may be pinned.
    is_described: bool,
    /// The number of its descriptors, and the place of the first one.
    parts: u16,
    slot: u32,
    /// The grants of its blocks.
    pub(super) held: Held,
}

impl KernelProgress {
    pub(super) const fn is_held(&self) -> bool {
        self.is_held
    }

    pub(super) const fn trigger(&self) -> u16 {
        self.trigger
    }

    pub(super) const fn is_done(&self) -> bool {
        self.is_done
    }

    pub(super) const fn parts(&self) -> u16 {
        self.parts
    }

    /// Whether it is pushed as several tasks, one for each block.
    pub(super) const fn is_in_parts(&self) -> bool {
        self.parts > 1
    }
}

/// The kernels of a workload, by kernel_id.
#[derive(Clone, Debug)]
pub(super) struct Kernels {
    progress: Vec<KernelProgress>,
    described: Described,
    /// The next free place for a descriptor, if kernels have several.
    next_slot: u32,
    /// Shared memory for their parameters.
    pub(super) queues: Arena,
    /// The work of kernels that are pinned and not done.
    pub(super) loads: Loads,
    pub(super) given_up: BTreeSet<u32>,
}

impl Index<u32> for Kernels {
    type Output = KernelProgress;

    fn index(&self, kernel_id: u32) -> &KernelProgress {
        &self.progress[kernel_id as usize]
    }
}

impl IndexMut<u32> for Kernels {
    fn index_mut(&mut self, kernel_id: u32) -> &mut KernelProgress {
        &mut self.progress[kernel_id as usize]
    }
}

impl Kernels {
    /// So many kernels, none of which has been described.
    pub(super) fn new(kernels: usize) -> Self {
        Self {
            progress: vec![KernelProgress::default(); kernels],
            described: Described::new(kernels),
            next_slot: 0,
            queues: Arena::default(),
            loads: Loads::default(),
            given_up: BTreeSet::new(),
        }
    }

    pub(super) fn ids(&self) -> Range<u32> {
        0..self.progress.len() as u32
    }

    pub(super) fn get(&self, kernel_id: u32) -> Option<&KernelProgress> {
        self.progress.get(kernel_id as usize)
    }

    /// The descriptor of a kernel, as in [`Described`].
    pub(super) fn td(&self, kernel_id: u32) -> TaskDescriptor {
        self.described.get(kernel_id)
    }

    pub(super) fn affinity(&self, kernel_id: u32) -> SipMask {
        SipMask(self.td(kernel_id).affinity)
    }

    /// The SIPs that a kernel was pinned to.
    pub(super) fn pinned(&self, kernel_id: u32) -> Option<SipMask> {
        self[kernel_id].is_described.then(|| self.affinity(kernel_id))
    }

    /// Takes the places of so many descriptors; returns the first one.
    pub(super) const fn take_slots(&mut self, slots: u16) -> u32 {
        let first = self.next_slot;
        self.next_slot = first.saturating_add(slots as u32);
        first
    }

    /// Keeps the descriptor of a kernel with so many tasks, the first at `slot`. No block may start yet.
    pub(super) fn describe(&mut self, kernel_id: u32, td: &TaskDescriptor, parts: u16, slot: u32) {
        self.described.set(td);
        let blocks = Blocks::new(td.block_num);
        self[kernel_id] =
            KernelProgress { blocks, slot, parts, is_described: true, ..KernelProgress::default() };
    }

    /// The descriptor of the task that a block belongs to.
    pub(super) fn descriptor(&self, kernel_id: u32, block: u16) -> TaskDescriptor {
        let progress = &self[kernel_id];
        let mut td = self.td(kernel_id);
        if progress.is_in_parts() {
            (td.start_block_idx, td.block_num, td.block_trigger_cnt) = (block, 1, 1);
            (td.l2_done, td.vc_done) = progress.held.counters(Some(block));
        } else {
            (td.l2_done, td.vc_done) = progress.held.counters(None);
        }
        td
    }

    /// Returns td_addr of the task of a block, if its descriptor fits in memory together with `offset`.
    pub(super) fn address(&self, kernel_id: u32, block: u16, offset: u32) -> Option<u32> {
        let progress = &self[kernel_id];
        let part = if progress.is_in_parts() { block } else { 0 };
        descriptors::address(progress.slot.checked_add(part.into())?, offset)
    }

    /// Allows blocks up to `count` to start; their parameters are written before.
    pub(super) fn let_start(
        &mut self,
        board: &mut Board<'_>,
        task: &PolicyTask<'_>,
        count: u16,
    ) -> Result<(), RunError> {
        let first = self[task.kernel_id].trigger;
        (first..count).try_for_each(|block| self.write_parameters(board, task, block))?;
        self[task.kernel_id].trigger = count;
        Ok(())
    }

    /// Holds a kernel back, or no longer. Its descriptor gets the trigger as it is now.
    pub(super) fn hold(&mut self, kernel_id: u32, is_held: bool) {
        self[kernel_id].is_held = is_held;
        self.described.set_trigger(kernel_id, self[kernel_id].trigger);
    }

    /// The kernel makes no further progress. Returns whether that was new.
    pub(super) fn end(&mut self, task: &PolicyTask<'_>) -> bool {
        let is_new = !std::mem::replace(&mut self[task.kernel_id].is_done, true);
        if let Some(affinity) = self.pinned(task.kernel_id).filter(|_| is_new && task.kernel.runs()) {
            self.loads.remove(task, affinity);
        }
        is_new
    }
}
