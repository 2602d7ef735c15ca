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
//! Its state is in parts, each in one of these modules; that of the kernels is in [`progress`].
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
mod loads;
mod messages;
mod own;
mod parameters;
mod pools;
mod progress;
mod pushes;
mod recovery;
mod requests;
mod silence;
mod starts;
mod watchdog;

use fw_api::{Bus, HwsDriver};
use hws_model::BusError;
use hws_regs::{InPath, OutPath};
use hws_sim::{Hdr, KernelState, KernelTimes};
use hws_types::Cycle;

use super::board::{Board, sees_interrupt};
use super::error::RunError;
use super::firmware::{Firmware, GraphTimes};
use super::firmware_bus::FirmwareBus;
use super::holds::{HoldLog, Holds, Spans};
use super::policy::{Policy, PolicyHws, PolicyOutcome, PolicyTask};
use crate::workload::{Kernel, Scheduler, Workload};
use claims::Claims;
use grants::Grants;
use graphs::Graphs;
use links::Links;
use own::Own;
use progress::Kernels;
use pushes::Pushes;
use starts::Starts;
use watchdog::Watchdog;

/// The firmware and its state.
pub(super) struct Amos<'w, 'p> {
    workload: &'w Workload,
    policy: &'p mut dyn Policy,
    graphs: Graphs<'w>,
    kernels: Kernels,
    links: Links,
    starts: Starts,
    pushes: Pushes,
    grants: Grants,
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
        let kernels = workload.kernel_count();
        let mut own = Own::default();
        own.resolver.announce(0..kernels as u32);
        Self {
            workload,
            policy,
            graphs: Graphs::new(workload),
            kernels: Kernels::new(kernels),
            links: Links::new(workload),
            starts: Starts::default(),
            pushes: Pushes::default(),
            grants: Grants::new(workload),
            own,
            claims: Claims::default(),
            holds: HoldLog::default(),
            watchdog: (!workload.faults.is_empty()).then(Box::default),
        }
    }

    /// Does everything that can be done now; time passes with each access.
    pub(super) fn work(&mut self, board: &mut Board<'_>) -> Result<(), RunError> {
        self.claims.has_looked = false;
        self.grants.stir();
        loop {
            let kernel = board.take_ended();
            if sees_interrupt(board) {
                self.resolver_ended(board, kernel);
                self.serve_interrupt(board)?;
            } else if kernel.is_some() {
                self.resolver_ended(board, kernel);
            } else if let Some((at, run)) = board.take_returned() {
                self.own_block_returned(at, &run);
            } else if let Some(graph) = self.graphs.finished() {
                self.serve(board, graph, Self::close)?;
            } else if let Some(graph) = self.graphs.take_arrived(board.cycle(), self.policy) {
                self.serve(board, graph, Self::open)?;
            } else if self.grants.must_settle() {
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

    /// Whether a kernel was given up.
    pub(super) fn has_given_up(&self) -> bool {
        !self.kernels.given_up.is_empty()
    }

    /// Whether firmware has to act again soon, even if nothing happens.
    pub(super) fn is_polling(&self) -> bool {
        self.claims.is_pending()
    }

    /// Whether firmware does nothing until something happens, however often it looks. A step of the machine may end with each attempt
    /// or with the next event; that makes no difference only if firmware is at rest.
    pub(super) fn is_at_rest(&self) -> bool {
        !self.is_polling()
            && !self.grants.may_have_missed()
            && self.watchdog.is_none()
            && !self.pushes_tasks()
            && !self.own.has_work()
            && !self.policy.acts_on_idle()
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
        self.kernels = Kernels::new(0);
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
        let graph = self.graphs.of(kernel_id)?;
        let dag = &self.workload.dags[graph];
        let kernel: &Kernel = dag.kernels.get((kernel_id - self.graphs.first(graph)) as usize)?;
        let (topology, options) = (self.workload.hardware.topology, self.workload.firmware);
        Some((graph, PolicyTask { kernel_id, dag, kernel, topology, options }))
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
        if is_near { task.kernel.name.to_string() } else { task.name() }
    }

    fn absent_reason(&self) -> &'static str {
        "its graph was never opened: no DAG tag became free"
    }

    fn holds(&self, end: Cycle, hdr_full: &Spans) -> Holds {
        self.holds.until(end, hdr_full)
    }

    fn graph_times(&self, _: &Board<'_>) -> Vec<GraphTimes> {
        self.graphs.times()
    }
}
