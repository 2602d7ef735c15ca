//! The firmware: what it knows, and how it calls `fw-api`.

use std::collections::{BTreeSet, VecDeque};

use fw_api::{BusExt, DagTable, Error, HwsDriver, Refusal, UsageMasks, Wait};
use hws_model::{BusError, Config, Hws};
use hws_regs::{InPath, params};
use hws_sim::check::InvariantChecker;
use hws_sim::stimulus::Op;
use hws_sim::{Machine, Observer, SimBus};
use hws_types::{Entry, LaunchId, SipMask, TaskDescriptor, TaskIds, Topology};

use super::grants::Request;
use super::ledger::Ledger;
use super::reached::FirmwareReached;
use super::threshold::ThresholdRule;
use crate::FuzzFinding;
use crate::choices::Choices;

/// What watches the machine: an observer that may record, the invariants, the books, and the rule of I10 on promotion.
pub(super) type Watch<'o, O> = (&'o mut O, (InvariantChecker, (Ledger, ThresholdRule)));

/// A kernel as firmware knows it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kernel {
    /// The descriptor as it is in memory, with all grants so far.
    pub(super) td: TaskDescriptor,
    /// Where it is in memory, without TDP_CFG.OFFSET.
    pub(super) td_addr: u32,
    pub(super) ids: TaskIds,
    pub(super) ctx: u8,
    /// The entry that a message has named.
    pub(super) entry: Option<Entry>,
}

/// A launch that firmware alone starts, and its SIPs that still run something else.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start {
    pub(super) kernel: usize,
    pub(super) launch_id: LaunchId,
    pub(super) block_id: u16,
    pub(super) waiting: SipMask,
}

/// Random but legal firmware and its machine.
pub(super) struct Amos<'a, 'o, O> {
    pub(super) choices: Choices<'a>,
    pub(super) machine: Machine<Watch<'o, O>>,
    pub(super) config: Config,
    bus_cycles: u32,
    /// By kernel_id.
    pub(super) kernels: Vec<Kernel>,
    /// Kernels that a full FIFO refused.
    pub(super) to_push: VecDeque<usize>,
    pub(super) requests: VecDeque<Request>,
    pub(super) starts: Vec<Start>,
    /// kernel_seq and block of the launches that firmware has started.
    pub(super) started: BTreeSet<(u32, u16)>,
    pub(super) dags: DagTable<{ params::N_DAG }>,
    pub(super) next_dag: u32,
    pub(super) masks: UsageMasks,
    pub(super) topology: Topology,
    pub(super) in_path: InPath,
    /// TDP_CFG.OFFSET.
    pub(super) td_offset: u32,
    /// SIPs that firmware owns.
    pub(super) owned: SipMask,
    /// Those that run a block of its own.
    pub(super) own_busy: SipMask,
    /// Tasks accepted by a FIFO since the last reset.
    pub(super) pushed: u32,
    /// The first answer that legal firmware never gets.
    fault: Option<FuzzFinding>,
}

impl<'a, 'o, O: Observer> Amos<'a, 'o, O> {
    /// A machine at power-on. All SIPs are in the reference environment.
    pub(super) fn new(mut choices: Choices<'a>, config: Config, observer: &'o mut O) -> Self {
        let watch = (observer, (InvariantChecker::new(), (Ledger::default(), ThresholdRule::default())));
        let mut machine = Machine::new(Hws::new(config), watch);
        // Attaching is never refused.
        let _ = machine.apply(&Op::SipArray { pre_lead: [0, 0, 20, 100][choices.below(4) as usize] });
        Self {
            config,
            bus_cycles: 1 + choices.below(4),
            choices,
            machine,
            kernels: Vec::new(),
            to_push: VecDeque::new(),
            requests: VecDeque::new(),
            starts: Vec::new(),
            started: BTreeSet::new(),
            dags: DagTable::new(),
            next_dag: 0,
            masks: [[SipMask::ALL; params::N_CLASS]; params::N_CTX],
            topology: Topology::FULL,
            in_path: InPath::Hdr,
            td_offset: 0,
            owned: SipMask::EMPTY,
            own_busy: SipMask::EMPTY,
            pushed: 0,
            fault: None,
        }
    }

    pub(super) fn hws(&mut self) -> HwsDriver<SimBus<'_, Watch<'o, O>>> {
        HwsDriver::new(SimBus::new(&mut self.machine, self.bus_cycles))
    }

    /// A call that legal firmware makes at any time: it must succeed.
    pub(super) fn call<T>(
        &mut self,
        what: &'static str,
        call: impl FnOnce(&mut HwsDriver<SimBus<'_, Watch<'o, O>>>) -> Result<T, Error<BusError>>,
    ) -> Option<T> {
        call(&mut self.hws()).map_err(|error| self.blame(format!("{what}: {error}"))).ok()
    }

    /// A call that the state of the machine may refuse, and a wait that SIPs may outlast.
    pub(super) fn attempt<T>(
        &mut self,
        what: &'static str,
        call: impl FnOnce(&mut HwsDriver<SimBus<'_, Watch<'o, O>>>) -> Result<T, Error<BusError>>,
    ) -> Result<T, Option<Refusal>> {
        call(&mut self.hws()).map_err(|error| {
            self.ledger().reached.refused += 1;
            match error {
                Error::Refused(refusal) => Some(refusal),
                Error::Timeout { wait: Wait::SipsIdle { .. }, .. } => None,
                error => {
                    self.blame(format!("{what}: {error}"));
                    None
                }
            }
        })
    }

    /// A typed access to registers that no call covers.
    pub(super) fn read<R: hws_regs::Readable + Default>(&mut self, index: R::Index) -> R {
        self.call("a register read", |hws| hws.bus().read::<R>(index).map_err(Error::Bus)).unwrap_or_default()
    }

    /// Notes an answer that legal firmware never gets.
    pub(super) fn blame(&mut self, fault: String) {
        let message = format!("at cycle {}: {fault}", self.machine.cycle());
        self.fault.get_or_insert(FuzzFinding::Other { kind: "firmware", message });
    }

    pub(super) fn ledger(&mut self) -> &mut Ledger {
        &mut self.machine.observer_mut().1.1.0
    }

    /// What the run reached.
    pub(super) fn reached(&self) -> FirmwareReached {
        let (_, (_, (ledger, threshold))) = self.machine.observer();
        FirmwareReached { threshold_promotions: threshold.required, ..ledger.reached }
    }

    /// What was found to be wrong, if anything.
    pub(super) fn fault(&self) -> Option<FuzzFinding> {
        let (_, (checker, (ledger, threshold))) = self.machine.observer();
        let violation = checker.verdict().first.clone().map(FuzzFinding::Violation);
        let other =
            |kind, fault: &Option<String>| fault.clone().map(|message| FuzzFinding::Other { kind, message });
        violation
            .or_else(|| other("promotion", &threshold.fault))
            .or_else(|| other("firmware", &ledger.fault))
            .or_else(|| self.fault.clone())
    }

    /// The kernel with these ids that was pushed last.
    pub(super) fn kernel_of(&self, ids: TaskIds) -> Option<usize> {
        self.kernels.iter().rposition(|kernel| kernel.ids == ids)
    }

    /// Everything of the HWS is gone; pushes that were not accepted remain.
    pub(super) fn forget(&mut self) {
        self.requests.clear();
        self.starts.clear();
        self.started.clear();
        self.dags.clear();
        self.kernels.iter_mut().for_each(|kernel| kernel.entry = None);
        (self.owned, self.own_busy) = (SipMask::EMPTY, SipMask::EMPTY);
        self.pushed = 0;
    }
}

/// The configuration of the map, sometimes a smaller one.
pub(super) fn config(choices: &mut Choices<'_>) -> Config {
    if !choices.in_16(4) {
        return Config::default();
    }
    let mut size = || Config::MIN + choices.below(Config::MAX - Config::MIN + 1);
    Config::new(size(), size()).unwrap_or_default()
}
