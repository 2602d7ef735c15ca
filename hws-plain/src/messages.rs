//! The outputs to firmware: the MIH FIFO, ERR_STATUS, the interrupt line (interfaces.md §4, registers.md §5).

use hws_model::{ErrorBit, Event};
use hws_regs::{ErrFirst, IrqStatus, params};
use hws_types::{BlockHeader, MihMessage, Notice, RawMih, Source, TaskIds};

use super::PlainHws;
use crate::site::shown;

impl PlainHws {
    pub(super) fn mih_room(&self) -> usize {
        params::MIH_FIFO - self.mih_fifo.len()
    }

    pub(super) fn send_notice(&mut self, ids: TaskIds, block_id: u16, notice: Notice) {
        self.send(&[MihMessage::Notify { of: BlockHeader { ids, block_id }, notice }]);
    }

    /// Sends messages that belong together: either all of them enter the FIFO, or all are dropped.
    pub(super) fn send(&mut self, messages: &[MihMessage]) {
        let has_room = messages.len() <= self.mih_room();
        let has_room = rule!(FifoShort, has_room, messages.len() < self.mih_room());
        let has_room = rule!(RoomForPair, has_room, self.mih_room() >= 2);
        for (number, message) in messages.iter().enumerate() {
            let message = &sent(*message);
            let raw = message.encode();
            if rule!(PairTorn, has_room, self.mih_room() > 0) {
                self.mih_fifo.push_back(raw);
                self.emit(Event::Mih(raw));
            } else {
                self.drop_message(raw, message.header().ids, number == 0);
            }
        }
    }

    /// interfaces.md §4: a message that does not fit is dropped, counted, and sets MIH_OVERFLOW.
    fn drop_message(&mut self, raw: RawMih, ids: TaskIds, is_first: bool) {
        if rule!(DropsOldest, false, true) {
            self.mih_fifo.pop_front();
            self.mih_fifo.push_back(raw);
        }
        let event_first = rule!(DropErrorFirst, true, false);
        if event_first {
            self.emit(Event::MihDrop(raw));
        }
        let count = rule!(DropNotCounted, 1, 0);
        let count = rule!(DropPairOnce, count, is_first.into());
        self.counters.mih_drop = self.counters.mih_drop.wrapping_add(count);
        if rule!(DropSilent, true, false) && rule!(DropErrorOnce, true, is_first) {
            self.error(ErrorBit::MihOverflow, rule!(DropNameless, ids, TaskIds::default()));
        }
        if !event_first {
            self.emit(Event::MihDrop(raw));
        }
    }

    /// An ERR_STATUS condition, with the ids of the task that it concerns.
    pub(super) fn error(&mut self, bit: ErrorBit, ids: TaskIds) {
        self.note_error(bit, ids);
        self.emit(Event::Error { bit, ids });
    }

    /// An ERR_STATUS condition that concerns no task.
    pub(super) fn error_of_nobody(&mut self, bit: ErrorBit) {
        self.error(bit, TaskIds::default());
    }

    /// ERR_STATUS and, for the first since it was all zero, ERR_FIRST.
    pub(super) fn note_error(&mut self, bit: ErrorBit, ids: TaskIds) {
        let is_first = rule!(ErrFirstIsLast, self.err_status == 0, true);
        let is_first = rule!(ErrFirstOfBit, is_first, self.err_status & (1 << bit.code()) == 0);
        let is_first = rule!(ErrFirstNotBus, is_first, is_first && bit != ErrorBit::Bus);
        if is_first {
            self.err_first = err_first(bit, ids);
        }
        self.err_status |= 1 << bit.code();
    }

    /// A W1C write of ERR_STATUS.
    pub(super) fn clear_errors(&mut self, ones: u32) {
        let kept = rule!(ErrClearsAll, !ones, 0);
        let kept = rule!(ErrClearsZeros, kept, ones);
        self.err_status &= rule!(ErrNotCleared, kept, u32::MAX);
        let clears = rule!(ErrFirstStays, self.err_status == 0, false);
        let clears = rule!(ErrFirstCleared, clears, true);
        let own = 1u32.checked_shl(self.err_first.code()).unwrap_or(0);
        let clears = rule!(ErrFirstClearedByBit, clears, clears || ones & own != 0);
        if clears {
            self.err_first = ErrFirst::from_bits(0);
        }
    }

    /// MIH: FIFO not empty; ERR: ERR_STATUS ≠ 0; both whatever IRQ_ENABLE.
    pub(super) fn irq_status(&self) -> IrqStatus {
        let enabled = self.regs.irq_enable;
        let has_message = rule!(IrqSecondMessage, !self.mih_fifo.is_empty(), self.mih_fifo.len() > 1);
        let has_message = rule!(IrqFullFifo, has_message, self.mih_room() == 0);
        let has_error = rule!(IrqWithoutBus, self.err_status, self.err_status & !(1 << ErrorBit::Bus.code()));
        let status = IrqStatus::from_bits(0).with_mih(has_message).with_err(has_error != 0);
        rule!(IrqStatusMasked, status, IrqStatus::from_bits(status.bits() & enabled.bits()))
    }

    /// Returns the interrupt line: the OR of IRQ_STATUS & IRQ_ENABLE.
    #[must_use]
    pub fn is_interrupt_asserted(&self) -> bool {
        let _scope = self.enter();
        shown(|| self.irq())
    }

    fn irq(&self) -> bool {
        let enabled = self.regs.irq_enable.bits();
        let enabled = rule!(IrqIgnoresEnable, enabled, u32::MAX);
        let enabled = rule!(IrqErrorAlways, enabled, enabled | IrqStatus::ERR.mask());
        let enabled = rule!(IrqMessageAlways, enabled, enabled | IrqStatus::MIH.mask());
        let status = self.irq_status();
        let status = rule!(IrqWithoutErrors, status, status.with_err(false));
        let status = rule!(IrqWithoutMessages, status, status.with_mih(false));
        let status = rule!(IrqSwapped, status, status.with_mih(status.err()).with_err(status.mih()));
        let (both, any) = (enabled == status.bits() & enabled, status.bits() & enabled != 0);
        rule!(IrqAll, any, any && both)
    }
}

/// What is sent of a message.
fn sent(message: MihMessage) -> MihMessage {
    let mut of = message.header();
    of.ids.source = rule!(MessageOfHdr, of.ids.source, Source::Hdr);
    message.with_header(of)
}

/// ERR_FIRST for an error that concerns a task, or nobody.
fn err_first(bit: ErrorBit, ids: TaskIds) -> ErrFirst {
    let (hdr, entry) = (u32::from(ids.hdr_id), u32::from(ids.hdr_entry_id));
    let (hdr, entry) = rule!(ErrFirstNameless, (hdr, entry), (0, 0));
    let (hdr, entry) = rule!(ErrFirstIdsSwapped, (hdr, entry), (entry, hdr));
    ErrFirst::from_bits(0)
        .with_valid(rule!(ErrFirstInvalid, true, false))
        .with_code_masked(rule!(ErrFirstNextCode, u32::from(bit.code()), u32::from(bit.code()) + 1))
        .with_hdr_id_masked(hdr)
        .with_entry_id_masked(entry)
}
