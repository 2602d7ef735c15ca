//! The reference firmware: brings the HWS up and takes graphs through it, on `fw-api` alone.
//!
//! What it does, and when:
//! * at power-on: identify, configure, enable ([`bring_up`]);
//! * when a graph arrives: initDAGProperty, descriptors into memory, kernels to the HDR ([`graphs`]);
//! * on the interrupt: drain the messages, raise block triggers as blocks finish, grant L2 to
//!   prefetches, answer errors ([`messages`]);
//! * after a dropped message: read back what it said ([`recovery`]);
//! * when the last kernel of a graph has finished: resetDAG.
//!
//! It is one processor: every CF access takes bus_cycles, and while it waits for one nothing else of
//! it happens. Shared memory and the HDR are its own, and cost nothing.

mod blocks;
mod bring_up;
mod graphs;
mod l2_grants;
mod messages;
mod recovery;

use std::collections::BTreeSet;

use fw_api::{DagTable, HwsDriver};
use hws_regs::params;
use hws_types::{Cycle, Entry, TaskDescriptor};

use super::bus::SimBus;
use super::error::RunError;
use super::watch::Watch;
use crate::machine::Machine;
use crate::observer::Observer;
use crate::workload::{Dag, Kernel, Workload};
use blocks::Blocks;

/// The machine of a run: watched, and with whatever observer the caller brought.
pub(super) type Board<O> = Machine<(Watch, O)>;

/// What firmware knows of a kernel.
#[derive(Clone, Debug, Default)]
struct Progress {
    /// Its entry, once a message has named it and until its last block is launched.
    entry: Option<Entry>,
    /// block_trigger_cnt as last set.
    trigger: u16,
    /// Which blocks have finished.
    blocks: Blocks,
    is_done: bool,
    /// Its descriptor as firmware last wrote it.
    td: TaskDescriptor,
}

/// How far a graph has got.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum GraphState {
    Expected,
    Open { tag: u16, unfinished: usize },
    Closed,
}

/// One graph of the workload.
#[derive(Clone, Debug)]
struct Graph {
    /// kernel_id of its first kernel.
    first: u32,
    state: GraphState,
    opened: Option<Cycle>,
    finished: Option<Cycle>,
    tag: Option<u16>,
}

/// The firmware and what it remembers.
#[derive(Debug)]
pub(super) struct Amos<'w> {
    workload: &'w Workload,
    table: DagTable<{ params::N_DAG }>,
    graphs: Vec<Graph>,
    kernels: Vec<Progress>,
    /// Graphs that have not arrived, the next one last.
    expected: Vec<usize>,
    /// Open graphs whose kernels have all finished.
    finished: BTreeSet<usize>,
    /// How many graphs are not closed.
    unclosed: usize,
}

impl<'w> Amos<'w> {
    /// Firmware that will run the workload.
    pub(super) fn new(workload: &'w Workload) -> Self {
        let mut first = 0;
        let graphs = workload.dags.iter().map(|dag| {
            let graph = Graph { first, state: GraphState::Expected, opened: None, finished: None, tag: None };
            first += dag.kernels.len() as u32;
            graph
        });
        let graphs: Vec<Graph> = graphs.collect();
        let mut expected: Vec<usize> = (0..graphs.len()).collect();
        expected.sort_by_key(|&graph| std::cmp::Reverse((workload.dags[graph].arrival, graph)));
        Self {
            workload,
            table: DagTable::new(),
            kernels: vec![Progress::default(); first as usize],
            unclosed: graphs.len(),
            graphs,
            expected,
            finished: BTreeSet::new(),
        }
    }

    /// Does everything there is to do now; time passes with each access.
    pub(super) fn work<O: Observer>(&mut self, board: &mut Board<O>) -> Result<(), RunError> {
        loop {
            if board.hws().is_interrupt_asserted() {
                self.serve_interrupt(board)?;
            } else if let Some(&graph) = self.finished.first() {
                self.close(board, graph)?;
            } else if let Some(graph) = self.arrived_graph(board.cycle()) {
                self.open(board, graph)?;
            } else {
                return Ok(());
            }
        }
    }

    /// Whether every graph has been run and reset.
    pub(super) const fn is_done(&self) -> bool {
        self.unclosed == 0
    }

    /// When the next graph arrives that firmware could open.
    pub(super) fn next_arrival(&self) -> Option<Cycle> {
        let graph = self.expected.last().filter(|_| self.has_free_tag())?;
        Some(self.workload.dags[*graph].arrival)
    }

    /// Tag, opening and finish of each graph.
    pub(super) fn graph_times(&self) -> impl Iterator<Item = (Option<u16>, Option<Cycle>, Option<Cycle>)> {
        self.graphs.iter().map(|graph| (graph.tag, graph.opened, graph.finished))
    }

    /// The COUNTER page.
    pub(super) fn read_counters<O: Observer>(
        &self,
        board: &mut Board<O>,
    ) -> Result<fw_api::Counters, RunError> {
        self.driver(board).counters().map_err(RunError::while_doing("read the counters"))
    }

    fn driver<'b, O: Observer>(&self, board: &'b mut Board<O>) -> HwsDriver<SimBus<'b, (Watch, O)>> {
        HwsDriver::new(SimBus::new(board, self.workload.hardware.bus_cycles))
    }

    /// The graph, the index in it and the kernel of a kernel_id.
    fn locate(&self, kernel_id: u32) -> Option<(usize, &'w Dag, &'w Kernel)> {
        let graph = self.graphs.partition_point(|graph| graph.first <= kernel_id).checked_sub(1)?;
        let dag = &self.workload.dags[graph];
        let kernel = dag.kernels.get((kernel_id - self.graphs[graph].first) as usize)?;
        Some((graph, dag, kernel))
    }

    fn progress(&mut self, kernel_id: u32) -> Option<&mut Progress> {
        self.kernels.get_mut(kernel_id as usize)
    }

    fn has_free_tag(&self) -> bool {
        self.table.len() < params::N_DAG
    }
}
