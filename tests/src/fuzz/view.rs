//! What the registers say about SIPs, launches and reservations, at one moment.
//!
//! A value of plain fields: an invariant is a function of a view, and a test can hand it a view that
//! no HWS would show.

use hws_model::Hws;
use hws_regs::{
    HwsStatus, LaunchInfo, Promote, RegId, RsDims, RsFlags, RsvThreadNum, SipLaunch, SipTopology,
};
use hws_types::{Cycle, Entry, LaunchId, Sip, SipMask, Topology};

/// SIP_LAUNCH and RSV_THREAD_NUM of one SIP.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SipView {
    /// RUNNING, while RUNNING_VALID.
    pub running: Option<LaunchId>,
    /// PENDING, while PENDING_VALID.
    pub pending: Option<LaunchId>,
    /// RSV_THREAD_NUM.
    pub reserved_for: u32,
}

/// One valid entry of the LAUNCH page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LaunchView {
    /// SIP_MASK.
    pub mask: SipMask,
    /// DONE_MASK.
    pub done: SipMask,
    /// INFO.BLOCK_ID, which an honest report repeats.
    pub block_id: u16,
}

/// One valid entry of the RS page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TaskView {
    /// FLAGS.R_FLAG.
    pub is_r_task: bool,
    /// DIMS.THREAD_NUM.
    pub threads: u32,
    /// RESERVED.
    pub reserved: SipMask,
}

/// The registers that I1, I4 and I5 speak of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// When.
    pub cycle: Cycle,
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
    /// SIP_TOPOLOGY.
    pub topology: Topology,
    /// PROMOTE.RTASK_MAX.
    pub rtask_max: u32,
    /// HWS_STATUS.RTASK_COUNT.
    pub rtask_count: u32,
    /// By SIP.
    pub sips: [SipView; Sip::COUNT],
    /// By launch_id.
    pub launches: [Option<LaunchView>; LaunchId::COUNT],
    /// By Ready Station entry.
    pub tasks: [Option<TaskView>; Entry::COUNT],
}

impl View {
    /// Reads the registers, without any effect.
    #[must_use]
    pub fn of(hws: &Hws) -> Self {
        let mask = |id| SipMask(hws.peek(id));
        Self {
            cycle: hws.cycle(),
            idle: mask(RegId::SipIdleMask),
            pre_idle: mask(RegId::SipPreIdleMask),
            pending: mask(RegId::SipPendingMask),
            count_en: mask(RegId::SipCountEnMask),
            reserved: mask(RegId::ReservedSipMask),
            owned: mask(RegId::HrmFwOwned),
            topology: topology(hws),
            rtask_max: Promote::from_bits(hws.peek(RegId::Promote)).rtask_max(),
            rtask_count: HwsStatus::from_bits(hws.peek(RegId::HwsStatus)).rtask_count(),
            sips: std::array::from_fn(|sip| SipView::of(hws, sip as u8)),
            launches: std::array::from_fn(|id| LaunchView::of(hws, id as u8)),
            tasks: std::array::from_fn(|entry| TaskView::of(hws, entry as u8)),
        }
    }

    /// The live launches, ascending.
    pub fn live(&self) -> impl Iterator<Item = (LaunchId, LaunchView)> + '_ {
        LaunchId::all().filter_map(|id| Some((id, self.launches[id.index()]?)))
    }

    /// The R-tasks, ascending.
    pub fn r_tasks(&self) -> impl Iterator<Item = (Entry, TaskView)> + '_ {
        self.valid_tasks().filter(|(_, task)| task.is_r_task)
    }

    /// The valid entries of the Ready Station, ascending.
    pub fn valid_tasks(&self) -> impl Iterator<Item = (Entry, TaskView)> + '_ {
        Entry::all().filter_map(|entry| Some((entry, self.tasks[entry.index()]?)))
    }
}

/// The register refuses illegal pairs, so it always holds a legal one.
fn topology(hws: &Hws) -> Topology {
    let register = SipTopology::from_bits(hws.peek(RegId::SipTopology));
    Topology::new(register.cluster_sip_num(), register.cluster_num())
        .unwrap_or_else(|| panic!("SIP_TOPOLOGY holds an illegal pair: {register:?}"))
}

impl SipView {
    fn of(hws: &Hws, sip: u8) -> Self {
        let launch = SipLaunch::from_bits(hws.peek(RegId::SipLaunch(sip)));
        let threads = RsvThreadNum::from_bits(hws.peek(RegId::RsvThreadNum(sip)));
        Self {
            running: launch.running_valid().then(|| LaunchId::wrapping(launch.running())),
            pending: launch.pending_valid().then(|| LaunchId::wrapping(launch.pending())),
            reserved_for: threads.thread_num(),
        }
    }
}

impl LaunchView {
    fn of(hws: &Hws, id: u8) -> Option<Self> {
        let info = LaunchInfo::from_bits(hws.peek(RegId::LaunchInfo(id)));
        info.valid().then(|| Self {
            mask: SipMask(hws.peek(RegId::LaunchSipMask(id))),
            done: SipMask(hws.peek(RegId::LaunchDoneMask(id))),
            block_id: info.block_id() as u16,
        })
    }
}

impl TaskView {
    fn of(hws: &Hws, entry: u8) -> Option<Self> {
        let flags = RsFlags::from_bits(hws.peek(RegId::RsFlags(entry)));
        flags.valid().then(|| Self {
            is_r_task: flags.r_flag(),
            threads: RsDims::from_bits(hws.peek(RegId::RsDims(entry))).thread_num(),
            reserved: SipMask(hws.peek(RegId::RsReserved(entry))),
        })
    }
}
