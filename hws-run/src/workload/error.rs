//! Errors in a workload: file, place, reason, remedy.

use std::fmt;

use hws_input::{Position, did_you_mean};
use hws_plan::cost::CostError;
use hws_plan::import::{ImportError, UnknownDimension};
use hws_plan::plan::WrittenOut;
use hws_regs::RegId;
use hws_types::{SipMask, ThreadNum};
use thiserror::Error;

use super::error_model::RealTimeTooLong;
use crate::policy::{PolicyError, PolicyReason};

/// The first problem found in a workload: `FILE:LINE:COLUMN: reason (remedy)`.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}: {reason}", position.in_file(file))]
pub struct WorkloadError {
    /// The name of the file, as passed to [`read`](crate::workload::read).
    pub file: String,
    /// The position in the file.
    pub position: Position,
    /// The reason and the remedy.
    pub reason: Box<WorkloadReason>,
}

impl From<PolicyError> for WorkloadError {
    fn from(error: PolicyError) -> Self {
        let file = format!("policy {}={}", error.key, error.value);
        Self { file, position: Position::UNKNOWN, reason: Box::new(WorkloadReason::Policy(*error.reason)) }
    }
}

impl From<UnknownDimension> for WorkloadError {
    fn from(error: UnknownDimension) -> Self {
        let file = format!("--dim {}", error.name);
        Self { file, position: Position::UNKNOWN, reason: Box::new(WorkloadReason::Dimension(error)) }
    }
}

/// A reason at a place; the caller that has the file name adds it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Fault {
    pub(super) position: Position,
    pub(super) reason: Box<WorkloadReason>,
}

impl Fault {
    pub(super) fn at(position: Position, reason: WorkloadReason) -> Self {
        Self { position, reason: Box::new(reason) }
    }

    /// The same, with the path in the file of a plan that is written out.
    pub(super) fn in_written_out(mut self, plan: &WrittenOut) -> Self {
        if let WorkloadReason::InPlan { path, .. } = &mut *self.reason {
            *path = plan.path_in_file(path);
        }
        self
    }

    pub(super) fn in_file(self, file: &str) -> WorkloadError {
        WorkloadError { file: file.to_owned(), position: self.position, reason: self.reason }
    }
}

/// The reason why a workload is refused; the text in brackets is the remedy.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum WorkloadReason {
    /// An error in a plan, at a path.
    #[error("{path}: {reason}")]
    InPlan {
        /// The path in its JSON, such as `kernels[3].deps[0]`.
        path: String,
        /// The reason.
        reason: Box<WorkloadReason>,
    },
    /// A plan that cannot be read or is invalid.
    #[error("{0}")]
    Plan(hws_plan::input::InputFault),
    /// Invalid YAML.
    #[error("{message} (correct the YAML)")]
    Syntax {
        /// The parser's message.
        message: String,
    },
    /// An unknown key.
    #[error("unknown key `{key}` in {of} ({}the keys are {})", did_you_mean(closest.as_deref()), known.join(", "))]
    UnknownKey {
        /// The key.
        key: String,
        /// The map that contains it.
        of: &'static str,
        /// The most similar known key.
        closest: Option<String>,
        /// Every known key.
        known: &'static [&'static str],
    },
    /// A missing key.
    #[error("missing key `{key}` in {of} (add it)")]
    Missing {
        /// The key.
        key: &'static str,
        /// The map that requires it.
        of: &'static str,
    },
    /// A value of the wrong type or out of range.
    #[error("{what} is {found} (give {wanted})")]
    Value {
        /// The value's name.
        what: String,
        /// The value found.
        found: String,
        /// The legal values.
        wanted: String,
    },
    /// Two keys that exclude each other.
    #[error("`{second}` conflicts with `{first}` (keep one of them)")]
    Both {
        /// The key written first.
        first: &'static str,
        /// The other key.
        second: &'static str,
    },
    /// A duplicate.
    #[error("{what} is given twice, first on line {first} (remove or rename one)")]
    Twice {
        /// What is given twice.
        what: String,
        /// The line of the first; for an instance of a graph, the line of the graph's id.
        first: u32,
    },
    /// A policy that cannot be applied; [`WorkloadError::file`] is the policy.
    #[error(transparent)]
    Policy(PolicyReason),
    /// A dimension that no model has.
    #[error("{0}")]
    Dimension(UnknownDimension),
    /// Two files that describe different machines.
    #[error(
        "`{key}` differs from that in {first}, but all graphs run on one machine (keep one of them, or make them equal)"
    )]
    Differs {
        /// The key.
        key: &'static str,
        /// FILE:LINE:COLUMN of the first.
        first: String,
    },
    /// A dependency or prefetch that names an unknown kernel.
    #[error("unknown kernel `{name}` in this graph ({}name a kernel of the same graph)", did_you_mean(closest.as_deref()))]
    UnknownKernel {
        /// The name.
        name: String,
        /// The most similar kernel name.
        closest: Option<String>,
    },
    /// A dependency on a graph that is not in the file.
    #[error("unknown graph `{name}` in this file ({}name a graph of the same file)", did_you_mean(closest.as_deref()))]
    UnknownGraph {
        /// The name.
        name: String,
        /// The most similar graph name.
        closest: Option<String>,
    },
    /// A dependency on another instance of the same graph, or on the graph itself.
    #[error("`{name}` is the graph itself (remove `dag`; instances of a graph do not wait for each other)")]
    OwnGraph {
        /// The name.
        name: String,
    },
    /// A dependency between a graph that the HWS schedules and one that firmware schedules.
    #[error(
        "`{name}` has a different scheduler, so this graph cannot wait for it (give both graphs the same `scheduler`)"
    )]
    OtherScheduler {
        /// The predecessor's graph.
        name: String,
    },
    /// A cycle of dependencies, including those of kernels on their prefetches.
    #[error("kernel `{kernel}` waits for itself: {path} (remove one of these dependencies)")]
    Cycle {
        /// The first kernel in the file that is on a cycle; GRAPH/KERNEL if the cycle spans several graphs.
        kernel: Box<str>,
        /// The cycle, in words.
        path: Box<str>,
    },
    /// A key that a prefetch takes from its kernel.
    #[error("a prefetch takes `{key}` from the kernel it allocates for (remove the key)")]
    NotOfAPrefetch {
        /// The key.
        key: &'static str,
    },
    /// A prefetch for a prefetch.
    #[error("`{name}` is itself a prefetch and does not run (name a kernel that computes)")]
    PrefetchOfPrefetch {
        /// The kernel named.
        name: String,
    },
    /// Two prefetches of one kernel.
    #[error(
        "`{name}` already has the prefetch `{first}`, which allocates for all its blocks (remove one of them)"
    )]
    SecondPrefetch {
        /// The kernel named.
        name: String,
        /// Its first prefetch.
        first: String,
    },
    /// A prefetch for more blocks than a grant counter can count.
    #[error(
        "`{name}` has {blocks} blocks, but a prefetch covers at most {most}: the grant counter of a VG has 8 bits (use fewer blocks, or no prefetch)"
    )]
    TooManyGrants {
        /// The kernel named.
        name: String,
        /// Its blocks.
        blocks: u16,
        /// The limit.
        most: u16,
    },
    /// A block wider than a cluster.
    #[error(
        "a block of {} threads does not fit in a cluster of {cluster} SIPs (use at most {cluster} threads, or another `topology`)",
        threads.get()
    )]
    TooWide {
        /// SIPs per block.
        threads: ThreadNum,
        /// SIPs per cluster.
        cluster: u32,
    },
    /// An affinity in which no block fits.
    #[error(
        "no block of {} threads fits in the affinity {affinity}, of which {present} is present: blocks start at multiples of {} (widen it)",
        threads.get(),
        threads.slot()
    )]
    NoPlace {
        /// SIPs per block.
        threads: ThreadNum,
        /// The affinity.
        affinity: SipMask,
        /// The part of it that is present on the machine.
        present: SipMask,
    },
    /// A cooperative kernel whose blocks do not fit at once.
    #[error(
        "a cooperative kernel has {blocks} blocks of {} threads, but only {places} fit at once (use at most {places} blocks)",
        threads.get()
    )]
    CoopTooLarge {
        /// Its blocks.
        blocks: u16,
        /// SIPs per block.
        threads: ThreadNum,
        /// Blocks that fit at once.
        places: u32,
    },
    /// An unknown register.
    #[error("`{name}`: {problem} ({}see `hws regs grep`)", did_you_mean(closest.as_deref()))]
    UnknownRegister {
        /// The name.
        name: String,
        /// What is wrong with the name.
        problem: String,
        /// The most similar register name.
        closest: Option<String>,
    },
    /// A register that a workload may not set.
    #[error("{register} is not a workload setting: {why} ({remedy})")]
    NotASetting {
        /// The register.
        register: RegId,
        /// Why not.
        why: &'static str,
        /// What to do instead.
        remedy: &'static str,
    },
    /// An illegal register value.
    #[error("{value:#x} is not a legal value of {register} ({legal})")]
    IllegalSetting {
        /// The register.
        register: RegId,
        /// The value.
        value: u32,
        /// The legal values, by field.
        legal: String,
    },
    /// A need of a kernel that can never be met.
    #[error("kernel `{kernel}` {problem} ({remedy})")]
    Needs {
        /// The kernel.
        kernel: String,
        /// What it needs, after the name of the kernel.
        problem: String,
        /// The remedy.
        remedy: &'static str,
    },
    /// A graph that cannot be imported.
    #[error("{0}")]
    Import(ImportPlace),
    /// A file named by `import` that cannot be read.
    #[error("cannot read {path}: {message} (paths are relative to the workload file)")]
    Load {
        /// The path as written.
        path: String,
        /// The system's message.
        message: String,
    },
    /// A static mapping of a graph that names no cores.
    #[error("graph `{graph}` names no cores, so it has no static mapping (use the dynamic mapping)")]
    NoCores {
        /// The graph.
        graph: String,
    },
    /// A static mapping to a core that is not on the machine.
    #[error(
        "task `{task}` is mapped to core {core}, but only the SIPs {present} are present (use another topology, or the dynamic mapping)"
    )]
    AbsentCore {
        /// The task.
        task: String,
        /// Its core: the logical SIP of that number.
        core: u32,
        /// The SIPs present.
        present: SipMask,
    },
    /// An estimate that exceeds 32 bits.
    #[error(
        "the estimate of `{task}`, {est} time units, does not fit in 32 bits (use a smaller scale or a longer time unit)"
    )]
    EstTooLong {
        /// The kernel.
        task: String,
        /// Its estimate.
        est: u128,
    },
    /// A real time, computed by the error model, that exceeds 32 bits.
    #[error(transparent)]
    RealTimeTooLong(RealTimeTooLong),
    /// A seed without an error model.
    #[error("nothing is random without an error model (choose one, such as `low`)")]
    NothingRandom,
    /// An imported task that cannot be a kernel.
    #[error(
        "`{task}` has {blocks} blocks of {threads} threads (give 1 to 65535 blocks of 1, 2, 3, 4, 6, 8, 9, 12 or 16 threads)"
    )]
    NoShape {
        /// The task.
        task: String,
        /// Its SIPs per block.
        threads: u32,
        /// Its blocks.
        blocks: u32,
    },
    /// A cost that has no estimate.
    #[error("{0}")]
    Cost(CostError),
    /// Too many kernels.
    #[error("more than {most} kernels in total (use smaller graphs or fewer repetitions)")]
    TooManyKernels {
        /// The limit.
        most: usize,
    },
    /// Times of a graph whose sum exceeds 64 bits.
    #[error("the sum of the graph's times exceeds 64 bits (lower the estimates)")]
    TooLong,
}

/// An importer's error, prefixed with the name of the imported file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImportPlace {
    /// The file named by `import`; none if the workload file itself is the graph.
    pub file: Option<String>,
    /// The importer's error.
    pub error: ImportError,
}

impl fmt::Display for ImportPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use hws_plan::import::FilePlace::{At, File, Path};
        match (&self.file, &self.error.place) {
            (Some(file), _) => write!(f, "{}", self.error.in_file(file)),
            (None, Path(path)) => write!(f, "{path}: {}", self.error.reason),
            (None, File | At(_)) => write!(f, "{}", self.error.reason),
        }
    }
}
