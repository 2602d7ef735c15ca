//! The disturbed surroundings of firmware in a run with injected faults: its bus, its messages, its interrupt line.
//!
//! An access that fails is repeated, because most accesses have the same effect twice. The others are told by what the
//! registers show:
//!
//! * MIH_DATA_HI pops: the message is gone if another one is at the head of the FIFO;
//! * a command may be queued: it is repeated once the queue is empty, so that the queue never overflows;
//! * FW_TASK_PUSH may have pushed: [the caller](Disturbance::take_doubt) finds out before anything else is pushed.

use fw_api::{Bus, FaultyError};
use hws_model::BusError;
use hws_regs::{Decoded, HwsStatus, MihStatus, RegId, params};
use hws_sim::SimBus;
use hws_sim::fault::{BusFaults, FaultKind, FaultPlan, FaultyBus, LineFaults};
use hws_types::Cycle;

use super::board::Board;
use super::faults::{FaultAccount, FaultAnswer};
use crate::workload::Faults;

/// After so many failures in a row the bus is considered dead: at a rate of 90 % it happens once in 10^11 accesses.
const TRIES: u32 = 256;

/// What an access returns that got no answer. Which of the three cases it was is told by the disturbance.
const NO_ANSWER: BusError = BusError::Unmapped;

/// The faults of a run, as far as they are between firmware and the HWS, and what firmware did about all faults.
#[derive(Clone, Debug)]
pub(super) struct Disturbance {
    faults: BusFaults,
    line: LineFaults,
    /// DW0 of the message that is being taken.
    head: u32,
    is_message_gone: bool,
    is_push_in_doubt: bool,
    dead: Option<u32>,
    pub(super) account: FaultAccount,
}

impl Disturbance {
    pub(super) fn new(plan: &FaultPlan, faults: &Faults) -> Self {
        Self {
            faults: BusFaults::new(plan),
            line: LineFaults::new(plan),
            head: 0,
            is_message_gone: false,
            is_push_in_doubt: false,
            dead: None,
            account: FaultAccount::new(faults),
        }
    }

    /// How often a kind has struck here.
    pub(super) const fn struck(&self, kind: FaultKind) -> u64 {
        match kind {
            FaultKind::LostInterrupt => self.line.struck(),
            _ => self.faults.struck(kind),
        }
    }

    /// Whether firmware sees the interrupt line asserted.
    pub(super) fn sees_interrupt(&mut self, is_asserted: bool) -> bool {
        self.line.sees(is_asserted || self.faults.has_message())
    }

    /// When a late message arrives.
    pub(super) fn next_due(&self) -> Option<Cycle> {
        self.faults.next_due()
    }

    /// Time has passed: late messages arrive.
    pub(super) fn pass_to(&mut self, now: Cycle) {
        self.faults.pass_to(now);
    }

    /// Whether a message was popped without an answer since the last question.
    pub(super) fn take_gone(&mut self) -> bool {
        std::mem::take(&mut self.is_message_gone)
    }

    /// Whether the last push may have been delivered or not.
    pub(super) fn take_doubt(&mut self) -> bool {
        std::mem::take(&mut self.is_push_in_doubt)
    }

    /// Why firmware cannot go on, once the bus is dead.
    pub(super) fn end(&self) -> Option<String> {
        let offset = self.dead?;
        let register = match RegId::decode(offset) {
            Decoded::Register(register) => register.to_string(),
            _ => format!("{offset:#x}"),
        };
        Some(format!("the register bus is dead: {TRIES} accesses to {register} failed in a row"))
    }

    pub(super) fn read(&mut self, board: &mut Board<'_>, cycles: u32, offset: u32) -> Result<u32, BusError> {
        let register = RegId::decode(offset);
        for _ in 0..self.tries() {
            // Only at the beginning of a message, whose two words belong together.
            if register == Decoded::Register(RegId::MihStatus) {
                self.pass_to(board.cycle());
            }
            let answer = self.bus(board, cycles).read32(offset);
            match answer {
                Err(FaultyError::Injected(_)) if register == Decoded::Register(RegId::MihDataHi) => {
                    if self.has_popped(board, cycles)? {
                        return self.message_is_gone();
                    }
                    self.repeat();
                }
                Err(FaultyError::Injected(_)) => self.repeat(),
                Err(FaultyError::Bus(error)) => return Err(error),
                Ok(word) => {
                    if register == Decoded::Register(RegId::MihDataLo) {
                        self.head = word;
                    }
                    return Ok(word);
                }
            }
        }
        self.is_dead(offset)
    }

    pub(super) fn write(
        &mut self,
        board: &mut Board<'_>,
        cycles: u32,
        offset: u32,
        value: u32,
    ) -> Result<(), BusError> {
        for _ in 0..self.tries() {
            let answer = self.bus(board, cycles).write32(offset, value);
            match answer {
                Err(FaultyError::Injected(_))
                    if RegId::decode(offset) == Decoded::Register(RegId::FwTaskPush) =>
                {
                    self.is_push_in_doubt = true;
                    return Err(NO_ANSWER);
                }
                Err(FaultyError::Injected(_)) => {
                    if is_command(offset) {
                        self.wait_for_retirement(board, cycles)?;
                    }
                    self.repeat();
                }
                Err(FaultyError::Bus(error)) => return Err(error),
                Ok(()) => return Ok(()),
            }
        }
        self.is_dead(offset)
    }

    fn bus<'b, 'o>(
        &'b mut self,
        board: &'b mut Board<'o>,
        cycles: u32,
    ) -> FaultyBus<'b, impl Bus<Error = BusError> + use<'b, 'o>> {
        FaultyBus::new(SimBus::new(board, cycles), &mut self.faults)
    }

    const fn tries(&self) -> u32 {
        if self.dead.is_some() { 0 } else { TRIES }
    }

    fn repeat(&mut self) {
        self.account.count(FaultKind::BusFault, FaultAnswer::Repeated);
    }

    /// Whether the message whose second word was not answered has left the FIFO.
    fn has_popped(&mut self, board: &mut Board<'_>, cycles: u32) -> Result<bool, BusError> {
        let head = self.head;
        let status = MihStatus::from_bits(self.steady(board, cycles, RegId::MihStatus.offset())?);
        Ok(status.empty() || self.steady(board, cycles, RegId::MihDataLo.offset())? != head)
    }

    fn message_is_gone(&mut self) -> Result<u32, BusError> {
        self.account.count(FaultKind::BusFault, FaultAnswer::Settled);
        self.is_message_gone = true;
        Err(NO_ANSWER)
    }

    /// A read without side effects, repeated until it is answered.
    fn steady(&mut self, board: &mut Board<'_>, cycles: u32, offset: u32) -> Result<u32, BusError> {
        for _ in 0..self.tries() {
            let answer = self.bus(board, cycles).read32(offset);
            match answer {
                Err(FaultyError::Injected(_)) => self.repeat(),
                Err(FaultyError::Bus(error)) => return Err(error),
                Ok(word) => return Ok(word),
            }
        }
        self.is_dead(offset)
    }

    /// All queued commands retire at the next boundary, which is at the latest the commit of the attempt in flight.
    fn wait_for_retirement(&mut self, board: &mut Board<'_>, cycles: u32) -> Result<(), BusError> {
        for _ in 0..=params::ATTEMPT_CYCLES {
            let status = HwsStatus::from_bits(self.steady(board, cycles, RegId::HwsStatus.offset())?);
            if status.cmd_pending() == 0 {
                break;
            }
        }
        Ok(())
    }

    fn is_dead<T>(&mut self, offset: u32) -> Result<T, BusError> {
        self.dead.get_or_insert(offset);
        Err(NO_ANSWER)
    }
}

/// Whether a write to the register queues a command.
fn is_command(offset: u32) -> bool {
    use RegId::{BlockTriggerCnt, DagCmd, HrmFwClaim, HrmFwRelease, TdRefresh};
    let Decoded::Register(register) = RegId::decode(offset) else { return false };
    matches!(register, DagCmd | BlockTriggerCnt(_) | TdRefresh | HrmFwClaim | HrmFwRelease)
}
