//! DAG slots (§2.5).

use hws_model::ErrorBit;
use hws_types::{Notice, TaskDescriptor, TaskIds};

use super::PlainHws;
use super::kernel::Kernel;

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
        Self { tag, total: 0, finish: 0, is_dynamic: rule!(NewSlotDynamic, false, true), cp_priority: 0 }
    }
}

impl PlainHws {
    pub(super) fn dag_slot_of_tag(&self, tag: u16) -> Option<usize> {
        let of = |bits: u16| {
            self.dag.iter().position(|slot| slot.is_some_and(|slot| slot.tag & bits == tag & bits))
        };
        rule!(TagLowByte, of(u16::MAX), of(0xFF))
    }

    /// The slot of the tag, the lowest free one if it has none (§2.5, §8.1).
    pub(super) fn dag_slot_for_tag(&mut self, tag: u16) -> Option<usize> {
        if let Some(slot) = self.dag_slot_of_tag(tag) {
            return Some(slot);
        }
        let is_free = |slot: &usize| self.dag[*slot].is_none();
        let num = self.dag.len();
        let free = rule!(SlotHighest, (0..num).find(is_free), (0..num).rfind(is_free));
        let direct = usize::from(tag) % num;
        let free = rule!(SlotOfTag, free, Some(direct).filter(is_free).or(free));
        let free = rule!(SlotTableShort, free, free.filter(|slot| slot + 1 < num))?;
        self.dag[free] = Some(DagSlot::new(tag));
        Some(free)
    }

    /// §2.5: the slot of a kernel that is admitted.
    pub(super) fn dag_slot_of_newcomer(&mut self, td: &TaskDescriptor) -> Option<usize> {
        let known = self.dag_slot_of_tag(td.dag_tag);
        if rule!(SlotOnlyByInit, false, known.is_none()) {
            return None;
        }
        let needs = rule!(SlotNotForAllocation, true, td.enable_sip_alloc);
        if needs { self.dag_slot_for_tag(td.dag_tag) } else { known }
    }

    /// §2.5: DAG_TABLE_FULL with the ids of the task, and no message.
    pub(super) fn note_full_table(&mut self, ids: TaskIds) {
        let bit = ErrorBit::DagTableFull;
        if rule!(TableFullSilent, true, false) {
            self.error(bit, rule!(TableFullNameless, ids, TaskIds::default()));
        }
        if rule!(TableFullMessage, false, true) {
            self.send_notice(ids, 0, Notice::Error { code: bit.code() });
        }
        if rule!(RejectCountsTableFull, false, true) {
            self.counters.task_reject = self.counters.task_reject.wrapping_add(1);
        }
    }

    /// §2.5: what a new kernel changes in its slot and for the other kernels of the slot.
    pub(super) fn join_dag(&mut self, newcomer: usize, slot: usize) {
        self.set_cp_priority(newcomer, slot);
        let dag = self.dag[slot].expect("the slot was just found");
        let boosts = rule!(BoostAlways, self.regs.dyn_dag_prio.age_boost(), true);
        if !rule!(BoostStatic, dag.is_dynamic, true) || !rule!(BoostNever, boosts, false) {
            return;
        }
        let on_cp = self.kernel(newcomer).td.on_cp;
        for (entry, other) in self.ready_station.iter_mut().enumerate() {
            let Some(other) = other else { continue };
            let is_of_dag = rule!(BoostAllDags, other.dag_slot == Some(slot), true);
            let is_other = rule!(BoostNewcomer, entry != newcomer, true);
            let is_other = rule!(BoostNewcomerOnly, is_other, entry == newcomer);
            let is_other = rule!(BoostOnCpNever, is_other, is_other && !other.td.on_cp);
            let is_other = rule!(BoostByOffCpOnly, is_other, is_other && !on_cp);
            if is_other && is_of_dag && is_boosted(other) {
                other.boost();
            }
        }
        if rule!(BoostCp, false, true) {
            let dag = self.dag[slot].as_mut().expect("the slot was just found");
            dag.cp_priority = dag.cp_priority.saturating_add(1);
        }
    }

    /// §2.5: cp_priority becomes the offline_priority of a kernel that is on_cp.
    fn set_cp_priority(&mut self, newcomer: usize, slot: usize) {
        let kernel = self.kernel(newcomer);
        let (on_cp, offline_priority) = (kernel.td.on_cp, kernel.offline_priority);
        let dag = self.dag[slot].as_mut().expect("the slot was just found");
        let (was, is_dynamic) = (dag.cp_priority, dag.is_dynamic);
        let sets = rule!(CpOfAnyKernel, on_cp, true);
        let sets = rule!(CpNever, sets, false);
        let sets = rule!(CpOfStaticDags, sets, sets && !is_dynamic);
        let sets = rule!(CpOfDynamicDags, sets, sets && is_dynamic);
        let sets = rule!(CpFirst, sets, sets && was == 0);
        if sets {
            let cp = rule!(CpHighest, offline_priority, was.max(offline_priority));
            let lowest = if was == 0 { offline_priority } else { was.min(offline_priority) };
            dag.cp_priority = rule!(CpLowest, cp, lowest);
        }
    }

    /// finish += 1, saturating (§6.4 b, §9.4).
    pub(super) fn count_finish(&mut self, slot: Option<usize>) {
        if let Some(slot) = slot.and_then(|slot| self.dag[slot].as_mut()) {
            slot.finish = rule!(FinishNotCounted, slot.finish.saturating_add(1), slot.finish);
        }
    }
}

/// §2.5: every resident kernel of the slot gets the boost.
fn is_boosted(kernel: &Kernel) -> bool {
    rule!(BoostNotR, true, !kernel.r_flag)
        && rule!(BoostWaitingOnly, true, kernel.launched == 0)
        && rule!(BoostEligibleOnly, true, kernel.is_eligible())
        && rule!(BoostNotAllocation, true, kernel.td.enable_sip_alloc)
}

impl Kernel {
    /// §2.5: offline_priority + 1, saturating.
    fn boost(&mut self) {
        let was = self.offline_priority;
        let boost = rule!(BoostTwo, 1, 2);
        let boosted = rule!(BoostWraps, was.saturating_add(boost), was.wrapping_add(boost));
        self.offline_priority = rule!(BoostFalls, boosted, was.saturating_sub(boost));
        self.online_priority =
            rule!(BoostOnline, self.online_priority, self.online_priority.saturating_add(boost));
    }
}
