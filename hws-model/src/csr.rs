//! The CF register window: which accesses are accepted, what they read, and their effects (registers.md).

mod page_dag;
mod page_launch;
mod page_rs;
mod read;
mod write;

#[cfg(feature = "serde")]
pub(crate) use read::is_permutation;

use hws_regs::{Decoded, IrqStatus, PopReg, Readable, RegId, Writable};

use crate::{BusError, ErrorBit, EventSink, Hws};

impl Hws {
    /// Reads a register: the typed form of [`Hws::read32`]. `index` selects the element: `()` for a single register,
    /// a [`RegIndex`](hws_regs::RegIndex) for an array, or a pair of them. Reading a write-only register does not compile.
    ///
    /// ```
    /// use hws_model::{BusError, Config, Hws};
    /// use hws_regs::{Promote, RegIndex, Register, SipUsageMask};
    ///
    /// let mut hws = Hws::new(Config::default());
    /// assert_eq!(hws.read::<Promote>(())?.threshold(), 4);
    /// assert_eq!(hws.read::<SipUsageMask>((RegIndex::at::<3>(), RegIndex::at::<4>()))?.mask(), u32::MAX);
    /// assert!(SipUsageMask::index((4, 0)).is_err(), "there are 4 contexts");
    /// # Ok::<(), BusError>(())
    /// ```
    ///
    /// # Errors
    /// None: the bus accepts every read that compiles. The result is that of [`Hws::read32`], so that both are used alike.
    pub fn read<R: Readable>(&mut self, index: R::Index) -> Result<R, BusError> {
        // Readable registers are not write-only.
        Ok(R::from_bits(self.read_register(R::id(index)).unwrap_or(0)))
    }

    /// Writes a register: the typed form of [`Hws::write32`]. Writing a read-only register does not compile.
    ///
    /// The bus accepts the write, but the HWS ignores it as a whole and sets ERR_STATUS.CFG when the value is not legal
    /// (a word from `from_bits`, or a combination of fields that are legal one by one), or when the state does not allow
    /// it: HWS_CTRL, XMC_SIP_MAP and SIP_TOPOLOGY have such conditions (scheduler.md §8). ERR_STATUS.CFG is sticky: read
    /// it after the write, or enable IRQ_ENABLE.ERR; it is cleared by writing ones. Commands report their own errors
    /// when they retire.
    ///
    /// ```
    /// use hws_model::{BusError, Config, Hws};
    /// use hws_regs::{ErrStatus, PTopK, RegIndex, SipTopology, SipUsageMask};
    ///
    /// let mut hws = Hws::new(Config::default());
    /// hws.write((), PTopK::default().with_k(2).unwrap(), &mut ())?;
    /// let usage = (RegIndex::at::<0>(), RegIndex::at::<1>());
    /// hws.write(usage, SipUsageMask::default().with_mask(0xFFFF), &mut ())?;
    /// assert_eq!(hws.read::<PTopK>(())?.k(), 2);
    /// assert!(!hws.read::<ErrStatus>(())?.cfg(), "both were accepted");
    ///
    /// // 16 SIPs in each of 3 clusters: each is legal, both together are not.
    /// let too_many = SipTopology::default().with_cluster_sip_num_masked(16).with_cluster_num_masked(3);
    /// hws.write((), too_many, &mut ())?;
    /// assert!(hws.read::<ErrStatus>(())?.cfg(), "ignored");
    /// assert_eq!(hws.read::<SipTopology>(())?, SipTopology::default());
    /// hws.write((), ErrStatus::default().with_cfg(true), &mut ())?;
    /// # Ok::<(), BusError>(())
    /// ```
    ///
    /// # Errors
    /// None: the bus accepts every write that compiles. The result is that of [`Hws::write32`], so that both are used
    /// alike.
    pub fn write<R: Writable>(
        &mut self,
        index: R::Index,
        value: R,
        sink: &mut impl EventSink,
    ) -> Result<(), BusError> {
        if value.is_legal() {
            self.write_legal(R::id(index), value.bits(), sink);
        } else {
            self.refuse(sink);
        }
        Ok(())
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
