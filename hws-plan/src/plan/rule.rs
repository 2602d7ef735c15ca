//! The rules that plans are checked and linted by: a name, how bad a breach is, and the remedy.

use std::fmt;

use serde::Serialize;

/// How bad a breach is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// The plan cannot be carried out as it stands.
    Error,
    /// It can, but not as one might expect.
    Warning,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Error => "error",
            Self::Warning => "warning",
        })
    }
}

/// A rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its name, such as `overlap`.
    pub name: &'static str,
    /// How bad a breach is.
    pub severity: Severity,
    /// What would be right.
    pub remedy: &'static str,
}

const fn error(name: &'static str, remedy: &'static str) -> Rule {
    Rule { name, severity: Severity::Error, remedy }
}

pub(super) const VALUE: Rule = error("value", "give a value in range");
pub(super) const TWICE: Rule = error("twice", "keep one");
pub(super) const UNKNOWN: Rule = error("unknown", "name an existing one");
pub(super) const SELF: Rule = error("self", "name another kernel");
pub(super) const PREFETCH: Rule =
    error("prefetch", "give each kernel of at most 255 blocks one prefetch, which runs nowhere");
pub(super) const CREDITS: Rule =
    error("credits", "give a number for each block, never falling, up to the other kernel's block_num");
pub(super) const CYCLE: Rule = error("cycle", "remove one dependency of the cycle");
pub(super) const DEADLOCK: Rule = error("deadlock", "lower a credit of the cycle or remove a dependency");

pub(super) const UNPLACED: Rule = error("unplaced", "give every block a slot, or no block of the plan");
pub(super) const DURATION: Rule = error("duration", "let end be start + est");
pub(super) const ABSENT_SIP: Rule = error("absent-sip", "take SIPs of the machine");
pub(super) const ALIGNMENT: Rule =
    error("alignment", "let the first SIP be a multiple of thread_num rounded up to a power of two");
pub(super) const CLUSTER: Rule = error("cluster", "take SIPs of one cluster");
pub(super) const AFFINITY: Rule = error("affinity", "take SIPs of the affinity, or widen it");
pub(super) const OVERLAP: Rule = error("overlap", "move one of the blocks");
pub(super) const EARLY: Rule = error("early", "start it later");
pub(super) const WINDOW: Rule = error("window", "start the block later, or widen the window");
pub(super) const COOP: Rule = error("coop", "let all blocks start together, on SIPs that exist together");

const fn warning(name: &'static str, remedy: &'static str) -> Rule {
    Rule { name, severity: Severity::Warning, remedy }
}

pub(super) const GRAPH_NAME: Rule = error("graph-name", "give a name without `/`");
pub(super) const EMPTY_GRAPH: Rule = error("empty-graph", "give it a kernel or remove it");
pub(super) const MACHINE: Rule = error("machine", "plan for the machine that is there");
pub(super) const THREAD_NUM: Rule = error("thread-num", "give 1, 2, 3, 4, 6, 8, 9, 12 or 16");
pub(super) const TIME_ZERO: Rule = error("time-zero", "give it a time of at least 1");
pub(super) const CORE: Rule = error("core", "use cores that are logical SIPs of the machine");
pub(super) const EST: Rule = error("est", "keep est below 2^32: scale the times down");
pub(super) const PLACE: Rule =
    error("place", "widen the affinity or the usage mask to an aligned group of SIPs of one cluster");
pub(super) const COOP_PLACES: Rule = error("coop-places", "use fewer blocks or a wider affinity");
pub(super) const COOP_PARAMS: Rule =
    error("coop-params", "give a queue of block_num: the blocks of a cooperative kernel start together");
pub(super) const COOP_TRIGGERS: Rule =
    warning("coop-triggers", "let triggers be `all`, or the kernel not be cooperative");
pub(super) const LIVE_GRAPHS: Rule = error("live-graphs", "let graphs arrive later, or make them fewer");
pub(super) const MANY_GRAPHS: Rule =
    warning("many-graphs", "keep to 24 live graphs on machines with the smaller table");
pub(super) const WIDE: Rule =
    warning("wide", "raise P_TOP_K, or see to it that the offline priorities are right");
pub(super) const INVERTED: Rule =
    warning("inverted-priority", "let priorities fall with the planned start, or add a dependency");
pub(super) const BLOCK_ORDER: Rule = warning("block-order", "plan the blocks of a kernel in their order");
pub(super) const FIFO_WINDOW: Rule =
    warning("fifo-window", "give the producer a window or credits that keep to it");
pub(super) const CACHE: Rule = warning("cache", "hold kernels back with credits or dependencies");

impl Rule {
    /// What [`Plan::lint`](super::Plan::lint) looks for.
    pub const LINT: [Self; 18] = [
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

    /// What [`Plan::read`](super::Plan::read) wants of every plan.
    pub const MEANING: [Self; 8] = [VALUE, TWICE, UNKNOWN, SELF, PREFETCH, CREDITS, CYCLE, DEADLOCK];

    /// What [`Plan::check`](super::Plan::check) wants of slots.
    pub const SLOTS: [Self; 10] =
        [UNPLACED, DURATION, ABSENT_SIP, ALIGNMENT, CLUSTER, AFFINITY, OVERLAP, EARLY, WINDOW, COOP];
}
