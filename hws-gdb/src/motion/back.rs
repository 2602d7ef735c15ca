//! Back: the last place before the present at which something holds is searched from snapshot to snapshot, then gone to.
//!
//! A breakpoint stops before its instruction. A watched access stops behind its instruction, which is the next one on the
//! way back.

use super::{Course, Reported, Stop, next_hit};
use crate::debuggee::{Debuggee, Moved};
use crate::points::Points;

/// Steps before a place to which the debuggee has gone back at which a snapshot makes the next ways back short.
const NEAR: u64 = 2048;

/// What is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sought {
    /// The instruction before the present, in no more interrupt handlers than this.
    Instruction { depth: usize },
    /// A breakpoint or a watched access.
    Point,
}

#[derive(Debug)]
enum Phase {
    /// Looking at every place from a snapshot at `start` up to `end`.
    Search { start: u64, end: u64 },
    /// On the way to what was found.
    Going { place: u64, stop: Stop },
}

#[derive(Debug)]
pub(crate) struct Back {
    sought: Sought,
    /// Where the movement began.
    origin: u64,
    /// The last place found in the part that is searched.
    found: Option<(u64, Stop)>,
    phase: Option<Phase>,
}

impl Back {
    pub(crate) fn step(debuggee: &Debuggee<'_>) -> Self {
        Self::new(debuggee, Sought::Instruction { depth: debuggee.depth() })
    }

    pub(crate) fn run(debuggee: &Debuggee<'_>) -> Self {
        Self::new(debuggee, Sought::Point)
    }

    const fn new(debuggee: &Debuggee<'_>, sought: Sought) -> Self {
        Self { sought, origin: debuggee.place(), found: None, phase: None }
    }

    pub(super) fn slice(&mut self, course: Course<'_, '_>, steps: u64) -> Option<Stop> {
        let Course { debuggee, points, reported } = course;
        for _ in 0..steps {
            match self.phase.take() {
                None => {
                    if self.origin == 0 {
                        return Some(Stop::Beginning);
                    }
                    self.search_before(debuggee, self.origin);
                }
                Some(Phase::Search { start, end }) if debuggee.place() < end => {
                    self.phase = Some(Phase::Search { start, end });
                    self.look(debuggee, points, *reported);
                }
                Some(Phase::Search { start, .. }) => {
                    if let Some(stop) = self.searched(debuggee, start) {
                        return Some(stop);
                    }
                }
                Some(Phase::Going { place, stop }) if debuggee.place() >= place => {
                    if let Stop::Watch(_) = stop {
                        *reported = Some(Reported { place, is_forward: false });
                    }
                    return Some(stop);
                }
                Some(Phase::Going { place, stop }) => {
                    if place - debuggee.place() == NEAR {
                        debuggee.mark();
                    }
                    debuggee.advance();
                    self.phase = Some(Phase::Going { place, stop });
                }
            }
        }
        None
    }

    /// Begins to search from the last snapshot before a place.
    fn search_before(&mut self, debuggee: &mut Debuggee<'_>, end: u64) {
        debuggee.go_back(debuggee.last_mark_before(end));
        self.phase = Some(Phase::Search { start: debuggee.place(), end });
    }

    /// Looks at the present place, and makes the next step.
    fn look(&mut self, debuggee: &mut Debuggee<'_>, points: &Points, reported: Option<Reported>) {
        let (place, pc, depth) = (debuggee.place(), debuggee.pc(), debuggee.depth());
        let hit = if self.sought == Sought::Point { next_hit(debuggee, points) } else { None };
        let has_executed = match debuggee.advance() {
            Moved::Executed => true,
            Moved::Otherwise => false,
            // The last instruction of the run was one as well.
            Moved::Over => debuggee.place() > place,
        };
        if !has_executed {
            return;
        }
        match self.sought {
            Sought::Instruction { depth: most } if depth <= most => self.found = Some((place, Stop::Done)),
            Sought::Instruction { .. } => (),
            Sought::Point => {
                if let Some(is_hardware) = points.at(pc) {
                    self.found = Some((place, Stop::Breakpoint(is_hardware)));
                }
                let behind = Reported { place: place + 1, is_forward: false };
                if let Some(point) = hit.filter(|_| reported != Some(behind)) {
                    self.found = Some((place + 1, Stop::Watch(point)));
                }
            }
        }
    }

    /// A part is searched: what was found in it is gone to, or the part before it is searched.
    fn searched(&mut self, debuggee: &mut Debuggee<'_>, start: u64) -> Option<Stop> {
        match self.found.take() {
            Some((place, stop)) => {
                debuggee.go_back(debuggee.last_mark_before(place + 1));
                self.phase = Some(Phase::Going { place, stop });
            }
            None if start == 0 => {
                debuggee.go_back(0);
                return Some(Stop::Beginning);
            }
            None => self.search_before(debuggee, start),
        }
        None
    }
}
