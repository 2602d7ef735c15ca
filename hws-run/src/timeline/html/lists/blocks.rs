//! Runs: threads of one block on adjacent SIPs at the same time are combined.

use hws_model::Pool;
use serde::Serialize;

use crate::timeline::html::columns::{deltas, plain};
use crate::timeline::{SipRun, StartedBy};

/// The runs: by start, then SIP.
#[derive(Serialize)]
pub(in crate::timeline::html) struct RunList {
    /// The first SIP.
    sip: String,
    /// The number of SIPs from there.
    sips: String,
    kernel: String,
    block: String,
    from: String,
    /// Cycles from launch to start.
    pending: String,
    /// Cycles from start to end.
    length: String,
    /// Bits 0 and 1: R, P, O or firmware; then backfilled, early, unfinished.
    flags: String,
}

impl RunList {
    pub(in crate::timeline::html) fn new(runs: &[SipRun]) -> Self {
        let groups: Vec<&[SipRun]> = runs.chunk_by(side_by_side).collect();
        let firsts = || groups.iter().map(|group| &group[0]);
        Self {
            sip: plain(firsts().map(|run| u64::from(run.sip.get()))),
            sips: plain(groups.iter().map(|group| group.len() as u64)),
            kernel: deltas(firsts().map(|run| u64::from(run.kernel))),
            block: plain(firsts().map(|run| u64::from(run.block))),
            from: deltas(firsts().map(|run| run.from.0)),
            pending: plain(firsts().map(|run| run.from.since(run.launched))),
            length: plain(firsts().map(|run| run.to.since(run.from))),
            flags: plain(firsts().map(flags)),
        }
    }
}

/// Whether the second is the same block on the SIP after the first.
fn side_by_side(first: &SipRun, second: &SipRun) -> bool {
    second.sip.get() == first.sip.get() + 1 && SipRun { sip: second.sip, ..*first } == *second
}

fn flags(run: &SipRun) -> u64 {
    let by = match run.by {
        StartedBy::Hws(Pool::R) => 0,
        StartedBy::Hws(Pool::P) => 1,
        StartedBy::Hws(Pool::O) => 2,
        StartedBy::Firmware => 3,
    };
    by | u64::from(run.backfilled) << 2 | u64::from(run.early) << 3 | u64::from(run.unfinished) << 4
}
