//! The effect of a write to each register.

use hws_regs::{ActionReg, BlockTriggerCnt, DagCmd, DecodedWrite, FwTaskPush, HwsCtrl, Op, RegId, TdRefresh};
use hws_types::{Entry, SipMask, Source, TaskIds};

use crate::commands::{Command, CommandQueue, DagCommand, Expected};
use crate::counters::Counters;
use crate::csr::read::is_permutation;
use crate::doorbell::{complete_report, pre_complete_report};
use crate::engine::Engine;
use crate::errors::ErrorLog;
use crate::loader::{FirmwarePush, Loader};
use crate::mih::MihFifo;
use crate::{BusError, ErrorBit, Event, EventSink, Hws, reports};

impl Hws {
    /// Performs a bus write at a byte offset of the window. The events that it causes carry the current cycle.
    ///
    /// A write of an illegal value, or one that the state does not allow, is ignored as a whole and sets
    /// ERR_STATUS.CFG; it is not a bus error.
    ///
    /// ```
    /// use hws_model::{BusError, Config, Hws};
    /// use hws_regs::{ErrStatus, RegId};
    ///
    /// let mut hws = Hws::new(Config::default());
    /// hws.write32(RegId::PTopK.offset(), 3, &mut ())?;
    /// hws.write32(RegId::PTopK.offset(), 7, &mut ())?;
    /// assert_eq!(hws.read32(RegId::PTopK.offset()), Ok(3), "7 is not a legal value");
    /// assert!(hws.read::<ErrStatus>(())?.cfg());
    /// assert_eq!(hws.write32(RegId::HwsId.offset(), 0, &mut ()), Err(BusError::ReadOnly));
    /// # Ok::<(), BusError>(())
    /// ```
    ///
    /// # Errors
    /// [`BusError`]; ERR_STATUS.BUS is set then and nothing else changes.
    pub fn write32(&mut self, offset: u32, value: u32, sink: &mut impl EventSink) -> Result<(), BusError> {
        match RegId::decode_write(offset) {
            DecodedWrite::Free(id) => self.write_legal(id, value, sink),
            DecodedWrite::Restricted(id) => self.write_restricted(id, value, sink),
            DecodedWrite::ReadOnly => return Err(self.refused(BusError::ReadOnly)),
            DecodedWrite::Unmapped => return Err(self.refused(BusError::Unmapped)),
            DecodedWrite::Unaligned => return Err(self.refused(BusError::Unaligned)),
        }
        Ok(())
    }

    #[cold]
    fn refused(&mut self, error: BusError) -> BusError {
        self.note_bus_error();
        error
    }

    #[inline(never)]
    fn write_restricted(&mut self, id: RegId, value: u32, sink: &mut impl EventSink) {
        if id.is_legal(value) {
            self.write_legal(id, value, sink);
        } else {
            self.refuse(sink);
        }
    }

    /// A write that the bus accepts.
    ///
    /// Most writes are complete reports of SIPs. With this inlined and all other effects not, they get to theirs with a
    /// look at the register and without a stack frame.
    #[inline(always)]
    pub(super) fn write_legal(&mut self, id: RegId, value: u32, sink: &mut impl EventSink) {
        match id.action() {
            Some(action) => self.act_on(action, value, sink),
            None => self.store(id, value, sink),
        }
    }

    /// The write is ignored as a whole.
    #[cold]
    pub(super) fn refuse(&mut self, sink: &mut impl EventSink) {
        self.split(sink).1.error(ErrorBit::Cfg, TaskIds::default());
    }

    /// Whether the state allows the write of a plain register (§8): it matters for XMC_SIP_MAP and SIP_TOPOLOGY.
    fn accepts(&self, id: RegId) -> bool {
        let tables = &self.tables;
        match id {
            RegId::XmcSipMap(_) => {
                !tables.regs.hws_ctrl.enable() && !self.engine.is_busy() && tables.sips.is_all_idle()
            }
            RegId::SipTopology => {
                tables.rs.valid().is_empty()
                    && !self.loader.is_busy()
                    && tables.sips.is_all_idle()
                    && tables.ownership.owned().is_empty()
            }
            _ => true,
        }
    }

    /// The same for HWS_CTRL.
    fn accepts_ctrl(&self, ctrl: HwsCtrl) -> bool {
        let is_quiet = self.tables.sips.is_all_idle() && self.tables.ownership.owned().is_empty();
        let may_reset = !ctrl.soft_reset() || ctrl.force() || is_quiet;
        let may_enable =
            !ctrl.enable() || is_permutation(self.tables.regs.xmc_sip_map.iter().map(|map| map.phy_id()));
        may_reset && may_enable
    }

    /// Stores a plain register, and restarts the prescaler when its length is written (§7.4).
    #[inline(never)]
    fn store(&mut self, id: RegId, value: u32, sink: &mut impl EventSink) {
        if !self.accepts(id) {
            return self.refuse(sink);
        }
        if matches!(id, RegId::TimeUnit) {
            self.tables.time.restart();
        }
        self.tables.store(id, value);
    }

    /// A write that does more than store: at once, or for a command at the next boundary (§1.3). There is no wildcard:
    /// after a register is added to the map, this does not compile until its effect is given here.
    #[inline(always)]
    fn act_on(&mut self, action: ActionReg, value: u32, sink: &mut impl EventSink) {
        match action {
            ActionReg::HwsCtrl => self.write_ctrl(HwsCtrl::from_bits(value), sink),
            ActionReg::SipReportComplete => reports::complete(self, complete_report(value), sink),
            ActionReg::SipReportPreComplete => self.pre_complete(value, sink),
            ActionReg::DagCmd => self.write_dag_cmd(DagCmd::from_bits(value), sink),
            ActionReg::FwTaskPush => self.push_firmware(FwTaskPush::from_bits(value), sink),
            ActionReg::BlockTriggerCnt(entry) => self.queue(|| trigger(entry.get(), value), sink),
            ActionReg::TdRefresh => self.queue(|| refresh(value), sink),
            ActionReg::HrmFwClaim => self.queue(|| Command::Claim(SipMask(value)), sink),
            ActionReg::HrmFwRelease => self.queue(|| Command::Release(SipMask(value)), sink),
            ActionReg::ErrStatus => self.errors.clear(value),
        }
    }

    #[inline(never)]
    fn pre_complete(&mut self, value: u32, sink: &mut impl EventSink) {
        let (machine, mut out) = self.split(sink);
        reports::pre_complete(machine.tables, pre_complete_report(value), &mut out);
    }

    #[inline(never)]
    fn queue(&mut self, command: impl FnOnce() -> Command, sink: &mut impl EventSink) {
        let (machine, mut out) = self.split(sink);
        machine.commands.push(command(), &mut out);
    }

    #[inline(never)]
    fn write_ctrl(&mut self, ctrl: HwsCtrl, sink: &mut impl EventSink) {
        if !self.accepts_ctrl(ctrl) {
            return self.refuse(sink);
        }
        if ctrl.soft_reset() {
            self.soft_reset();
            sink.event(self.cycle, Event::SoftReset { forced: ctrl.force() });
        }
        self.tables.store(RegId::HwsCtrl, ctrl.bits());
    }

    /// Everything returns to its reset state but the RW registers, the launch_id pointer and the cycle (§8).
    fn soft_reset(&mut self) {
        self.tables.soft_reset(self.config);
        self.loader = Loader::new();
        self.engine = Engine::idle();
        self.commands = CommandQueue::new();
        self.errors = ErrorLog::new();
        self.mih = MihFifo::new();
        self.counters = Counters::default();
        (self.reset_at, self.cycle_hi) = (self.cycle, 0);
    }

    /// The operands are captured by this write (§8.1).
    #[inline(never)]
    fn write_dag_cmd(&mut self, cmd: DagCmd, sink: &mut impl EventSink) {
        let tag = self.tables.regs.dag_cmd_tag.tag() as u16;
        let total = self.tables.regs.dag_cmd_total.total();
        let command = match cmd.op() {
            Some(Op::Init) => DagCommand::Init { tag, total, dynamic: cmd.dynamic() },
            Some(Op::Reset) => DagCommand::Reset { tag },
            None => return,
        };
        let (machine, mut out) = self.split(sink);
        machine.commands.push_dag(command, &mut out);
    }

    /// §2.1: IN_PATH is tested before the FIFO. The error of a dropped push carries its ids.
    #[inline(never)]
    fn push_firmware(&mut self, push: FwTaskPush, sink: &mut impl EventSink) {
        let td_addr = self.tables.regs.fw_task_td_addr.addr();
        let (hdr_id, hdr_entry_id) = (push.hdr_id() as u8, push.entry_id() as u8);
        let (machine, mut out) = self.split(sink);
        let ids = TaskIds { source: Source::Firmware, hdr_id, hdr_entry_id };
        if machine.tables.regs.hws_work_mode.in_path() == hws_regs::InPath::Hdr {
            return out.error(ErrorBit::FwTaskMode, ids);
        }
        let push = FirmwarePush { hdr_id, hdr_entry_id, ctx: push.ctx() as u8, td_addr };
        if machine.loader.push_firmware(push).is_err() {
            out.error(ErrorBit::FwTaskOverflow, ids);
        }
    }
}

fn trigger(entry: u32, value: u32) -> Command {
    let written = BlockTriggerCnt::from_bits(value);
    let ids = Expected { hdr_id: written.hdr_id() as u8, hdr_entry_id: written.entry_id() as u8 };
    Command::Trigger {
        entry: Entry::wrapping(entry),
        count: written.count() as u16,
        check: written.check().then_some(ids),
    }
}

fn refresh(value: u32) -> Command {
    let written = TdRefresh::from_bits(value);
    let ids = Expected { hdr_id: written.hdr_id() as u8, hdr_entry_id: written.entry_id() as u8 };
    Command::Refresh { entry: Entry::wrapping(written.entry()), check: written.check().then_some(ids) }
}
