//! The bus: which accesses are accepted, and what a write does (registers.md; §1.3, §2.1, §8).

use hws_model::{BusError, ErrorBit, Event, EventSink};
use hws_regs::{
    ActionReg, BlockTriggerCnt, DagCmd, Decoded, FwTaskPush, HwsCtrl, PTopK, PopReg, Promote, RegId,
    SipReportComplete, SipReportPreComplete, TdRefresh, TdpCfg,
};
use hws_types::{LaunchId, Sip, SipMask, SipReport, TaskIds};

use super::PlainHws;
use super::commands::Command;

/// What may be read at an offset.
enum ReadTarget {
    Register(RegId),
    ReservedWord,
}

/// The two low bits of an address are not dropped.
fn decode(offset: u32) -> Decoded {
    rule!(UnalignedAccepted, RegId::decode(offset), RegId::decode(offset & !3))
}

fn read_target(offset: u32) -> Result<ReadTarget, BusError> {
    match decode(offset) {
        Decoded::Register(id) if id.info().access.is_readable() => Ok(ReadTarget::Register(id)),
        Decoded::Register(_) => reads_as_zero(rule!(WriteOnlyRead, false, true), BusError::WriteOnly),
        Decoded::Reserved => reads_as_zero(rule!(ReservedReadRefused, true, false), BusError::Unmapped),
        Decoded::Unmapped => reads_as_zero(rule!(UnmappedRead, false, true), BusError::Unmapped),
        Decoded::Unaligned => Err(BusError::Unaligned),
    }
}

fn reads_as_zero(is_accepted: bool, refused: BusError) -> Result<ReadTarget, BusError> {
    if is_accepted { Ok(ReadTarget::ReservedWord) } else { Err(refused) }
}

/// The register that is written; none for a wrong write that is accepted without an effect.
fn write_target(offset: u32) -> Result<Option<RegId>, BusError> {
    match decode(offset) {
        Decoded::Register(id) if id.info().access.is_writable() => Ok(Some(id)),
        Decoded::Register(_) => ignored(rule!(ReadOnlyWritten, false, true), BusError::ReadOnly),
        Decoded::Reserved => ignored(rule!(ReservedWritten, false, true), BusError::ReadOnly),
        Decoded::Unmapped => ignored(rule!(UnmappedWritten, false, true), BusError::Unmapped),
        Decoded::Unaligned => Err(BusError::Unaligned),
    }
}

fn ignored(is_accepted: bool, refused: BusError) -> Result<Option<RegId>, BusError> {
    if is_accepted { Ok(None) } else { Err(refused) }
}

impl PlainHws {
    /// A bus read; MIH_DATA_HI pops, CNT_CYCLE_LO latches CNT_CYCLE_HI.
    ///
    /// # Errors
    /// [`BusError`]; ERR_STATUS.BUS is set then and nothing else changes.
    pub fn read32(&mut self, offset: u32) -> Result<u32, BusError> {
        let _scope = self.enter();
        let target = read_target(offset);
        if target.is_err() && rule!(BusErrorOfWrites, true, false) {
            self.note_bus_error();
        }
        let target = target?;
        let ReadTarget::Register(id) = target else { return Ok(0) };
        let value = self.peek(id);
        self.read_effect(id);
        Ok(value)
    }

    fn read_effect(&mut self, id: RegId) {
        match id.pop() {
            Some(PopReg::MihDataHi) => {
                if rule!(MihNotPopped, true, false) {
                    self.mih_fifo.pop_front();
                }
            }
            None if id == RegId::MihDataLo => {
                if rule!(MihPoppedByLow, false, !self.mih_fifo.is_empty()) {
                    self.mih_fifo.pop_front();
                }
            }
            None if id == RegId::CntCycleLo => {
                self.cycle_hi = rule!(CycleNotLatched, (self.ticks_since_reset >> 32) as u32, self.cycle_hi)
            }
            None => (),
        }
    }

    /// A bus write.
    ///
    /// # Errors
    /// [`BusError`]; ERR_STATUS.BUS is set then and nothing else changes.
    pub fn write32(&mut self, offset: u32, value: u32, sink: &mut impl EventSink) -> Result<(), BusError> {
        let _scope = self.enter();
        let target = write_target(offset);
        if target.is_err() && rule!(BusErrorOfReads, true, false) {
            self.note_bus_error();
        }
        let Some(id) = target? else { return Ok(()) };
        if is_accepted(id, value) {
            self.write(id, value);
        } else {
            self.refuse_illegal(id, value);
        }
        self.hand_over(sink);
        Ok(())
    }

    /// registers.md §1: a write with an illegal value is ignored whole.
    fn refuse_illegal(&mut self, id: RegId, value: u32) {
        if rule!(IllegalPartly, false, id.action().is_none()) {
            let old = self.regs.read(id).unwrap_or(0);
            let refused = id.info().fields.iter().filter(|field| !field.legal.allows(field.extract(value)));
            let bits = refused.fold(0, |bits, field| bits | field.mask());
            let rest = value & !bits | old & bits;
            if id.is_legal(rest) {
                self.write_stored(id, rest);
            }
        }
        if rule!(IllegalAccepted, false, true) {
            self.store_illegal(id, value);
        }
        if rule!(IllegalSilent, true, false) {
            self.error_of_nobody(ErrorBit::Cfg);
        }
    }

    /// A wrong reading: the value is stored all the same.
    fn store_illegal(&mut self, id: RegId, value: u32) {
        match id {
            RegId::Promote => self.regs.promote = Promote::from_bits(value),
            RegId::PTopK => self.regs.p_top_k = PTopK::from_bits(value),
            RegId::TdpCfg => self.regs.tdp_cfg = TdpCfg::from_bits(value),
            _ => (),
        }
    }

    /// A bus error is not an `error` event.
    fn note_bus_error(&mut self) {
        self.note_error(rule!(BusErrorIsCfg, ErrorBit::Bus, ErrorBit::Cfg), TaskIds::default());
        if rule!(BusErrorTraced, false, true) {
            self.emit(Event::Error { bit: ErrorBit::Bus, ids: TaskIds::default() });
        }
    }

    /// A write whose value is legal by itself.
    fn write(&mut self, id: RegId, value: u32) {
        match id.action() {
            Some(action) => self.act(action, value),
            None => self.write_stored(id, value),
        }
    }

    /// Plain RW registers; the state may forbid the write of three of them, or make it restart something.
    fn write_stored(&mut self, id: RegId, value: u32) {
        match id {
            RegId::SipTopology => self.write_topology(value),
            RegId::XmcSipMap(_) => self.write_sip_map(id, value),
            RegId::TimeUnit => {
                let was = self.regs.time_unit;
                self.store(id, value);
                let kept = was == self.regs.time_unit;
                let new = rule!(PrescalerUnchanged, 0, if kept { self.prescaler } else { 0 });
                let new = rule!(PrescalerFromOne, new, self.regs.time_unit.prescale().min(1));
                self.prescaler = rule!(PrescalerRuns, new, self.prescaler);
            }
            RegId::HwsWorkMode => {
                let was = self.regs.hws_work_mode.in_path();
                self.store(id, value);
                self.change_source(was);
            }
            RegId::EarlyLaunchMode => {
                let was = self.regs.early_launch_mode.mode();
                self.store(id, value);
                let leaves = was != self.regs.early_launch_mode.mode();
                if rule!(ModeClearsPreIdle, false, leaves) {
                    self.sips.iter_mut().for_each(|sip| sip.pre_idle = sip.idle);
                }
            }
            _ => self.store(id, value),
        }
    }

    /// Every register whose write does more than store. There is no wildcard: after a register is added to the
    /// map, this does not compile until its effect is given here.
    fn act(&mut self, action: ActionReg, value: u32) {
        match action {
            ActionReg::HwsCtrl => self.write_ctrl(HwsCtrl::from_bits(value)),
            ActionReg::ErrStatus => self.clear_errors(value),
            ActionReg::SipReportComplete => self.report_complete(complete(value)),
            ActionReg::SipReportPreComplete => self.report_pre_complete(pre_complete(value)),
            ActionReg::FwTaskPush => self.push_firmware_task(FwTaskPush::from_bits(value)),
            ActionReg::DagCmd => self.write_dag_cmd(DagCmd::from_bits(value)),
            ActionReg::BlockTriggerCnt(entry) => {
                self.queue(Command::trigger(entry, BlockTriggerCnt::from_bits(value)));
            }
            ActionReg::TdRefresh => {
                self.queue(Command::refresh(TdRefresh::from_bits(value)));
            }
            ActionReg::HrmFwClaim => {
                self.queue(Command::Claim { mask: SipMask(value) });
            }
            ActionReg::HrmFwRelease => {
                self.queue(Command::Release { mask: SipMask(value) });
            }
        }
    }

    /// A plain RW register.
    pub(super) fn store(&mut self, id: RegId, value: u32) {
        self.regs.write(id, value).expect("a legal value of a stored register");
    }
}

/// registers.md §1: every field has a legal value; reserved bits are ignored.
fn is_accepted(id: RegId, value: u32) -> bool {
    let is_legal = id.is_legal(value);
    let is_legal = rule!(ReservedBitsRefused, is_legal, is_legal && value & !id.info().field_mask == 0);
    let is_legal = rule!(TopologyUnchecked, is_legal, is_legal || id == RegId::SipTopology);
    rule!(OpUnchecked, is_legal, is_legal || id == RegId::DagCmd)
}

fn complete(value: u32) -> SipReport {
    let written = SipReportComplete::from_bits(value);
    SipReport {
        launch_id: LaunchId::wrapping(written.launch_id()),
        block_id: written.block_id() as u16,
        sip: Sip::wrapping(written.sip_id()),
    }
}

fn pre_complete(value: u32) -> SipReport {
    let written = SipReportPreComplete::from_bits(value);
    SipReport {
        launch_id: LaunchId::wrapping(written.launch_id()),
        block_id: written.block_id() as u16,
        sip: Sip::wrapping(written.sip_id()),
    }
}
