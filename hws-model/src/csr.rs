//! The CF register window: which access is answered, and by whom (registers.md).

mod page_dag;
mod page_launch;
mod page_rs;
mod read;
mod write;

use hws_regs::{Decoded, IrqStatus, RegId};

use crate::{BusError, ErrorBit, Hws};

impl Hws {
    /// A bus read at a byte offset. It may have an effect: MIH_DATA_HI pops, CNT_CYCLE_LO latches
    /// CNT_CYCLE_HI.
    ///
    /// # Errors
    /// [`BusError`]; ERR_STATUS.BUS is set then and nothing else changes.
    pub fn read32(&mut self, offset: u32) -> Result<u32, BusError> {
        let id = match RegId::decode(offset) {
            Decoded::Reserved => return Ok(0),
            Decoded::Register(id) if !id.info().access.is_readable() => Err(BusError::WriteOnly),
            Decoded::Register(id) => Ok(id),
            Decoded::Unmapped => Err(BusError::Unmapped),
            Decoded::Unaligned => Err(BusError::Unaligned),
        };
        let id = id.inspect_err(|_| self.note_bus_error())?;
        let value = self.peek(id);
        self.read_effect(id);
        Ok(value)
    }

    fn read_effect(&mut self, id: RegId) {
        match id {
            RegId::MihDataHi => {
                self.mih.pop();
            }
            RegId::CntCycleLo => self.cycle_hi = (self.cycles_since_reset() >> 32) as u32,
            _ => {}
        }
    }

    /// The register at `offset`, if it can be written.
    fn writable(offset: u32) -> Result<RegId, BusError> {
        match RegId::decode(offset) {
            Decoded::Register(id) if id.info().access.is_writable() => Ok(id),
            Decoded::Register(_) | Decoded::Reserved => Err(BusError::ReadOnly),
            Decoded::Unmapped => Err(BusError::Unmapped),
            Decoded::Unaligned => Err(BusError::Unaligned),
        }
    }

    /// A refused access is no event; the caller has seen it.
    fn note_bus_error(&mut self) {
        self.errors.raise(ErrorBit::Bus, Default::default());
    }

    pub(crate) fn cycles_since_reset(&self) -> u64 {
        self.cycle.since(self.reset_at)
    }

    pub(crate) fn irq_status(&self) -> IrqStatus {
        IrqStatus::from_bits(0).with_mih(!self.mih.is_empty()).with_err(self.errors.is_any())
    }
}
