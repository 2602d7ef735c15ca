//! The tables and registers shared by the stages of an attempt, and what follows directly from them.

use hws_regs::{RegFile, RegId, params};
use hws_types::{SipMask, Topology};

use crate::Config;
use crate::changes::Changes;
use crate::dag_table::DagTable;
use crate::derived::Derived;
use crate::hrm::Ownership;
use crate::latched::Latched;
use crate::launch_table::LaunchTable;
use crate::masks;
use crate::mdma_fifo::MdmaFifo;
use crate::ready_station::ReadyStation;
use crate::reservation::Reservations;
use crate::second_resource::VcPools;
use crate::sip_status::SipStatus;
use crate::time_base::TimeBase;

/// The number of free places that the MDMA FIFO must have before an attempt starts: a launch makes at most one
/// command per SIP (§3.1).
const MDMA_ROOM_FOR_A_LAUNCH: usize = params::N_SIP;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Tables {
    pub(crate) regs: RegFile,
    /// SIP_TOPOLOGY.
    topology: Topology,
    /// SIP_PRESENT_MASK, which follows from it.
    present: Derived<SipMask>,
    /// Whether a register that the pools depend on was written since they were sorted.
    are_priorities_changed: Derived<bool>,
    pub(crate) rs: ReadyStation,
    pub(crate) dags: DagTable,
    pub(crate) sips: SipStatus,
    pub(crate) time: TimeBase,
    pub(crate) reservations: Reservations,
    pub(crate) launches: LaunchTable,
    pub(crate) vc_pools: VcPools,
    pub(crate) ownership: Ownership,
    pub(crate) mdma: MdmaFifo,
}

impl Tables {
    pub(crate) fn new(config: Config) -> Self {
        Self::with(RegFile::reset(), LaunchTable::new(), config)
    }

    /// The reset state, apart from the RW registers and the launch table.
    pub(crate) fn with(regs: RegFile, launches: LaunchTable, config: Config) -> Self {
        let topology = topology_of(&regs);
        Self {
            topology,
            present: Derived(topology.present()),
            are_priorities_changed: Derived(true),
            rs: ReadyStation::new(config.n_rs()),
            dags: DagTable::new(config.n_dag()),
            sips: SipStatus::new(),
            time: TimeBase::new(),
            reservations: Reservations::none(),
            launches,
            vc_pools: VcPools::all_free(),
            ownership: Ownership::none(),
            mdma: MdmaFifo::new(),
            regs,
        }
    }

    /// Resets everything but the RW registers and the launch_id pointer (§8).
    pub(crate) fn soft_reset(&mut self, config: Config) {
        *self = Self::with(self.regs, self.launches.after_soft_reset(), config);
    }

    /// Writes a plain register with a legal value, and derives again what follows from it.
    pub(crate) fn store(&mut self, id: RegId, value: u32) {
        // Cannot fail: the bus has refused illegal values, and registers that are not stored are not written here.
        let _ = self.regs.write(id, value);
        match id {
            RegId::SipTopology => {
                self.topology = topology_of(&self.regs);
                self.present = Derived(self.topology.present());
            }
            RegId::SipUsageMask(..) => {
                let Self { rs, regs, present, .. } = self;
                rs.recompute(|kernel| kernel.allowed = masks::allowed(kernel, regs, present.0));
            }
            RegId::PTopK | RegId::ScaleRatioTableRank(_) => self.are_priorities_changed = Derived(true),
            _ => {}
        }
    }

    /// Takes the changes that affect the pools since the last call.
    pub(crate) fn take_changes(&mut self) -> Changes {
        let (changes, slots) = (self.rs.take_changes(), self.dags.take_changed());
        if core::mem::take(&mut self.are_priorities_changed.0) {
            return Changes::ALL;
        }
        changes.with_all_of(slots, self.rs.members(slots))
    }

    /// Whether [`Self::take_changes`] would return any.
    pub(crate) fn has_changes(&self) -> bool {
        self.are_priorities_changed.0 || self.rs.has_changes() || self.dags.has_changes()
    }

    /// SIP_PRESENT_MASK.
    pub(crate) const fn present(&self) -> SipMask {
        self.present.0
    }

    /// The topology in SIP_TOPOLOGY.
    pub(crate) const fn topology(&self) -> Topology {
        self.topology
    }

    pub(crate) fn second_resources(&self) -> bool {
        self.regs.enable_second_rsc_sch.enable()
    }

    /// `ready` (§7.1).
    #[inline]
    pub(crate) fn ready(&self) -> SipMask {
        let idle = self.sips.idle();
        let startable =
            if self.regs.enable_early_launch_sip.enable() { idle | self.sips.pre_idle() } else { idle };
        (startable & self.present.0) - self.ownership.owned()
    }

    /// The condition of LATCH (§3.1), except that no attempt may be in flight.
    #[inline]
    pub(crate) fn can_latch(&self) -> bool {
        self.regs.hws_ctrl.enable()
            && !self.rs.valid().is_empty()
            && !self.ready().is_empty()
            && self.mdma.room() >= MDMA_ROOM_FOR_A_LAUNCH
    }

    /// The state that a decision depends on.
    pub(crate) fn latched(&self) -> Latched<'_> {
        Latched {
            regs: &self.regs,
            rs: &self.rs,
            dags: &self.dags,
            sips: &self.sips,
            reservations: &self.reservations,
            vc_pools: &self.vc_pools,
            topology: self.topology,
            ready: self.ready(),
            r_tasks: self.rs.r_task_entries(),
            reserved: self.reservations.all(),
        }
    }
}

/// Only legal pairs (§8) are ever stored, so the default is never used.
fn topology_of(regs: &RegFile) -> Topology {
    let pair = regs.sip_topology;
    Topology::new(pair.cluster_sip_num(), pair.cluster_num()).unwrap_or(Topology::FULL)
}
