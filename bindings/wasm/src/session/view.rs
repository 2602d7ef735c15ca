//! What the page shows of a state.

use hws_inspect::explain::{Facts, resident};
use hws_model::Hws;
use hws_regs::{LaunchInfo, RegId, SipLaunch};
use hws_sim::Machine;
use hws_types::Sip;
use serde::Serialize;

use super::record::Record;

/// Lines of the trace before and after the present.
const PAST: usize = 200;
const FUTURE: usize = 20;

/// A state.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SessionView {
    /// The present cycle; its operations are applied, its tick is not made.
    pub cycle: u64,
    /// The digest of the state, as `hws replay --digest` prints it at the end of a stimulus.
    pub digest: String,
    /// The ticks up to the COMMIT of the attempt in flight.
    pub ticks_left: Option<u32>,
    /// Whether the interrupt line is asserted.
    pub interrupt: bool,
    /// The values of all registers, in the order of their offsets; what a write-only register stores cannot be read.
    pub registers: Vec<u32>,
    /// The Ready Station.
    pub kernels: Vec<Facts>,
    /// The SIPs.
    pub sips: Vec<SessionSip>,
    /// The number of the first line of `trace`.
    pub first_line: usize,
    /// The number of lines up to the last tick.
    pub lines: usize,
    /// The trace around the present.
    pub trace: Vec<String>,
}

/// A SIP.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct SessionSip {
    /// It exists.
    pub present: bool,
    /// It is neither running nor pending.
    pub idle: bool,
    /// It is idle or about to be.
    pub pre_idle: bool,
    /// A launch may take it.
    pub ready: bool,
    /// It is reserved for an R-task.
    pub reserved: bool,
    /// Firmware owns it.
    pub owned: bool,
    /// What it runs.
    pub runs: Option<Running>,
    /// What starts next on it: launched early.
    pub next: Option<Running>,
}

/// A block on a SIP.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Running {
    /// The launch.
    pub launch: u32,
    /// kernel_seq.
    pub seq: u32,
    /// kernel_id.
    pub kernel_id: Option<u32>,
    /// The block.
    pub block: u32,
}

impl SessionView {
    pub(super) fn new(machine: &Machine<()>, record: &Record) -> Self {
        let hws = machine.hws();
        let cycle = hws.cycle().0;
        let lines = record.lines_before(cycle);
        let first_line = lines.saturating_sub(PAST);
        let shown = record.lines.iter().skip(first_line).take(lines - first_line + FUTURE);
        Self {
            cycle,
            digest: machine.digest().to_string(),
            ticks_left: hws.attempt().map(|attempt| attempt.ticks_left),
            interrupt: hws.is_interrupt_asserted(),
            registers: RegId::all().map(|id| hws.peek(id)).collect(),
            kernels: resident(hws).collect(),
            sips: sips(hws, record),
            first_line,
            lines,
            trace: shown.map(|(_, line)| line.clone()).collect(),
        }
    }
}

fn sips(hws: &Hws, record: &Record) -> Vec<SessionSip> {
    let [present, idle, pre_idle, ready, reserved, owned] = [
        RegId::SipPresentMask,
        RegId::SipIdleMask,
        RegId::SipPreIdleMask,
        RegId::SipReadyMask,
        RegId::ReservedSipMask,
        RegId::HrmFwOwned,
    ]
    .map(|id| hws.peek(id));
    let view = |sip: u32| {
        let of = |mask: u32| mask >> sip & 1 == 1;
        let launches = SipLaunch::from_bits(named(hws, &format!("SIP_LAUNCH[{sip}]")));
        SessionSip {
            present: of(present),
            idle: of(idle),
            pre_idle: of(pre_idle),
            ready: of(ready),
            reserved: of(reserved),
            owned: of(owned),
            runs: launches.running_valid().then(|| Running::new(hws, record, launches.running())),
            next: launches.pending_valid().then(|| Running::new(hws, record, launches.pending())),
        }
    };
    (0..Sip::COUNT as u32).map(view).collect()
}

/// The value of a register by its name; 0 if there is none.
fn named(hws: &Hws, name: &str) -> u32 {
    RegId::parse(name).map_or(0, |id| hws.peek(id))
}

impl Running {
    /// The block of a launch in flight.
    fn new(hws: &Hws, record: &Record, launch: u32) -> Self {
        let word = |name: &str| named(hws, &format!("LAUNCH[{launch}].{name}"));
        let (seq, info) = (word("KERNEL_SEQ"), LaunchInfo::from_bits(word("INFO")));
        Self { launch, seq, kernel_id: record.kernel_id(seq, hws.cycle().0), block: info.block_id() }
    }
}
