//! The validation use cases of the design as scenarios: which side may use which SIP, when, and at what cost.
//!
//! Each file is a use case. A scenario is either a workload for `hws run` (`examples/`), or hand-written firmware
//! on a [`bench::Bench`]. All of them run under the invariant checker, and what they assert about SIPs comes from
//! a separate listener ([`story::Story`]), which does not use the model's state. `docs/use-cases.md` lists the
//! tests of each use case; [`table`] checks it.

mod backfilling;
mod bench;
mod dag_slots;
mod decision_time;
mod early_launch;
mod moving;
mod paths;
mod play;
mod prefetch;
mod promotion;
mod second_resources;
mod sharing;
mod story;
mod table;
mod topologies;
