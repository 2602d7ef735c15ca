//! Upward rank, critical path and offline priorities: the host side of the scheduler.
//!
//! rank(n) = cost(n) + max over successors of (comm + rank). [`priorities`] computes it on a [`crate::TaskGraph`] for
//! a run; [`Ranking`] is `hws plan rank`, with exact fractions, `coeff`, `normalise` and schedules on a number of
//! processors (`place`).

mod input;
mod json;
mod of_graph;
mod options;
mod place;
mod priorities;
mod ranking;
mod rankings;
mod schedules;
mod squeeze;
mod to_plan;
mod upward;

pub(crate) use input::Problem;
pub use input::Scale;
pub use options::RankOptions;
pub use place::PlaceMethod;
pub use priorities::{Priorities, priorities};
pub use ranking::Ranking;
pub use rankings::Rankings;
pub(crate) use upward::Weighted;
