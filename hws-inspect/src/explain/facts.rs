//! What the registers show of a resident kernel.

use std::fmt;

use hws_model::Hws;
use hws_regs::{
    RegId, RegIndex, Register, RsDims, RsFail, RsFlags, RsIds, RsProgress, RsRscOpen, SipPresentMask,
    SipUsageMask,
};
use hws_sim::LaunchShape;
use hws_types::{Entry, SipMask, Source, ThreadNum};
use serde::Serialize;

/// The names of a kernel.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct KernelRef {
    /// kernel_id of its descriptor.
    pub kernel_id: u32,
    /// Its Ready Station entry.
    pub entry: Entry,
    /// kernel_seq.
    pub seq: u32,
}

impl fmt::Display for KernelRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "kernel {} (entry {}, seq {})", self.kernel_id, self.entry.get(), self.seq)
    }
}

impl KernelRef {
    /// The kernel in an entry; `None` when it is free.
    pub(super) fn of(hws: &Hws, entry: Entry) -> Option<Self> {
        let index = RegIndex::wrapping(entry.get());
        let flags = RsFlags::from_bits(hws.peek(RegId::RsFlags(index)));
        flags.valid().then(|| Self {
            kernel_id: hws.peek(RegId::RsKernelId(index)),
            entry,
            seq: hws.peek(RegId::RsKernelSeq(index)),
        })
    }
}

/// A resident kernel, as the RS page shows it (registers.md §8).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Facts {
    /// Its names.
    #[serde(flatten)]
    pub kernel: KernelRef,
    /// The unit that submitted it.
    pub source: Source,
    /// hdr_id.
    pub hdr_id: u32,
    /// hdr_entry_id.
    pub hdr_entry_id: u32,
    /// SIPs of a block.
    pub threads: u32,
    /// Blocks.
    pub blocks: u32,
    /// Blocks launched.
    pub launched: u32,
    /// Blocks that may be launched.
    pub trigger: u32,
    /// Whether all blocks start together.
    pub cooperative: bool,
    /// Whether it runs on SIPs; otherwise it only allocates.
    pub runs_on_sips: bool,
    /// Estimated execution time of a block in time units.
    pub est_exec_time: u32,
    /// offline_priority.
    pub offline_priority: u32,
    /// The tag of its DAG.
    pub dag_tag: u32,
    /// The slot of its DAG; `None` when the table was full.
    pub dag_slot: Option<u32>,
    /// Whether it is on the critical path of its DAG.
    pub on_cp: bool,
    /// Number of times that it was passed over.
    pub fail_times: u32,
    /// Its context.
    pub context: u32,
    /// Its size class.
    pub class: u32,
    /// sip_alloc_affinity_mask.
    pub affinity: SipMask,
    /// SIP_USAGE_MASK of its context and class.
    pub usage_mask: SipMask,
    /// SIPs reserved for it; empty unless it is an R-task.
    pub reserved: SipMask,
    /// Whether its blocks need L2 grants.
    pub needs_l2: bool,
    /// Whether its blocks need VCs.
    pub needs_vc: bool,
    /// The VGs that are open for it, bit per VG; 0 while second resources are off.
    pub open_vgs: u32,
    /// The dies that are open for it, bit per die; 0 while second resources are off.
    pub open_dies: u32,
}

impl Facts {
    /// The kernel in an entry; `None` when it is free.
    #[must_use]
    pub fn of(hws: &Hws, entry: Entry) -> Option<Self> {
        let kernel = KernelRef::of(hws, entry)?;
        let i = RegIndex::wrapping(entry.get());
        let flags = RsFlags::from_bits(hws.peek(RegId::RsFlags(i)));
        let ids = RsIds::from_bits(hws.peek(RegId::RsIds(i)));
        let dims = RsDims::from_bits(hws.peek(RegId::RsDims(i)));
        let progress = RsProgress::from_bits(hws.peek(RegId::RsProgress(i)));
        let open = RsRscOpen::from_bits(hws.peek(RegId::RsRscOpen(i)));
        let class = ThreadNum::new(dims.thread_num()).unwrap_or_default().class() as u32;
        Some(Self {
            kernel,
            source: if flags.src() { Source::Firmware } else { Source::Hdr },
            hdr_id: ids.hdr_id(),
            hdr_entry_id: ids.hdr_entry_id(),
            threads: dims.thread_num(),
            blocks: dims.block_num(),
            launched: progress.launched(),
            trigger: progress.trigger(),
            cooperative: flags.coop(),
            runs_on_sips: flags.sip_alloc(),
            est_exec_time: hws.peek(RegId::RsEstExecTime(i)),
            offline_priority: hws.peek(RegId::RsOfflinePriority(i)),
            dag_tag: ids.dag_tag(),
            dag_slot: flags.dag_slot_valid().then(|| flags.dag_slot()),
            on_cp: flags.on_cp(),
            fail_times: RsFail::from_bits(hws.peek(RegId::RsFail(i))).times(),
            context: flags.ctx(),
            class,
            affinity: SipMask(hws.peek(RegId::RsAffinity(i))),
            usage_mask: SipMask(
                hws.peek(SipUsageMask::id((RegIndex::wrapping(flags.ctx()), RegIndex::wrapping(class)))),
            ),
            reserved: SipMask(hws.peek(RegId::RsReserved(i))),
            needs_l2: flags.l2_alloc(),
            needs_vc: flags.vc_alloc(),
            open_vgs: open.vg(),
            open_dies: open.die(),
        })
    }

    /// The register with its usage mask.
    pub(super) fn usage_register(&self) -> RegId {
        SipUsageMask::id((RegIndex::wrapping(self.context), RegIndex::wrapping(self.class)))
    }

    /// `allowed` of scheduler.md §5.1.
    #[must_use]
    pub fn allowed(&self, hws: &Hws) -> SipMask {
        self.affinity & self.usage_mask & SipMask(hws.peek(SipPresentMask::id(())))
    }

    /// The SIPs that one launch takes.
    pub(super) fn shape(&self) -> LaunchShape {
        // Only legal sizes are admitted.
        let threads = ThreadNum::new(self.threads).unwrap_or_default();
        LaunchShape { threads, blocks: if self.cooperative { self.blocks } else { 1 } }
    }

    /// Whether §4.1 lets it into a pool.
    pub(super) fn is_eligible(&self) -> bool {
        self.runs_on_sips && (self.cooperative || self.launched < self.trigger)
    }
}
