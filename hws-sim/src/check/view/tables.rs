//! The tables of the STATUS, RS and LAUNCH pages, an element at a time.

use hws_model::Hws;
use hws_regs::{
    DagFlags, LaunchInfo, RegId, RegIndex, RsDims, RsFail, RsFlags, RsIds, RsProgress, RsRscOpen,
    RsvThreadNum, SipLaunch, params::N_DAG,
};
use hws_types::{Entry, LaunchId, Sip, SipMask, Source, TaskIds};

/// SIP_LAUNCH, SIP_REMAIN_EXEC_TIME and RSV_THREAD_NUM of one SIP.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SipView {
    /// RUNNING, while RUNNING_VALID.
    pub running: Option<LaunchId>,
    /// PENDING, while PENDING_VALID.
    pub pending: Option<LaunchId>,
    /// SIP_REMAIN_EXEC_TIME.
    pub remain: u32,
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
    /// INFO.BLOCK_ID, which a valid report repeats.
    pub block_id: u16,
    /// KERNEL_SEQ.
    pub seq: u32,
    /// INFO.SRC, INFO.HDR_ID and INFO.ENTRY_ID.
    pub ids: TaskIds,
    /// INFO.OUT_MDMA.
    pub out_mdma: bool,
    /// INFO.OUT_MIH.
    pub out_mih: bool,
}

/// One valid entry of the RS page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TaskView {
    /// FLAGS.
    pub flags: RsFlags,
    /// KERNEL_SEQ.
    pub seq: u32,
    /// KERNEL_ID.
    pub kernel_id: u32,
    /// IDS.
    pub ids: RsIds,
    /// DIMS.THREAD_NUM.
    pub threads: u32,
    /// DIMS.BLOCK_NUM.
    pub blocks: u32,
    /// PROGRESS.LAUNCHED.
    pub launched: u32,
    /// PROGRESS.TRIGGER.
    pub trigger: u32,
    /// AFFINITY.
    pub affinity: SipMask,
    /// EST_EXEC_TIME.
    pub est: u32,
    /// FAIL.START_BLOCK.
    pub start_block: u32,
    /// RESERVED.
    pub reserved: SipMask,
    /// RSC_OPEN.
    pub open: RsRscOpen,
}

/// One slot of the DAG page, without TOP_OFFLINE, which follows the kernels; a free slot is 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DagView {
    /// FLAGS: VALID, DYNAMIC and TAG.
    pub flags: DagFlags,
    /// TOTAL.
    pub total: u32,
    /// FINISH.
    pub finish: u32,
    /// CP_PRIORITY.
    pub cp_priority: u32,
}

impl DagView {
    pub(super) fn read(hws: &Hws, slot: RegIndex<N_DAG>) -> Self {
        let flags = DagFlags::from_bits(hws.peek(RegId::DagFlags(slot)));
        if !flags.valid() {
            return Self { flags, ..Self::default() };
        }
        Self {
            flags,
            total: hws.peek(RegId::DagTotal(slot)),
            finish: hws.peek(RegId::DagFinish(slot)),
            cp_priority: hws.peek(RegId::DagCpPriority(slot)),
        }
    }
}

impl SipView {
    /// Whether it runs the launch or holds it as pending.
    pub(in crate::check) fn names(&self, id: LaunchId) -> bool {
        self.running == Some(id) || self.pending == Some(id)
    }

    /// Whether the registers of the SIP show it, but for the remaining time.
    pub(in crate::check) fn is_shown_by(&self, hws: &Hws, sip: Sip) -> bool {
        Self { remain: self.remain, ..Self::read(hws, sip) } == *self
    }

    /// Without the remaining time.
    pub(super) fn read(hws: &Hws, sip: Sip) -> Self {
        let sip = RegIndex::wrapping(sip.get());
        let launch = SipLaunch::from_bits(hws.peek(RegId::SipLaunch(sip)));
        let threads = RsvThreadNum::from_bits(hws.peek(RegId::RsvThreadNum(sip)));
        Self {
            running: launch.running_valid().then(|| LaunchId::wrapping(launch.running())),
            pending: launch.pending_valid().then(|| LaunchId::wrapping(launch.pending())),
            remain: 0,
            reserved_for: threads.thread_num(),
        }
    }
}

impl LaunchView {
    pub(in crate::check) fn read(hws: &Hws, id: LaunchId) -> Option<Self> {
        let id = RegIndex::wrapping(id.get());
        let info = LaunchInfo::from_bits(hws.peek(RegId::LaunchInfo(id)));
        info.valid().then(|| Self {
            mask: SipMask(hws.peek(RegId::LaunchSipMask(id))),
            done: SipMask(hws.peek(RegId::LaunchDoneMask(id))),
            block_id: info.block_id() as u16,
            seq: hws.peek(RegId::LaunchKernelSeq(id)),
            ids: ids(info.src(), info.hdr_id(), info.entry_id()),
            out_mdma: info.out_mdma(),
            out_mih: info.out_mih(),
        })
    }
}

impl TaskView {
    /// Without RSC_OPEN.
    pub(super) fn read(hws: &Hws, entry: Entry) -> Option<Self> {
        let entry = RegIndex::wrapping(entry.get());
        let flags = RsFlags::from_bits(hws.peek(RegId::RsFlags(entry)));
        flags.valid().then(|| {
            let dims = RsDims::from_bits(hws.peek(RegId::RsDims(entry)));
            let progress = RsProgress::from_bits(hws.peek(RegId::RsProgress(entry)));
            Self {
                flags,
                seq: hws.peek(RegId::RsKernelSeq(entry)),
                kernel_id: hws.peek(RegId::RsKernelId(entry)),
                ids: RsIds::from_bits(hws.peek(RegId::RsIds(entry))),
                threads: dims.thread_num(),
                blocks: dims.block_num(),
                launched: progress.launched(),
                trigger: progress.trigger(),
                affinity: SipMask(hws.peek(RegId::RsAffinity(entry))),
                est: hws.peek(RegId::RsEstExecTime(entry)),
                start_block: RsFail::from_bits(hws.peek(RegId::RsFail(entry))).start_block(),
                reserved: SipMask(hws.peek(RegId::RsReserved(entry))),
                open: RsRscOpen::default(),
            }
        })
    }

    /// FLAGS.SRC and IDS.
    #[must_use]
    pub fn task_ids(&self) -> TaskIds {
        ids(self.flags.src(), self.ids.hdr_id(), self.ids.hdr_entry_id())
    }

    /// FLAGS.R_FLAG.
    #[must_use]
    pub fn is_r_task(&self) -> bool {
        self.flags.r_flag()
    }
}

const fn ids(is_of_firmware: bool, hdr_id: u32, hdr_entry_id: u32) -> TaskIds {
    let source = if is_of_firmware { Source::Firmware } else { Source::Hdr };
    TaskIds { source, hdr_id: hdr_id as u8, hdr_entry_id: hdr_entry_id as u8 }
}
