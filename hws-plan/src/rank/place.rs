//! Places the tasks of a ranked graph on processors, so that the last one ends early.
//!
//! A [`PlaceMethod`] is a heuristic. HEFT is always computed; `best` is the shortest of several methods, improved by a
//! local search of bounded length, and never longer than HEFT. [`bound`] is a time that no schedule can beat.
//!
//! Guarantees: times are integers; ties are broken by index, the random choices of the search by a fixed generator.
//! The effort is limited in steps, not in time.

mod best;
mod bound;
mod cpop;
mod exact;
mod heft;
mod instance;
mod justify;
mod lcg;
mod lookahead;
mod method;
mod partial;
mod search;

pub(super) use best::best;
pub(super) use bound::lower_bound;
pub(super) use cpop::cpop;
pub(super) use exact::{Exact, exact};
pub(super) use heft::heft;
pub(super) use instance::Instance;
pub(super) use justify::perturbed;
pub(super) use lookahead::lookahead;
pub use method::PlaceMethod;
pub(super) use partial::{Placement, makespan};
