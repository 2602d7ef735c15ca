//! What makes it impossible to follow a dump any further, or shows that its RTL does not go on.

use std::fmt;

use hws_input::grouped;

use super::lanes::first_of;
use super::{Lockstep, LockstepObserver, ModelDifference, Moment, place};
use crate::map::Port;
use crate::sample::{AfterEdge, SampledEdge};
use crate::wave::Bits;

/// A tick reads at most some hundred words and makes at most some hundred commands and messages, one per edge.
pub(super) const LONGEST_TICK: usize = 10_000;

/// As many differences of a start are listed.
const SHOWN: usize = 4;

/// Why the lock-step cannot follow the dump any further.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lost {
    /// The dump does not begin at power-on.
    Start {
        /// The cycle at which it begins.
        cycle: u64,
    },
    /// The dump begins after the cycle of the state in which the comparison should begin.
    Passed {
        /// The cycle of the state.
        wanted: u64,
        /// The first cycle of the dump.
        dump: u64,
    },
    /// The dump ends before it.
    NotReached {
        /// The cycle of the state.
        wanted: u64,
    },
    /// The registers of the dump are not those of the state in which the comparison should begin.
    OtherState {
        /// The cycle.
        cycle: u64,
        /// What differs.
        differences: Vec<String>,
    },
    /// Some ticks were not dumped.
    Gap {
        /// The cycle that the model has reached.
        model: u64,
        /// The cycle of the dump.
        dump: u64,
    },
    /// A port that decides what happens, or what is taken, has unknown bits.
    Unknown {
        /// The port.
        port: Port,
        /// The tick of the cycle has begun.
        is_inside: bool,
        /// The cycle.
        cycle: u64,
        /// The time stamp.
        time: u64,
        /// The number of the clock edge, from 0.
        edge: u64,
    },
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start { cycle } => write!(
                f,
                "begins at cycle {cycle} and not at the power-on reset: the model cannot know the state there; dump from \
                 the beginning, or give `--start quiet` or `--start SNAPSHOT`"
            ),
            Self::Passed { wanted, dump } => {
                write!(f, "is already at cycle {dump}; the comparison should start at cycle {wanted}")
            }
            Self::NotReached { wanted } => {
                write!(f, "does not reach cycle {wanted}, at which the comparison should start")
            }
            Self::OtherState { cycle, differences } => {
                let shown = first_of(differences, SHOWN);
                write!(f, "is in another state than the snapshot at cycle {cycle}: {shown}")
            }
            Self::Gap { model, dump } => write!(
                f,
                "leaves out ticks {model} to {dump} ($dumpoff?): the model cannot know what happened there; dump without \
                 gaps"
            ),
            Self::Unknown { port, is_inside, cycle, time, edge } => write!(
                f,
                "the {} `{}` has unknown bits {} tick {cycle}, at time {} (clock edge {}): the model cannot follow \
                 from there",
                if port.is_input() { "input" } else { "output" },
                port.name(),
                if *is_inside { "in" } else { "before" },
                grouped(*time),
                grouped(*edge)
            ),
        }
    }
}

impl<O: LockstepObserver> Lockstep<O> {
    /// The dump must begin at power-on and must not leave out ticks.
    pub(super) fn check_cycle(&mut self, edge: &SampledEdge<'_>) {
        if self.may_skip_idle {
            return;
        }
        let (model, dump) = (self.hws.cycle().0, edge.values[place(Port::Cycle)].get());
        let Some(dump) = dump.filter(|&dump| self.binding.port(Port::Cycle).is_some() && dump > model + 1)
        else {
            return;
        };
        if self.tally.ticks == 0 && !self.reset.was_seen() {
            self.lost = Some(Lost::Start { cycle: dump });
        } else if edge.is_after_gap {
            self.lost = Some(Lost::Gap { model, dump });
        }
    }

    /// A tick that does not end.
    pub(super) fn hang(&mut self, edge: &SampledEdge<'_>) -> AfterEdge {
        let mut hang = ModelDifference::of_signal(Port::TickBusy.name(), Bits::known(1), 0);
        hang.path = self.binding.port(Port::TickBusy).map_or_else(String::new, |bound| bound.path.clone());
        hang.note = format!("for {LONGEST_TICK} clock edges: the tick does not end");
        let cycle = self.hws.cycle().0;
        let divergence = self.diverged(edge, Moment::Tick, cycle, vec![hang]);
        // Even if it is known: the tick shows nothing any more.
        let _ = self.note(Box::new(divergence));
        AfterEdge::Stop
    }

    /// The ticks that the dump leaves out before the edge pass in the model, too. What happens in them nevertheless
    /// is compared with the edge, and differs. Returns how many they are.
    pub(super) fn skip_idle(&mut self, edge: &SampledEdge<'_>, moment: Moment) -> u64 {
        let dump = edge.values[place(Port::Cycle)].get();
        let Some(dump) = dump.filter(|_| self.may_skip_idle && self.binding.port(Port::Cycle).is_some())
        else {
            return 0;
        };
        let reached = dump.saturating_sub(u64::from(moment == Moment::Tick));
        let skipped = reached.saturating_sub(self.hws.cycle().0);
        self.hws.advance(skipped, &mut (), &mut self.log);
        skipped
    }
}
