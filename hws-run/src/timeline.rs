//! The history of a run as values: a list for each kind of occurrence that can be drawn or counted.
//!
//! Nothing here is rounded, sampled or redundant: anything that follows from these lists (the number of busy
//! SIPs at a time, the idle time of reserved ones) is computed by its users. Times are cycles from power-on;
//! every span is half-open, `from <= cycle < to`, and a span that is open when the run ends, ends with it.

mod blocks;
mod firmware;
pub mod gantt;
pub mod html;
pub mod perfetto;
mod recorder;
mod registers;
pub(crate) mod reserved;
mod steps;
mod stored;
pub(crate) mod sums;
mod words;

use hws_model::{ErrorBit, Pool};
use hws_types::{Cycle, Sip, SipMask, Topology};

use crate::run::StuckKernel;
use crate::workload::Role;

pub use firmware::{FirmwareAccess, FirmwareCall, FirmwareLog, InterruptSpan, LogCut, MessageSpan};
pub use recorder::Recorder;
pub use reserved::{BackfillDelay, ReservationSums};
pub use stored::{Spill, SpillFile, StoredLists};
pub use sums::{AttemptSums, RunSums, TimelineSums, WaitSums};

/// A run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Timeline {
    /// The machine.
    pub topology: Topology,
    /// Cycles of a time unit.
    pub time_unit: u32,
    /// The cycle in which the run ended.
    pub end: Cycle,
    /// The graphs in the order of the workload.
    pub dags: Vec<DagLine>,
    /// The kernels by kernel_id, unless there are [totals](Self::sums).
    pub kernels: Vec<KernelLine>,
    /// Every thread of a block that ran on a SIP: by start, then SIP.
    pub runs: Vec<SipRun>,
    /// Every reservation: by start, then kernel.
    pub reservations: Vec<Reservation>,
    /// The SIPs that firmware owned (HRM_FW_OWNED): by start, then SIP.
    pub owned: Vec<Owned>,
    /// Why kernels with blocks to launch launched none: by kernel, then start. Spans of one kernel do not
    /// overlap, and neighbours differ in their reason.
    pub waits: Vec<WaitSpan>,
    /// The number of resident kernels from that cycle on, each time it changes.
    pub resident: Vec<(Cycle, u32)>,
    /// Every attempt, by COMMIT.
    pub attempts: Vec<AttemptSpan>,
    /// Errors and resets, in order.
    pub troubles: Vec<Trouble>,
    /// How the run ended, if it did not finish.
    pub unfinished: Option<Unfinished>,
    /// What firmware did, if it was recorded.
    pub firmware: Option<FirmwareLog>,
    /// The totals, which are there if lists are not; they may be there besides.
    pub sums: Option<TimelineSums>,
    /// The lists of runs, waits, residents, attempts and accesses, if they lie in a file; those here are empty then. Those that
    /// take a timeline read either.
    pub stored: Option<StoredLists>,
}

impl Timeline {
    /// Creates the timeline of a machine, with a time unit of one cycle, on which nothing has happened.
    #[must_use]
    pub const fn new(topology: Topology) -> Self {
        Self {
            topology,
            time_unit: 1,
            end: Cycle(0),
            dags: Vec::new(),
            kernels: Vec::new(),
            runs: Vec::new(),
            reservations: Vec::new(),
            owned: Vec::new(),
            waits: Vec::new(),
            resident: Vec::new(),
            attempts: Vec::new(),
            troubles: Vec::new(),
            unfinished: None,
            firmware: None,
            sums: None,
            stored: None,
        }
    }

    /// Returns the name of a kernel, GRAPH/KERNEL; its kernel_id if there is no such kernel.
    #[must_use]
    pub fn kernel_name(&self, kernel: u32) -> String {
        let Some(line) = self.kernels.get(kernel as usize) else { return format!("kernel {kernel}") };
        let dag = self.dags.get(line.dag as usize).map_or("", |dag| &dag.name);
        format!("{dag}/{}", line.name)
    }
}

/// The end of a run that did not finish.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unfinished {
    /// It was stopped from outside.
    Stopped,
    /// It got stuck.
    Stuck {
        /// The last cycle in which something happened other than an attempt without effect.
        since: Cycle,
        /// The kernels that never finished, and why.
        kernels: Vec<StuckKernel>,
    },
}

/// A graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DagLine {
    /// Its name.
    pub name: String,
    /// Its tag, once firmware had opened it.
    pub tag: Option<u16>,
    /// The cycle in which firmware received it.
    pub arrival: Cycle,
    /// The cycle in which its last kernel finished.
    pub finish: Option<Cycle>,
    /// The cycle in which it should have finished.
    pub deadline: Option<Cycle>,
}

/// A kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KernelLine {
    /// Its name, unique in its graph.
    pub name: String,
    /// Its graph: an index of [`Timeline::dags`].
    pub dag: u32,
    /// Whether it computes or prefetches.
    pub role: Role,
    /// SIPs per block.
    pub threads: u32,
    /// Blocks.
    pub blocks: u16,
    /// Estimate of a block in time units.
    pub est: u32,
    /// offline_priority.
    pub priority: u32,
    /// On a critical path of its graph.
    pub on_cp: bool,
    /// kernel_ids of its predecessors.
    pub deps: Vec<u32>,
    /// Its dependencies were met and its graph had arrived.
    pub ready: Option<Cycle>,
    /// It was pushed to the HWS.
    pub pushed: Option<Cycle>,
    /// It entered the Ready Station.
    pub admitted: Option<Cycle>,
    /// Its first block was launched.
    pub first_launch: Option<Cycle>,
    /// Its last block finished.
    pub finish: Option<Cycle>,
    /// The cycle in which it should have finished.
    pub deadline: Option<Cycle>,
    /// Number of times that it was passed over as a P-task (scheduler.md §6.4).
    pub fail_times: u16,
}

impl KernelLine {
    /// Creates a kernel that computes one block on one SIP, without priority or predecessors, to which nothing
    /// has happened.
    #[must_use]
    pub fn new(name: &str, dag: u32) -> Self {
        Self {
            name: name.to_owned(),
            dag,
            role: Role::Compute,
            threads: 1,
            blocks: 1,
            est: 1,
            priority: 0,
            on_cp: false,
            deps: Vec::new(),
            ready: None,
            pushed: None,
            admitted: None,
            first_launch: None,
            finish: None,
            deadline: None,
            fail_times: 0,
        }
    }
}

/// One thread of one block on its SIP.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SipRun {
    /// The SIP.
    pub sip: Sip,
    /// kernel_id.
    pub kernel: u32,
    /// block_id.
    pub block: u16,
    /// The COMMIT that launched it, or the cycle in which firmware started it.
    pub launched: Cycle,
    /// The cycle in which the SIP began: later than `launched` if it had another block to finish.
    pub from: Cycle,
    /// The cycle in which the SIP completed it.
    pub to: Cycle,
    /// The unit that started it.
    pub by: StartedBy,
    /// It took a SIP that was reserved for another kernel.
    pub backfilled: bool,
    /// It was launched on a SIP that was not idle yet.
    pub early: bool,
    /// It had not ended when the run did, or when a reset interrupted it.
    pub unfinished: bool,
}

impl SipRun {
    /// Creates a run of a kernel's block 0 that was launched at `from`, on an idle SIP that was not reserved.
    #[must_use]
    pub const fn new(sip: Sip, kernel: u32, by: StartedBy, from: Cycle, to: Cycle) -> Self {
        let (block, launched) = (0, from);
        let (backfilled, early, unfinished) = (false, false, false);
        Self { sip, kernel, block, launched, from, to, by, backfilled, early, unfinished }
    }

    /// Returns whether the HWS launched it.
    #[must_use]
    pub const fn is_by_hws(&self) -> bool {
        matches!(self.by, StartedBy::Hws(_))
    }
}

/// The unit that started a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StartedBy {
    /// The HWS, of a kernel in this pool.
    Hws(Pool),
    /// Firmware, on a SIP of its own.
    Firmware,
}

/// SIPs reserved for a kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reservation {
    /// kernel_id.
    pub kernel: u32,
    /// The SIPs.
    pub sips: SipMask,
    /// The cycle of its promotion.
    pub from: Cycle,
    /// The cycle in which the reservation ended.
    pub to: Cycle,
    /// How it ended.
    pub outcome: ReservationOutcome,
}

/// How a reservation ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReservationOutcome {
    /// The kernel launched a block.
    Launched,
    /// It had become stale and was cancelled (scheduler.md §6.6).
    Cancelled,
    /// A reset dropped it.
    Dropped,
    /// The run ended.
    Open,
}

/// A SIP that firmware owned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Owned {
    /// The SIP.
    pub sip: Sip,
    /// The cycle of the claim.
    pub from: Cycle,
    /// The cycle of the release.
    pub to: Cycle,
}

/// A span in which a kernel made no progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WaitSpan {
    /// kernel_id.
    pub kernel: u32,
    /// Its first cycle.
    pub from: Cycle,
    /// The cycle after its last one.
    pub to: Cycle,
    /// The reason.
    pub why: Why,
}

/// What a kernel with blocks to launch was waiting for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Why {
    /// Room in the HDR FIFO (scheduler.md §2.1).
    HdrPort,
    /// Credits: firmware holds it back until blocks of other kernels have finished (planner.md §5).
    Credits,
    /// A free slot for parameters, without which firmware holds it back.
    Parameters,
    /// The window of firmware, which is 0.
    Window,
    /// Firmware, which pushes it itself: it is busy, other kernels come first, or its FIFO is full.
    Firmware,
    /// It was not pushed, and the reason was not recorded.
    Unrecorded,
    /// The loader: descriptor reads, or a free entry of the Ready Station (scheduler.md §2.2).
    ReadyStation,
    /// A block trigger: BLOCK_TRIGGER_CNT (scheduler.md §4.1).
    Trigger,
    /// Firmware's grants of second resources (scheduler.md §9).
    Grants,
    /// It was not among the P_TOP_K of its graph, or its graph had no slot, and no O-task was chosen
    /// (scheduler.md §4.2).
    NotInPool,
    /// No SIP present is in both affinity and usage mask (scheduler.md §5.1).
    NothingAllowed,
    /// No aligned place is free among the SIPs it may use (scheduler.md §5.2).
    NoPlace,
    /// Its only places include SIPs that are reserved for another kernel, and the backfill condition does not
    /// hold (scheduler.md §5.5).
    Reserved {
        /// kernel_id of that kernel; the oldest one if there are several.
        by: u32,
    },
    /// It had a place, but the attempt chose this kernel (scheduler.md §5.6).
    Outranked {
        /// kernel_id.
        by: u32,
    },
    /// The first attempt that can see it, or the one whose COMMIT launches it (scheduler.md §3.1).
    Attempt,
}

impl Why {
    /// Returns the kernel that is the reason.
    #[must_use]
    pub const fn blamed(self) -> Option<u32> {
        match self {
            Self::Reserved { by } | Self::Outranked { by } => Some(by),
            _ => None,
        }
    }

    /// Returns whether more SIPs would not have helped.
    #[must_use]
    pub const fn is_overhead(self) -> bool {
        !matches!(
            self,
            Self::NotInPool
                | Self::NothingAllowed
                | Self::NoPlace
                | Self::Reserved { .. }
                | Self::Outranked { .. }
        )
    }
}

/// One attempt; it takes ATTEMPT_CYCLES up to its COMMIT.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AttemptSpan {
    /// The cycle in which it ended.
    pub commit: Cycle,
    /// Whether it launched something.
    pub launched: bool,
    /// SIPs idle, present and not reserved at LATCH that are in no free place of any launchable kernel; 0 if no
    /// kernel was in a pool.
    pub idle_unusable: u32,
}

/// An error or a reset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trouble {
    /// The cycle.
    pub at: Cycle,
    /// What happened.
    pub what: TroubleKind,
    /// The kernel concerned, if there is one.
    pub kernel: Option<u32>,
}

/// The kind of an error or reset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TroubleKind {
    /// A condition of ERR_STATUS.
    Error(ErrorBit),
    /// A message was dropped.
    MessageDropped,
    /// The register window refused an access.
    BusError,
    /// A soft reset; whether it was forced.
    SoftReset(bool),
}
