//! Runs: threads of one block on adjacent SIPs at the same time are combined.

use hws_model::Pool;
use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::groups;
use crate::timeline::html::columns::{deltas, plain};
use crate::timeline::{SipRun, StartedBy, Timeline};

/// The runs: by start, then SIP.
pub(in crate::timeline::html) struct RunList<'t>(pub(in crate::timeline::html) &'t Timeline);

impl Serialize for RunList<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let groups = || groups(self.0.every_run(), side_by_side);
        let firsts = || groups().map(|(first, _)| first);
        let mut list = serializer.serialize_struct("RunList", 8)?;
        // The first SIP, and the number of SIPs from there.
        list.serialize_field("sip", &plain(|| firsts().map(|run| u64::from(run.sip.get()))))?;
        list.serialize_field("sips", &plain(|| groups().map(|(_, count)| count)))?;
        list.serialize_field("kernel", &deltas(|| firsts().map(|run| u64::from(run.kernel))))?;
        list.serialize_field("block", &plain(|| firsts().map(|run| u64::from(run.block))))?;
        list.serialize_field("from", &deltas(|| firsts().map(|run| run.from.0)))?;
        // Cycles from launch to start, and from start to end.
        list.serialize_field("pending", &plain(|| firsts().map(|run| run.from.since(run.launched))))?;
        list.serialize_field("length", &plain(|| firsts().map(|run| run.to.since(run.from))))?;
        // Bits 0 and 1: R, P, O or firmware; then backfilled, early, unfinished.
        list.serialize_field("flags", &plain(|| firsts().map(|run| flags(&run))))?;
        list.end()
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
