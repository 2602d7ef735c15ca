//! The rules for checking and linting plans: name, severity and remedy.

use std::fmt;

use hws_input::DiagnosticKind;

use serde::Serialize;

/// The severity of a breach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PlanSeverity {
    /// The plan cannot be carried out as it is.
    Error,
    /// The plan can be carried out, but not as expected.
    Warning,
}

impl fmt::Display for PlanSeverity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Error => "error",
            Self::Warning => "warning",
        })
    }
}

/// A rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlanRule {
    /// Its name, such as `overlap`.
    pub name: &'static str,
    /// The severity of a breach.
    pub severity: PlanSeverity,
    /// The remedy.
    pub remedy: &'static str,
}

const fn error(name: &'static str, remedy: &'static str) -> PlanRule {
    PlanRule { name, severity: PlanSeverity::Error, remedy }
}

pub(super) const VALUE: PlanRule = error("value", "give a value in range");
pub(super) const TOO_LARGE: PlanRule =
    error("too-large", "lower the counts, or run the first instances with `hws run --instances N`");
pub(super) const TWICE: PlanRule = error("twice", "keep one");
pub(super) const UNKNOWN: PlanRule = error("unknown", "name an existing one");
pub(super) const SELF: PlanRule = error("self", "name another kernel");
pub(super) const PREFETCH: PlanRule =
    error("prefetch", "give each kernel of at most 255 blocks one prefetch, which runs on no SIP");
pub(super) const LOAD: PlanRule = error(
    "load",
    "give a load one block of one SIP and nothing but est and dependencies, or make it a kernel",
);
pub(super) const CREDITS: PlanRule =
    error("credits", "give a number for each block, never decreasing, up to the other kernel's block_num");
pub(super) const CYCLE: PlanRule = error("cycle", "remove one dependency of the cycle");
pub(super) const DEADLOCK: PlanRule = error("deadlock", "lower a credit of the cycle or remove a dependency");

pub(super) const UNPLACED: PlanRule = error("unplaced", "give every block of the plan a slot, or none");
pub(super) const DURATION: PlanRule = error("duration", "set end to start + est");
pub(super) const ABSENT_SIP: PlanRule = error("absent-sip", "use SIPs of the machine");
pub(super) const ALIGNMENT: PlanRule =
    error("alignment", "start at a multiple of thread_num rounded up to a power of two");
pub(super) const CLUSTER: PlanRule = error("cluster", "use SIPs of one cluster");
pub(super) const AFFINITY: PlanRule = error("affinity", "use SIPs of the affinity, or widen it");
pub(super) const OVERLAP: PlanRule = error("overlap", "move one of the blocks");
pub(super) const EARLY: PlanRule = error("early", "start it later");
pub(super) const WINDOW: PlanRule = error("window", "start the block later, or widen the window");
pub(super) const COOP: PlanRule = error("coop", "start all blocks together, on disjoint SIPs");

const fn warning(name: &'static str, remedy: &'static str) -> PlanRule {
    PlanRule { name, severity: PlanSeverity::Warning, remedy }
}

pub(super) const GRAPH_NAME: PlanRule = error("graph-name", "give a name without `/`");
pub(super) const EMPTY_GRAPH: PlanRule = error("empty-graph", "give it a kernel or remove it");
pub(super) const MACHINE: PlanRule = error("machine", "make the plan for this machine");
pub(super) const THREAD_NUM: PlanRule = error("thread-num", "give 1, 2, 3, 4, 6, 8, 9, 12 or 16");
pub(super) const TIME_ZERO: PlanRule = error("time-zero", "give it a time of at least 1");
pub(super) const CORE: PlanRule = error("core", "use cores that are logical SIPs of the machine");
pub(super) const EST: PlanRule = error("est", "scale the times down to keep est below 2^32");
pub(super) const NOT_RUNNABLE: PlanRule = error("not-runnable", "plan for a machine that exists");
pub(super) const PLACE: PlanRule =
    error("place", "widen the affinity or the usage mask to an aligned group of SIPs of one cluster");
pub(super) const COOP_PLACES: PlanRule = error("coop-places", "use fewer blocks or a wider affinity");
pub(super) const COOP_PARAMS: PlanRule =
    error("coop-params", "set queue to block_num, as the blocks of a cooperative kernel start together");
pub(super) const COOP_TRIGGERS: PlanRule =
    warning("coop-triggers", "set triggers to `all`, or make the kernel not cooperative");
pub(super) const LIVE_GRAPHS: PlanRule = error("live-graphs", "let graphs arrive later, or use fewer");
pub(super) const MANY_GRAPHS: PlanRule =
    warning("many-graphs", "keep at most 24 graphs live for machines with the smaller table");
pub(super) const WIDE: PlanRule =
    warning("wide", "raise P_TOP_K, or make sure that the offline priorities are right");
pub(super) const INVERTED: PlanRule =
    warning("inverted-priority", "make priorities fall with the planned start, or add a dependency");
pub(super) const BLOCK_ORDER: PlanRule = warning("block-order", "plan the blocks of a kernel in order");
pub(super) const FIFO_WINDOW: PlanRule =
    warning("fifo-window", "give the producer a window or credits that enforce it");
pub(super) const CACHE: PlanRule = warning("cache", "hold kernels back with credits or dependencies");

impl PlanRule {
    /// The rules of [`Plan::check`](super::Plan::check), without which no plan is read.
    const CHECK: [Self; 20] = [
        VALUE, TOO_LARGE, TWICE, UNKNOWN, SELF, PREFETCH, LOAD, CREDITS, CYCLE, DEADLOCK, UNPLACED, DURATION,
        ABSENT_SIP, ALIGNMENT, CLUSTER, AFFINITY, OVERLAP, EARLY, WINDOW, COOP,
    ];

    /// Returns the code of a breach: that of the same fault in other inputs, or its name.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self.name {
            "value" => "illegal-value",
            "twice" => "given-twice",
            "unknown" => "unknown-name",
            "self" => "self-edge",
            name => name,
        }
    }

    /// Returns the kinds of breaches that make a plan unreadable.
    #[must_use]
    pub fn kinds() -> Vec<DiagnosticKind> {
        let kind = |rule: &Self| DiagnosticKind {
            code: rule.code(),
            meaning: &["A breach of the rule of this name for plans (docs/spec/planner.md)."],
            message: "",
            remedy: rule.remedy,
        };
        Self::CHECK.iter().map(kind).collect()
    }

    /// The rules of [`Plan::lint`](super::Plan::lint).
    pub const LINT: [Self; 19] = [
        NOT_RUNNABLE,
        TIME_ZERO,
        CORE,
        GRAPH_NAME,
        EMPTY_GRAPH,
        MACHINE,
        THREAD_NUM,
        EST,
        PLACE,
        COOP_PLACES,
        COOP_PARAMS,
        COOP_TRIGGERS,
        LIVE_GRAPHS,
        MANY_GRAPHS,
        WIDE,
        INVERTED,
        BLOCK_ORDER,
        FIFO_WINDOW,
        CACHE,
    ];

    /// The rules of [`Plan::read`](super::Plan::read).
    pub const MEANING: [Self; 10] =
        [VALUE, TOO_LARGE, TWICE, UNKNOWN, SELF, PREFETCH, LOAD, CREDITS, CYCLE, DEADLOCK];

    /// The rules of [`Plan::check`](super::Plan::check) for slots.
    pub const SLOTS: [Self; 10] =
        [UNPLACED, DURATION, ABSENT_SIP, ALIGNMENT, CLUSTER, AFFINITY, OVERLAP, EARLY, WINDOW, COOP];
}
