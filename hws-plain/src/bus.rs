//! The bus: which accesses are accepted, and what a write does (registers.md; §1.3, §2.1, §8).

use hws_model::{BusError, ErrorBit, EventSink};
use hws_regs::{
    ActionReg, BlockTriggerCnt, DagCmd, Decoded, FwTaskPush, HwsCtrl, PopReg, RegId, SipReportComplete,
    SipReportPreComplete, TdRefresh,
};
use hws_types::{LaunchId, Sip, SipMask, SipReport, TaskIds};

use super::PlainHws;
use super::commands::Command;

/// What may be read at an offset.
enum ReadTarget {
    Register(RegId),
    ReservedWord,
}

fn read_target(offset: u32) -> Result<ReadTarget, BusError> {
    match RegId::decode(offset) {
        Decoded::Register(id) if id.info().access.is_readable() => Ok(ReadTarget::Register(id)),
        Decoded::Register(_) => Err(BusError::WriteOnly),
        Decoded::Reserved => Ok(ReadTarget::ReservedWord),
        Decoded::Unmapped => Err(BusError::Unmapped),
        Decoded::Unaligned => Err(BusError::Unaligned),
    }
}

fn write_target(offset: u32) -> Result<RegId, BusError> {
    match RegId::decode(offset) {
        Decoded::Register(id) if id.info().access.is_writable() => Ok(id),
        Decoded::Register(_) | Decoded::Reserved => Err(BusError::ReadOnly),
        Decoded::Unmapped => Err(BusError::Unmapped),
        Decoded::Unaligned => Err(BusError::Unaligned),
    }
}

impl PlainHws {
    /// A bus read; MIH_DATA_HI pops, CNT_CYCLE_LO latches CNT_CYCLE_HI.
    ///
    /// # Errors
    /// [`BusError`]; ERR_STATUS.BUS is set then and nothing else changes.
    pub fn read32(&mut self, offset: u32) -> Result<u32, BusError> {
        let _scope = self.enter();
        let target = read_target(offset).inspect_err(|_| self.note_bus_error())?;
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
        let id = write_target(offset).inspect_err(|_| self.note_bus_error())?;
        if rule!(
            IllegalAccepted,
            id.is_legal(value),
            id.is_legal(value) || id.action().is_none() && self.regs.clone().write(id, value).is_ok()
        ) {
            self.write(id, value);
        } else {
            self.error_of_nobody(ErrorBit::Cfg);
        }
        self.hand_over(sink);
        Ok(())
    }

    /// A bus error is not an `error` event.
    fn note_bus_error(&mut self) {
        self.note_error(ErrorBit::Bus, TaskIds::default());
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
                self.store(id, value);
                self.prescaler = rule!(PrescalerRuns, 0, self.prescaler);
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
