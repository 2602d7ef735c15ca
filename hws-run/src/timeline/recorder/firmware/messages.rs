//! The messages: from the cycle in which they are sent to the one in which firmware takes them.

use std::collections::{BTreeMap, VecDeque};

use hws_types::{Cycle, LaunchId, MihMessage, RawMih, TaskIds};

use crate::timeline::MessageSpan;

/// All messages.
#[derive(Clone, Debug, Default)]
pub(super) struct Messages {
    all: Vec<MessageSpan>,
    /// The places of those in the FIFO.
    unread: VecDeque<usize>,
    /// The kernel of the last launch, with its COMMIT.
    last: Option<(Cycle, u32)>,
    /// The kernel of each launch, with its ids: an allocation-only kernel ends with launch_id 0, but has other ids.
    kernels: BTreeMap<LaunchId, (TaskIds, u32)>,
}

impl Messages {
    pub(super) fn launched(&mut self, at: Cycle, kernel: u32) {
        self.last = Some((at, kernel));
    }

    pub(super) fn sent(&mut self, at: Cycle, raw: RawMih) {
        self.unread.push_back(self.all.len());
        let kernel = MihMessage::decode(raw).ok().and_then(|message| self.kernel_of(at, message));
        self.all.push(MessageSpan { sent: at, to: at, is_taken: false, raw, kernel });
    }

    pub(super) fn taken(&mut self, at: Cycle) {
        if let Some(place) = self.unread.pop_front() {
            (self.all[place].to, self.all[place].is_taken) = (at, true);
        }
    }

    /// The FIFO is emptied.
    pub(super) fn reset(&mut self, at: Cycle) {
        self.unread.drain(..).for_each(|place| self.all[place].to = at);
    }

    pub(super) fn all(mut self, end: Cycle) -> Vec<MessageSpan> {
        self.reset(end);
        self.all
    }

    /// The messages of a launch are sent in its COMMIT.
    fn kernel_of(&mut self, at: Cycle, message: MihMessage) -> Option<u32> {
        let ids = message.header().ids;
        let launched = self.last.filter(|last| last.0 == at).map(|last| last.1);
        match message {
            MihMessage::Result { .. } => launched,
            MihMessage::SchedInfo { launch_id, .. } => {
                self.kernels.insert(launch_id, (ids, launched?));
                launched
            }
            MihMessage::BlockFinish { launch_id, .. } => {
                self.kernels.get(&launch_id).filter(|of| of.0 == ids).map(|of| of.1)
            }
            MihMessage::Notify { .. } => None,
        }
    }
}
