//! The properties that connect planner and model (planner §5), end to end: a plan on a replayer without overhead,
//! and the same plan on the model under the reference firmware.
//!
//! `HWS_CASES=n` uses n random plans of each kind, `HWS_FIRST=s` starts with seed s. Real graphs are those of the
//! shared data folder (`HWS_SHARED_DATA`); without it, their tests report that they are skipped.

mod bounds;
mod conservation;
mod model;
mod periodic;
mod plans;
mod real;
mod replayer;
mod row_pipelines;
mod static_plans;
mod transfers;

/// Random plans of each kind, unless `HWS_CASES` is set.
const CASES: usize = 40;

/// The seeds to run.
fn seeds() -> impl Iterator<Item = u64> {
    let asked = std::env::var_os("HWS_CASES").is_some();
    hws_tests::random::seeds().take(if asked { usize::MAX } else { CASES })
}
