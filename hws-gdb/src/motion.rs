//! Movements of the debuggee: forward until something stops it, and back.
//!
//! A movement is made in slices, so that gdb can interrupt it.

mod back;
mod forward;

use crate::debuggee::{Debuggee, Ending};
use crate::points::{Points, Watchpoint};

pub(crate) use back::Back;
pub(crate) use forward::Forward;

/// Why a movement is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    /// The step is done.
    Done,
    /// A breakpoint; true for a hardware breakpoint.
    Breakpoint(bool),
    /// The instruction that comes next, in the direction of the movement, makes a watched access.
    Watch(Watchpoint),
    /// The beginning of the run.
    Beginning,
    /// The run is over.
    Ended(Ending),
}

/// A movement under way.
#[derive(Debug)]
pub(crate) enum Motion {
    Forward(Forward),
    Back(Back),
}

/// The place at which a watched access was reported last; in its direction it is passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Reported {
    pub(crate) place: u64,
    pub(crate) is_forward: bool,
}

/// What is moved, and what may stop it.
pub(crate) struct Course<'a, 'd> {
    pub(crate) debuggee: &'a mut Debuggee<'d>,
    pub(crate) points: &'a Points,
    pub(crate) reported: &'a mut Option<Reported>,
}

impl Motion {
    /// Moves by up to `steps` steps. None if nothing has stopped the movement yet.
    pub(crate) fn slice(&mut self, course: Course<'_, '_>, steps: u64) -> Option<Stop> {
        match self {
            Self::Forward(forward) => forward.slice(course, steps),
            Self::Back(back) => back.slice(course, steps),
        }
    }
}

/// The watchpoint that the next step hits.
fn next_hit(debuggee: &mut Debuggee<'_>, points: &Points) -> Option<Watchpoint> {
    if !points.are_any_watched() {
        return None;
    }
    let access = debuggee.session_mut().next_access(|access| points.hit_by(access).is_some())?;
    points.hit_by(&access)
}
