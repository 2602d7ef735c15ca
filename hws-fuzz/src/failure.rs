//! What a fuzz target found, with the operations that show it.

use std::fmt;

use hws_model::{Config, Event, EventSink, Hws};
use hws_sim::Observer;
use hws_sim::check::Violation;
use hws_sim::stimulus::{Op, Operation};
use hws_types::Cycle;

/// A failure of a fuzz target. Its `Display` is the story: what was found, and what led to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The sizes of the HWS.
    pub config: Config,
    /// Every operation on the HWS in order, and the end: a stimulus that repeats the run.
    pub operations: Vec<Operation>,
    /// What was found.
    pub finding: Finding,
    /// The events before it that concern it, oldest first.
    pub history: Vec<String>,
}

/// What is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finding {
    /// An invariant does not hold.
    Violation(Violation),
    /// The code under test panicked.
    Panic(String),
    /// The target compares or expects something itself.
    Other {
        /// The kind: findings of one kind are the same fault.
        kind: &'static str,
        /// A sentence with the place and the values.
        message: String,
    },
}

impl Failure {
    /// A failure of the run that was recorded.
    #[must_use]
    pub fn new(config: Config, recording: Recording, finding: Finding) -> Self {
        Self { config, operations: recording.into_operations(), finding, history: Vec::new() }
    }
}

impl Finding {
    /// Returns whether both are the same fault: the same clause violated, the same panic, the same kind.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Violation(a), Self::Violation(b)) => (a.invariant, a.rule) == (b.invariant, b.rule),
            (Self::Panic(a), Self::Panic(b)) => a == b,
            (Self::Other { kind: a, .. }, Self::Other { kind: b, .. }) => a == b,
            _ => false,
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Violation(violation) => violation.fmt(f),
            Self::Panic(message) => write!(f, "panic: {message}"),
            Self::Other { kind, message } => write!(f, "{kind}: {message}"),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.finding)?;
        self.history.iter().try_for_each(|line| write!(f, "\n  {line}"))?;
        let (n_rs, n_dag) = (self.config.n_rs(), self.config.n_dag());
        write!(f, "\nafter {} operations, N_RS {n_rs}, N_DAG {n_dag}", self.operations.len())
    }
}

impl std::error::Error for Failure {}

/// An observer that keeps every operation and event of a run.
#[derive(Clone, Default, Debug)]
pub struct Recording {
    /// The operations in order.
    pub operations: Vec<Operation>,
    /// The events in order.
    pub events: Vec<(Cycle, Event)>,
    /// The cycle of the last state shown.
    pub cycle: Cycle,
}

/// The cycles that a stimulus goes on after the last state before a panic: more than a fuzz target lets pass at once.
const AFTERMATH: u64 = 1 << 13;

impl Recording {
    /// The operations, and the end, which a panic has prevented.
    fn into_operations(mut self) -> Vec<Operation> {
        if self.operations.last().is_none_or(|last| last.op != Op::End) {
            self.operations.push(Operation { at: self.cycle.after(AFTERMATH), op: Op::End });
        }
        self.operations
    }
}

impl EventSink for Recording {
    fn event(&mut self, cycle: Cycle, event: Event) {
        self.events.push((cycle, event));
    }
}

impl Observer for Recording {
    fn operation(&mut self, at: Cycle, op: &Op) {
        self.operations.push(Operation { at, op: op.clone() });
    }

    fn watches_state(&self) -> bool {
        true
    }

    fn settled(&mut self, hws: &Hws) {
        self.cycle = hws.cycle();
    }
}
