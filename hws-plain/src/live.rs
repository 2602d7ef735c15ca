//! The live words of a descriptor (§6.3).

use hws_model::{ErrorBit, SharedMemory};
use hws_types::{Notice, TaskDescriptor, TaskIds};

use super::PlainHws;
use super::kernel::Kernel;
use super::loader::read_words;

impl PlainHws {
    /// §6.3: after every launch, also the last one.
    pub(super) fn read_live_words_of_launch(
        &mut self,
        entry: usize,
        second_resources: bool,
        leaves: bool,
        memory: &mut dyn SharedMemory,
    ) {
        let kernel = self.kernel(entry);
        let (coop, from_firmware) = (kernel.td.coop, kernel.is_from_firmware());
        let uses = kernel.td.enable_l2_alloc || kernel.takes_granted_vcs();
        let is_triggered = kernel.trigger < kernel.block_num();
        let counters = rule!(LiveCountersNow, second_resources, self.second_resources_are_on());
        let counters = rule!(LiveCountersIfUsed, counters, counters && uses);
        let counters = rule!(LiveCountersAlways, counters, true);
        let counters = rule!(LiveCountersNot, counters, false);
        if rule!(LiveWordsNotRead, true, false)
            && rule!(LiveNotAfterLast, true, !leaves)
            && rule!(LiveNotOfCoop, true, !coop)
            && rule!(LiveNotOfFirmware, true, !from_firmware)
            && rule!(LiveOnlyUntriggered, true, is_triggered)
        {
            self.read_live_words(entry, counters, memory);
        }
    }

    /// §6.3, §8.3: word 6, and with `counters` words 9 to 11, as one read.
    pub(super) fn read_live_words(&mut self, entry: usize, counters: bool, memory: &mut dyn SharedMemory) {
        let kernel = self.kernel(entry);
        let ids = kernel.ids;
        let now = kernel.td_addr.wrapping_add(self.regs.tdp_cfg.offset());
        let address = rule!(LiveAddressNow, kernel.address, now);
        let address = rule!(LiveWithoutOffset, address, kernel.td_addr);
        let trigger = read_words::<1>(memory, address, 6);
        let granted = if counters { read_words::<3>(memory, address, 9).map(Some) } else { Some(None) };
        let is_refused = trigger.is_none() || granted.is_none();
        if is_refused {
            self.note_refused_live_words(ids);
        }
        let kernel = self.kernel_mut(entry);
        if let Some([word_6]) = trigger
            && (!is_refused || rule!(LiveTriggerDespiteRefusal, false, true))
        {
            kernel.take_over_trigger(word_6);
        }
        if let Some(Some(words)) = granted
            && (!is_refused || rule!(LiveCountersDespiteRefusal, false, true))
        {
            kernel.take_over_counters(words);
        }
    }

    /// §6.3: ERR_STATUS.TD_READ with the kernel's ids, and nothing else.
    fn note_refused_live_words(&mut self, ids: TaskIds) {
        if rule!(LiveRefusalSilent, true, false) {
            self.error(ErrorBit::TdRead, rule!(LiveRefusalNameless, ids, TaskIds::default()));
        }
        if rule!(LiveRefusalMessage, false, true) {
            self.send_notice(ids, 0, Notice::Error { code: ErrorBit::TdRead.code() });
        }
        if rule!(LiveRefusalCounted, false, true) {
            self.counters.task_reject = self.counters.task_reject.wrapping_add(1);
        }
    }
}

impl Kernel {
    /// §6.3: trigger = max(trigger, min(new, block_num)).
    fn take_over_trigger(&mut self, word_6: u32) {
        let (was, block_num) = (self.trigger, self.block_num());
        let read = u32::from(TaskDescriptor::decode_trigger(word_6));
        let read = rule!(LiveTriggerOfStart, read, word_6 & 0xFFFF);
        let new = rule!(LiveTriggerUnlimited, read.min(block_num), read);
        let new = rule!(
            LiveTriggerCountsStart,
            new,
            read.saturating_sub(self.td.start_block_idx.into()).min(block_num)
        );
        let trigger = rule!(LiveTriggerReplaces, was.max(new), new);
        let trigger = rule!(LiveTriggerAdds, trigger, (was + new).min(block_num));
        let trigger = rule!(LiveTriggerLowest, trigger, was.min(new));
        self.trigger = rule!(LiveTriggerNot, trigger, was);
    }
}
