//! Each clause is broken once and seen, in whole words.
//!
//! A [`Bench`](bench::Bench) drives a real HWS and keeps what the checker would be handed. A test alters
//! that at one point and hands it to a new checker. Views that no run leads to are altered by hand.

mod bench;
mod blocks;
mod conservation;
mod effects;
mod grants;
mod launches;
mod messages;
mod states;
mod vc_runs;
mod verdicts;
