//! A broken invariant: which, when, what of, how, and the rule behind it.

use std::fmt;

use hws_regs::RegId;
use hws_types::{Cluster, Cycle, Entry, LaunchId, Sip};

/// Which invariant of `verification.md`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Invariant {
    /// SIPs and launches belong to each other.
    I1,
    /// Launches lie where they may.
    I2,
    /// Launches take free SIPs only.
    I3,
    /// The status masks agree with what SIPs do.
    I4,
    /// Reservations belong to R-tasks.
    I5,
    /// Backfilling waits for its condition.
    I6,
    /// Nothing is lost, nothing is made of nothing.
    I7,
    /// Blocks and threads come once and in order.
    I8,
    /// Messages and grants are all accounted for.
    I9,
    /// Nothing changes but what is specified.
    I11,
    /// VC runs are disjoint.
    I13,
}

/// What an invariant is broken of.
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
    /// Something that has one name: `the loader`, `RTASK_COUNT`.
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

/// When what is now wrong began.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Since {
    /// What happened then: `launched`, `latched`.
    pub what: &'static str,
    /// When.
    pub cycle: Cycle,
}

/// A broken invariant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// The invariant.
    pub invariant: Invariant,
    /// When it was seen broken: the cycle of the event, or of the state.
    pub cycle: Cycle,
    /// What breaks it.
    pub resource: Resource,
    /// How.
    pub how: String,
    /// When it began, where that is another time.
    pub since: Option<Since>,
    /// The rule: a section of scheduler.md, or of another page of the specification by its name.
    pub rule: &'static str,
}

impl Violation {
    /// A violation that began when it was seen.
    pub(super) fn new(
        invariant: Invariant,
        cycle: Cycle,
        resource: Resource,
        how: String,
        rule: &'static str,
    ) -> Self {
        Self { invariant, cycle, resource, how, since: None, rule }
    }

    /// The same, and when it began.
    pub(super) fn since(mut self, what: &'static str, cycle: Cycle) -> Self {
        self.since = Some(Since { what, cycle });
        self
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { invariant, cycle, resource, how, since, rule } = self;
        write!(f, "{invariant:?} is violated at cycle {cycle}: {resource} {how}")?;
        if let Some(Since { what, cycle }) = since {
            write!(f, ", {what} at cycle {cycle}")?;
        }
        if rule.starts_with('§') { write!(f, " (scheduler.md {rule})") } else { write!(f, " ({rule})") }
    }
}
