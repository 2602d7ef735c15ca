//! Breakpoints: what they match, and how they are written.

use std::fmt;
use std::str::FromStr;

use hws_input::{did_you_mean, nearest};
use hws_model::{ChoiceRule, Way};
use hws_regs::RegId;
use hws_sim::Machine;
use hws_types::{Entry, Sip};
use thiserror::Error;

use super::StopAt;
use super::log::Log;

/// Where a run stops on its way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Breakpoint {
    /// A rule decides: at LATCH for the rules of a choice, otherwise where it takes effect.
    Rule(DebugRule),
    /// A kernel enters, leaves, is launched from, promoted in or loses its reservation in this entry.
    Entry(Entry),
    /// A SIP is launched on, reserved or released, or it reports.
    Sip(Sip),
    /// A register is accessed, or its value changes.
    Register(RegId),
}

/// A rule that a run can stop at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DebugRule {
    /// The attempt launches by this rule (scheduler.md §5.6).
    Choice(ChoiceRule),
    /// The attempt places its kernel in this way (scheduler.md §5.3, §5.4).
    Placement(Way),
    /// A kernel is promoted (scheduler.md §6.5).
    Promotion,
    /// A stale reservation is cancelled (scheduler.md §6.6).
    Cancel,
    /// An error is noted (scheduler.md §8).
    Error,
    /// A message is dropped.
    Drop,
}

const RULES: [(&str, DebugRule); 11] = [
    ("first", DebugRule::Choice(ChoiceRule::First)),
    ("fill_up", DebugRule::Choice(ChoiceRule::FillUp)),
    ("reserved", DebugRule::Placement(Way::Reserved)),
    ("around", DebugRule::Placement(Way::AroundReservations)),
    ("unreserved", DebugRule::Placement(Way::Unreserved)),
    ("backfill", DebugRule::Placement(Way::Backfill)),
    ("mixed", DebugRule::Placement(Way::Mixed)),
    ("promotion", DebugRule::Promotion),
    ("cancel", DebugRule::Cancel),
    ("error", DebugRule::Error),
    ("drop", DebugRule::Drop),
];
const KINDS: [&str; 4] = ["rule", "entry", "sip", "reg"];

impl Breakpoint {
    /// Returns the names of the rules.
    pub fn rules() -> impl Iterator<Item = &'static str> {
        RULES.into_iter().map(|(name, _)| name)
    }
}

/// A text that is not a breakpoint; the text says what would be one.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct BreakpointError(String);

/// `rule NAME`, `entry N`, `sip N` or `reg NAME`.
impl FromStr for Breakpoint {
    type Err = BreakpointError;

    fn from_str(text: &str) -> Result<Self, BreakpointError> {
        let (kind, of) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        let of = of.trim();
        match kind {
            "rule" => rule(of),
            "entry" => number(of).and_then(Entry::new).map(Self::Entry).ok_or_else(|| range(kind, of)),
            "sip" => number(of).and_then(Sip::new).map(Self::Sip).ok_or_else(|| range(kind, of)),
            "reg" => RegId::parse(of).map(Self::Register).map_err(|_| register(of)),
            _ => Err(BreakpointError(format!(
                "unknown kind `{kind}`; {}give rule NAME, entry N, sip N or reg NAME",
                did_you_mean(nearest(kind, KINDS))
            ))),
        }
    }
}

fn rule(name: &str) -> Result<Breakpoint, BreakpointError> {
    let found = RULES.iter().find(|(known, _)| *known == name);
    found.map(|&(_, rule)| Breakpoint::Rule(rule)).ok_or_else(|| {
        let known: Vec<_> = Breakpoint::rules().collect();
        BreakpointError(format!("unknown rule `{name}`; the rules are {}", known.join(", ")))
    })
}

fn number(text: &str) -> Option<u32> {
    text.parse().ok()
}

fn range(kind: &str, of: &str) -> BreakpointError {
    BreakpointError(format!("`{of}` is not a number from 0 to 31; give {kind} N"))
}

fn register(name: &str) -> BreakpointError {
    let known = RegId::all().map(|register| register.info().name);
    let remedy = did_you_mean(nearest(name, known));
    BreakpointError(format!("unknown register `{name}`; {remedy}`hws regs grep` lists them"))
}

impl fmt::Display for Breakpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rule(rule) => {
                let name = RULES.iter().find(|(_, known)| known == rule).map_or("", |(name, _)| name);
                write!(f, "rule {name}")
            }
            Self::Entry(entry) => write!(f, "entry {}", entry.get()),
            Self::Sip(sip) => write!(f, "sip {}", sip.get()),
            Self::Register(register) => write!(f, "reg {register}"),
        }
    }
}

/// Compares each state with what a run has to stop at.
pub(super) struct Matcher {
    at: StopAt,
    breakpoints: Vec<Breakpoint>,
    /// The values of the registers of breakpoints, in their order.
    values: Vec<u32>,
}

impl Matcher {
    pub(super) fn new(at: StopAt, breakpoints: &[Breakpoint], machine: &Machine<Log>) -> Self {
        Self { at, breakpoints: breakpoints.to_vec(), values: values(breakpoints, machine) }
    }

    /// Whether the last step is one to stop at, and by which breakpoint.
    pub(super) fn matches(&mut self, machine: &Machine<Log>) -> Option<Option<usize>> {
        let step = &machine.observer().step;
        match self.at {
            StopAt::Tick => Some(None),
            StopAt::Attempt => step.has_committed.then_some(None),
            StopAt::Event => (step.events > 0).then_some(None),
            StopAt::Breakpoint => {
                let old = std::mem::replace(&mut self.values, values(&self.breakpoints, machine));
                let is_hit = |&(place, breakpoint): &(usize, &Breakpoint)| {
                    old.get(place) != self.values.get(place) || breakpoint.is_hit(machine)
                };
                self.breakpoints.iter().enumerate().find(is_hit).map(|(place, _)| Some(place))
            }
        }
    }
}

/// The value of each breakpoint that is on a register; 0 for the others.
fn values(breakpoints: &[Breakpoint], machine: &Machine<Log>) -> Vec<u32> {
    let value = |breakpoint: &Breakpoint| match breakpoint {
        Breakpoint::Register(register) => machine.hws().peek(*register),
        _ => 0,
    };
    breakpoints.iter().map(value).collect()
}

impl Breakpoint {
    fn is_hit(&self, machine: &Machine<Log>) -> bool {
        let step = &machine.observer().step;
        match *self {
            Self::Entry(entry) => step.entries >> entry.get() & 1 == 1,
            Self::Sip(sip) => step.sips >> sip.get() & 1 == 1,
            Self::Register(register) => step.registers.contains(&register),
            Self::Rule(DebugRule::Promotion) => step.has_promoted,
            Self::Rule(DebugRule::Cancel) => step.has_cancelled,
            Self::Rule(DebugRule::Error) => step.has_error,
            Self::Rule(DebugRule::Drop) => step.has_dropped,
            Self::Rule(DebugRule::Choice(rule)) => latched(machine).is_some_and(|choice| choice.rule == rule),
            Self::Rule(DebugRule::Placement(way)) => latched(machine).is_some_and(|choice| choice.way == way),
        }
    }
}

/// The choice of the attempt that was latched in the last step.
fn latched(machine: &Machine<Log>) -> Option<&hws_model::Choice> {
    let attempt = machine.hws().attempt().filter(|_| machine.observer().step.has_latched);
    attempt.and_then(|attempt| attempt.choice)
}
