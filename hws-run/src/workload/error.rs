//! Why a workload was refused: file, place, reason, remedy.

use std::fmt;

use hws_input::{Position, did_you_mean};
use hws_plan::cost::CostError;
use hws_plan::import::ImportError;
use hws_regs::RegId;
use hws_types::{SipMask, ThreadNum};
use thiserror::Error;

use crate::policy::{PolicyError, PolicyReason};

/// The first thing that is wrong with a workload: `FILE:LINE:COLUMN: reason (remedy)`.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}: {reason}", position.in_file(file))]
pub struct WorkloadError {
    /// The file, as it was named to [`read`](crate::workload::read).
    pub file: String,
    /// Where in it.
    pub position: Position,
    /// What is wrong, and what would be right.
    pub reason: Box<WorkloadReason>,
}

impl From<PolicyError> for WorkloadError {
    fn from(error: PolicyError) -> Self {
        let file = format!("policy {}={}", error.key, error.value);
        Self { file, position: Position::UNKNOWN, reason: Box::new(WorkloadReason::Policy(*error.reason)) }
    }
}

/// A reason at a place; the file is added where it is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Fault {
    pub(super) position: Position,
    pub(super) reason: Box<WorkloadReason>,
}

impl Fault {
    pub(super) fn at(position: Position, reason: WorkloadReason) -> Self {
        Self { position, reason: Box::new(reason) }
    }

    pub(super) fn in_file(self, file: &str) -> WorkloadError {
        WorkloadError { file: file.to_owned(), position: self.position, reason: self.reason }
    }
}

/// What is wrong; the text in brackets is the remedy.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum WorkloadReason {
    /// Something that a plan says.
    #[error("{path}: {reason}")]
    InPlan {
        /// The path in its JSON, such as `kernels[3].deps[0]`.
        path: String,
        /// What is wrong there.
        reason: Box<WorkloadReason>,
    },
    /// A plan that cannot be read or means nothing.
    #[error("{0}")]
    Plan(hws_plan::input::InputFault),
    /// The text is no YAML.
    #[error("{message} (correct the YAML)")]
    Syntax {
        /// What the parser says.
        message: String,
    },
    /// A key that nothing reads.
    #[error("`{key}` is no key of {of} ({}the keys are {})", did_you_mean(closest.as_deref()), known.join(", "))]
    UnknownKey {
        /// The key.
        key: String,
        /// Of what.
        of: &'static str,
        /// The known key that looks most like it.
        closest: Option<String>,
        /// Every known key.
        known: &'static [&'static str],
    },
    /// A key that has to be there.
    #[error("{of} needs the key `{key}` (add it)")]
    Missing {
        /// The key.
        key: &'static str,
        /// Of what.
        of: &'static str,
    },
    /// A value of another type or outside its range.
    #[error("{what} is {found} (give {wanted})")]
    Value {
        /// Which value.
        what: String,
        /// What stands there.
        found: String,
        /// What would be right.
        wanted: String,
    },
    /// Two things of which one has to go.
    #[error("`{second}` beside `{first}` (keep one of them)")]
    Both {
        /// One key.
        first: &'static str,
        /// The other.
        second: &'static str,
    },
    /// Something that may be given once.
    #[error("{what} is given twice, first in line {first} (remove or rename one)")]
    Twice {
        /// What.
        what: String,
        /// The line of the first; of a graph's instances the line of its id.
        first: u32,
    },
    /// A policy that cannot be applied; the file is the policy.
    #[error(transparent)]
    Policy(PolicyReason),
    /// Two files that say different things of the one machine.
    #[error(
        "`{key}` is not what {first} says, and all graphs run on one machine (keep one of them, or make them equal)"
    )]
    Differs {
        /// The key.
        key: &'static str,
        /// FILE:LINE:COLUMN of the first.
        first: String,
    },
    /// A dependency or prefetch that names nothing.
    #[error("there is no kernel `{name}` in this graph ({}name a kernel of the same graph)", did_you_mean(closest.as_deref()))]
    UnknownKernel {
        /// The name.
        name: String,
        /// The kernel whose name looks most like it.
        closest: Option<String>,
    },
    /// A dependency on a graph that the file has not.
    #[error("there is no graph `{name}` in this file ({}name a graph of the same file)", did_you_mean(closest.as_deref()))]
    UnknownGraph {
        /// The name.
        name: String,
        /// The graph whose name looks most like it.
        closest: Option<String>,
    },
    /// A dependency on another instance of the same graph, or on the graph itself.
    #[error(
        "`{name}` is the graph itself (leave `dag` out; instances of a graph do not wait for each other)"
    )]
    OwnGraph {
        /// The name.
        name: String,
    },
    /// A graph that the HWS schedules and one that firmware schedules, of which one waits for the other.
    #[error(
        "`{name}` is not scheduled by who schedules this graph, so nobody sees it finish (give both graphs the same `scheduler`)"
    )]
    OtherScheduler {
        /// The graph that is waited for.
        name: String,
    },
    /// Kernels that wait for each other; the wait of a kernel for its prefetch counts.
    #[error("kernel `{kernel}` waits for itself through its dependencies (remove one of the cycle)")]
    Cycle {
        /// The first kernel of the file that is on a cycle; GRAPH/KERNEL if it goes through several graphs.
        kernel: String,
    },
    /// A property of a prefetch that is not its own.
    #[error("a prefetch takes `{key}` from the kernel it allocates for (remove the key)")]
    NotOfAPrefetch {
        /// The key.
        key: &'static str,
    },
    /// A prefetch for something that runs nowhere.
    #[error("`{name}` is a prefetch itself and runs nowhere (name a kernel that computes)")]
    PrefetchOfPrefetch {
        /// The kernel named.
        name: String,
    },
    /// Two prefetches of one kernel.
    #[error(
        "`{name}` already has the prefetch `{first}` (one allocates for all its blocks: remove the other)"
    )]
    SecondPrefetch {
        /// The kernel named.
        name: String,
        /// Its first prefetch.
        first: String,
    },
    /// A prefetch of more blocks than a grant counter holds.
    #[error(
        "`{name}` has {blocks} blocks, and a prefetch can be given at most {most}: the grant counter of a VG has 8 bits (use fewer blocks, or no prefetch)"
    )]
    TooManyGrants {
        /// The kernel named.
        name: String,
        /// Its blocks.
        blocks: u16,
        /// The most there can be.
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
    /// An affinity in which no block can ever run.
    #[error(
        "no block of {} threads fits in the affinity {affinity}, of which the machine has {present}: blocks start at multiples of {} (widen it)",
        threads.get(),
        threads.slot()
    )]
    NoPlace {
        /// SIPs per block.
        threads: ThreadNum,
        /// The affinity.
        affinity: SipMask,
        /// Its SIPs that the machine has.
        present: SipMask,
    },
    /// A cooperative kernel whose blocks never fit together.
    #[error(
        "a cooperative kernel of {blocks} blocks of {} threads, of which the machine and the affinity hold {places} at once (use at most {places} blocks)",
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
    /// No such register.
    #[error("`{name}`: {problem} ({}see `hws regs grep`)", did_you_mean(closest.as_deref()))]
    UnknownRegister {
        /// The name.
        name: String,
        /// What is wrong with it.
        problem: String,
        /// The register whose name looks most like it.
        closest: Option<String>,
    },
    /// A register that is no setting.
    #[error("{register} is no setting of a workload: {why} ({remedy})")]
    NotASetting {
        /// The register.
        register: RegId,
        /// Why not.
        why: &'static str,
        /// What to do instead.
        remedy: &'static str,
    },
    /// A value that the register refuses.
    #[error("{value:#x} is no legal value of {register} ({legal})")]
    IllegalSetting {
        /// The register.
        register: RegId,
        /// The value.
        value: u32,
        /// Which values are legal, field by field.
        legal: String,
    },
    /// Something that firmware can never give a kernel.
    #[error("kernel `{kernel}` {problem} ({remedy})")]
    Needs {
        /// The kernel.
        kernel: String,
        /// What it needs.
        problem: String,
        /// What to do.
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
        /// What the system says.
        message: String,
    },
    /// Static mapping of a graph that names no cores.
    #[error("graph `{graph}` names no cores, so it has no static mapping (use the dynamic mapping)")]
    NoCores {
        /// The graph.
        graph: String,
    },
    /// Static mapping to a core that the machine does not have.
    #[error(
        "task `{task}` is mapped to core {core}, and the machine has the SIPs {present} (use another topology, or the dynamic mapping)"
    )]
    AbsentCore {
        /// The task.
        task: String,
        /// Its core, which stands for the logical SIP of that number.
        core: u32,
        /// The SIPs there are.
        present: SipMask,
    },
    /// An estimate that leaves 32 bits.
    #[error(
        "the estimate of `{task}`, {est} time units, does not fit 32 bits (scale times less, or use a longer time unit)"
    )]
    EstTooLong {
        /// The kernel.
        task: String,
        /// Its estimate.
        est: u128,
    },
    /// An error model that leaves 32 bits.
    #[error(
        "a block of {kernel} would take {cycles} cycles, and sim_exec_time has 32 bits (lower its estimate, or give its `actual`)"
    )]
    RealTimeTooLong {
        /// GRAPH/KERNEL.
        kernel: String,
        /// The cycles.
        cycles: u64,
    },
    /// A seed without an error model.
    #[error("nothing is random without an error model (choose one, such as `low`)")]
    NothingRandom,
    /// A task of an imported graph that is no kernel.
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
    /// Operations and bytes that give no estimate.
    #[error("{0}")]
    Cost(CostError),
    /// More kernels than can be run.
    #[error("more than {most} kernels in all (use smaller graphs or fewer repetitions)")]
    TooManyKernels {
        /// The limit.
        most: usize,
    },
    /// Times of one graph that leave 64 bits.
    #[error("the times of the graph add up to more than 64 bits (lower the estimates)")]
    TooLong,
}

/// An importer's error, with the name of an imported file in front of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImportPlace {
    /// The file that `import` names; none when the workload itself is the graph, whose place is known.
    pub file: Option<String>,
    /// What the importer says.
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
