//! The outputs that every unit may write to: events, errors, messages and counters.

use hws_types::{BlockHeader, Cycle, MihMessage, Notice, RawMih, TaskIds};

use crate::counters::Counters;
use crate::errors::{ErrorBit, ErrorLog};
use crate::mih::MihFifo;
use crate::{Event, EventSink};

/// The outputs of the units during one tick or one access.
pub(crate) struct Output<'a, S> {
    pub(crate) cycle: Cycle,
    pub(crate) sink: &'a mut S,
    pub(crate) errors: &'a mut ErrorLog,
    pub(crate) mih: &'a mut MihFifo,
    pub(crate) counters: &'a mut Counters,
}

impl<S: EventSink> Output<'_, S> {
    pub(crate) fn event(&mut self, event: Event) {
        self.sink.event(self.cycle, event);
    }

    /// Sets the bit of ERR_STATUS and emits the event.
    pub(crate) fn error(&mut self, bit: ErrorBit, ids: TaskIds) {
        self.errors.raise(bit, ids);
        self.event(Event::Error { bit, ids });
    }

    /// Sends one message, or drops it.
    pub(crate) fn message(&mut self, message: MihMessage) {
        let raw = message.encode();
        if self.mih.push(raw) {
            self.event(Event::Mih(raw));
        } else {
            self.drop_message(raw, message.header().ids);
        }
    }

    /// Sends RESULT and SCHED_INFO, or drops both, so that firmware never gets one without the other.
    pub(crate) fn message_pair(&mut self, first: MihMessage, second: MihMessage) {
        if self.mih.has_room(2) {
            self.message(first);
            self.message(second);
        } else {
            self.drop_message(first.encode(), first.header().ids);
            self.drop_message(second.encode(), second.header().ids);
        }
    }

    /// Rejects a task: error bit, counter and ERROR message (§2.3).
    pub(crate) fn reject(&mut self, bit: ErrorBit, ids: TaskIds) {
        self.error(bit, ids);
        self.counters.task_reject.bump();
        let of = BlockHeader { ids, block_id: 0 };
        self.message(MihMessage::Notify { of, notice: Notice::Error { code: bit.code() } });
    }

    fn drop_message(&mut self, raw: RawMih, ids: TaskIds) {
        self.counters.mih_drop.bump();
        self.event(Event::MihDrop(raw));
        self.error(ErrorBit::MihOverflow, ids);
    }
}
