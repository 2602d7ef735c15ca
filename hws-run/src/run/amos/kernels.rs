//! Kernels of a graph: described, pinned, written to shared memory, and passed to the resolver.

use fw_api::{KernelAction, needs_messages, pin_to_cluster};
use hws_sim::{Dependency, Hdr, HdrKernel};
use hws_types::{Cycle, SipMask, TaskDescriptor};

use super::{Amos, Board};
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
        // Prefetches come last, because they are described by their kernels.
        for are_prefetches in [false, true] {
            for kernel_id in self.graphs.ids(graph) {
                let Some((_, task)) = self.locate(kernel_id) else { continue };
                let is_prefetch = matches!(task.kernel.role, Role::PrefetchOf(_));
                if task.kernel.role != Role::Load && is_prefetch == are_prefetches {
                    self.prepare(board, &task, tag)?;
                }
            }
        }
        Ok(())
    }

    /// Passes the kernels of a graph, which have been written, to the resolver.
    pub(super) fn add_kernels(&self, hdr: &mut Hdr, graph: usize, now: Cycle) -> Result<(), RunError> {
        let tasks = self.graphs.ids(graph).filter_map(|kernel_id| self.locate(kernel_id));
        let mut refused = None;
        // One by one: a list of them would take as much memory as the resolver's table.
        let kernels = tasks.map_while(|(_, task)| match self.hdr_kernel(now, &task) {
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

    fn prepare(&mut self, board: &mut Board<'_>, task: &PolicyTask<'_>, tag: u16) -> Result<(), RunError> {
        let td = self.describe(task, tag)?;
        let parts = self.parts_of(task.kernel);
        let slot = if self.pushes_tasks() { self.kernels.take_slots(parts) } else { task.kernel_id };
        self.kernels.describe(task.kernel_id, &td, parts, slot);
        self.let_first_start(board, task)?;
        self.write_descriptors(board, task)
    }

    /// Allows the blocks to start that may start before the first message of the kernel.
    fn let_first_start(&mut self, board: &mut Board<'_>, task: &PolicyTask<'_>) -> Result<(), RunError> {
        if matches!(task.kernel.role, Role::PrefetchOf(_)) {
            return Ok(());
        }
        let triggered = self.kernels.td(task.kernel_id).block_trigger_cnt;
        let (allowed, limit) = self.allowed(task, board.cycle());
        let count = if task.kernel.coop { task.kernel.blocks } else { allowed.min(triggered) };
        self.kernels.let_start(board, task, count)?;
        let is_whole = !self.kernels[task.kernel_id].is_in_parts();
        self.kernels.hold(task.kernel_id, is_whole && count == 0 && self.links.is_credited(task.kernel_id));
        self.note_hold(task, board.cycle(), (count, limit));
        Ok(())
    }

    fn describe(&mut self, task: &PolicyTask<'_>, tag: u16) -> Result<TaskDescriptor, RunError> {
        let kernel = task.kernel;
        let (prefetched, pinned) = match kernel.role {
            Role::PrefetchOf(other) => {
                let pinned = self.kernels.pinned(self.graphs.first_beside(task.kernel_id) + other);
                (task.dag.kernels.get(other as usize).unwrap_or(kernel), pinned)
            }
            Role::Compute | Role::ComputeAfter(_) | Role::Load => (kernel, None),
        };
        let param_base = self.kernels.take_queue(task)?;
        let action = descriptors::action(kernel, prefetched, task.kernel_id, tag, param_base);
        let mut td = self.adjusted(task, action, pinned)?;
        td.out_path_mih &= self.wants_messages(&td) || self.links.streams(task.kernel_id);
        Ok(td)
    }

    /// The descriptor as the policy adjusts it, pinned unless the SIPs are given.
    pub(super) fn adjusted(
        &mut self,
        task: &PolicyTask<'_>,
        mut action: KernelAction,
        pinned: Option<SipMask>,
    ) -> Result<TaskDescriptor, RunError> {
        self.policy.describe(task, &mut action);
        action.affinity = pinned.unwrap_or_else(|| self.pin(task, action.affinity));
        let described = descriptors::describe(task.kernel, &action);
        described.map_err(|reason| RunError::Kernel { kernel: task.name(), reason })
    }

    /// With reports on, all kernels send messages; otherwise only those that need them do.
    fn wants_messages(&self, td: &TaskDescriptor) -> bool {
        self.workload.firmware.report || self.pushes_tasks() || !td.enable_sip_alloc || needs_messages(td)
    }

    /// The affinity, restricted to one cluster if the policy pins the kernel.
    fn pin(&mut self, task: &PolicyTask<'_>, affinity: SipMask) -> SipMask {
        let together = if task.kernel.coop { u32::from(task.kernel.blocks) } else { 1 };
        let pinned = self.policy.pin(task, self.kernels.loads.of_clusters()).and_then(|policy| {
            pin_to_cluster(task.topology, task.kernel.threads, together, affinity, policy)
        });
        let affinity = pinned.unwrap_or(affinity);
        self.kernels.loads.add(task, affinity);
        affinity
    }

    /// Writes every descriptor of a kernel to shared memory.
    pub(super) fn write_descriptors(
        &self,
        board: &mut Board<'_>,
        task: &PolicyTask<'_>,
    ) -> Result<(), RunError> {
        let parts = self.kernels[task.kernel_id].parts();
        (0..parts).try_for_each(|part| self.write_descriptor(board, task, part))
    }

    /// Writes the descriptor of the task that a block belongs to.
    pub(super) fn write_descriptor(
        &self,
        board: &mut Board<'_>,
        task: &PolicyTask<'_>,
        block: u16,
    ) -> Result<(), RunError> {
        let td = self.kernels.descriptor(task.kernel_id, block);
        let address = self.address(task, block)? + self.workload.hardware.descriptor_offset();
        // The context was checked when the descriptor was made.
        let words = td.encode().map_err(|_| no_room(task))?;
        Ok(board.write_memory(address, words.to_vec())?)
    }

    /// td_addr of the task that a block belongs to.
    fn address(&self, task: &PolicyTask<'_>, block: u16) -> Result<u32, RunError> {
        let offset = self.workload.hardware.descriptor_offset();
        self.kernels.address(task.kernel_id, block, offset).ok_or_else(|| no_room(task))
    }

    /// A kernel for the resolver. Among kernels that become ready together, the more urgent one is pushed first.
    fn hdr_kernel(&self, now: Cycle, task: &PolicyTask<'_>) -> Result<HdrKernel, RunError> {
        if task.kernel.role == Role::Load {
            return Ok(self.load(now, task));
        }
        let progress = &self.kernels[task.kernel_id];
        let order = u64::from(u32::MAX - self.kernels.td(task.kernel_id).offline_priority);
        let kernel = HdrKernel::new(task.kernel_id, self.address(task, 0)?);
        Ok(HdrKernel { after: self.after(task), held: progress.is_held(), ..kernel }
            .arriving(now)
            .ordered(order)
            .in_parts(progress.parts()))
    }

    /// A load for the resolver. Only the resolver follows it.
    pub(super) fn load(&self, now: Cycle, task: &PolicyTask<'_>) -> HdrKernel {
        let load = HdrKernel::load(task.kernel_id, self.workload.block_cycles(task.kernel));
        HdrKernel { after: self.after(task), ..load }.arriving(now)
    }

    /// The predecessors of a kernel, in its graph and in others.
    pub(super) fn after(&self, task: &PolicyTask<'_>) -> Vec<Dependency> {
        let of =
            |first: u32, &Dep { kernel, on, delay }: &Dep| Dependency { kernel: first + kernel, on, delay };
        let first = self.graphs.first_beside(task.kernel_id);
        let deps = task.kernel.deps.iter().map(|dep| of(first, dep));
        let external = task.kernel.external.iter().filter(|dep| dep.dag < self.workload.dags.len());
        let external = external.map(|dep| of(self.graphs.first(dep.dag), &dep.in_its_graph()));
        // Of known length, so that no memory is left over: every kernel keeps its list.
        let mut all = Vec::with_capacity(task.kernel.deps.len() + task.kernel.external.len());
        all.extend(deps.chain(external));
        all
    }

    /// Releases the parts of kernels whose blocks may start at once.
    pub(super) fn release_parts(&self, hdr: &mut Hdr, graph: usize) {
        for kernel_id in self.graphs.ids(graph) {
            hdr.release_parts(kernel_id, self.kernels[kernel_id].trigger().into());
        }
    }

    /// Frees the parameter queues of a graph.
    pub(super) fn free_queues(&mut self, graph: usize) {
        for (kernel, kernel_id) in self.workload.dags[graph].kernels.iter().zip(self.graphs.ids(graph)) {
            if kernel.needs.params.is_some() {
                self.kernels.free_queue(kernel_id);
            }
        }
    }
}

fn no_room(task: &PolicyTask<'_>) -> RunError {
    RunError::NoRoom { kernel: task.name() }
}
