//! How a debugged run goes on without gdb.

use std::fmt;

use hws_run::run::ImageScript;

/// How gdb has left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GdbEnd {
    /// The run ended under gdb.
    Over,
    /// gdb has detached: the run goes on without it.
    Detached,
    /// The connection broke, for this reason: the run goes on without gdb.
    Lost(String),
    /// gdb has killed the run.
    Killed,
    /// The user stopped the run.
    Stopped,
}

/// What gdb has done to a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GdbOutcome {
    /// How gdb has left.
    pub end: GdbEnd,
    /// What makes the same run again, up to where gdb left; from there on it goes on, or is stopped.
    pub script: ImageScript,
    /// The instructions up to where gdb left.
    pub instructions: u64,
    /// The cycle in which gdb left.
    pub cycle: u64,
}

impl fmt::Display for GdbOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { instructions, cycle, .. } = self;
        match &self.end {
            GdbEnd::Over => write!(f, "the run ended under gdb"),
            GdbEnd::Detached => write!(f, "gdb has detached at cycle {cycle}; the run goes on"),
            GdbEnd::Lost(reason) => write!(f, "{reason} at cycle {cycle}; the run goes on"),
            GdbEnd::Killed => {
                write!(f, "gdb has killed the run after {instructions} instructions, at cycle {cycle}")
            }
            GdbEnd::Stopped => {
                write!(f, "stopped under gdb after {instructions} instructions, at cycle {cycle}")
            }
        }
    }
}
