//! The contents of Ready Station entries (§2.4).

use hws_types::{Entry, SipMask, Source, TaskDescriptor, TaskIds};

use super::PlainHws;
use super::machine::{DIES, VGS};

/// A valid Ready Station entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Kernel {
    /// The descriptor as admitted; what changes later is stored beside it.
    pub(super) td: TaskDescriptor,
    /// td_addr + TDP_CFG.OFFSET as at admission.
    pub(super) address: u32,
    pub(super) td_addr: u32,
    pub(super) ctx: usize,
    pub(super) ids: TaskIds,
    /// kernel_seq.
    pub(super) seq: u32,
    /// The order of admission; smaller is older.
    pub(super) age: u32,
    pub(super) offline_priority: u32,
    pub(super) online_priority: u32,
    pub(super) launched: u32,
    pub(super) trigger: u32,
    pub(super) fail_times: u32,
    pub(super) r_flag: bool,
    pub(super) reserved: SipMask,
    pub(super) dag_slot: Option<usize>,
    pub(super) l2_done: [u8; VGS],
    pub(super) l2_used: [u8; VGS],
    pub(super) vc_done: [u16; DIES],
    pub(super) vc_used: [u16; DIES],
    pub(super) l2_granted: u32,
    pub(super) vc_granted: u32,
    pub(super) l2_requested: u32,
    pub(super) vc_requested: u32,
}

impl Kernel {
    /// thread_num.
    pub(super) fn t(&self) -> u32 {
        self.td.thread_num.into()
    }

    pub(super) fn block_num(&self) -> u32 {
        self.td.block_num.into()
    }

    /// The number of blocks per launch: all or one (§5.2).
    pub(super) fn blocks_per_launch(&self) -> u32 {
        if self.td.coop { self.block_num() } else { 1 }
    }

    pub(super) fn is_from_firmware(&self) -> bool {
        self.ids.source == Source::Firmware
    }

    pub(super) fn is_older_than(&self, other: &Self) -> bool {
        rule!(AgeOfSixBits, self.age < other.age, self.age % 64 < other.age % 64)
    }

    /// §4.1: may be launched as a P- or O-task.
    pub(super) fn is_eligible(&self) -> bool {
        let triggered = rule!(TriggerStrict, self.launched < self.trigger, self.launched + 1 < self.trigger);
        let triggered = rule!(TriggerLoose, triggered, self.launched <= self.trigger);
        let triggered = rule!(TriggerIgnored, triggered, true);
        let triggered = rule!(FirmwareNeedsNoTrigger, triggered, triggered || self.is_from_firmware());
        let start = u32::from(self.td.start_block_idx);
        let triggered = rule!(TriggerCountsStart, triggered, start + self.launched < self.trigger);
        let is_whole =
            rule!(CoopNeedsWholeTrigger, self.td.coop, self.td.coop && self.trigger >= self.block_num());
        let is_whole = rule!(CoopNeedsTrigger, is_whole, false);
        rule!(AllocationEligible, self.td.enable_sip_alloc, true) && (is_whole || triggered)
    }
}

impl PlainHws {
    /// The valid entries, ascending.
    pub(super) fn kernels(&self) -> impl Iterator<Item = (usize, &Kernel)> {
        self.ready_station.iter().enumerate().filter_map(|(entry, kernel)| Some((entry, kernel.as_ref()?)))
    }

    /// The kernel of an entry that is valid.
    pub(super) fn kernel(&self, entry: usize) -> &Kernel {
        self.ready_station[entry].as_ref().expect("the entry is valid")
    }

    pub(super) fn kernel_mut(&mut self, entry: usize) -> &mut Kernel {
        self.ready_station[entry].as_mut().expect("the entry is valid")
    }
}

/// The number of an entry in events and messages.
pub(super) fn entry_id(entry: usize) -> Entry {
    Entry::wrapping(entry as u32)
}
