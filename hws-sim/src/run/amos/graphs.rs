//! Graphs: opened when they arrive, closed when their last kernel has finished.

use hws_types::{Cycle, TaskDescriptor};

use super::{Amos, Blocks, Board, GraphState, Progress};
use crate::hdr::{Dependency, HdrKernel};
use crate::observer::Observer;
use crate::run::descriptors;
use crate::run::error::RunError;
use crate::workload::{Dag, DagKind, Kernel, Role};

impl Amos<'_> {
    /// The next graph that has arrived, if a tag is free for it. It is no longer expected.
    pub(super) fn arrived_graph(&mut self, now: Cycle) -> Option<usize> {
        let arrival = self.next_arrival()?;
        if arrival <= now { self.expected.pop() } else { None }
    }

    /// initDAGProperty, then the descriptors, then the kernels: the HWS has to know the DAG before it
    /// sees a kernel of it.
    pub(super) fn open<O: Observer>(&mut self, board: &mut Board<O>, graph: usize) -> Result<(), RunError> {
        let dag = &self.workload.dags[graph];
        let tag = self.init_dag(board, graph, dag)?;
        let first = self.graphs[graph].first;
        let kernels = self.write_descriptors(board, dag, first, tag)?;
        if let Some(hdr) = board.hdr_mut() {
            hdr.add(kernels).map_err(|error| RunError::Dependencies { dag: dag.name.clone(), error })?;
        }
        let state = &mut self.graphs[graph];
        state.state = GraphState::Open { tag, unfinished: dag.kernels.len() };
        (state.tag, state.opened) = (Some(tag), Some(board.cycle()));
        if dag.kernels.is_empty() {
            self.finished.insert(graph);
        }
        Ok(())
    }

    fn init_dag<O: Observer>(
        &mut self,
        board: &mut Board<O>,
        graph: usize,
        dag: &Dag,
    ) -> Result<u16, RunError> {
        let kind = match dag.kind {
            DagKind::Static => fw_api::DagKind::Static { total: dag.kernels.len() as u32 },
            DagKind::Dynamic => fw_api::DagKind::Dynamic,
        };
        let mut hws = self.driver(board);
        let doing = RunError::while_doing(format!("initialise graph {}", dag.name));
        hws.open_dag(&mut self.table, graph as u32, kind).map_err(doing)
    }

    fn write_descriptors<O: Observer>(
        &mut self,
        board: &mut Board<O>,
        dag: &Dag,
        first: u32,
        tag: u16,
    ) -> Result<Vec<HdrKernel>, RunError> {
        let mut kernels = Vec::with_capacity(dag.kernels.len());
        for (kernel, kernel_id) in dag.kernels.iter().zip(first..) {
            let td = describe(dag, kernel, kernel_id, tag)?;
            let td_addr = self.write_descriptor(board, dag, kernel, &td)?;
            self.kernels[kernel_id as usize] = Progress {
                trigger: td.block_trigger_cnt,
                blocks: Blocks::new(td.block_num),
                td,
                ..Progress::default()
            };
            kernels.push(hdr_kernel(kernel, kernel_id, first, td_addr, board.cycle()));
        }
        Ok(kernels)
    }

    /// Puts a descriptor where the HWS will read it; gives the address that is pushed.
    pub(super) fn write_descriptor<O: Observer>(
        &self,
        board: &mut Board<O>,
        dag: &Dag,
        kernel: &Kernel,
        td: &TaskDescriptor,
    ) -> Result<u32, RunError> {
        let offset = self.workload.hardware.descriptor_offset();
        let no_room = || RunError::NoRoom { kernel: format!("{}/{}", dag.name, kernel.name) };
        let td_addr = descriptors::address(td.kernel_id, offset).ok_or_else(no_room)?;
        // The context was checked when the descriptor was made.
        let words = td.encode().map_err(|_| no_room())?;
        board.write_memory(td_addr + offset, words.to_vec())?;
        Ok(td_addr)
    }

    /// One kernel of a graph has finished.
    pub(super) fn kernel_finished(&mut self, kernel_id: u32, now: Cycle) {
        let Some((index, ..)) = self.locate(kernel_id) else { return };
        let Some(progress) = self.progress(kernel_id).filter(|progress| !progress.is_done) else { return };
        progress.is_done = true;
        let graph = &mut self.graphs[index];
        let GraphState::Open { unfinished, .. } = &mut graph.state else { return };
        *unfinished = unfinished.saturating_sub(1);
        if *unfinished == 0 {
            graph.finished = Some(now);
            self.finished.insert(index);
        }
    }

    /// resetDAG. A kernel finishes after it has left the Ready Station, so nothing of the graph is
    /// resident and the slot is free again.
    pub(super) fn close<O: Observer>(&mut self, board: &mut Board<O>, graph: usize) -> Result<(), RunError> {
        let name = &self.workload.dags[graph].name;
        let mut hws = self.driver(board);
        let doing = RunError::while_doing(format!("reset graph {name}"));
        let _freed = hws.close_dag(&mut self.table, graph as u32).map_err(doing)?;
        self.graphs[graph].state = GraphState::Closed;
        self.finished.remove(&graph);
        self.unclosed = self.unclosed.saturating_sub(1);
        Ok(())
    }
}

fn describe(dag: &Dag, kernel: &Kernel, kernel_id: u32, tag: u16) -> Result<TaskDescriptor, RunError> {
    let prefetched = match kernel.role {
        Role::PrefetchOf(other) => dag.kernels.get(other).unwrap_or(kernel),
        Role::Compute | Role::ComputeAfter(_) => kernel,
    };
    descriptors::describe(kernel, prefetched, kernel_id, tag)
        .map_err(|reason| RunError::Kernel { kernel: format!("{}/{}", dag.name, kernel.name), reason })
}

/// Among kernels that become ready together the more urgent one is pushed first.
fn hdr_kernel(kernel: &Kernel, kernel_id: u32, first: u32, td_addr: u32, now: Cycle) -> HdrKernel {
    let after = kernel.deps.iter().map(|dep| Dependency { kernel: first + dep.kernel as u32, on: dep.on });
    HdrKernel {
        after: after.collect(),
        ..HdrKernel::new(kernel_id, td_addr).arriving(now).ordered(u64::from(u32::MAX - kernel.priority))
    }
}
