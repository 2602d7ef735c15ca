//! The validation use cases of the design as scenarios: who may use which SIP, when, and what it costs.
//!
//! Each file is a use case. A scenario is either a workload that `hws run` takes (`examples/`), or firmware by
//! hand on a [`bench::Bench`]. All of them run under the invariant checker, and what they assert of SIPs
//! comes from a listener of their own ([`story::Story`]), which knows nothing of the model's books.
//! `docs/use-cases.md` says which test holds what; [`table`] keeps it true.

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
