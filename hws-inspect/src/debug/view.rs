//! What can be seen of a state.

use hws_model::{Decision, Hws};
use hws_regs::{LaunchInfo, RegId, SipLaunch};
use hws_sim::Machine;
use hws_types::Sip;

use super::log::{Log, LoggedEvent};
use crate::explain::{Facts, NoAttempt, Reason, reasons};

/// A state.
#[derive(Clone, PartialEq, Debug)]
pub struct DebugView {
    /// The present cycle: its operations are applied, its tick is not made.
    pub cycle: u64,
    /// The last cycle.
    pub end: u64,
    /// The ticks up to the COMMIT of the attempt in flight, and the launch that it will make, in words; none without one.
    pub attempt: Option<(u32, String)>,
    /// The conditions of LATCH that do not hold, while no attempt is in flight and none would begin now.
    pub no_attempt: Vec<NoAttempt>,
    /// Whether the interrupt line is asserted.
    pub interrupt: bool,
    /// What would be decided if an attempt began in this state.
    pub decision: Decision,
    /// The Ready Station, by entry.
    pub residents: Vec<Resident>,
    /// The SIPs.
    pub sips: Vec<DebugSip>,
    /// What happened last, the latest at the end.
    pub lines: Vec<LoggedEvent>,
}

/// A kernel in the Ready Station.
#[derive(Clone, PartialEq, Debug)]
pub struct Resident {
    /// What the registers show of it.
    pub facts: Facts,
    /// Why it would not be launched in this state, or that it would be.
    pub reason: Reason,
}

/// A SIP.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DebugSip {
    /// It exists.
    pub present: bool,
    /// It is neither running nor pending.
    pub idle: bool,
    /// It is idle or about to be.
    pub pre_idle: bool,
    /// It is reserved for an R-task.
    pub reserved: bool,
    /// Firmware owns it.
    pub owned: bool,
    /// What it runs.
    pub runs: Option<DebugBlock>,
}

/// A block on a SIP.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DebugBlock {
    /// kernel_id, unless the kernel was admitted too long ago.
    pub kernel_id: Option<u32>,
    /// The block.
    pub block: u32,
}

impl DebugView {
    pub(super) fn new(machine: &Machine<Log>, end: u64) -> Self {
        let hws = machine.hws();
        let decision = hws.decide();
        let residents = reasons(hws, &decision).map(|(facts, reason)| Resident { facts, reason }).collect();
        let attempt = hws.attempt().map(|attempt| {
            let choice = attempt.choice.map_or_else(|| "no launch".to_owned(), ToString::to_string);
            (attempt.ticks_left, choice)
        });
        Self {
            cycle: hws.cycle().0,
            end,
            no_attempt: if attempt.is_some() { Vec::new() } else { NoAttempt::of(hws) },
            attempt,
            interrupt: hws.is_interrupt_asserted(),
            decision,
            residents,
            sips: (0..Sip::COUNT as u32).map(|sip| DebugSip::new(machine, sip)).collect(),
            lines: machine.observer().lines.iter().cloned().collect(),
        }
    }
}

impl DebugSip {
    fn new(machine: &Machine<Log>, sip: u32) -> Self {
        let hws = machine.hws();
        let of = |mask: RegId| hws.peek(mask) >> sip & 1 == 1;
        let launches = SipLaunch::from_bits(named(hws, &format!("SIP_LAUNCH[{sip}]")));
        Self {
            present: of(RegId::SipPresentMask),
            idle: of(RegId::SipIdleMask),
            pre_idle: of(RegId::SipPreIdleMask),
            reserved: of(RegId::ReservedSipMask),
            owned: of(RegId::HrmFwOwned),
            runs: launches.running_valid().then(|| DebugBlock::new(machine, launches.running())),
        }
    }
}

impl DebugBlock {
    /// The block of a launch in flight.
    fn new(machine: &Machine<Log>, launch: u32) -> Self {
        let word = |name: &str| named(machine.hws(), &format!("LAUNCH[{launch}].{name}"));
        let block = LaunchInfo::from_bits(word("INFO")).block_id();
        Self { kernel_id: machine.observer().kernel(word("KERNEL_SEQ")), block }
    }
}

/// The value of a register by its name; 0 if there is none.
fn named(hws: &Hws, name: &str) -> u32 {
    RegId::parse(name).map_or(0, |id| hws.peek(id))
}
