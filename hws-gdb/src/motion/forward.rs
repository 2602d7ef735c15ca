//! Forward: one step, out of a range of addresses, or until something happens. A step passes over the interrupt handlers
//! that begin in it; breakpoints and watchpoints in them count.

use std::ops::Range;

use super::{Course, Reported, Stop, next_hit};
use crate::debuggee::{Debuggee, Moved};

/// Where a movement forward ends by itself.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Until {
    /// An instruction of the program took place and led out of these addresses.
    Outside(Range<u32>),
    Stopped,
}

#[derive(Debug)]
pub(crate) struct Forward {
    until: Until,
    /// The number of interrupt handlers in which the program is.
    depth: usize,
    /// The breakpoint at which the movement begins is passed.
    has_begun: bool,
}

impl Forward {
    pub(crate) fn step(debuggee: &Debuggee<'_>) -> Self {
        Self::until(debuggee, Until::Outside(0..0))
    }

    pub(crate) fn step_out_of(debuggee: &Debuggee<'_>, range: Range<u32>) -> Self {
        Self::until(debuggee, Until::Outside(range))
    }

    pub(crate) fn run(debuggee: &Debuggee<'_>) -> Self {
        Self::until(debuggee, Until::Stopped)
    }

    fn until(debuggee: &Debuggee<'_>, until: Until) -> Self {
        Self { until, depth: debuggee.depth(), has_begun: false }
    }

    pub(super) fn slice(&mut self, course: Course<'_, '_>, steps: u64) -> Option<Stop> {
        let Course { debuggee, points, reported } = course;
        for _ in 0..steps {
            if self.has_begun
                && let Some(is_hardware) = points.at(debuggee.pc())
                && debuggee.session().is_about_to_execute()
            {
                return Some(Stop::Breakpoint(is_hardware));
            }
            let here = Reported { place: debuggee.place(), is_forward: true };
            if *reported != Some(here)
                && let Some(point) = next_hit(debuggee, points)
            {
                *reported = Some(here);
                return Some(Stop::Watch(point));
            }
            // A return from a handler is an instruction of the handler.
            let is_of_program = debuggee.depth() <= self.depth;
            let moved = debuggee.advance();
            self.has_begun = true;
            if let Some(ending) = debuggee.ending() {
                return Some(Stop::Ended(ending.clone()));
            }
            if moved == Moved::Executed && is_of_program && self.is_there(debuggee.pc()) {
                return Some(Stop::Done);
            }
        }
        None
    }

    fn is_there(&self, pc: u32) -> bool {
        match &self.until {
            Until::Outside(range) => !range.contains(&pc),
            Until::Stopped => false,
        }
    }
}
