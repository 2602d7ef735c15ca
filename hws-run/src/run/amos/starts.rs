//! Blocks that firmware starts for the HWS: on the MIH path, a RESULT takes the place of the MDMA commands.

use hws_sim::FirmwareRun;
use hws_types::{BlockHeader, LaunchId, SipMask, TaskIds};

use super::{Amos, Board};

/// The launches that firmware has started.
#[derive(Clone, Debug)]
pub(super) struct Starts {
    /// The RESULT whose SCHED_INFO comes next, and its SIPs.
    named: Option<(BlockHeader, SipMask)>,
    /// The block of each launch that firmware has started.
    started: [Option<(TaskIds, u16)>; LaunchId::COUNT],
}

impl Default for Starts {
    fn default() -> Self {
        Self { named: None, started: [None; LaunchId::COUNT] }
    }
}

impl Starts {
    /// Notes the SIPs that a RESULT names for a block.
    pub(super) fn named(&mut self, of: BlockHeader, sips: SipMask) {
        self.named = Some((of, sips));
    }

    /// Takes the SIPs that the RESULT before a SCHED_INFO named.
    pub(super) fn take_named(&mut self, of: BlockHeader) -> Option<SipMask> {
        self.named.take().filter(|(named, _)| *named == of).map(|(_, sips)| sips)
    }

    /// Notes the start of a launch; returns false if it was started before.
    pub(super) fn begin(&mut self, launch_id: LaunchId, of: BlockHeader) -> bool {
        let block = Some((of.ids, of.block_id));
        std::mem::replace(&mut self.started[launch_id.index()], block) != block
    }

    /// Notes that the block of a launch has finished.
    pub(super) fn over(&mut self, launch_id: LaunchId, of: BlockHeader) {
        let started = &mut self.started[launch_id.index()];
        if *started == Some((of.ids, of.block_id)) {
            *started = None;
        }
    }
}

impl Amos<'_, '_> {
    /// Starts a block on its SIPs, once; returns whether that was now.
    pub(super) fn start(
        &mut self,
        board: &mut Board<'_>,
        kernel_id: u32,
        of: BlockHeader,
        launch_id: LaunchId,
        sips: SipMask,
    ) -> bool {
        let is_first = self.starts.begin(launch_id, of) && self.is_unstarted(kernel_id, of.block_id);
        if is_first {
            self.deliver(board, kernel_id, of.block_id, Some(launch_id), sips);
        }
        is_first
    }

    /// Whether no message and no look has started the block. A launch id is given again, and then a late message would
    /// be taken for one of the new launch.
    fn is_unstarted(&mut self, kernel_id: u32, block_id: u16) -> bool {
        self.watchdog.as_mut().is_none_or(|dog| dog.started.insert((kernel_id, block_id)))
    }

    /// Starts a block on one SIP after the other; each takes as long as a register access.
    pub(super) fn deliver(
        &self,
        board: &mut Board<'_>,
        kernel_id: u32,
        block_id: u16,
        launch_id: Option<LaunchId>,
        sips: SipMask,
    ) {
        let Some((_, task)) = self.locate(kernel_id) else { return };
        let cycles = self.workload.block_cycles(task.kernel);
        for sip in sips.iter() {
            board.deliver(FirmwareRun { sip, kernel_id, block_id, launch_id }, cycles);
            board.advance(self.workload.hardware.bus_cycles.into());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_launch_is_started_once_and_its_id_can_be_reused() {
        let of = |block_id| BlockHeader { block_id, ..BlockHeader::default() };
        let mut starts = Starts::default();
        let id = LaunchId::wrapping(7);
        assert!(starts.begin(id, of(1)) && !starts.begin(id, of(1)), "by message and by recovery");
        assert!(starts.begin(id, of(2)), "the launch id is reused before the end is known");
        starts.over(id, of(1));
        assert!(!starts.begin(id, of(2)));
        starts.over(id, of(2));
        assert!(starts.begin(id, of(2)));
        starts.named(of(3), SipMask(6));
        assert_eq!((starts.take_named(of(3)), starts.take_named(of(3))), (Some(SipMask(6)), None));
    }
}
