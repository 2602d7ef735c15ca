//! Errors in a workload: file, place, reason, remedy.

use hws_input::{Diagnose, Diagnostic, Place, Position};
use hws_plan::cost::CostError;
use hws_plan::import::{ImportError, UnknownDimension};
use hws_plan::plan::WrittenOut;
use hws_regs::RegId;
use hws_types::{SipMask, ThreadNum};
use thiserror::Error;

use super::error_model::RealTimeTooLong;
use crate::policy::{PolicyError, PolicyReason};

/// The first problem found in a workload: `FILE:LINE:COLUMN: reason; remedy`.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}", self.diagnostic())]
pub struct WorkloadError {
    /// The name of the file, as passed to [`read`](crate::workload::read).
    pub file: String,
    /// The position in the file.
    pub position: Position,
    /// The reason and the remedy.
    pub reason: Box<WorkloadReason>,
}

impl WorkloadError {
    /// Returns the error as a diagnostic.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        let found = match &*self.reason {
            WorkloadReason::InPlan { path, reason } => reason.diagnostic().at_key(path),
            // What is wrong is an option, which has the place of the file.
            reason @ (WorkloadReason::Policy(_) | WorkloadReason::Dimension(_)) => {
                return reason.diagnostic().at_key(&self.file);
            }
            reason => reason.diagnostic(),
        };
        found.in_file(&self.file).at(self.position)
    }
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

hws_input::faults! {
    /// The reason why a workload is refused.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum WorkloadReason {
        /// An error in a plan, at a path.
        InPlan {
            /// The path in its JSON, such as `kernels[3].deps[0]`.
            path: String,
            /// The reason.
            reason: Box<WorkloadReason>,
        } => reason, ("{path}: ");
        /// A plan that cannot be read or is invalid.
        Plan(inner: hws_plan::input::InputFault);
        /// Invalid YAML.
        Syntax {
            /// The parser's message.
            message: String,
        } = "syntax", ("{message}"), ("correct the YAML");
        /// An unknown key.
        UnknownKey {
            /// The key.
            key: String,
            /// The map that contains it.
            of: &'static str,
            /// The most similar known key.
            closest: Option<String>,
            /// Every known key.
            known: &'static [&'static str],
        } = "unknown-key", ("unknown key `{key}` in {of}"), ("the keys are {}", known.join(", ")), near closest.as_deref();
        /// A missing key.
        Missing {
            /// The key.
            key: &'static str,
            /// The map that requires it.
            of: &'static str,
        } = "missing-key", ("missing key `{key}` in {of}"), ("add it");
        /// A value of the wrong type or out of range.
        Value {
            /// The value's name.
            what: String,
            /// The value found.
            found: String,
            /// The legal values.
            wanted: String,
        } = "illegal-value", ("{what} is {found}"), ("give {wanted}");
        /// Two keys that exclude each other.
        Both {
            /// The key written first.
            first: &'static str,
            /// The other key.
            second: &'static str,
        } = "keys-conflict", ("`{second}` conflicts with `{first}`"), ("keep one of them");
        /// A duplicate.
        Twice {
            /// What is given twice.
            what: String,
            /// The line of the first; for an instance of a graph, the line of the graph's id.
            first: u32,
        } = "given-twice", ("{what} is given twice, first on line {first}"), ("remove or rename one");
        /// A policy that cannot be applied; [`WorkloadError::file`] is the policy.
        Policy(inner: PolicyReason);
        /// A dimension that no model has.
        Dimension(inner: UnknownDimension);
        /// Two files that describe different machines.
        Differs {
            /// The key.
            key: &'static str,
            /// FILE:LINE:COLUMN of the first.
            first: String,
        } = "machines-differ",
            ("`{key}` differs from that in {first}, but all graphs run on one machine"),
            ("keep one of them, or make them equal");
        /// A dependency or prefetch that names an unknown kernel.
        UnknownKernel {
            /// The name.
            name: String,
            /// The most similar kernel name.
            closest: Option<String>,
        } = "unknown-kernel",
            ("unknown kernel `{name}` in this graph"),
            ("name a kernel of the same graph"), near closest.as_deref();
        /// A dependency on a graph that is not in the file.
        UnknownGraph {
            /// The name.
            name: String,
            /// The most similar graph name.
            closest: Option<String>,
        } = "unknown-graph", ("unknown graph `{name}` in this file"), ("name a graph of the same file"), near closest.as_deref();
        /// A dependency on another instance of the same graph, or on the graph itself.
        OwnGraph {
            /// The name.
            name: String,
        } = "self-edge",
            ("`{name}` is the graph itself"),
            ("remove `dag`; instances of a graph do not wait for each other");
        /// A dependency between a graph that the HWS schedules and one that firmware schedules.
        OtherScheduler {
            /// The predecessor's graph.
            name: String,
        } = "other-scheduler",
            ("`{name}` has a different scheduler, so this graph cannot wait for it"),
            ("give both graphs the same `scheduler`");
        /// A cycle of dependencies, including those of kernels on their prefetches.
        Cycle {
            /// The first kernel in the file that is on a cycle; GRAPH/KERNEL if the cycle spans several graphs.
            kernel: Box<str>,
            /// The cycle, in words.
            path: Box<str>,
        } = "cycle", ("kernel `{kernel}` waits for itself: {path}"), ("remove one of these dependencies");
        /// A key that a prefetch takes from its kernel.
        NotOfAPrefetch {
            /// The key.
            key: &'static str,
        } = "not-of-a-prefetch", ("a prefetch takes `{key}` from the kernel it allocates for"), ("remove the key");
        /// A prefetch for a prefetch.
        PrefetchOfPrefetch {
            /// The kernel named.
            name: String,
        } = "prefetch-of-prefetch", ("`{name}` is itself a prefetch and does not run"), ("name a kernel that computes");
        /// Two prefetches of one kernel.
        SecondPrefetch {
            /// The kernel named.
            name: String,
            /// Its first prefetch.
            first: String,
        } = "second-prefetch",
            ("`{name}` already has the prefetch `{first}`, which allocates for all its blocks"),
            ("remove one of them");
        /// A prefetch for more blocks than a grant counter can count.
        TooManyGrants {
            /// The kernel named.
            name: String,
            /// Its blocks.
            blocks: u16,
            /// The limit.
            most: u16,
        } = "too-many-grants",
            ("`{name}` has {blocks} blocks, but a prefetch covers at most {most}: the grant counter of a VG has 8 bits"),
            ("use fewer blocks, or no prefetch");
        /// A block wider than a cluster.
        TooWide {
            /// SIPs per block.
            threads: ThreadNum,
            /// SIPs per cluster.
            cluster: u32,
        } = "block-too-wide",
            ("a block of {} threads does not fit in a cluster of {cluster} SIPs", threads.get()),
            ("use at most {cluster} threads, or another `topology`");
        /// An affinity in which no block fits.
        NoPlace {
            /// SIPs per block.
            threads: ThreadNum,
            /// The affinity.
            affinity: SipMask,
            /// The part of it that is present on the machine.
            present: SipMask,
        } = "no-place-in-affinity",
            ("no block of {} threads fits in the affinity {affinity}, of which {present} is present: blocks start at multiples of {}", threads.get(), threads.slot()),
            ("widen it");
        /// A cooperative kernel whose blocks do not fit at once.
        CoopTooLarge {
            /// Its blocks.
            blocks: u16,
            /// SIPs per block.
            threads: ThreadNum,
            /// Blocks that fit at once.
            places: u32,
        } = "coop-too-large",
            ("a cooperative kernel has {blocks} blocks of {} threads, but only {places} fit at once", threads.get()),
            ("use at most {places} blocks");
        /// An unknown register.
        UnknownRegister {
            /// The name.
            name: String,
            /// What is wrong with the name.
            problem: String,
            /// The most similar register name.
            closest: Option<String>,
        } = "unknown-register", ("`{name}`: {problem}"), ("see `hws regs grep`"), near closest.as_deref();
        /// A register that a workload may not set.
        NotASetting {
            /// The register.
            register: RegId,
            /// Why not.
            why: &'static str,
            /// What to do instead.
            remedy: &'static str,
        } = "not-a-setting", ("{register} is not a workload setting: {why}"), ("{remedy}");
        /// An illegal register value.
        IllegalSetting {
            /// The register.
            register: RegId,
            /// The value.
            value: u32,
            /// The legal values, by field.
            legal: String,
        } = "illegal-value", ("{value:#x} is not a legal value of {register}"), ("{legal}");
        /// A need of a kernel that can never be met.
        Needs {
            /// The kernel.
            kernel: String,
            /// What it needs, after the name of the kernel.
            problem: String,
            /// The remedy.
            remedy: &'static str,
        } = "unmet-need", ("kernel `{kernel}` {problem}"), ("{remedy}");
        /// A graph that cannot be imported.
        Import(inner: ImportPlace);
        /// A file named by `import` that cannot be read.
        Load {
            /// The path as written.
            path: String,
            /// The system's message.
            message: String,
        } = "cannot-read", ("cannot read {path}: {message}"), ("paths are relative to the workload file");
        /// A static mapping of a graph that names no cores.
        NoCores {
            /// The graph.
            graph: String,
        } = "no-cores", ("graph `{graph}` names no cores, so it has no static mapping"), ("use the dynamic mapping");
        /// A static mapping to a core that is not on the machine.
        AbsentCore {
            /// The task.
            task: String,
            /// Its core: the logical SIP of that number.
            core: u32,
            /// The SIPs present.
            present: SipMask,
        } = "absent-core",
            ("task `{task}` is mapped to core {core}, but only the SIPs {present} are present"),
            ("use another topology, or the dynamic mapping");
        /// An estimate that exceeds 32 bits.
        EstTooLong {
            /// The kernel.
            task: String,
            /// Its estimate.
            est: u128,
        } = "est-too-long",
            ("the estimate of `{task}`, {est} time units, does not fit in 32 bits"),
            ("use a smaller scale or a longer time unit");
        /// A real time, computed by the error model, that exceeds 32 bits.
        RealTimeTooLong(inner: RealTimeTooLong);
        /// A seed without an error model.
        NothingRandom = "nothing-random", ("nothing is random without an error model"), ("choose one, such as `low`");
        /// An imported task that cannot be a kernel.
        NoShape {
            /// The task.
            task: String,
            /// Its SIPs per block.
            threads: u32,
            /// Its blocks.
            blocks: u32,
        } = "no-shape",
            ("`{task}` has {blocks} blocks of {threads} threads"),
            ("give 1 to 65535 blocks of 1, 2, 3, 4, 6, 8, 9, 12 or 16 threads");
        /// A cost that has no estimate.
        Cost(inner: CostError);
        /// Too many kernels.
        TooManyKernels {
            /// The limit.
            most: usize,
        } = "too-many-kernels", ("more than {most} kernels in total"), ("use smaller graphs or fewer repetitions");
        /// Times of a graph whose sum exceeds 64 bits.
        TooLong = "too-long", ("the sum of the graph's times exceeds 64 bits"), ("lower the estimates");
    }
}

/// An importer's error, prefixed with the name of the imported file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImportPlace {
    /// The file named by `import`; none if the workload file itself is the graph.
    pub file: Option<String>,
    /// The importer's error.
    pub error: ImportError,
}

impl Diagnose for WorkloadError {
    fn code(&self) -> &'static str {
        self.reason.code()
    }

    fn message(&self) -> String {
        self.diagnostic().sentence()
    }

    fn remedy(&self) -> String {
        self.reason.remedy()
    }

    fn candidate(&self) -> Option<&str> {
        self.reason.candidate()
    }

    fn diagnostic(&self) -> Diagnostic {
        self.diagnostic()
    }
}

impl Diagnose for ImportPlace {
    fn code(&self) -> &'static str {
        self.error.reason.code()
    }

    fn message(&self) -> String {
        let found = self.error.diagnostic();
        match &self.file {
            Some(file) => found.in_file(file).sentence(),
            None => Diagnostic { place: Place::UNKNOWN, ..found }.sentence(),
        }
    }

    fn remedy(&self) -> String {
        self.error.reason.remedy()
    }

    fn candidate(&self) -> Option<&str> {
        self.error.reason.candidate()
    }
}
