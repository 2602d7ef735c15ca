//! The cause of a difference: the broken rules with which a second implementation does what the dump shows.
//!
//! The catalogue of [`hws_plain`] breaks one clause of one rule each. A hypothesis survives if the machine with that broken
//! rule agrees with the dump in every edge that agreed with the model, and in the first that did not; then it goes on as far as
//! it agrees. What is compared is what [`check`](crate::check) compares.
//!
//! * The second implementation notes at each edge which broken rules would make a difference there. For each, a machine is
//!   split off that was the same up to that edge.
//! * It lives as long as it agrees with the dump. When it is in the state of the right one again, it is dropped until its
//!   broken rule makes the next difference.

mod fan;
mod json;
mod progress;
mod rank;
mod text;

use std::sync::Arc;

use hws_input::StandardInput;
use hws_plain::{Breakage, EitherHws, Mutant};

use crate::check::Parts;
use crate::input;
use crate::lockstep::{Divergence, Lockstep};
use crate::sample::{EdgeSink, Sampler};
use fan::Fan;
pub use progress::CauseProgress;

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
        /// How many broken rules had made a difference up to there.
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

impl Cause {
    /// Searches the cause of the first difference of a dump that is compared from power-on.
    pub(crate) fn of(parts: &Parts<'_>, divergence: &Divergence) -> Self {
        match search(parts, divergence) {
            Ok(found) => found,
            Err(reason) => Self::not_searched(&reason),
        }
    }

    pub(crate) fn not_searched(reason: &str) -> Self {
        Self::NotSearched { reason: reason.to_owned() }
    }
}

fn search(parts: &Parts<'_>, divergence: &Divergence) -> Result<Cause, String> {
    if StandardInput::is(parts.path) || !parts.path.is_file() {
        return Err("standard input or a pipe can be read once only; give a file".to_owned());
    }
    if divergence.is_unknown() {
        return Err("the first difference is an unknown value; see --unknown".to_owned());
    }
    let [probe, right] = [Breakage::Probe, Breakage::None].map(|broken| lockstep(parts, broken));
    let mut fan = Fan::new(probe, right, divergence.edge, &parts.options.progress);
    read(parts, &mut fan)?;
    let tried = fan.tried();
    let suspects = fan.into_suspects().ok_or_else(|| {
        "the second implementation differs from the dump elsewhere than the model does".to_owned()
    })?;
    Ok(Cause::Searched { suspects: rank::ranked(suspects, divergence.rule), tried })
}

fn lockstep(parts: &Parts<'_>, broken: Breakage) -> Lockstep<()> {
    let lockstep = Lockstep::new(parts.map, Arc::clone(&parts.binding), false, ());
    lockstep.taking_unknown(parts.options.unknown).beside(EitherHws::broken(broken))
}

fn read(parts: &Parts<'_>, sink: &mut impl EdgeSink) -> Result<(), String> {
    let dump = input::open(parts.path, parts.options.opening()).map_err(|error| error.to_string())?;
    let mut sampler = Sampler::bound(&parts.binding, parts.map, sink);
    dump.read(&parts.binding.select, &mut sampler).map(drop).map_err(|error| error.to_string())
}
