//! Kernels of a graph: described, pinned, written to shared memory, and given to the resolver.

use fw_api::{needs_messages, pin_to_cluster};
use hws_types::{SipMask, TaskDescriptor};

use super::{Amos, Blocks, Board, Progress};
use crate::run::descriptors;
use crate::run::error::RunError;
use crate::run::policy::Task;
use crate::workload::{Kernel, Role};
use hws_sim::Observer;
use hws_sim::{Dependency, Hdr, HdrKernel};

impl Amos<'_, '_> {
    /// As how many tasks a kernel is pushed: one, but a task that firmware pushes is scheduled once.
    pub(super) fn parts_of(&self, kernel: &Kernel) -> u32 {
        let is_one = kernel.coop || matches!(kernel.role, Role::PrefetchOf(_));
        if self.pushes_tasks() && !is_one { kernel.blocks.into() } else { 1 }
    }

    /// Descriptors and first parameters of all kernels of a graph are written; gives what is for the
    /// resolver.
    pub(super) fn write_kernels<O: Observer>(
        &mut self,
        board: &mut Board<O>,
        graph: usize,
        tag: u16,
    ) -> Result<Vec<HdrKernel>, RunError> {
        let (first, count) = (self.graphs[graph].first, self.workload.dags[graph].kernels.len() as u32);
        // Kernels that L2 is prefetched for come first: what their prefetches are described by.
        let mut ids: Vec<u32> = (first..first + count).collect();
        ids.sort_by_key(|&id| {
            self.locate(id).is_some_and(|(_, task)| matches!(task.kernel.role, Role::PrefetchOf(_)))
        });
        for kernel_id in ids {
            if let Some((_, task)) = self.locate(kernel_id) {
                self.prepare(board, &task, first, tag)?;
            }
        }
        let kernels = (first..first + count).filter_map(|id| self.locate(id));
        kernels.map(|(_, task)| self.hdr_kernel(board, &task, first)).collect()
    }

    fn prepare<O: Observer>(
        &mut self,
        board: &mut Board<O>,
        task: &Task<'_>,
        first: u32,
        tag: u16,
    ) -> Result<(), RunError> {
        let td = self.describe(task, first, tag)?;
        let parts = self.parts_of(task.kernel);
        let slot = if self.pushes_tasks() { self.next_slot } else { task.kernel_id };
        self.next_slot = self.next_slot.saturating_add(parts);
        let blocks = Blocks::new(td.block_num);
        let progress = &mut self.kernels[task.kernel_id as usize];
        *progress =
            Progress { blocks, td, slot, parts, pinned: Some(SipMask(td.affinity)), ..Progress::default() };
        self.let_first_start(board, task)?;
        self.write_descriptors(board, task)
    }

    /// What may start before firmware has heard of the kernel.
    fn let_first_start<O: Observer>(
        &mut self,
        board: &mut Board<O>,
        task: &Task<'_>,
    ) -> Result<(), RunError> {
        if matches!(task.kernel.role, Role::PrefetchOf(_)) {
            return Ok(());
        }
        let triggered = self.kernels[task.kernel_id as usize].td.block_trigger_cnt;
        let allowed = self.allowed(task, board.cycle());
        let count = if task.kernel.coop { task.kernel.blocks } else { allowed.min(triggered) };
        self.let_start(board, task, count)?;
        let is_credited = self.links.is_credited(task.kernel_id);
        let progress = &mut self.kernels[task.kernel_id as usize];
        progress.td.block_trigger_cnt = count;
        progress.is_held = is_credited && count == 0 && progress.parts <= 1;
        Ok(())
    }

    fn describe(&mut self, task: &Task<'_>, first: u32, tag: u16) -> Result<TaskDescriptor, RunError> {
        let kernel = task.kernel;
        let (prefetched, pinned) = match kernel.role {
            Role::PrefetchOf(other) => {
                let pinned = self.kernels[first as usize + other].pinned;
                (task.dag.kernels.get(other).unwrap_or(kernel), pinned)
            }
            Role::Compute | Role::ComputeAfter(_) => (kernel, None),
        };
        let param_base = self.take_queue(task)?;
        let mut action = descriptors::action(kernel, prefetched, task.kernel_id, tag, param_base);
        self.policy.describe(task, &mut action);
        action.affinity = pinned.unwrap_or_else(|| self.pin(task, action.affinity));
        let name = || format!("{}/{}", task.dag.name, kernel.name);
        let mut td = descriptors::describe(kernel, &action)
            .map_err(|reason| RunError::Kernel { kernel: name(), reason })?;
        td.out_path_mih &= self.wants_messages(&td) || self.links.streams(task.kernel_id);
        Ok(td)
    }

    /// Firmware that reports wants all messages; else only kernels that cannot do without send any.
    fn wants_messages(&self, td: &TaskDescriptor) -> bool {
        self.workload.firmware.report || self.pushes_tasks() || !td.enable_sip_alloc || needs_messages(td)
    }

    /// The affinity, narrowed to one cluster where the policy wants it.
    pub(super) fn pin(&mut self, task: &Task<'_>, affinity: SipMask) -> SipMask {
        let loads = self.loads.map(|load| u32::try_from(load).unwrap_or(u32::MAX));
        let together = if task.kernel.coop { u32::from(task.kernel.blocks) } else { 1 };
        let pinned = self.policy.pin(task, loads).and_then(|policy| {
            pin_to_cluster(task.topology, task.kernel.threads, together, affinity, policy)
        });
        let affinity = pinned.unwrap_or(affinity);
        self.note_work(task, affinity);
        affinity
    }

    /// Work counts for the cluster that holds all of its affinity.
    fn note_work(&mut self, task: &Task<'_>, affinity: SipMask) {
        let usable = affinity & task.topology.present();
        let inside = |&cluster: &hws_types::Cluster| task.topology.cluster_mask(cluster).contains(usable);
        if let Some(cluster) = task.topology.clusters().find(inside) {
            let load = &mut self.loads[cluster.index()];
            *load = load.saturating_add(work(task.kernel));
        }
    }

    /// The kernel's work is over.
    pub(super) fn forget_work(&mut self, kernel_id: u32) {
        let Some((_, task)) = self.locate(kernel_id) else { return };
        let Some(pinned) = self.kernels[kernel_id as usize].pinned else { return };
        let usable = pinned & task.topology.present();
        let inside = |&cluster: &hws_types::Cluster| task.topology.cluster_mask(cluster).contains(usable);
        let cluster = task.topology.clusters().find(inside);
        if let (Some(cluster), Role::Compute | Role::ComputeAfter(_)) = (cluster, task.kernel.role) {
            let load = &mut self.loads[cluster.index()];
            *load = load.saturating_sub(work(task.kernel));
        }
    }

    /// Puts every descriptor of a kernel where the HWS will read it.
    fn write_descriptors<O: Observer>(&self, board: &mut Board<O>, task: &Task<'_>) -> Result<(), RunError> {
        let parts = self.kernels[task.kernel_id as usize].parts;
        // Fewer than 65536.
        (0..parts).try_for_each(|part| self.write_descriptor(board, task, part as u16))
    }

    /// Writes the descriptor that a block belongs to.
    pub(super) fn write_descriptor<O: Observer>(
        &self,
        board: &mut Board<O>,
        task: &Task<'_>,
        block: u16,
    ) -> Result<(), RunError> {
        let td = self.descriptor(task.kernel_id, block);
        let address = self.address(task, block)? + self.workload.hardware.descriptor_offset();
        // The context was checked when the descriptor was made.
        let words = td.encode().map_err(|_| no_room(task))?;
        Ok(board.write_memory(address, words.to_vec())?)
    }

    /// The descriptor of the task that a block belongs to.
    fn descriptor(&self, kernel_id: u32, block: u16) -> TaskDescriptor {
        let progress = &self.kernels[kernel_id as usize];
        let mut td = progress.td;
        if progress.parts > 1 {
            (td.start_block_idx, td.block_num, td.block_trigger_cnt) = (block, 1, 1);
            (td.l2_done, td.vc_done) = progress.held.counters(Some(block));
        } else {
            (td.l2_done, td.vc_done) = progress.held.counters(None);
        }
        td
    }

    /// td_addr of the task that a block belongs to.
    fn address(&self, task: &Task<'_>, block: u16) -> Result<u32, RunError> {
        let progress = &self.kernels[task.kernel_id as usize];
        let part = if progress.parts > 1 { u32::from(block) } else { 0 };
        let slot = progress.slot.checked_add(part);
        let offset = self.workload.hardware.descriptor_offset();
        slot.and_then(|slot| descriptors::address(slot, offset)).ok_or_else(|| no_room(task))
    }

    /// Among kernels that become ready together the more urgent one is pushed first.
    fn hdr_kernel<O: Observer>(
        &self,
        board: &Board<O>,
        task: &Task<'_>,
        first: u32,
    ) -> Result<HdrKernel, RunError> {
        let progress = &self.kernels[task.kernel_id as usize];
        let order = u64::from(u32::MAX - progress.td.offline_priority);
        let kernel = HdrKernel::new(task.kernel_id, self.address(task, 0)?);
        Ok(HdrKernel { after: self.after(task, first), held: progress.is_held, ..kernel }
            .arriving(board.cycle())
            .ordered(order)
            .in_parts(progress.parts))
    }

    /// What a kernel waits for, in its graph, of which the first kernel is named, and in others.
    pub(super) fn after(&self, task: &Task<'_>, first: u32) -> Vec<Dependency> {
        let deps = task.kernel.deps.iter().map(|dep| (first, dep.kernel, dep.on));
        let first_of = |dag: usize| self.graphs.get(dag).map(|graph| graph.first);
        let external = task.kernel.external.iter();
        let external = external.filter_map(|dep| Some((first_of(dep.dag)?, dep.kernel, dep.on)));
        let all = deps.chain(external);
        all.map(|(first, kernel, on)| Dependency { kernel: first + kernel as u32, on }).collect()
    }

    /// Parts of kernels whose blocks may start at once.
    pub(super) fn release_parts(&self, hdr: &mut Hdr, graph: usize) {
        let first = self.graphs[graph].first as usize;
        for progress in &self.kernels[first..first + self.workload.dags[graph].kernels.len()] {
            hdr.release_parts(progress.td.kernel_id, progress.trigger.into());
        }
    }

    /// The queues of a graph's parameters are free.
    pub(super) fn free_queues(&mut self, graph: usize) {
        let first = self.graphs[graph].first;
        for (kernel, kernel_id) in self.workload.dags[graph].kernels.iter().zip(first..) {
            if kernel.needs.params.is_some() {
                self.arena.free(self.kernels[kernel_id as usize].td.block_param_base);
            }
        }
    }
}

/// SIP time units.
fn work(kernel: &Kernel) -> u64 {
    u64::from(kernel.est) * u64::from(kernel.blocks) * u64::from(kernel.threads.get())
}

fn no_room(task: &Task<'_>) -> RunError {
    RunError::NoRoom { kernel: format!("{}/{}", task.dag.name, task.kernel.name) }
}
