//! Amos, the reference firmware: brings the HWS up and takes graphs through it, using only `fw-api`.
//!
//! What it does, and when; the decisions are those of a [`Policy`](super::Policy):
//! * at power-on: identify, configure, enable ([`bring_up`]);
//! * when a graph arrives: initDAGProperty, descriptors into memory, kernels to the resolver ([`graphs`],
//!   [`kernels`], [`parameters`]);
//! * on the interrupt: drain the messages ([`messages`]), raise block triggers as blocks finish ([`flow`],
//!   [`credits`]), start blocks that are not sent to the MDMA ([`starts`]), grant L2 and VCs ([`grants`]),
//!   respond to errors ([`errors`]);
//! * after a dropped message: read back its content ([`recovery`]);
//! * if it is the source of tasks: push those that are ready ([`pushes`]);
//! * for a graph that it schedules itself: claim SIPs, run it on them, release them ([`claims`], [`own`]);
//! * when the last kernel of a graph has finished: resetDAG;
//! * if faults are injected: look for what they may have kept from it ([`watchdog`]).
//!
//! It is a single processor: every CF access takes bus_cycles, and so does starting a block on a SIP; it does
//! nothing else meanwhile. Shared memory and the resolver belong to it and cost no time.

mod again;
mod arrivals;
mod blocks;
mod bring_up;
mod claims;
mod credits;
mod described;
mod errors;
mod flow;
mod grants;
mod graphs;
mod kernels;
mod links;
mod messages;
mod own;
mod parameters;
mod pools;
mod pushes;
mod recovery;
mod requests;
mod silence;
mod starts;
mod watchdog;

use std::collections::{BTreeSet, VecDeque};

use fw_api::{Bus, DagTable, HwsDriver};
use hws_model::BusError;
use hws_regs::{InPath, OutPath, params};
use hws_sim::{Hdr, KernelState, KernelTimes};
use hws_types::{Cluster, Cycle, Entry, TaskIds};

use super::board::{Board, sees_interrupt};
use super::error::RunError;
use super::firmware::{Firmware, GraphTimes};
use super::firmware_bus::FirmwareBus;
use super::holds::{HoldLog, Holds, Spans};
use super::policy::{Policy, PolicyHws, PolicyOutcome, PolicyTask};
use crate::workload::{Kernel, Scheduler, Workload};
use arrivals::Arrivals;
use blocks::Blocks;
use claims::Claims;
use described::Described;
use grants::Request;
use links::Links;
use own::Own;
use parameters::Arena;
use pools::{Held, Pools};
use starts::Starts;
use watchdog::Watchdog;

/// Firmware's record of a kernel.
#[derive(Clone, Debug, Default)]
struct KernelProgress {
    /// Its entry and ids, from the first message with them until its last block is launched.
    entry: Option<(Entry, TaskIds)>,
    /// It is not pushed before its first credit exists.
    is_held: bool,
    /// block_trigger_cnt as last set; for a kernel in parts, the number of parts that may be pushed.
    trigger: u16,
    /// The blocks that have finished.
    blocks: Blocks,
    is_done: bool,
    /// It was [described](Described), and may be pinned.
    is_described: bool,
    /// The number of its descriptors, and the place of the first one.
    parts: u16,
    slot: u32,
    /// The grants of its blocks.
    held: Held,
}

/// The state of a graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum GraphState {
    Expected,
    Open { unfinished: usize },
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

/// The firmware and its state.
pub(super) struct Amos<'w, 'p> {
    workload: &'w Workload,
    policy: &'p mut dyn Policy,
    table: DagTable<{ params::N_DAG }>,
    graphs: Vec<Graph>,
    kernels: Vec<KernelProgress>,
    described: Described,
    arrivals: Arrivals<'w>,
    /// Open graphs whose kernels have all finished.
    finished: BTreeSet<usize>,
    /// The number of graphs that are not closed.
    unclosed: usize,
    /// Kernels that were given up.
    given_up: BTreeSet<u32>,
    links: Links,
    /// The next free place for a descriptor, if kernels have several.
    next_slot: u32,
    /// Work pinned to each cluster.
    loads: [u64; Cluster::COUNT],
    starts: Starts,
    /// Tasks pushed into the firmware FIFO, and the places free in it.
    pushed: u32,
    fifo_room: u32,
    pools: Pools,
    /// Requests that could not be granted yet, the oldest first.
    waiting: VecDeque<Request>,
    /// The number of kernels of which blocks have finished where firmware does not know.
    unplaced_kernels: usize,
    /// Whether a recovery for them was tried since something happened.
    has_settled: bool,
    arena: Arena,
    own: Own,
    claims: Claims,
    /// Kernels that it has held back, recorded where that was decided.
    holds: HoldLog,
    /// If faults are injected.
    watchdog: Option<Box<Watchdog>>,
}

impl<'w, 'p> Amos<'w, 'p> {
    /// Firmware that will run the workload.
    pub(super) fn new(workload: &'w Workload, policy: &'p mut dyn Policy) -> Self {
        let mut first = 0;
        let graphs = workload.dags.iter().map(|dag| {
            let graph = Graph { first, state: GraphState::Expected, opened: None, finished: None, tag: None };
            first += dag.kernels.len() as u32;
            graph
        });
        let graphs: Vec<Graph> = graphs.collect();
        let links = Links::new(workload);
        let mut own = Own::default();
        own.resolver.announce(0..first);
        Self {
            workload,
            policy,
            table: DagTable::new(),
            kernels: vec![KernelProgress::default(); first as usize],
            described: Described::new(first as usize),
            unclosed: graphs.len(),
            graphs,
            arrivals: Arrivals::new(workload),
            finished: BTreeSet::new(),
            given_up: BTreeSet::new(),
            links,
            next_slot: 0,
            loads: Default::default(),
            starts: Starts::default(),
            pushed: 0,
            fifo_room: 0,
            pools: Pools::new(workload.firmware),
            waiting: VecDeque::new(),
            unplaced_kernels: 0,
            has_settled: false,
            arena: Arena::default(),
            own,
            claims: Claims::default(),
            holds: HoldLog::default(),
            watchdog: (!workload.faults.is_empty()).then(Box::default),
        }
    }

    /// Does everything that can be done now; time passes with each access.
    pub(super) fn work(&mut self, board: &mut Board<'_>) -> Result<(), RunError> {
        self.claims.has_looked = false;
        self.has_settled = false;
        loop {
            let kernel = board.take_ended();
            if sees_interrupt(board) {
                self.resolver_ended(board, kernel);
                self.serve_interrupt(board)?;
            } else if kernel.is_some() {
                self.resolver_ended(board, kernel);
            } else if let Some((at, run)) = board.take_returned() {
                self.own_block_returned(at, &run);
            } else if let Some(&graph) = self.finished.first() {
                self.serve(board, graph, Self::close)?;
            } else if let Some(graph) = self.arrived_graph(board.cycle()) {
                self.serve(board, graph, Self::open)?;
            } else if self.must_settle() {
                self.has_settled = true;
                self.recover(board)?;
            } else if self.watch(board)? {
            } else if !(self.tend_claims(board)? || self.push_task(board)? || self.start_own_block(board)?) {
                return self.ask(board, "act on idle", |policy, hws| policy.on_idle(hws));
            }
        }
    }

    /// Does work for a graph, whose accesses are counted for it.
    fn serve(
        &mut self,
        board: &mut Board<'_>,
        graph: usize,
        work: fn(&mut Self, &mut Board<'_>, usize) -> Result<(), RunError>,
    ) -> Result<(), RunError> {
        board.observer_mut().0.serve(Some(graph));
        let done = work(self, board, graph);
        board.observer_mut().0.serve(None);
        done
    }

    fn must_settle(&self) -> bool {
        !self.has_settled && self.may_have_missed_resources()
    }

    /// Requests are waiting, and a dropped message may hide free resources.
    fn may_have_missed_resources(&self) -> bool {
        !self.waiting.is_empty() && self.unplaced_kernels > 0
    }

    /// Whether every graph has been run and reset.
    pub(super) const fn is_done(&self) -> bool {
        self.unclosed == 0
    }

    /// Whether a kernel was given up.
    pub(super) fn has_given_up(&self) -> bool {
        !self.given_up.is_empty()
    }

    /// Whether firmware has to act again soon, even if nothing happens.
    pub(super) fn is_polling(&self) -> bool {
        self.claims.is_pending()
    }

    /// Whether firmware does nothing until something happens, however often it looks. A step of the machine may end with each attempt
    /// or with the next event; that makes no difference only if firmware is at rest.
    pub(super) fn is_at_rest(&self) -> bool {
        !self.is_polling()
            && !self.may_have_missed_resources()
            && self.watchdog.is_none()
            && !self.pushes_tasks()
            && !self.own.has_work()
            && !self.policy.acts_on_idle()
    }

    /// The arrival of the next graph that firmware could open.
    pub(super) fn next_arrival(&self) -> Option<Cycle> {
        self.arrivals.next(|| has_free_tag(&self.table))
    }

    /// When the transfer ends that the next kernel waits for, if firmware starts or pushes that kernel itself.
    pub(super) fn next_release(&self, board: &Board<'_>) -> Option<Cycle> {
        let pushed = board.hdr().filter(|_| self.pushes_tasks()).and_then(Hdr::next_ready);
        let own = self.own.resolver.next_ready();
        // Without a transfer, a report is acted upon one cycle later, and firmware looks then anyway.
        let is_later = |&at: &Cycle| at > board.cycle().after(1);
        pushed.into_iter().chain(own).filter(is_later).min()
    }

    /// Every graph is closed: forgets what is known of the kernels.
    pub(super) fn forget_kernels(&mut self) {
        self.kernels = Vec::new();
        self.described = Described::new(0);
    }

    fn driver<'b, 'o>(&self, board: &'b mut Board<'o>) -> HwsDriver<FirmwareBus<'b, 'o>> {
        HwsDriver::new(FirmwareBus::new(board, self.workload.hardware.bus_cycles))
    }

    /// Calls the policy with access to the HWS.
    fn ask(
        &mut self,
        board: &mut Board<'_>,
        doing: &str,
        question: impl FnOnce(&mut dyn Policy, &mut PolicyHws<'_>) -> PolicyOutcome,
    ) -> Result<(), RunError> {
        let mut bus = FirmwareBus::new(board, self.workload.hardware.bus_cycles);
        let bus: &mut dyn Bus<Error = BusError> = &mut bus;
        question(self.policy, &mut HwsDriver::new(bus)).map_err(RunError::while_doing(doing))
    }

    /// The graph and the kernel of a kernel_id.
    fn locate(&self, kernel_id: u32) -> Option<(usize, PolicyTask<'w>)> {
        let graph = self.graphs.partition_point(|graph| graph.first <= kernel_id).checked_sub(1)?;
        let dag = &self.workload.dags[graph];
        let kernel: &Kernel = dag.kernels.get((kernel_id - self.graphs[graph].first) as usize)?;
        let (topology, options) = (self.workload.hardware.topology, self.workload.firmware);
        Some((graph, PolicyTask { kernel_id, dag, kernel, topology, options }))
    }

    fn progress(&mut self, kernel_id: u32) -> Option<&mut KernelProgress> {
        self.kernels.get_mut(kernel_id as usize)
    }

    /// Whether firmware schedules the kernel itself.
    fn is_own(&self, kernel_id: u32) -> bool {
        self.locate(kernel_id).is_some_and(|(_, task)| task.dag.scheduler == Scheduler::Firmware)
    }

    fn starts_blocks(&self) -> bool {
        self.workload.firmware.out_path == OutPath::Mih
    }

    fn pushes_tasks(&self) -> bool {
        self.workload.firmware.in_path == InPath::Firmware
    }
}

fn has_free_tag(table: &DagTable<{ params::N_DAG }>) -> bool {
    table.len() < params::N_DAG
}

impl Firmware for Amos<'_, '_> {
    fn progress_of(&self, board: &Board<'_>, kernel_id: u32) -> Option<(KernelState, KernelTimes)> {
        let hdr = if self.is_own(kernel_id) { Some(&self.own.resolver) } else { board.hdr() };
        hdr.and_then(|hdr| hdr.state(kernel_id).zip(hdr.times(kernel_id)))
    }

    fn own_reason(&self, kernel_id: u32) -> Option<String> {
        let given_up = self.watchdog.as_ref().and_then(|dog| dog.reasons.get(&kernel_id).cloned());
        given_up.or_else(|| self.reason_of_own(kernel_id))
    }

    fn credit_reason(&self, kernel_id: u32) -> Option<String> {
        self.reason_of_credit(kernel_id)
    }

    fn name_beside(&self, kernel_id: u32, other: u32) -> String {
        let Some((graph, task)) = self.locate(kernel_id) else { return String::new() };
        let is_near = self.locate(other).is_some_and(|(near, _)| near == graph);
        if is_near { task.kernel.name.to_string() } else { format!("{}/{}", task.dag.name, task.kernel.name) }
    }

    fn absent_reason(&self) -> &'static str {
        "its graph was never opened: no DAG tag became free"
    }

    fn holds(&self, end: Cycle, hdr_full: &Spans) -> Holds {
        self.holds.until(end, hdr_full)
    }

    fn graph_times(&self, _: &Board<'_>) -> Vec<GraphTimes> {
        self.graphs.iter().map(|graph| (graph.tag, graph.opened, graph.finished)).collect()
    }
}
