//! Tasks on their way to the Ready Station: which push an admission or a rejection belongs to.
//!
//! Each source is a queue (scheduler.md §2.1), so an admitted or rejected task is the oldest push of its source.

use std::collections::VecDeque;

use hws_model::{ErrorBit, SharedMemory};
use hws_regs::{FwTaskTdAddr, RegId, TdpCfg};
use hws_sim::SparseMemory;
use hws_sim::stimulus::Op;
use hws_types::{Cycle, Source};

/// A push that is neither admitted nor rejected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Push {
    pub(super) at: Cycle,
    pub(super) td_addr: u32,
    pub(super) source: Source,
}

/// All of them, with the memory that has their descriptors.
#[derive(Clone, Debug, Default)]
pub(super) struct Pushes {
    hdr: VecDeque<Push>,
    firmware: VecDeque<Push>,
    /// FW_TASK_TD_ADDR.
    operand: u32,
    memory: SparseMemory,
}

impl Pushes {
    pub(super) fn operation(&mut self, at: Cycle, op: &Op) {
        match op {
            Op::Mem { addr, words } => {
                // The machine has accepted the same words.
                let _ = self.memory.write(*addr, words);
            }
            Op::Hdr(push) => {
                self.hdr.push_back(Push { at, td_addr: push.td_addr, source: Source::Hdr });
            }
            Op::Write { target, value } if target.offset() == RegId::FwTaskTdAddr.offset() => {
                self.operand = FwTaskTdAddr::from_bits(*value).bits();
            }
            Op::Write { target, .. } if target.offset() == RegId::FwTaskPush.offset() => {
                self.firmware.push_back(Push { at, td_addr: self.operand, source: Source::Firmware });
            }
            _ => {}
        }
    }

    pub(super) fn hdr_refused(&mut self) {
        self.hdr.pop_back();
    }

    /// An error may mean that the last push of firmware was dropped.
    pub(super) fn error(&mut self, bit: ErrorBit) {
        if matches!(bit, ErrorBit::FwTaskOverflow | ErrorBit::FwTaskMode) {
            self.firmware.pop_back();
        }
    }

    /// The task that leaves the loader.
    pub(super) fn take(&mut self, source: Source) -> Option<Push> {
        self.queue(source).pop_front()
    }

    /// The task with this kernel_id that leaves the loader.
    pub(super) fn take_named(&mut self, id: u32, config: TdpCfg) -> Option<Push> {
        let is_it = |pushes: &mut Self, source: Source| {
            let first = pushes.queue(source).front().copied();
            first.and_then(|push| pushes.kernel_id(push, config)) == Some(id)
        };
        let source = [Source::Hdr, Source::Firmware].into_iter().find(|&source| is_it(self, source))?;
        self.take(source)
    }

    /// kernel_id of the descriptor of a push, if it can be read.
    pub(super) fn kernel_id(&mut self, push: Push, config: TdpCfg) -> Option<u32> {
        self.memory.read_word(push.td_addr.wrapping_add(config.offset())).ok()
    }

    /// The pushes that have not left the loader, oldest first.
    pub(super) fn waiting(&self) -> Vec<Push> {
        self.hdr.iter().chain(&self.firmware).copied().collect()
    }

    /// A soft reset drops all tasks.
    pub(super) fn reset(&mut self) -> Vec<Push> {
        let dropped = self.waiting();
        self.hdr.clear();
        self.firmware.clear();
        dropped
    }

    fn queue(&mut self, source: Source) -> &mut VecDeque<Push> {
        match source {
            Source::Hdr => &mut self.hdr,
            Source::Firmware => &mut self.firmware,
        }
    }
}
