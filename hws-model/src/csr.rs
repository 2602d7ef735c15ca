//! The CF register window: which accesses are accepted, what they read, and their effects (registers.md).

mod page_dag;
mod page_launch;
mod page_rs;
mod read;
mod write;

#[cfg(feature = "serde")]
pub(crate) use read::is_permutation;

use hws_regs::{Decoded, IrqStatus, PopReg, Readable, RegId, Register, Writable};

use crate::{BusError, ErrorBit, EventSink, Hws};

impl Hws {
    /// Reads a register: the typed form of [`Hws::read32`]. `index` selects the element of an array: `()`, `3`
    /// or `(0, 2)`. Reading a write-only register does not compile.
    ///
    /// ```
    /// use hws_model::{BusError, Config, Hws};
    /// use hws_regs::{Promote, SipUsageMask};
    ///
    /// let mut hws = Hws::new(Config::default());
    /// assert_eq!(hws.read::<Promote>(())?.threshold(), 4);
    /// assert_eq!(hws.read::<SipUsageMask>((3, 4))?.mask(), u32::MAX);
    /// assert_eq!(hws.read::<SipUsageMask>((4, 0)), Err(BusError::Unmapped));
    /// # Ok::<(), BusError>(())
    /// ```
    ///
    /// # Errors
    /// [`BusError::Unmapped`] for an index past the end of the array; ERR_STATUS.BUS is set then.
    pub fn read<R: Readable>(&mut self, index: R::Index) -> Result<R, BusError> {
        let id = self.element::<R>(index)?;
        // Readable registers are not write-only.
        Ok(R::from_bits(self.read_register(id).unwrap_or(0)))
    }

    /// Writes a register: the typed form of [`Hws::write32`]. Writing a read-only register does not compile.
    ///
    /// `Ok` only means that the bus has accepted the write. As there, the HWS ignores a value that is not legal, or that
    /// its state does not allow, and says so by ERR_STATUS; it also sets a bit there for a command, task or report that it
    /// drops.
    ///
    /// ```
    /// use hws_model::{BusError, Config, Hws};
    /// use hws_regs::{ErrStatus, PTopK, SipTopology, SipUsageMask};
    ///
    /// let mut hws = Hws::new(Config::default());
    /// hws.write((), PTopK::default().with_k(2).unwrap(), &mut ())?;
    /// hws.write((0, 1), SipUsageMask::default().with_mask(0xFFFF), &mut ())?;
    /// assert_eq!(hws.read::<PTopK>(())?.k(), 2);
    ///
    /// hws.write((), SipTopology::from_bits(0), &mut ())?; // no machine has 0 SIPs
    /// assert_eq!(hws.read::<SipTopology>(())?, SipTopology::default(), "the write is ignored");
    /// assert!(hws.read::<ErrStatus>(())?.cfg());
    /// # Ok::<(), BusError>(())
    /// ```
    ///
    /// # Errors
    /// [`BusError::Unmapped`] for an index past the end of the array; ERR_STATUS.BUS is set then and nothing
    /// else changes.
    pub fn write<R: Writable>(
        &mut self,
        index: R::Index,
        value: R,
        sink: &mut impl EventSink,
    ) -> Result<(), BusError> {
        let id = self.element::<R>(index)?;
        self.write_register(id, value.bits(), sink);
        Ok(())
    }

    fn element<R: Register>(&mut self, index: R::Index) -> Result<RegId, BusError> {
        let id = R::id(index);
        if id.is_in_range() {
            return Ok(id);
        }
        self.note_bus_error();
        Err(BusError::Unmapped)
    }

    /// Performs a bus read at a byte offset of the window. Two registers have a read effect: MIH_DATA_HI pops the
    /// oldest message, CNT_CYCLE_LO latches CNT_CYCLE_HI. Reserved words read as 0.
    ///
    /// ```
    /// use hws_model::{BusError, Config, Hws};
    /// use hws_regs::RegId;
    ///
    /// let mut hws = Hws::new(Config::default());
    /// assert_eq!(hws.read32(RegId::HwsId.offset()), Ok(RegId::HwsId.reset()));
    /// assert_eq!(hws.read32(RegId::HwsId.offset() + 1), Err(BusError::Unaligned));
    /// assert_eq!(hws.read32(RegId::DagCmd.offset()), Err(BusError::WriteOnly));
    /// ```
    ///
    /// # Errors
    /// [`BusError`]; ERR_STATUS.BUS is set then and nothing else changes.
    pub fn read32(&mut self, offset: u32) -> Result<u32, BusError> {
        let value = match RegId::decode(offset) {
            Decoded::Register(id) => self.read_register(id).ok_or(BusError::WriteOnly),
            Decoded::Reserved => Ok(0),
            Decoded::Unmapped => Err(BusError::Unmapped),
            Decoded::Unaligned => Err(BusError::Unaligned),
        };
        value.inspect_err(|_| self.note_bus_error())
    }

    /// A read with its effect; `None`, without an effect, for a write-only register.
    fn read_register(&mut self, id: RegId) -> Option<u32> {
        let value = self.value(id)?;
        self.read_effect(id);
        Some(value)
    }

    fn read_effect(&mut self, id: RegId) {
        match id.pop() {
            Some(PopReg::MihDataHi) => self.mih.pop(),
            None => self.latch_cycle_hi(id),
        }
    }

    /// A read of CNT_CYCLE_LO latches the word above it.
    fn latch_cycle_hi(&mut self, id: RegId) {
        if matches!(id, RegId::CntCycleLo) {
            self.cycle_hi = (self.cycles_since_reset() >> 32) as u32;
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

    /// No event is emitted for a refused access, because the caller gets the error.
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
