//! Firmware as the source of tasks.

use hws_regs::{ErrStatus, FwTaskPush, FwTaskTdAddr, InPath, params::N_CTX};
use hws_types::TaskIds;

use crate::argument::index_below;
use crate::{Bus, Expected, HwsDriver, InvalidArgument, Outcome, Refusal};

/// A task that firmware pushes to the HWS.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FirmwareTask {
    /// Byte address of the task descriptor, a multiple of 4.
    pub td_addr: u32,
    /// hdr_id, 0..=15, which every message of the task carries.
    pub hdr_id: u8,
    /// hdr_entry_id, likewise.
    pub hdr_entry_id: u8,
    /// Context, 0..=3; the one in the descriptor is ignored.
    pub ctx: u8,
}

impl FirmwareTask {
    /// Returns the ids that messages of this task carry.
    #[must_use]
    pub const fn ids(&self) -> TaskIds {
        TaskIds { source: hws_types::Source::Firmware, hdr_id: self.hdr_id, hdr_entry_id: self.hdr_entry_id }
    }

    fn encode(&self) -> Result<FwTaskPush, InvalidArgument> {
        let (hdr_id, ctx) = (u32::from(self.hdr_id), index_below::<N_CTX>("ctx", self.ctx)?);
        if !self.td_addr.is_multiple_of(WORD_BYTES) {
            let (value, expected) = (i64::from(self.td_addr), Expected::MultipleOf(WORD_BYTES));
            return Err(InvalidArgument { argument: "td_addr", value, expected });
        }
        FwTaskPush::from_bits(0)
            .with_ctx_masked(ctx.get())
            .with_entry_id_masked(self.hdr_entry_id.into())
            .with_hdr_id(hdr_id)
            .map_err(InvalidArgument::field("hdr_id", hdr_id))
    }
}

/// Shared memory is read in words.
const WORD_BYTES: u32 = size_of::<u32>() as u32;

impl<B: Bus> HwsDriver<B> {
    /// Pushes a task into the firmware FIFO. It is scheduled exactly once, however many blocks it has.
    ///
    /// Registers: read HWS_WORK_MODE; write FW_TASK_TD_ADDR, ERR_STATUS (clears FW_TASK_OVERFLOW, so
    /// that the bit refers to this push), FW_TASK_PUSH; read ERR_STATUS.
    ///
    /// # Errors
    /// An argument error if an id, the context or the address is out of range;
    /// [`Refusal::NotFirmwareInput`] before anything is written; [`Refusal::TaskFifoFull`]; bus errors.
    /// After a bus error the task may have been pushed, and pushing it again may run it twice, so look
    /// for its ids in the messages or on the RS page first. While entries are free, the loader reads it
    /// within (FW_TASK_FIFO + 1) × (TD_READ_CYCLES + 1) cycles.
    pub fn push_task(&mut self, task: &FirmwareTask) -> Outcome<(), B> {
        self.begins("push_task");
        let push = task.encode()?;
        if self.read_mode()?.in_path() != InPath::Firmware {
            return Err(Refusal::NotFirmwareInput.into());
        }
        self.write((), FwTaskTdAddr::from_bits(0).with_addr(task.td_addr))?;
        self.write((), ErrStatus::from_bits(0).with_fw_task_overflow(true))?;
        self.write((), push)?;
        if self.read::<ErrStatus>(())?.fw_task_overflow() {
            return Err(Refusal::TaskFifoFull.into());
        }
        Ok(())
    }
}
