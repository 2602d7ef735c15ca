//! The registers at one moment.
//!
//! A value of plain fields: an invariant is a function of views, and a test can pass it a view that no HWS
//! would show.

mod changes;
mod fingerprint;
mod shown;
mod tables;
mod totals;
mod touched;
mod update;

use hws_model::Hws;
use hws_regs::{ErrFirst, ErrStatus, IrqStatus, MihStatus, RegFile, params};
use hws_types::{Cycle, Die, Entry, EntryMask, LaunchId, RawMih, Sip, SipMask, ThreadNum, Topology};

pub(super) use changes::{Part, changed_registers, first_change, only_changed};
pub(super) use fingerprint::Fingerprint;
pub use tables::{DagView, LaunchView, SipView, TaskView};
pub(super) use totals::{TOTALS, Total};
pub use touched::Touched;
pub(super) use update::vc_pools;

/// The MIH FIFO.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MihView {
    /// MIH_STATUS.
    pub status: MihStatus,
    /// MIH_DATA_LO and MIH_DATA_HI.
    pub head: RawMih,
}

/// The registers that the invariants concern.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// The number of ticks completed.
    pub cycle: Cycle,
    /// Every RW register.
    pub regs: RegFile,
    /// HWS_STATUS.ATTEMPT_BUSY.
    pub is_attempting: bool,
    /// HWS_STATUS.LOADER_BUSY.
    pub is_loading: bool,
    /// HWS_STATUS.CMD_PENDING.
    pub cmd_pending: u32,
    /// HWS_STATUS.RS_COUNT.
    pub rs_count: u32,
    /// HWS_STATUS.RTASK_COUNT.
    pub rtask_count: u32,
    /// HWS_STATUS.HDR_COUNT.
    pub hdr_count: u32,
    /// SIP_IDLE_MASK.
    pub idle: SipMask,
    /// SIP_PRE_IDLE_MASK.
    pub pre_idle: SipMask,
    /// SIP_PENDING_MASK.
    pub pending: SipMask,
    /// SIP_COUNT_EN_MASK.
    pub count_en: SipMask,
    /// RESERVED_SIP_MASK.
    pub reserved: SipMask,
    /// HRM_FW_OWNED.
    pub owned: SipMask,
    /// By SIP.
    pub sips: [SipView; Sip::COUNT],
    /// By launch_id.
    pub launches: [Option<LaunchView>; LaunchId::COUNT],
    /// By Ready Station entry.
    pub tasks: [Option<TaskView>; Entry::COUNT],
    /// HWS_PARAM0.N_DAG, read with the DAG page.
    pub dag_slots: u32,
    /// The DAG page by slot.
    pub dags: [DagView; params::N_DAG],
    /// VC_POOL_FREE by die, VC 0 in bit 0.
    pub vc_free: [u64; Die::COUNT],
    /// The MIH FIFO.
    pub mih: MihView,
    /// IRQ_STATUS.
    pub irq: IrqStatus,
    /// ERR_STATUS.
    pub errors: ErrStatus,
    /// ERR_FIRST.
    pub first_error: ErrFirst,
    /// CNT_TASK_REJECT.
    pub rejected: u32,
    /// CNT_KERNEL_DONE.
    pub done: u32,
    /// CNT_MIH_DROP.
    pub dropped: u32,
    /// CNT_ATTEMPT, CNT_FAIL, CNT_LAUNCH_R, CNT_LAUNCH_P, CNT_LAUNCH_O, CNT_BACKFILL, CNT_EARLY, CNT_PROMOTE and
    /// CNT_CANCEL, read with the whole state only.
    pub totals: [u32; Total::COUNT],
}

impl View {
    /// Reads the registers of an HWS, which has no effect on it.
    #[must_use]
    pub fn new(hws: &Hws) -> Self {
        let mut view = Self::default();
        view.read(hws);
        view
    }

    /// Reads all of them again.
    pub(super) fn read(&mut self, hws: &Hws) {
        self.update(hws, &Fingerprint::new(hws), &mut Touched::ALL.clone());
    }

    /// Returns SIP_TOPOLOGY; the register refuses illegal pairs.
    #[must_use]
    pub fn topology(&self) -> Topology {
        let pair = self.regs.sip_topology;
        Topology::new(pair.cluster_sip_num(), pair.cluster_num()).unwrap_or(Topology::FULL)
    }

    /// Returns SIP_USAGE_MASK of a context for blocks of this thread count.
    #[must_use]
    pub fn usage(&self, ctx: u32, threads: ThreadNum) -> SipMask {
        let row = &self.regs.sip_usage_mask[ctx as usize % params::N_CTX];
        SipMask(row[threads.class()].mask())
    }

    /// Returns the live launches, ascending.
    pub fn live(&self) -> impl Iterator<Item = (LaunchId, LaunchView)> + '_ {
        LaunchId::all().filter_map(|id| Some((id, self.launches[id.index()]?)))
    }

    /// Returns the R-tasks, ascending.
    pub fn r_tasks(&self) -> impl Iterator<Item = (Entry, TaskView)> + '_ {
        self.tasks_of(EntryMask::ALL).filter(|(_, task)| task.is_r_task()).map(|(entry, task)| (entry, *task))
    }

    /// Returns the valid entries of the Ready Station, ascending.
    pub fn valid_tasks(&self) -> impl Iterator<Item = (Entry, TaskView)> + '_ {
        self.tasks_of(EntryMask::ALL).map(|(entry, task)| (entry, *task))
    }

    /// The valid entries of a set, ascending; not copied, since a task has many words.
    pub(super) fn tasks_of(&self, entries: EntryMask) -> impl Iterator<Item = (Entry, &TaskView)> {
        entries.iter().filter_map(|entry| Some((entry, self.tasks[entry.index()].as_ref()?)))
    }

    /// The entries of a set whose tasks are R-tasks or reserve SIPs.
    pub(super) fn reserving(&self, among: EntryMask) -> EntryMask {
        let reserves = |task: &TaskView| task.is_r_task() || !task.reserved.is_empty();
        let found = self.tasks_of(among).filter(|(_, task)| reserves(task));
        found.fold(EntryMask::EMPTY, |all, (entry, _)| all.with(entry))
    }

    /// The SIPs whose remaining times the backfill condition looks at: the groups of those that are reserved
    /// (scheduler.md §5.5).
    pub(super) fn reserved_groups(&self) -> SipMask {
        let (mut all, mut rest) = (SipMask::EMPTY, self.reserved);
        while let Some(first) = rest.first() {
            let slot = self.reserved_slot(first);
            let group = SipMask::aligned_group(first.get() & !(slot - 1), slot);
            // All that is reserved in a group is so for the same R-task.
            (all, rest) = (all | group, rest - group);
        }
        all
    }

    /// The slot of the R-task that a SIP is reserved for.
    pub(super) fn reserved_slot(&self, sip: Sip) -> u32 {
        ThreadNum::new(self.sips[sip.index()].reserved_for).map_or(1, ThreadNum::slot)
    }

    /// The largest remaining time of the `slot` aligned SIPs around `sip` (scheduler.md §7.4).
    pub(super) fn group_remain(&self, sip: Sip, slot: u32) -> u32 {
        let first = sip.get() & !(slot - 1);
        (first..first + slot).map(|sip| self.sips[Sip::wrapping(sip).index()].remain).max().unwrap_or(0)
    }
}

/// All SIPs are idle, and everything else is empty or 0.
impl Default for View {
    fn default() -> Self {
        Self {
            cycle: Cycle(0),
            regs: RegFile::reset(),
            is_attempting: false,
            is_loading: false,
            cmd_pending: 0,
            rs_count: 0,
            rtask_count: 0,
            hdr_count: 0,
            idle: SipMask::ALL,
            pre_idle: SipMask::ALL,
            pending: SipMask::EMPTY,
            count_en: SipMask::EMPTY,
            reserved: SipMask::EMPTY,
            owned: SipMask::EMPTY,
            sips: [SipView::default(); Sip::COUNT],
            launches: [None; LaunchId::COUNT],
            tasks: [None; Entry::COUNT],
            dag_slots: params::N_DAG as u32,
            dags: [DagView::default(); params::N_DAG],
            vc_free: [u64::MAX; Die::COUNT],
            mih: MihView::default(),
            irq: IrqStatus::from_bits(0),
            errors: ErrStatus::default(),
            first_error: ErrFirst::default(),
            rejected: 0,
            done: 0,
            dropped: 0,
            totals: [0; Total::COUNT],
        }
    }
}
