//! The messages: from the cycle in which they are sent to the one in which firmware takes them.

use std::collections::{BTreeMap, VecDeque};

use hws_types::{Cycle, LaunchId, MihMessage, RawMih, TaskIds};

use crate::timeline::MessageSpan;
use crate::timeline::recorder::log::{Finished, Log, Storage};

/// All messages.
#[derive(Clone, Debug)]
pub(super) struct Messages {
    /// Those that have left the FIFO, in the order in which they entered it.
    ended: Log<MessageSpan>,
    /// Those in the FIFO.
    unread: VecDeque<MessageSpan>,
    /// The kernel of the last launch, with its COMMIT.
    last: Option<(Cycle, u32)>,
    /// The kernel of each launch, with its ids: an allocation-only kernel ends with launch_id 0, but has other ids.
    kernels: BTreeMap<LaunchId, (TaskIds, u32)>,
}

impl Messages {
    pub(super) fn new(storage: &Storage) -> Self {
        Self { ended: Log::new(storage), unread: VecDeque::new(), last: None, kernels: BTreeMap::new() }
    }

    pub(super) fn launched(&mut self, at: Cycle, kernel: u32) {
        self.last = Some((at, kernel));
    }

    pub(super) fn sent(&mut self, at: Cycle, raw: RawMih) {
        let kernel = MihMessage::decode(raw).ok().and_then(|message| self.kernel_of(at, message));
        self.unread.push_back(MessageSpan { sent: at, to: at, is_taken: false, raw, kernel });
    }

    pub(super) fn taken(&mut self, at: Cycle) {
        if let Some(message) = self.unread.pop_front() {
            self.ended.push(MessageSpan { to: at, is_taken: true, ..message });
        }
    }

    /// The FIFO is emptied.
    pub(super) fn reset(&mut self, at: Cycle) {
        self.unread.drain(..).for_each(|message| self.ended.push(MessageSpan { to: at, ..message }));
    }

    pub(super) fn finish(self) -> Finished<MessageSpan> {
        self.ended.finish()
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
