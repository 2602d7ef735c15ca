//! One kernel in the Ready Station (scheduler.md §2.4).

use hws_types::{Entry, SipMask, TaskDescriptor, TaskIds, ThreadNum};

use crate::second_resource::{Grants, Needs};

/// The record of an entry. `td` is the descriptor as admitted; its live words are kept up to date in `trigger`
/// and `grants`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub(crate) struct Kernel {
    pub(crate) td: TaskDescriptor,
    /// The address at which the descriptor was read, for reading its live words again.
    pub(crate) address: u32,
    /// thread_num of the descriptor.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) threads: ThreadNum,
    pub(crate) ctx: u8,
    /// `allowed` of §5.1, which follows the registers.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) allowed: SipMask,
    pub(crate) ids: TaskIds,
    /// kernel_seq. Its low 32 bits are visible outside; age is compared by all 64.
    pub(crate) seq: u64,
    /// offline_priority, which AGE_BOOST raises.
    pub(crate) offline_priority: u32,
    /// online_priority of the last attempt in which it was a P-task, otherwise 0.
    pub(crate) online_priority: u32,
    pub(crate) launched: u16,
    pub(crate) trigger: u16,
    pub(crate) fail_times: u16,
    /// The reserved SIPs; not empty exactly for an R-task.
    pub(crate) reserved: SipMask,
    pub(crate) dag_slot: Option<Entry>,
    pub(crate) grants: Grants,
}

impl Kernel {
    /// Whether it may be chosen without being an R-task (§4.1).
    pub(crate) const fn is_eligible(&self) -> bool {
        self.td.enable_sip_alloc && (self.td.coop || self.launched < self.trigger)
    }

    /// The number of blocks that one launch starts: all of a cooperative kernel, one of any other.
    pub(crate) const fn blocks_per_launch(&self) -> u16 {
        if self.td.coop { self.td.block_num } else { 1 }
    }

    pub(crate) const fn is_fully_launched(&self) -> bool {
        self.launched == self.td.block_num
    }

    /// The id of its `n`-th block.
    pub(crate) const fn block_id(&self, n: u16) -> u16 {
        self.td.start_block_idx.wrapping_add(n)
    }

    /// kernel_seq as in registers, messages and events.
    pub(crate) const fn seq32(&self) -> u32 {
        self.seq as u32
    }

    pub(crate) const fn affinity(&self) -> SipMask {
        SipMask(self.td.affinity)
    }

    pub(crate) const fn needs(&self) -> Needs {
        Needs::of(&self.td)
    }

    /// Raises the trigger, at most to block_num; never lowers it (§8.3).
    pub(crate) fn raise_trigger(&mut self, count: u16) {
        self.trigger = self.trigger.max(count.min(self.td.block_num));
    }
}
