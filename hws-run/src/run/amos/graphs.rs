//! Graphs: opened when they arrive, closed when their last kernel has finished.

use std::collections::BTreeSet;
use std::ops::Range;

use fw_api::DagTable;
use hws_regs::params;
use hws_types::Cycle;

use super::arrivals::Arrivals;
use super::{Amos, Board};
use crate::run::error::RunError;
use crate::run::firmware::GraphTimes;
use crate::run::policy::Policy;
use crate::workload::{Dag, GraphKind, Role, Scheduler, Workload};

/// One graph of the workload.
#[derive(Clone, Debug, Default)]
struct Graph {
    /// The kernel_ids of its kernels.
    ids: Range<u32>,
    /// While it is open: the number of kernels that have not finished.
    unfinished: Option<usize>,
    opened: Option<Cycle>,
    finished: Option<Cycle>,
    tag: Option<u16>,
}

/// The graphs of a workload, by their indices there, and the DAG tags.
#[derive(Clone, Debug)]
pub(super) struct Graphs<'w> {
    list: Vec<Graph>,
    tags: DagTable<{ params::N_DAG }>,
    arrivals: Arrivals<'w>,
    /// Open graphs whose kernels have all finished.
    finished: BTreeSet<usize>,
    /// The number of graphs that are not closed.
    unclosed: usize,
}

impl<'w> Graphs<'w> {
    /// The graphs of a workload before the first arrival.
    pub(super) fn new(workload: &'w Workload) -> Self {
        let graphs = workload.dags.iter().zip(workload.first_kernels()).map(|(dag, first)| {
            let ids = first..first + dag.kernels.len() as u32;
            Graph { ids, ..Graph::default() }
        });
        Self {
            list: graphs.collect(),
            tags: DagTable::new(),
            arrivals: Arrivals::new(workload),
            finished: BTreeSet::new(),
            unclosed: workload.dags.len(),
        }
    }

    /// The graph of a kernel_id; the last one if it is beyond all of them.
    pub(super) fn of(&self, kernel_id: u32) -> Option<usize> {
        self.list.partition_point(|graph| graph.ids.start <= kernel_id).checked_sub(1)
    }

    /// The kernel_ids of a graph.
    pub(super) fn ids(&self, graph: usize) -> Range<u32> {
        self.list[graph].ids.clone()
    }

    /// kernel_id of the first kernel of a graph.
    pub(super) fn first(&self, graph: usize) -> u32 {
        self.list[graph].ids.start
    }

    /// kernel_id of the first kernel in the graph of a kernel.
    pub(super) fn first_beside(&self, kernel_id: u32) -> u32 {
        self.of(kernel_id).map_or(0, |graph| self.first(graph))
    }

    pub(super) fn was_opened(&self, graph: usize) -> bool {
        self.list[graph].opened.is_some()
    }

    /// An open graph whose kernels have all finished.
    pub(super) fn finished(&self) -> Option<usize> {
        self.finished.first().copied()
    }

    /// Takes the graph to open next, among those that have arrived and can be opened: a graph of the HWS needs a tag.
    pub(super) fn take_arrived(&mut self, now: Cycle, policy: &mut dyn Policy) -> Option<usize> {
        let tags = &self.tags;
        self.arrivals.take(now, || is_any_free(tags), policy)
    }

    /// Tag, opening and finish of every graph.
    pub(super) fn times(&self) -> Vec<GraphTimes> {
        self.list.iter().map(|graph| (graph.tag, graph.opened, graph.finished)).collect()
    }

    /// A kernel of a graph makes no further progress.
    fn end_kernel(&mut self, index: usize, now: Cycle) {
        let graph = &mut self.list[index];
        let Some(unfinished) = &mut graph.unfinished else { return };
        *unfinished = unfinished.saturating_sub(1);
        if *unfinished == 0 {
            graph.finished = Some(now);
            self.finished.insert(index);
        }
    }

    fn open(&mut self, graph: usize, unfinished: usize, now: Cycle) {
        (self.list[graph].unfinished, self.list[graph].opened) = (Some(unfinished), Some(now));
        if unfinished == 0 {
            self.finished.insert(graph);
        }
    }

    fn close(&mut self, graph: usize) {
        self.list[graph].unfinished = None;
        self.finished.remove(&graph);
        self.unclosed = self.unclosed.saturating_sub(1);
    }

    /// The graph that has been open longest, among those with a tag.
    fn oldest(&self) -> Option<usize> {
        let is_open = |graph: &Graph| graph.tag.is_some() && graph.unfinished.is_some();
        let open = (0..self.list.len()).filter(|&graph| is_open(&self.list[graph]));
        open.min_by_key(|&graph| self.list[graph].opened)
    }
}

fn is_any_free(tags: &DagTable<{ params::N_DAG }>) -> bool {
    tags.len() < params::N_DAG
}

impl Amos<'_, '_> {
    /// Whether every graph has been run and reset.
    pub(in crate::run) const fn is_done(&self) -> bool {
        self.graphs.unclosed == 0
    }

    /// The arrival of the next graph that firmware could open.
    pub(in crate::run) fn next_arrival(&self) -> Option<Cycle> {
        self.graphs.arrivals.next(|| is_any_free(&self.graphs.tags))
    }

    /// Opens the next graph of the HWS, without waiting for its arrival, and returns it; none if there is none
    /// left. Without a free tag, the graph that has been open longest is closed before, as if it had drained.
    pub(in crate::run) fn open_next(&mut self, board: &mut Board<'_>) -> Result<Option<usize>, RunError> {
        if !is_any_free(&self.graphs.tags) {
            self.graphs.oldest().map_or(Ok(()), |graph| self.close(board, graph))?;
        }
        while let Some(graph) = self.graphs.take_arrived(Cycle(u64::MAX), self.policy) {
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
                self.graphs.list[graph].tag = Some(tag);
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
        self.graphs.open(graph, unfinished, board.cycle());
        if !is_any_free(&self.graphs.tags) {
            self.holds.without_tag.begin(board.cycle());
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
        hws.open_dag(&mut self.graphs.tags, graph as u32, kind).map_err(doing)
    }

    /// A kernel of a graph has finished.
    pub(super) fn kernel_finished(&mut self, kernel_id: u32, now: Cycle) {
        let Some((_, task)) = self.locate(kernel_id) else { return };
        self.kernels[kernel_id].blocks.finish_all();
        if self.is_done_with(kernel_id, now) {
            self.policy.on_kernel_finish(&task, now);
        }
    }

    /// The kernel makes no further progress: frees what it holds. Returns whether that was new.
    pub(super) fn is_done_with(&mut self, kernel_id: u32, now: Cycle) -> bool {
        let Some((graph, task)) = self.locate(kernel_id) else { return false };
        if task.kernel.role == Role::Load || !self.kernels.end(&task) {
            return false;
        }
        self.take_all_back(&task);
        self.graphs.end_kernel(graph, now);
        true
    }

    /// resetDAG. A kernel finishes after it has left the Ready Station, so no kernel of the graph is resident,
    /// and the slot is free again. Firmware releases the SIPs of a graph of its own.
    pub(super) fn close(&mut self, board: &mut Board<'_>, graph: usize) -> Result<(), RunError> {
        let dag = &self.workload.dags[graph];
        if dag.scheduler == Scheduler::Hws {
            let mut hws = self.driver(board);
            let doing = RunError::while_doing(format!("reset graph {}", dag.name));
            let _freed = hws.close_dag(&mut self.graphs.tags, graph as u32).map_err(doing)?;
            self.holds.without_tag.end(board.cycle());
        }
        self.claims.forget(graph);
        self.free_queues(graph);
        self.graphs.close(graph);
        Ok(())
    }
}
