//! Each clause is violated once; the tests compare the whole message.
//!
//! A [`Bench`](bench::Bench) drives a real HWS and records the input of a checker. A test alters the recording at
//! one point and passes it to a new checker. Views that no run produces are altered by hand.

mod at_once;
mod attached;
mod bench;
mod blocks;
mod conservation;
mod effects;
mod grants;
mod incremental;
mod launches;
mod messages;
mod records;
mod reports;
mod states;
mod truths;
mod vc_runs;
mod verdicts;
mod waiting;
