//! The machine that a plan is linted for.

use hws_types::{SipMask, ThreadNum, Topology};

/// A machine and the settings that matter for plans.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LintTarget {
    /// CLUSTER_SIP_NUM × CLUSTER_NUM.
    pub topology: Topology,
    /// P_TOP_K.K: how many kernels of a graph compete by their online priority.
    pub top_k: u32,
    /// Usage masks other than all ones: context, one thread count of the size class, mask.
    pub usage_masks: Vec<(u8, ThreadNum, SipMask)>,
}

impl Default for LintTarget {
    /// Returns the whole machine after reset.
    fn default() -> Self {
        Self { topology: Topology::FULL, top_k: 1, usage_masks: Vec::new() }
    }
}

impl LintTarget {
    /// Returns the SIPs that blocks of this context and size may use.
    pub(super) fn usable(&self, ctx: u8, threads: ThreadNum) -> SipMask {
        let set = self.usage_masks.iter().rev();
        let mut set = set.filter(|(of, size, _)| *of == ctx && size.class() == threads.class());
        set.next().map_or(SipMask::ALL, |&(.., mask)| mask) & self.topology.present()
    }
}
