//! What happened in a run, as values: a list of each kind of thing that can be drawn or counted.
//!
//! Nothing here is rounded or sampled, and nothing is said twice: what follows from these lists (how
//! many SIPs were busy when, how long reserved ones stood idle) is computed by who wants to know it.
//! Times are cycles from power-on; every span is half-open, `from <= cycle < to`, and one that was
//! still open when the run ended ends with it.

pub mod gantt;
pub mod html;
pub mod perfetto;
mod recorder;
mod steps;

pub use recorder::Recorder;

use hws_model::{ErrorBit, Pool};
use hws_types::{Cycle, Sip, SipMask, Topology};

use crate::workload::Role;

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
    /// The kernels by kernel_id.
    pub kernels: Vec<KernelLine>,
    /// Every SIP that ran a thread of a block: by start, then SIP.
    pub runs: Vec<SipRun>,
    /// Every reservation: by start, then kernel.
    pub reservations: Vec<Reservation>,
    /// The SIPs that firmware owned (HRM_FW_OWNED): by start, then SIP.
    pub owned: Vec<Owned>,
    /// Why kernels with blocks to launch launched none: by kernel, then start. Spans of one kernel do
    /// not overlap, and neighbours differ in their reason.
    pub waits: Vec<Wait>,
    /// Resident kernels: their number from that cycle on, each time it changes.
    pub resident: Vec<(Cycle, u32)>,
    /// Every attempt, by COMMIT.
    pub attempts: Vec<Attempt>,
    /// Everything that should not have happened, in order.
    pub troubles: Vec<Trouble>,
}

/// A graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DagLine {
    /// Its name.
    pub name: String,
    /// Its tag, once firmware had opened it.
    pub tag: Option<u16>,
    /// When it was handed to the firmware.
    pub arrival: Cycle,
    /// When its last kernel finished.
    pub finish: Option<Cycle>,
}

/// A kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KernelLine {
    /// Its name, unique in its graph.
    pub name: String,
    /// Its graph: an index of [`Timeline::dags`].
    pub dag: u32,
    /// What it does.
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
    /// kernel_ids of the kernels it waits for.
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
    /// How often it was passed over as a P-task (§6.4 a).
    pub fail_times: u16,
}

/// One thread of one block on its SIP.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SipRun {
    /// Where.
    pub sip: Sip,
    /// kernel_id.
    pub kernel: u32,
    /// block_id.
    pub block: u16,
    /// The COMMIT that launched it, or when firmware started it.
    pub launched: Cycle,
    /// When the SIP began: later than `launched` when it still had another block to end.
    pub from: Cycle,
    /// When the SIP had done it.
    pub to: Cycle,
    /// How it came there.
    pub by: StartedBy,
    /// It took a SIP that was reserved for another kernel.
    pub backfilled: bool,
    /// It was launched on a SIP that was not idle yet.
    pub early: bool,
    /// It had not ended when the run did, or when a reset cut it off.
    pub unfinished: bool,
}

/// Who started a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StartedBy {
    /// The HWS, of a kernel in this pool.
    Hws(Pool),
    /// Firmware, on a SIP of its own.
    Firmware,
}

/// SIPs kept for a kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reservation {
    /// kernel_id.
    pub kernel: u32,
    /// The SIPs.
    pub sips: SipMask,
    /// Its promotion.
    pub from: Cycle,
    /// When they were no longer kept.
    pub to: Cycle,
    /// How it ended.
    pub outcome: Outcome,
}

/// How a reservation ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The kernel launched a block.
    Launched,
    /// It had become useless and was cancelled (scheduler.md §6.6).
    Cancelled,
    /// A reset dropped it.
    Dropped,
    /// The run ended.
    Open,
}

/// A SIP that firmware owned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Owned {
    /// Which.
    pub sip: Sip,
    /// From when.
    pub from: Cycle,
    /// Until when.
    pub to: Cycle,
}

/// A kernel that got no farther for a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wait {
    /// kernel_id.
    pub kernel: u32,
    /// Since when.
    pub from: Cycle,
    /// Until when.
    pub to: Cycle,
    /// For what.
    pub why: Why,
}

/// What a kernel with blocks to launch waited for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Why {
    /// Room in the HDR FIFO (§2).
    HdrPort,
    /// The loader: descriptor reads, or a free entry of the Ready Station (§2).
    ReadyStation,
    /// A block trigger: BLOCK_TRIGGER_CNT (§8).
    Trigger,
    /// Firmware's grants of second resources (§9).
    Grants,
    /// It was not among the P_TOP_K of its graph or its graph had no slot, and O-tasks got no turn (§4).
    NotInPool,
    /// No SIP present is in both affinity and usage mask.
    NothingAllowed,
    /// No aligned place is free in the SIPs it may use (§5.2).
    NoPlace,
    /// There would be a place but for SIPs that are reserved for another kernel, and the backfill condition
    /// forbids it (§5.5).
    Reserved {
        /// kernel_id of that kernel; the first in age if there are several.
        by: u32,
    },
    /// It had a place, and the attempt chose this kernel (§5.6).
    Outranked {
        /// kernel_id.
        by: u32,
    },
    /// The first attempt that can see it, or the one whose COMMIT launches it (§1).
    Attempt,
}

/// One attempt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attempt {
    /// When it ended.
    pub commit: Cycle,
    /// Whether it launched something.
    pub launched: bool,
    /// SIPs idle, present and not reserved at LATCH that lie in no free place of any launchable kernel; 0 when
    /// no kernel was in a pool.
    pub idle_unusable: u32,
}

/// Something that should not have happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trouble {
    /// When.
    pub at: Cycle,
    /// What.
    pub what: TroubleKind,
    /// The kernel concerned, where one is.
    pub kernel: Option<u32>,
}

/// What should not have happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TroubleKind {
    /// A condition of ERR_STATUS.
    Error(ErrorBit),
    /// A message was dropped.
    MessageDropped,
    /// The register window refused an access.
    BusError,
    /// A soft reset; FORCE or not.
    SoftReset(bool),
}
