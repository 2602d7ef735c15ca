//! Kernels of a graph: described, pinned, written to shared memory, and passed to the resolver.

use std::ops::Range;

use fw_api::{needs_messages, pin_to_cluster};
use hws_sim::{Dependency, Hdr, HdrKernel};
use hws_types::{Cluster, Cycle, SipMask, TaskDescriptor};

use super::{Amos, Blocks, KernelProgress};
use crate::run::board::Board;
use crate::run::descriptors;
use crate::run::error::RunError;
use crate::run::policy::PolicyTask;
use crate::workload::{Dep, Kernel, Role};

impl Amos<'_, '_> {
    /// The number of tasks that a kernel is pushed as: one for each block if firmware pushes it, because a task
    /// of firmware is scheduled once, a single one otherwise, and none for a load.
    pub(super) fn parts_of(&self, kernel: &Kernel) -> u16 {
        if kernel.role == Role::Load {
            return 0;
        }
        let is_one = kernel.coop || matches!(kernel.role, Role::PrefetchOf(_));
        if self.pushes_tasks() && !is_one { kernel.blocks } else { 1 }
    }

    /// Writes descriptors and first parameters of all kernels of a graph.
    pub(super) fn write_kernels(
        &mut self,
        board: &mut Board<'_>,
        graph: usize,
        tag: u16,
    ) -> Result<(), RunError> {
        let first = self.graphs[graph].first;
        // Prefetches come last, because they are described by their kernels.
        for are_prefetches in [false, true] {
            for kernel_id in self.kernel_ids(graph) {
                let Some((_, task)) = self.locate(kernel_id) else { continue };
                let is_prefetch = matches!(task.kernel.role, Role::PrefetchOf(_));
                if task.kernel.role != Role::Load && is_prefetch == are_prefetches {
                    self.prepare(board, &task, first, tag)?;
                }
            }
        }
        Ok(())
    }

    /// Passes the kernels of a graph, which have been written, to the resolver.
    pub(super) fn add_kernels(&self, hdr: &mut Hdr, graph: usize, now: Cycle) -> Result<(), RunError> {
        let first = self.graphs[graph].first;
        let tasks = self.kernel_ids(graph).filter_map(|kernel_id| self.locate(kernel_id));
        let mut refused = None;
        // One by one: a list of them would take as much memory as the resolver's table.
        let kernels = tasks.map_while(|(_, task)| match self.hdr_kernel(now, &task, first) {
            Ok(kernel) => Some(kernel),
            Err(error) => {
                refused = Some(error);
                None
            }
        });
        let added = hdr.add(kernels);
        refused.map_or(Ok(()), Err)?;
        added.map_err(|error| RunError::Dependencies { dag: self.workload.dags[graph].name.clone(), error })
    }

    fn kernel_ids(&self, graph: usize) -> Range<u32> {
        let first = self.graphs[graph].first;
        first..first + self.workload.dags[graph].kernels.len() as u32
    }

    fn prepare(
        &mut self,
        board: &mut Board<'_>,
        task: &PolicyTask<'_>,
        first: u32,
        tag: u16,
    ) -> Result<(), RunError> {
        let td = self.describe(task, first, tag)?;
        let parts = self.parts_of(task.kernel);
        let slot = if self.pushes_tasks() { self.next_slot } else { task.kernel_id };
        self.next_slot = self.next_slot.saturating_add(parts.into());
        let blocks = Blocks::new(td.block_num);
        self.described.set(&td);
        let progress = &mut self.kernels[task.kernel_id as usize];
        *progress = KernelProgress { blocks, slot, parts, is_described: true, ..KernelProgress::default() };
        self.let_first_start(board, task)?;
        self.write_descriptors(board, task)
    }

    /// Allows the blocks to start that may start before the first message of the kernel.
    fn let_first_start(&mut self, board: &mut Board<'_>, task: &PolicyTask<'_>) -> Result<(), RunError> {
        if matches!(task.kernel.role, Role::PrefetchOf(_)) {
            return Ok(());
        }
        let triggered = self.described.get(task.kernel_id).block_trigger_cnt;
        let (allowed, limit) = self.allowed(task, board.cycle());
        let count = if task.kernel.coop { task.kernel.blocks } else { allowed.min(triggered) };
        self.let_start(board, task, count)?;
        let is_credited = self.links.is_credited(task.kernel_id);
        self.described.set_trigger(task.kernel_id, count);
        let progress = &mut self.kernels[task.kernel_id as usize];
        progress.is_held = is_credited && count == 0 && progress.parts <= 1;
        self.note_hold(task, board.cycle(), (count, limit));
        Ok(())
    }

    fn describe(&mut self, task: &PolicyTask<'_>, first: u32, tag: u16) -> Result<TaskDescriptor, RunError> {
        let kernel = task.kernel;
        let (prefetched, pinned) = match kernel.role {
            Role::PrefetchOf(other) => {
                let pinned = self.pinned(first + other);
                (task.dag.kernels.get(other as usize).unwrap_or(kernel), pinned)
            }
            Role::Compute | Role::ComputeAfter(_) | Role::Load => (kernel, None),
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

    /// With reports on, all kernels send messages; otherwise only those that need them do.
    fn wants_messages(&self, td: &TaskDescriptor) -> bool {
        self.workload.firmware.report || self.pushes_tasks() || !td.enable_sip_alloc || needs_messages(td)
    }

    /// The SIPs that a kernel was pinned to.
    fn pinned(&self, kernel_id: u32) -> Option<SipMask> {
        let is_described = self.kernels[kernel_id as usize].is_described;
        is_described.then(|| SipMask(self.described.get(kernel_id).affinity))
    }

    /// The affinity, restricted to one cluster if the policy pins the kernel.
    pub(super) fn pin(&mut self, task: &PolicyTask<'_>, affinity: SipMask) -> SipMask {
        let loads = self.loads.map(|load| u32::try_from(load).unwrap_or(u32::MAX));
        let together = if task.kernel.coop { u32::from(task.kernel.blocks) } else { 1 };
        let pinned = self.policy.pin(task, loads).and_then(|policy| {
            pin_to_cluster(task.topology, task.kernel.threads, together, affinity, policy)
        });
        let affinity = pinned.unwrap_or(affinity);
        self.note_work(task, affinity);
        affinity
    }

    /// Counts the work of a kernel for the cluster that contains its whole affinity.
    fn note_work(&mut self, task: &PolicyTask<'_>, affinity: SipMask) {
        if let Some(cluster) = only_cluster(task, affinity) {
            let load = &mut self.loads[cluster.index()];
            *load = load.saturating_add(work(task.kernel));
        }
    }

    /// The work of a kernel is done.
    pub(super) fn forget_work(&mut self, kernel_id: u32) {
        let Some((_, task)) = self.locate(kernel_id) else { return };
        let Some(pinned) = self.pinned(kernel_id) else { return };
        if let Some(cluster) = only_cluster(&task, pinned).filter(|_| task.kernel.runs()) {
            let load = &mut self.loads[cluster.index()];
            *load = load.saturating_sub(work(task.kernel));
        }
    }

    /// Writes every descriptor of a kernel to shared memory.
    pub(super) fn write_descriptors(
        &self,
        board: &mut Board<'_>,
        task: &PolicyTask<'_>,
    ) -> Result<(), RunError> {
        let parts = self.kernels[task.kernel_id as usize].parts;
        (0..parts).try_for_each(|part| self.write_descriptor(board, task, part))
    }

    /// Writes the descriptor of the task that a block belongs to.
    pub(super) fn write_descriptor(
        &self,
        board: &mut Board<'_>,
        task: &PolicyTask<'_>,
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
        let mut td = self.described.get(kernel_id);
        if progress.parts > 1 {
            (td.start_block_idx, td.block_num, td.block_trigger_cnt) = (block, 1, 1);
            (td.l2_done, td.vc_done) = progress.held.counters(Some(block));
        } else {
            (td.l2_done, td.vc_done) = progress.held.counters(None);
        }
        td
    }

    /// td_addr of the task that a block belongs to.
    fn address(&self, task: &PolicyTask<'_>, block: u16) -> Result<u32, RunError> {
        let progress = &self.kernels[task.kernel_id as usize];
        let part = if progress.parts > 1 { u32::from(block) } else { 0 };
        let slot = progress.slot.checked_add(part);
        let offset = self.workload.hardware.descriptor_offset();
        slot.and_then(|slot| descriptors::address(slot, offset)).ok_or_else(|| no_room(task))
    }

    /// A kernel for the resolver. Among kernels that become ready together, the more urgent one is pushed first.
    fn hdr_kernel(&self, now: Cycle, task: &PolicyTask<'_>, first: u32) -> Result<HdrKernel, RunError> {
        if task.kernel.role == Role::Load {
            return Ok(self.load(now, task, first));
        }
        let progress = &self.kernels[task.kernel_id as usize];
        let order = u64::from(u32::MAX - self.described.get(task.kernel_id).offline_priority);
        let kernel = HdrKernel::new(task.kernel_id, self.address(task, 0)?);
        Ok(HdrKernel { after: self.after(task, first), held: progress.is_held, ..kernel }
            .arriving(now)
            .ordered(order)
            .in_parts(progress.parts))
    }

    /// A load for the resolver. Only the resolver follows it.
    pub(super) fn load(&self, now: Cycle, task: &PolicyTask<'_>, first: u32) -> HdrKernel {
        let load = HdrKernel::load(task.kernel_id, self.workload.block_cycles(task.kernel));
        HdrKernel { after: self.after(task, first), ..load }.arriving(now)
    }

    /// The predecessors of a kernel, in its graph, whose first kernel is `first`, and in others.
    pub(super) fn after(&self, task: &PolicyTask<'_>, first: u32) -> Vec<Dependency> {
        let of =
            |first: u32, &Dep { kernel, on, delay }: &Dep| Dependency { kernel: first + kernel, on, delay };
        let deps = task.kernel.deps.iter().map(|dep| of(first, dep));
        let external = task.kernel.external.iter();
        let external =
            external.filter_map(|dep| Some(of(self.graphs.get(dep.dag)?.first, &dep.in_its_graph())));
        // Of known length, so that no memory is left over: every kernel keeps its list.
        let mut all = Vec::with_capacity(task.kernel.deps.len() + task.kernel.external.len());
        all.extend(deps.chain(external));
        all
    }

    /// Releases the parts of kernels whose blocks may start at once.
    pub(super) fn release_parts(&self, hdr: &mut Hdr, graph: usize) {
        for kernel_id in self.kernel_ids(graph) {
            hdr.release_parts(kernel_id, self.kernels[kernel_id as usize].trigger.into());
        }
    }

    /// Frees the parameter queues of a graph.
    pub(super) fn free_queues(&mut self, graph: usize) {
        let first = self.graphs[graph].first;
        for (kernel, kernel_id) in self.workload.dags[graph].kernels.iter().zip(first..) {
            if kernel.needs.params.is_some() {
                self.arena.free(self.described.get(kernel_id).block_param_base);
            }
        }
    }
}

/// The cluster that contains all SIPs present of an affinity.
fn only_cluster(task: &PolicyTask<'_>, affinity: SipMask) -> Option<Cluster> {
    let usable = affinity & task.topology.present();
    task.topology.clusters().find(|&cluster| task.topology.cluster_mask(cluster).contains(usable))
}

/// Work of a kernel in SIP time units.
fn work(kernel: &Kernel) -> u64 {
    u64::from(kernel.est) * u64::from(kernel.blocks) * u64::from(kernel.threads.get())
}

fn no_room(task: &PolicyTask<'_>) -> RunError {
    RunError::NoRoom { kernel: format!("{}/{}", task.dag.name, task.kernel.name) }
}
