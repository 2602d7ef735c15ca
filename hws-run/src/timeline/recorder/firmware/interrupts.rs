//! The interrupt line: the OR of the enabled causes (registers.md §5), followed through accesses and events.

use hws_model::ErrorBit;
use hws_regs::{IrqEnable, RegId};
use hws_sim::stimulus::Target;
use hws_types::Cycle;

use crate::timeline::InterruptSpan;
use crate::timeline::recorder::log::{Finished, Log, Storage};

/// The causes of the interrupt, and the times in which it was asserted.
#[derive(Clone, Debug)]
pub(super) struct Interrupts {
    messages: u32,
    errors: u32,
    enabled: IrqEnable,
    open: Option<InterruptSpan>,
    ended: Log<InterruptSpan>,
}

impl Interrupts {
    pub(super) fn new(storage: &Storage) -> Self {
        let (messages, errors, enabled, open) = (0, 0, IrqEnable::default(), None);
        Self { messages, errors, enabled, open, ended: Log::new(storage) }
    }

    pub(super) fn sent(&mut self, at: Cycle) {
        self.messages += 1;
        self.settle(at);
    }

    pub(super) fn taken(&mut self, at: Cycle) {
        self.messages = self.messages.saturating_sub(1);
        self.settle(at);
    }

    pub(super) fn error(&mut self, at: Cycle, bit: ErrorBit) {
        self.errors |= bit.status().bits();
        self.settle(at);
    }

    pub(super) fn refused(&mut self, at: Cycle) {
        self.error(at, ErrorBit::Bus);
    }

    pub(super) fn written(&mut self, at: Cycle, target: Target, value: u32) {
        match target {
            Target::Register(RegId::IrqEnable) => self.enabled = IrqEnable::from_bits(value),
            Target::Register(RegId::ErrStatus) => self.errors &= !value,
            _ => return,
        }
        self.settle(at);
    }

    pub(super) fn read(&mut self, at: Cycle, target: Target) {
        if target == Target::Register(RegId::IrqStatus) {
            let noticed = self.open.iter_mut().map(|open| &mut open.noticed);
            noticed.for_each(|noticed| *noticed = noticed.or(Some(at)));
        }
    }

    /// Messages and errors are gone (scheduler.md §8.5); settings stay.
    pub(super) fn reset(&mut self, at: Cycle) {
        (self.messages, self.errors) = (0, 0);
        self.settle(at);
    }

    /// Ends what is open.
    pub(super) fn close(&mut self, at: Cycle) {
        self.end(at);
    }

    pub(super) fn finish(self) -> Finished<InterruptSpan> {
        self.ended.finish()
    }

    fn settle(&mut self, at: Cycle) {
        let has_message = self.messages > 0 && self.enabled.mih();
        let has_error = self.errors > 0 && self.enabled.err();
        if !has_message && !has_error {
            return self.end(at);
        }
        let begun = InterruptSpan { from: at, noticed: None, to: at, has_message, has_error };
        let open = self.open.get_or_insert(begun);
        open.has_message |= has_message;
        open.has_error |= has_error;
    }

    fn end(&mut self, at: Cycle) {
        self.open.take().into_iter().for_each(|open| self.ended.push(InterruptSpan { to: at, ..open }));
    }
}
