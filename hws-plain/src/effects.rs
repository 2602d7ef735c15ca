//! What a command does when it is retired (§8.1 to §8.4).

use hws_model::{CommandKind, ErrorBit, SharedMemory};
use hws_regs::DagResult;
use hws_types::{SipMask, TaskIds};

use super::PlainHws;
use super::commands::NamedEntry;
use super::dags::DagSlot;
use super::kernel::Kernel;

impl PlainHws {
    /// §8.1.
    pub(super) fn dag_init(&mut self, tag: u16, total: u32, is_dynamic: bool) -> DagResult {
        let Some(slot) = self.dag_slot_for_tag(tag) else { return self.no_slot_for_init() };
        let slot = self.slot_for_init(tag, slot);
        let dag = self.dag[slot].as_mut().expect("the slot was just found");
        let kept = dag.is_dynamic;
        let is_dynamic = rule!(InitOnlySetsDynamic, is_dynamic, is_dynamic || kept);
        dag.is_dynamic = rule!(InitKeepsDynamic, is_dynamic, kept);
        dag.cp_priority = rule!(InitClearsCp, dag.cp_priority, 0);
        let larger = dag.total.max(total);
        let total = rule!(InitRaisesTotal, total, larger);
        let total = rule!(InitAddsTotal, total, dag.total.wrapping_add(total));
        dag.total = rule!(InitKeepsTotal, total, dag.total);
        dag.finish = rule!(InitClearsFinish, dag.finish, 0);
        DagResult::Ok
    }

    /// A wrong reading of §8.1: a slot that no kernel uses is left for a new one.
    fn slot_for_init(&mut self, tag: u16, found: usize) -> usize {
        let is_old = self.dag[found].is_some_and(|dag| dag.total > 0);
        let free = self.dag.iter().position(Option::is_none).filter(|_| is_old);
        let slot = rule!(InitNewSlot, found, free.unwrap_or(found));
        if slot != found {
            self.dag[slot] = Some(DagSlot::new(tag));
        }
        slot
    }

    /// §8.1: TABLE_FULL sets no ERR_STATUS bit.
    fn no_slot_for_init(&mut self) -> DagResult {
        if rule!(InitFullError, false, true) {
            self.error_of_nobody(ErrorBit::DagTableFull);
        }
        rule!(InitFullOk, DagResult::TableFull, DagResult::Ok)
    }

    /// §8.2.
    pub(super) fn dag_reset(&mut self, tag: u16) -> DagResult {
        let Some(slot) = self.dag_slot_of_tag(tag) else {
            return rule!(ResetNotFoundOk, DagResult::NotFound, DagResult::Ok);
        };
        let is_in_use = rule!(ResetKeepsSlot, self.is_dag_in_use(tag), true);
        if !is_in_use {
            self.dag[slot] = None;
            return DagResult::Ok;
        }
        let Some(dag) = &mut self.dag[slot] else { return DagResult::Ok };
        if rule!(ResetRefusedInUse, true, false) {
            dag.total = rule!(ResetKeepsTotal, 0, dag.total);
            dag.finish = rule!(ResetKeepsFinish, 0, dag.finish);
            dag.cp_priority = rule!(ResetKeepsCp, 0, dag.cp_priority);
            dag.is_dynamic = rule!(ResetKeepsDynamic, false, dag.is_dynamic);
        }
        rule!(ResetBusyOk, DagResult::Busy, DagResult::Ok)
    }

    /// §8.2: a valid entry has the tag, with or without a slot.
    fn is_dag_in_use(&self, tag: u16) -> bool {
        let has_slot = |kernel: &Kernel| rule!(ResetSlotlessIgnored, true, kernel.dag_slot.is_some());
        let takes_sips = |kernel: &Kernel| rule!(ResetAllocationIgnored, true, kernel.td.enable_sip_alloc);
        let waits = |kernel: &Kernel| rule!(ResetLaunchedIgnored, true, kernel.launched == 0);
        let mut members = self.kernels().map(|(_, kernel)| kernel).filter(|kernel| kernel.td.dag_tag == tag);
        let is_in_use = members.any(|kernel| has_slot(kernel) && takes_sips(kernel) && waits(kernel));
        rule!(ResetInUseFrees, is_in_use, false)
    }

    /// §8.3: the entry is valid and, with CHECK, still holds the kernel that was meant.
    fn find(&mut self, named: NamedEntry) -> Option<usize> {
        let kernel = self.ready_station.get(named.entry).and_then(Option::as_ref);
        let is_meant = kernel.is_some_and(|kernel| is_meant(named, kernel));
        if !is_meant && rule!(TriggerEntrySilent, true, false) {
            let of_kernel = kernel.map_or(TaskIds::default(), |kernel| kernel.ids);
            let ids = rule!(TriggerEntryNamed, TaskIds::default(), of_kernel);
            self.error(ErrorBit::TriggerEntry, rule!(TriggerEntryWritten, ids, written(named, ids)));
        }
        is_meant.then_some(named.entry)
    }

    /// §8.3 TRIGGER.
    pub(super) fn trigger(&mut self, named: NamedEntry, count: u32) {
        let Some(entry) = self.find(named) else { return };
        let kernel = self.kernel_mut(entry);
        let ids: TaskIds = kernel.ids;
        let is_regress = is_regress(kernel, count);
        let blocks = kernel.block_num();
        let count = rule!(TriggerAdds, count, kernel.trigger.saturating_add(count));
        let new = rule!(TriggerNotLimited, count.min(blocks), count);
        let new = rule!(TriggerBeyondRefused, new, if count > blocks { 0 } else { new });
        let new = rule!(TriggerReplaces, kernel.trigger.max(new), new);
        kernel.trigger = rule!(TriggerRefused, new, kernel.trigger);
        if rule!(RegressAccepted, is_regress, false) {
            self.error(ErrorBit::TriggerRegress, rule!(RegressNameless, ids, TaskIds::default()));
        }
    }

    /// §8.3 REFRESH.
    pub(super) fn refresh(&mut self, named: NamedEntry, memory: &mut dyn SharedMemory) {
        let Some(entry) = self.find(named) else { return };
        let trigger = self.kernel(entry).trigger;
        let counters = rule!(RefreshWithoutCounters, self.second_resources_are_on(), false);
        let used = counters && self.kernel(entry).td.enable_l2_alloc;
        let counters = rule!(RefreshCountersOfL2, counters, used);
        self.read_live_words(entry, rule!(RefreshCountersAlways, counters, true), memory);
        let kernel = self.kernel_mut(entry);
        kernel.trigger = rule!(RefreshKeepsTrigger, kernel.trigger, trigger);
    }

    /// §8.4 CLAIM.
    pub(super) fn claim(&mut self, mask: SipMask) {
        let idle = rule!(ClaimBusy, self.idle(), SipMask(u32::MAX));
        let idle = rule!(ClaimPreIdle, idle, self.idle() | self.pre_idle());
        let reserved = rule!(ClaimReserved, self.reserved_all, SipMask::EMPTY);
        let owned = rule!(ClaimOwnedAgain, self.fw_owned, SipMask::EMPTY);
        let free = (rule!(ClaimAbsent, self.present(), SipMask(u32::MAX)) & idle) - reserved - owned;
        let free = rule!(ClaimAllOrNothing, free, if free.contains(mask) { free } else { SipMask::EMPTY });
        let taken = mask & free;
        let refused = rule!(RefusedAll, mask - free, if free.contains(mask) { SipMask::EMPTY } else { mask });
        let refused = rule!(RefusedPresent, refused, refused & self.present());
        self.fw_refused = rule!(RefusedAdds, refused, self.fw_refused | refused);
        self.fw_refused = rule!(RefusedIsTaken, self.fw_refused, taken);
        self.fw_owned = rule!(ClaimReplaces, self.fw_owned | taken, taken);
        let result = rule!(ClaimResultTaken, self.fw_refused, taken);
        self.retired(CommandKind::Claim, result.0);
    }

    /// §8.4 RELEASE.
    pub(super) fn release(&mut self, mask: SipMask) {
        let mask = rule!(ReleaseAll, mask, SipMask(u32::MAX));
        self.fw_owned -= rule!(ReleaseNothing, mask, SipMask::EMPTY);
        self.fw_refused = rule!(ReleaseClearsRefused, self.fw_refused, SipMask::EMPTY);
        self.retired(CommandKind::Release, 0);
    }
}

/// §8.3: with CHECK, the written ids are those of the kernel.
fn is_meant(named: NamedEntry, kernel: &Kernel) -> bool {
    let check = rule!(CheckAlways, named.check, true);
    let (hdr, entry): (u32, u32) = (kernel.ids.hdr_id.into(), kernel.ids.hdr_entry_id.into());
    let agrees = named.ids == (hdr, entry);
    let agrees = rule!(CheckEntryOnly, agrees, named.ids.1 == entry);
    let agrees = rule!(CheckHdrOnly, agrees, named.ids.0 == hdr);
    let agrees = rule!(CheckSource, agrees, agrees && !kernel.is_from_firmware());
    rule!(CheckIgnored, !check || agrees, true)
}

/// §8.3: a count, before clamping, below the present trigger.
fn is_regress(kernel: &Kernel, count: u32) -> bool {
    let is_regress = rule!(RegressStrict, count < kernel.trigger, count <= kernel.trigger);
    let is_regress = rule!(RegressByLaunched, is_regress, count < kernel.launched);
    rule!(RegressBeyond, is_regress, is_regress || count > kernel.block_num())
}

/// The ids that were written with a command.
fn written(named: NamedEntry, of_nobody: TaskIds) -> TaskIds {
    TaskIds { hdr_id: named.ids.0 as u8, hdr_entry_id: named.ids.1 as u8, ..of_nobody }
}
