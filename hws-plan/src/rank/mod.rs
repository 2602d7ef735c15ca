//! Upward rank, critical path and offline priorities: the host side of the scheduler.
//!
//! rank(n) = cost(n) + max over successors of (comm + rank). [`priorities`] does it on a
//! [`crate::TaskGraph`] for a run; [`rank_json`] is `hws plan rank`, with exact fractions, `coeff`,
//! `normalise` and the insertion-based HEFT schedule.

mod error;
mod heft;
mod id;
mod input;
mod json;
mod priorities;
mod upward;

pub use error::RankError;
pub use json::rank_json;
pub use priorities::{Priorities, priorities};
