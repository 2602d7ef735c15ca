//! The blocks of a life, from launch to completion.

use hws_types::{Cycle, LaunchId, Sip, SipMask};

use super::BlockRecord;

/// The blocks of one kernel.
#[derive(Clone, Debug, Default)]
pub(super) struct Blocks {
    /// Each block with the SIPs that have not completed.
    all: Vec<(BlockRecord, SipMask)>,
    /// The number of blocks that have not completed.
    running: usize,
}

impl Blocks {
    pub(super) fn launched(&mut self, block: BlockRecord) {
        self.all.push((block, block.sips));
        self.running += 1;
    }

    /// The blocks launched in this cycle, to which the state adds what the event does not have.
    pub(super) fn launched_at(&mut self, at: Cycle) -> impl Iterator<Item = &mut BlockRecord> {
        self.all.iter_mut().rev().map(|(block, _)| block).take_while(move |block| block.at == at)
    }

    /// A valid report of a SIP; launch ids are reused, so it belongs to the youngest block.
    pub(super) fn completed(&mut self, at: Cycle, sip: Sip, launch_id: LaunchId) {
        let is_it = |(block, due): &&mut (BlockRecord, SipMask)| {
            block.launch_id == launch_id && due.contains(sip.mask())
        };
        let Some((block, due)) = self.all.iter_mut().rev().find(is_it) else { return };
        *due -= sip.mask();
        if due.is_empty() {
            block.completed = Some(at);
            self.running -= 1;
        }
    }

    /// A reset drops what runs.
    pub(super) fn reset(&mut self) {
        self.all.iter_mut().for_each(|(_, due)| *due = SipMask::EMPTY);
        self.running = 0;
    }

    pub(super) const fn are_running(&self) -> bool {
        self.running > 0
    }

    pub(super) fn all(self) -> Vec<BlockRecord> {
        self.all.into_iter().map(|(block, _)| block).collect()
    }
}
