//! The outputs to firmware: the MIH FIFO, ERR_STATUS, the interrupt line (interfaces.md §4, registers.md §5).

use hws_model::{ErrorBit, Event};
use hws_regs::{ErrFirst, IrqStatus, params};
use hws_types::{BlockHeader, MihMessage, Notice, TaskIds};

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
        for message in messages {
            let raw = message.encode();
            if rule!(PairTorn, has_room, self.mih_room() > 0) {
                self.mih_fifo.push_back(raw);
                self.emit(Event::Mih(raw));
            } else {
                self.emit(Event::MihDrop(raw));
                self.counters.mih_drop = self.counters.mih_drop.wrapping_add(rule!(DropNotCounted, 1, 0));
                self.error(ErrorBit::MihOverflow, message.header().ids);
            }
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
        if rule!(ErrFirstIsLast, self.err_status == 0, true) {
            self.err_first = ErrFirst::from_bits(0)
                .with_valid(true)
                .with_code_masked(bit.code().into())
                .with_hdr_id_masked(ids.hdr_id.into())
                .with_entry_id_masked(ids.hdr_entry_id.into());
        }
        self.err_status |= 1 << bit.code();
    }

    /// A W1C write of ERR_STATUS.
    pub(super) fn clear_errors(&mut self, ones: u32) {
        self.err_status &= rule!(ErrClearsAll, !ones, 0);
        if rule!(ErrFirstStays, self.err_status == 0, false) {
            self.err_first = ErrFirst::from_bits(0);
        }
    }

    pub(super) fn irq_status(&self) -> IrqStatus {
        IrqStatus::from_bits(0).with_mih(!self.mih_fifo.is_empty()).with_err(self.err_status != 0)
    }

    /// Returns the interrupt line: the OR of IRQ_STATUS & IRQ_ENABLE.
    #[must_use]
    pub fn is_interrupt_asserted(&self) -> bool {
        let _scope = self.enter();
        shown(|| self.irq_status().bits() & self.irq_enabled() != 0)
    }

    fn irq_enabled(&self) -> u32 {
        let enabled = self.regs.irq_enable.bits();
        let enabled = rule!(IrqIgnoresEnable, enabled, u32::MAX);
        let enabled = rule!(IrqErrorAlways, enabled, enabled | IrqStatus::ERR.mask());
        rule!(IrqMessageAlways, enabled, enabled | IrqStatus::MIH.mask())
    }
}
