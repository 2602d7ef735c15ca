//! Graphs: opened when they arrive, closed when their last kernel has finished.

use hws_types::Cycle;

use super::{Amos, GraphState, has_free_tag};
use crate::run::board::Board;
use crate::run::error::RunError;
use crate::workload::{Dag, GraphKind, Role, Scheduler};

impl Amos<'_, '_> {
    /// Takes the graph to open next, among those that have arrived and can be opened: a graph of the HWS needs a tag.
    pub(super) fn arrived_graph(&mut self, now: Cycle) -> Option<usize> {
        let table = &self.table;
        self.arrivals.take(now, || has_free_tag(table), self.policy)
    }

    /// Opens the next graph of the HWS, without waiting for its arrival, and returns it; none if there is none
    /// left. Without a free tag, the graph that has been open longest is closed before, as if it had drained.
    pub(in crate::run) fn open_next(&mut self, board: &mut Board<'_>) -> Result<Option<usize>, RunError> {
        if !has_free_tag(&self.table) {
            let open = (0..self.graphs.len()).filter(|&graph| self.graphs[graph].tag.is_some());
            let open = open.filter(|&graph| matches!(self.graphs[graph].state, GraphState::Open { .. }));
            let first = open.min_by_key(|&graph| self.graphs[graph].opened);
            first.map_or(Ok(()), |graph| self.close(board, graph))?;
        }
        while let Some(graph) = self.arrived_graph(Cycle(u64::MAX)) {
            if self.workload.dags[graph].scheduler == Scheduler::Hws {
                return self.open(board, graph).map(|()| Some(graph));
            }
        }
        Ok(None)
    }

    /// initDAGProperty, then the descriptors, then the kernels: the HWS must have the DAG before the first of its
    /// kernels. A graph that firmware schedules has no DAG in the HWS.
    pub(super) fn open(&mut self, board: &mut Board<'_>, graph: usize) -> Result<(), RunError> {
        let dag = &self.workload.dags[graph];
        match dag.scheduler {
            Scheduler::Hws => {
                let tag = self.init_dag(board, graph, dag)?;
                self.graphs[graph].tag = Some(tag);
                self.write_kernels(board, graph, tag)?;
                let now = board.cycle();
                if let Some(hdr) = board.hdr_mut() {
                    self.add_kernels(hdr, graph, now)?;
                    self.release_parts(hdr, graph);
                }
            }
            Scheduler::Firmware => self.open_own(board, graph)?,
        }
        let unfinished = dag.kernels.iter().filter(|kernel| kernel.role != Role::Load).count();
        self.graphs[graph].state = GraphState::Open { unfinished };
        self.graphs[graph].opened = Some(board.cycle());
        if !has_free_tag(&self.table) {
            self.holds.without_tag.begin(board.cycle());
        }
        if unfinished == 0 {
            self.finished.insert(graph);
        }
        self.give_up_in(graph, board.cycle());
        Ok(())
    }

    fn init_dag(&mut self, board: &mut Board<'_>, graph: usize, dag: &Dag) -> Result<u16, RunError> {
        let total =
            || dag.kernels.iter().map(|kernel| u32::from(self.parts_of(kernel))).fold(0, u32::saturating_add);
        let kind = match dag.kind {
            GraphKind::Static => fw_api::DagKind::Static { total: total() },
            GraphKind::Dynamic => fw_api::DagKind::Dynamic,
        };
        let mut hws = self.driver(board);
        let doing = RunError::while_doing(format!("initialise graph {}", dag.name));
        hws.open_dag(&mut self.table, graph as u32, kind).map_err(doing)
    }

    /// A kernel of a graph has finished.
    pub(super) fn kernel_finished(&mut self, kernel_id: u32, now: Cycle) {
        let Some((_, task)) = self.locate(kernel_id) else { return };
        self.kernels[kernel_id as usize].blocks.finish_all();
        if self.is_done_with(kernel_id, now) {
            self.policy.on_kernel_finish(&task, now);
        }
    }

    /// The kernel makes no further progress: frees what it holds. Returns whether that was new.
    pub(super) fn is_done_with(&mut self, kernel_id: u32, now: Cycle) -> bool {
        let of = self.locate(kernel_id).filter(|(_, task)| task.kernel.role != Role::Load);
        let Some((index, _)) = of else { return false };
        let Some(progress) = self.progress(kernel_id).filter(|progress| !progress.is_done) else {
            return false;
        };
        progress.is_done = true;
        self.forget_work(kernel_id);
        self.take_all_back(kernel_id);
        let graph = &mut self.graphs[index];
        let GraphState::Open { unfinished } = &mut graph.state else { return true };
        *unfinished = unfinished.saturating_sub(1);
        if *unfinished == 0 {
            graph.finished = Some(now);
            self.finished.insert(index);
        }
        true
    }

    /// resetDAG. A kernel finishes after it has left the Ready Station, so no kernel of the graph is resident,
    /// and the slot is free again. Firmware releases the SIPs of a graph of its own.
    pub(super) fn close(&mut self, board: &mut Board<'_>, graph: usize) -> Result<(), RunError> {
        let dag = &self.workload.dags[graph];
        if dag.scheduler == Scheduler::Hws {
            let mut hws = self.driver(board);
            let doing = RunError::while_doing(format!("reset graph {}", dag.name));
            let _freed = hws.close_dag(&mut self.table, graph as u32).map_err(doing)?;
            self.holds.without_tag.end(board.cycle());
        }
        self.claims.forget(graph);
        self.free_queues(graph);
        self.graphs[graph].state = GraphState::Closed;
        self.finished.remove(&graph);
        self.unclosed = self.unclosed.saturating_sub(1);
        Ok(())
    }
}
