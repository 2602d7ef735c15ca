//! A violated invariant: its id, the cycle, the resource, a description, and the rule.

use std::fmt;

use hws_regs::RegId;
use hws_types::{Cluster, Cycle, Entry, LaunchId, Rule, Sip};

/// An invariant of `verification.md`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Invariant {
    /// SIPs and launches agree.
    I1,
    /// Launches take only SIPs that they may use.
    I2,
    /// Launches take free SIPs only.
    I3,
    /// The status masks agree with the launches of the SIPs.
    I4,
    /// Reservations belong to R-tasks.
    I5,
    /// Backfills satisfy their condition.
    I6,
    /// Tasks, blocks and launches are conserved.
    I7,
    /// Blocks and threads are launched once and in order.
    I8,
    /// Messages and grants are all accounted for.
    I9,
    /// State changes only as specified.
    I11,
    /// VC runs are disjoint.
    I13,
}

/// The resource that violates an invariant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Resource {
    /// A SIP.
    Sip(Sip),
    /// An entry of the launch table.
    Launch(LaunchId),
    /// An entry of the Ready Station.
    Entry(Entry),
    /// A kernel, by kernel_seq.
    Kernel(u32),
    /// A cluster.
    Cluster(Cluster),
    /// A die, 0 or 1.
    Die(usize),
    /// A slot of the DAG table.
    DagSlot(usize),
    /// A register.
    Register(RegId),
    /// A resource that exists once, by its name: `the loader`, `RTASK_COUNT`.
    Named(&'static str),
}

impl fmt::Display for Resource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sip(sip) => write!(f, "SIP {}", sip.get()),
            Self::Launch(id) => write!(f, "launch {}", id.get()),
            Self::Entry(entry) => write!(f, "entry {}", entry.get()),
            Self::Kernel(seq) => write!(f, "kernel {seq}"),
            Self::Cluster(cluster) => write!(f, "cluster {}", cluster.get()),
            Self::Die(die) => write!(f, "die {die}"),
            Self::DagSlot(slot) => write!(f, "DAG slot {slot}"),
            Self::Register(register) => register.fmt(f),
            Self::Named(name) => f.write_str(name),
        }
    }
}

/// The earlier event that a violation is traced to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Since {
    /// What happened: `launched`, `latched`.
    pub what: &'static str,
    /// When it happened.
    pub cycle: Cycle,
}

/// A violated invariant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// The invariant.
    pub invariant: Invariant,
    /// The cycle of the event or state that violates it.
    pub cycle: Cycle,
    /// The resource concerned.
    pub resource: Resource,
    /// How it violates the invariant.
    pub how: String,
    /// The earlier event that it is traced to, if any.
    pub since: Option<Since>,
    /// The line of the stimulus that was last applied, if a stimulus was; a recorded run has the same lines.
    pub line: Option<u64>,
    /// The rule.
    pub rule: Rule,
}

impl Violation {
    /// A violation that is not traced to an earlier event.
    pub(super) fn new(
        invariant: Invariant,
        cycle: Cycle,
        resource: Resource,
        how: String,
        rule: Rule,
    ) -> Self {
        Self { invariant, cycle, resource, how, since: None, line: None, rule }
    }

    /// The same violation, traced to an earlier event.
    pub(super) fn since(mut self, what: &'static str, cycle: Cycle) -> Self {
        self.since = Some(Since { what, cycle });
        self
    }
}

impl std::error::Error for Violation {}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { invariant, cycle, resource, how, since, line, rule } = self;
        write!(f, "{invariant:?} is violated at cycle {cycle}: {resource} {how}")?;
        if let Some(Since { what, cycle }) = since {
            write!(f, ", {what} at cycle {cycle}")?;
        }
        if let Some(line) = line {
            write!(f, ", after line {line} of the stimulus")?;
        }
        write!(f, " ({rule})")
    }
}
