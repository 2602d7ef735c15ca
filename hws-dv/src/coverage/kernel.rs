//! What the groups ask of a kernel: bins that several groups share.

use hws_model::Hws;
use hws_regs::{RegId, RegIndex, RsFlags, RsProgress, SipTopology};
use hws_types::{Entry, TaskDescriptor};

/// The legal sizes of a block.
pub(super) const THREADS: &[&str] = &["1", "2", "3", "4", "6", "8", "9", "12", "16"];
/// The size classes.
pub(super) const CLASSES: &[&str] = &["1", "2", "3-4", "6-8", "9-16"];
pub(super) const SOURCES: &[&str] = &["HDR", "firmware"];
pub(super) const POOLS: &[&str] = &["R", "P", "O"];
pub(super) const PATHS: &[&str] = &["MDMA", "MIH", "both"];
pub(super) const TOPOLOGIES: &[&str] =
    &["3x4", "6x2", "12x1", "4x4", "8x2", "16x1", "3x8", "6x4", "12x2", "4x8", "8x4", "16x2"];
/// The second resources of a kernel.
pub(super) const RESOURCES: &[&str] =
    &["none", "L2", "VC grants", "VC pool", "L2 and VC grants", "L2 and VC pool"];

/// A resident kernel.
#[derive(Clone, Copy, Debug)]
pub(super) struct ResidentKernel {
    pub(super) td: TaskDescriptor,
    pub(super) flags: RsFlags,
    pub(super) progress: RsProgress,
}

impl ResidentKernel {
    /// The kernel in an entry; `None` if it is free.
    pub(super) fn of(hws: &Hws, entry: Entry) -> Option<Self> {
        let index = RegIndex::wrapping(entry.get());
        Some(Self {
            td: *hws.descriptor(entry)?,
            flags: RsFlags::from_bits(hws.peek(RegId::RsFlags(index))),
            progress: RsProgress::from_bits(hws.peek(RegId::RsProgress(index))),
        })
    }

    /// The kernel in an entry, if it is the one with this kernel_seq.
    pub(super) fn with_seq(hws: &Hws, entry: Entry, seq: u32) -> Option<Self> {
        Self::of(hws, entry).filter(|_| hws.peek(RegId::RsKernelSeq(RegIndex::wrapping(entry.get()))) == seq)
    }

    pub(super) fn threads(&self) -> Option<usize> {
        threads(self.td.thread_num.into())
    }

    pub(super) fn class(&self) -> Option<usize> {
        class(self.td.thread_num.into())
    }

    pub(super) fn source(&self) -> usize {
        usize::from(self.flags.src())
    }

    /// The bin among [`RESOURCES`].
    pub(super) fn resources(&self) -> usize {
        match (self.td.enable_l2_alloc, self.td.enable_vc_alloc, self.td.vc_hw_alloc) {
            (false, false, _) => 0,
            (true, false, _) => 1,
            (false, true, false) => 2,
            (false, true, true) => 3,
            (true, true, false) => 4,
            (true, true, true) => 5,
        }
    }
}

/// The bin of a size among [`THREADS`].
pub(super) fn threads(threads: u32) -> Option<usize> {
    hws_types::ThreadNum::ALL.iter().position(|legal| legal.get() == threads)
}

/// The bin of a size among [`CLASSES`].
pub(super) fn class(threads: u32) -> Option<usize> {
    hws_types::ThreadNum::new(threads).map(hws_types::ThreadNum::class)
}

/// The bin of the present topology among [`TOPOLOGIES`].
pub(super) fn topology(hws: &Hws) -> Option<usize> {
    let topology = SipTopology::from_bits(hws.peek(RegId::SipTopology));
    let name = format!("{}x{}", topology.cluster_sip_num(), topology.cluster_num());
    TOPOLOGIES.iter().position(|known| *known == name)
}

/// The bin of the paths that are on among [`PATHS`].
pub(super) fn paths(mdma: bool, mih: bool) -> Option<usize> {
    match (mdma, mih) {
        (true, false) => Some(0),
        (false, true) => Some(1),
        (true, true) => Some(2),
        (false, false) => None,
    }
}
