//! The registers at one moment.
//!
//! A value of plain fields: an invariant is a function of views, and a test can pass it a view that no HWS
//! would show.

mod changes;
mod fingerprint;
mod tables;

use hws_model::Hws;
use hws_regs::{ErrFirst, ErrStatus, HwsStatus, MihStatus, RegFile, RegId, params};
use hws_types::{Cycle, Die, Entry, LaunchId, RawMih, Sip, SipMask, ThreadNum, Topology};

pub(super) use changes::{Part, changed_registers, first_change, stored_registers};
pub(super) use fingerprint::Fingerprint;
pub use tables::{LaunchView, SipView, TaskView};

/// The MIH FIFO.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
    /// DAG[].FINISH by slot.
    pub dag_finish: [u32; params::N_DAG],
    /// VC_POOL_FREE by die, VC 0 in bit 0.
    pub vc_free: [u64; Die::COUNT],
    /// The MIH FIFO.
    pub mih: MihView,
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
}

impl View {
    /// Reads the registers of an HWS, which has no effect on it.
    #[must_use]
    pub fn new(hws: &Hws) -> Self {
        Self::with_registers(hws, stored_registers(hws))
    }

    /// The same when the RW registers are known: only a bus write changes them.
    pub(super) fn with_registers(hws: &Hws, regs: RegFile) -> Self {
        let mask = |id| SipMask(hws.peek(id));
        let status = HwsStatus::from_bits(hws.peek(RegId::HwsStatus));
        let second_resources = regs.enable_second_rsc_sch.enable();
        Self {
            cycle: hws.cycle(),
            regs,
            is_attempting: status.attempt_busy(),
            is_loading: status.loader_busy(),
            cmd_pending: status.cmd_pending(),
            rs_count: status.rs_count(),
            rtask_count: status.rtask_count(),
            hdr_count: status.hdr_count(),
            idle: mask(RegId::SipIdleMask),
            pre_idle: mask(RegId::SipPreIdleMask),
            pending: mask(RegId::SipPendingMask),
            count_en: mask(RegId::SipCountEnMask),
            reserved: mask(RegId::ReservedSipMask),
            owned: mask(RegId::HrmFwOwned),
            sips: std::array::from_fn(|sip| SipView::new(hws, sip as u8)),
            launches: std::array::from_fn(|id| LaunchView::read(hws, id as u8)),
            tasks: std::array::from_fn(|entry| TaskView::read(hws, entry as u8, second_resources)),
            dag_finish: std::array::from_fn(|slot| hws.peek(RegId::DagFinish(slot as u8))),
            vc_free: std::array::from_fn(|die| vc_free(hws, die as u8)),
            mih: MihView::new(hws),
            errors: ErrStatus::from_bits(hws.peek(RegId::ErrStatus)),
            first_error: ErrFirst::from_bits(hws.peek(RegId::ErrFirst)),
            rejected: hws.peek(RegId::CntTaskReject),
            done: hws.peek(RegId::CntKernelDone),
            dropped: hws.peek(RegId::CntMihDrop),
        }
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
        self.valid_tasks().filter(|(_, task)| task.is_r_task())
    }

    /// Returns the valid entries of the Ready Station, ascending.
    pub fn valid_tasks(&self) -> impl Iterator<Item = (Entry, TaskView)> + '_ {
        Entry::all().filter_map(|entry| Some((entry, self.tasks[entry.index()]?)))
    }

    /// The largest remaining time of the `slot` aligned SIPs around `sip` (scheduler.md §7.4).
    pub(super) fn group_remain(&self, sip: Sip, slot: u32) -> u32 {
        let first = sip.get() & !(slot - 1);
        (first..first + slot).map(|sip| self.sips[Sip::wrapping(sip).index()].remain).max().unwrap_or(0)
    }
}

impl MihView {
    fn new(hws: &Hws) -> Self {
        let head = RawMih { dw0: hws.peek(RegId::MihDataLo), dw1: hws.peek(RegId::MihDataHi) };
        Self { status: MihStatus::from_bits(hws.peek(RegId::MihStatus)), head }
    }
}

fn vc_free(hws: &Hws, die: u8) -> u64 {
    let half = |half| u64::from(hws.peek(RegId::VcPoolFree(die, half)));
    half(0) | half(1) << u32::BITS
}
