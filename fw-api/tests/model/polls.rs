//! Controlled waits: what a call polls becomes ready at a chosen poll, whatever the machine does.

use fw_api::Wait;
use fw_api::regs::{
    DagCmdStatus, Decoded, HwsStatus, LaunchInfo, RegId, RegIndex,
    params::{CMD_QUEUE, N_LAUNCH},
};

/// Answers in place of the polled registers. The next wait begins after a write, after the last read of
/// a claim or of a poll of the SIPs, and with the next launch entry.
#[derive(Clone, Debug, Default)]
pub(crate) struct Polls {
    waits: &'static [Wait],
    /// The number of polls that find a wait not over.
    late: u32,
    seen: u32,
    /// The launch entry that is polled.
    launch: RegIndex<N_LAUNCH>,
}

impl Polls {
    /// Every wait of the call is over at its first poll.
    pub(crate) fn at_once(waits: &'static [Wait]) -> Self {
        Self { waits, ..Self::default() }
    }

    /// Every wait is over at its last poll.
    pub(crate) fn at_the_last_moment(waits: &'static [Wait]) -> Self {
        let bound = waits.iter().map(|wait| wait.polls()).max().unwrap_or(1);
        Self { waits, late: bound - 1, ..Self::default() }
    }

    /// Every wait would be over one poll after its last.
    pub(crate) fn too_late(waits: &'static [Wait]) -> Self {
        let last = Self::at_the_last_moment(waits);
        Self { late: last.late + 1, ..last }
    }

    pub(crate) fn written(&mut self) {
        self.seen = 0;
    }

    /// What a read of `offset` returns instead of the register's value.
    pub(crate) fn answer(&mut self, offset: u32) -> Option<u32> {
        let Decoded::Register(id) = RegId::decode(offset) else { return None };
        match id {
            RegId::HrmFwOwned | RegId::ReservedSipMask => self.seen = 0,
            RegId::LaunchInfo(index) if self.launch != index => (self.launch, self.seen) = (index, 0),
            // Attempts do not follow each other; the one in flight is late.
            RegId::CntAttempt if self.waits.contains(&Wait::AttemptCommitted) => return Some(0),
            _ => {}
        }
        let value = self.polled(id)?;
        self.seen += 1;
        Some(value)
    }

    fn polled(&self, id: RegId) -> Option<u32> {
        let (busy, step) = (self.seen < self.late, self.seen.min(self.late));
        let waits = |wanted: &[Wait]| wanted.iter().any(|wait| self.waits.contains(wait));
        let (is_polled, value) = match id {
            RegId::HwsStatus => {
                (waits(&[Wait::CommandRoom, Wait::CommandRetired, Wait::AttemptCommitted]), hws_status(busy))
            }
            RegId::DagCmdStatus => {
                (waits(&[Wait::CommandRetired]), DagCmdStatus::from_bits(0).with_busy(busy).bits())
            }
            RegId::SipIdleMask => (waits(&[Wait::StableStatus]), step),
            RegId::LaunchInfo(_) => (waits(&[Wait::StableLaunch]), launch_info(step)),
            _ => (false, 0),
        };
        is_polled.then_some(value)
    }
}

fn hws_status(busy: bool) -> u32 {
    let pending = if busy { CMD_QUEUE as u32 } else { 0 };
    HwsStatus::from_bits(0).with_attempt_busy(busy).with_cmd_pending_masked(pending).bits()
}

fn launch_info(block: u32) -> u32 {
    LaunchInfo::from_bits(0).with_valid(true).with_block_id_masked(block).bits()
}
