//! The cause of a difference: the broken rules with which a second implementation does what the dump shows.
//!
//! The catalogue of [`hws_plain`] breaks one clause of one rule each. A hypothesis survives if the machine with that broken
//! rule agrees with the dump in every edge that agreed with the model, and in the first that did not; then it goes on as far as
//! it agrees. What is compared is what [`check`](crate::check) compares.
//!
//! * The dump is read twice. The first time, the second implementation notes at which edge each broken rule would have
//!   made a difference for the first time: before that edge, the machines are the same.
//! * The second time, a machine is split off at each of these edges and lives as long as it agrees.

mod fan;
mod json;
mod probe;
mod rank;
mod text;

use std::path::Path;
use std::sync::Arc;

use hws_plain::{Breakage, EitherHws, Mutant};

use crate::check::CheckOptions;
use crate::input;
use crate::lockstep::{Divergence, Lockstep};
use crate::map::{Binding, NameMap};
use crate::sample::{EdgeSink, Sampler};
use fan::Fan;
use probe::Probe;

/// A broken rule with which the second implementation does what the dump shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Suspect {
    /// The broken rule.
    pub mutant: Mutant,
    /// The edges for which it agrees with the dump, from the first difference on.
    pub edges: u64,
    /// Whether it agrees to the end of the dump, or as far as it was followed.
    pub agrees_to_end: bool,
}

/// What the search for the cause of a difference has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The broken rules that explain it, the best first; none if no single one of the catalogue does.
    Searched {
        /// Those that survive.
        suspects: Vec<Suspect>,
        /// Those of which a difference could have come: their rule was used in another way before it.
        tried: usize,
    },
    /// Why nothing was searched.
    NotSearched {
        /// The reason.
        reason: String,
    },
}

/// The edges behind the first difference for which a hypothesis is followed.
const FOLLOWED: u64 = 200_000;

/// The dump, and what it is compared by.
#[derive(Clone, Copy)]
pub(crate) struct Case<'a> {
    pub(crate) path: &'a Path,
    pub(crate) map: &'a NameMap,
    pub(crate) binding: &'a Arc<Binding>,
    pub(crate) options: &'a CheckOptions,
}

impl Case<'_> {
    /// Searches the cause of the first difference of a dump that is compared from power-on.
    pub(crate) fn cause(self, divergence: &Divergence) -> Cause {
        if self.path == Path::new(input::STANDARD_INPUT) {
            return not_searched("standard input can be read once only; give a file");
        }
        let mut probe = Probe::new(self.lockstep(Breakage::Probe), divergence.edge);
        if let Err(reason) = self.read(&mut probe) {
            return not_searched(&reason);
        }
        let Some(starts) = probe.into_starts() else {
            return not_searched("the second implementation differs from the model before the dump does");
        };
        let mut fan = Fan::new(self.lockstep(Breakage::None), starts, divergence.edge);
        if let Err(reason) = self.read(&mut fan) {
            return not_searched(&reason);
        }
        let tried = fan.tried();
        Cause::Searched { suspects: rank::ranked(fan.into_suspects()), tried }
    }

    fn lockstep(self, broken: Breakage) -> Lockstep<()> {
        let lockstep = Lockstep::new(self.map, Arc::clone(self.binding), false, ());
        lockstep.taking_unknown(self.options.unknown).beside(EitherHws::broken(broken))
    }

    fn read(self, sink: &mut impl EdgeSink) -> Result<(), String> {
        let dump = input::open(self.path, self.options.opening()).map_err(|error| error.to_string())?;
        let (binding, map) = (self.binding, self.map);
        let sampler = Sampler::new(&binding.feeds, binding.targets.len(), map.edge, map.inputs, sink);
        let mut sampler = sampler.computing(&binding.computed);
        dump.read(&binding.select, &mut sampler).map(drop).map_err(|error| error.to_string())
    }
}

fn not_searched(reason: &str) -> Cause {
    Cause::NotSearched { reason: reason.to_owned() }
}

impl<S: EdgeSink + ?Sized> EdgeSink for &mut S {
    fn edge(&mut self, edge: &crate::sample::SampledEdge<'_>) -> crate::sample::AfterEdge {
        (**self).edge(edge)
    }
}
