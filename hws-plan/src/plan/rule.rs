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

impl Rule {
    /// What [`Plan::read`](super::Plan::read) wants of every plan.
    pub const MEANING: [Self; 8] = [VALUE, TWICE, UNKNOWN, SELF, PREFETCH, CREDITS, CYCLE, DEADLOCK];

    /// What [`Plan::check`](super::Plan::check) wants of slots.
    pub const SLOTS: [Self; 10] =
        [UNPLACED, DURATION, ABSENT_SIP, ALIGNMENT, CLUSTER, AFFINITY, OVERLAP, EARLY, WINDOW, COOP];
}
