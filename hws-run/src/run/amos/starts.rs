//! Blocks that firmware starts for the HWS: on the MIH path the MDMA is not told, a RESULT is the order.

use hws_types::{BlockHeader, LaunchId, SipMask, TaskIds};

use super::{Amos, Board};
use hws_sim::{FirmwareRun, Observer};

/// Which launches firmware has carried out.
#[derive(Clone, Debug)]
pub(super) struct Starts {
    /// The RESULT whose SCHED_INFO comes next.
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
    /// A RESULT names the SIPs of a block.
    pub(super) fn named(&mut self, of: BlockHeader, sips: SipMask) {
        self.named = Some((of, sips));
    }

    /// The SIPs that the RESULT before a SCHED_INFO named.
    pub(super) fn take_named(&mut self, of: BlockHeader) -> Option<SipMask> {
        self.named.take().filter(|(named, _)| *named == of).map(|(_, sips)| sips)
    }

    /// Notes the start of a launch; false when it was started before.
    pub(super) fn begin(&mut self, launch_id: LaunchId, of: BlockHeader) -> bool {
        let block = Some((of.ids, of.block_id));
        std::mem::replace(&mut self.started[launch_id.index()], block) != block
    }

    /// The block of a launch has finished.
    pub(super) fn over(&mut self, launch_id: LaunchId, of: BlockHeader) {
        let started = &mut self.started[launch_id.index()];
        if *started == Some((of.ids, of.block_id)) {
            *started = None;
        }
    }
}

impl Amos<'_, '_> {
    /// Hands a block to its SIPs, once.
    pub(super) fn start<O: Observer>(
        &mut self,
        board: &mut Board<O>,
        kernel_id: u32,
        of: BlockHeader,
        launch_id: LaunchId,
        sips: SipMask,
    ) {
        if self.starts.begin(launch_id, of) {
            self.hand_over(board, kernel_id, of.block_id, Some(launch_id), sips);
        }
    }

    /// One SIP after the other, each as long as a register access.
    pub(super) fn hand_over<O: Observer>(
        &self,
        board: &mut Board<O>,
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
    fn a_launch_is_started_once_and_its_id_is_then_another_s() {
        let of = |block_id| BlockHeader { block_id, ..BlockHeader::default() };
        let mut starts = Starts::default();
        let id = LaunchId::wrapping(7);
        assert!(starts.begin(id, of(1)) && !starts.begin(id, of(1)), "told by message and by the scan");
        assert!(starts.begin(id, of(2)), "the launch id came round while the end was not heard of");
        starts.over(id, of(1));
        assert!(!starts.begin(id, of(2)));
        starts.over(id, of(2));
        assert!(starts.begin(id, of(2)));
        starts.named(of(3), SipMask(6));
        assert_eq!((starts.take_named(of(3)), starts.take_named(of(3))), (Some(SipMask(6)), None));
    }
}
