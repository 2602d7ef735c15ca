//! The contents of Ready Station entries and DAG slots (§2.4, §2.5).

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
    /// kernel_seq; smaller is older.
    pub(super) seq: u32,
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
        self.seq < other.seq
    }

    /// §4.1: may be launched as a P- or O-task.
    pub(super) fn is_eligible(&self) -> bool {
        let triggered = rule!(TriggerStrict, self.launched < self.trigger, self.launched + 1 < self.trigger);
        let triggered = rule!(TriggerIgnored, triggered, true);
        self.td.enable_sip_alloc && (rule!(CoopNeedsTrigger, self.td.coop, false) || triggered)
    }
}

/// A valid slot of the DAG table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DagSlot {
    pub(super) tag: u16,
    pub(super) total: u32,
    pub(super) finish: u32,
    pub(super) is_dynamic: bool,
    pub(super) cp_priority: u32,
}

impl DagSlot {
    /// §2.5: total 0, finish 0, static, cp 0.
    pub(super) fn new(tag: u16) -> Self {
        Self { tag, total: 0, finish: 0, is_dynamic: false, cp_priority: 0 }
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

    pub(super) fn dag_slot_of_tag(&self, tag: u16) -> Option<usize> {
        self.dag.iter().position(|slot| slot.is_some_and(|slot| slot.tag == tag))
    }

    /// The slot of the tag, the lowest free one if it has none (§2.5, §8.1).
    pub(super) fn dag_slot_for_tag(&mut self, tag: u16) -> Option<usize> {
        if let Some(slot) = self.dag_slot_of_tag(tag) {
            return Some(slot);
        }
        let (lowest, highest) =
            (self.dag.iter().position(Option::is_none), self.dag.iter().rposition(Option::is_none));
        let free = rule!(SlotHighest, lowest, highest)?;
        self.dag[free] = Some(DagSlot::new(tag));
        Some(free)
    }

    /// finish += 1, saturating (§6.4 b, §9.4).
    pub(super) fn count_finish(&mut self, slot: Option<usize>) {
        if let Some(slot) = slot.and_then(|slot| self.dag[slot].as_mut()) {
            slot.finish = rule!(FinishNotCounted, slot.finish.saturating_add(1), slot.finish);
        }
    }
}

/// The number of an entry in events and messages.
pub(super) fn entry_id(entry: usize) -> Entry {
    Entry::wrapping(entry as u32)
}
