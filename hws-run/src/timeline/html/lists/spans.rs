//! The lists other than kernels and runs.

use hws_regs::params::ATTEMPT_CYCLES;
use hws_types::Cycle;
use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};

use super::groups;
use crate::timeline::html::columns::{deltas, optional, plain};
use crate::timeline::words::{self, Words};
use crate::timeline::{AttemptSpan, Owned, Reservation, Timeline, Trouble};

/// Reservations: by start, then kernel.
#[derive(Serialize)]
pub(in crate::timeline::html) struct ReservationList {
    kernel: String,
    sips: String,
    from: String,
    length: String,
    outcome: String,
}

/// SIPs that firmware owned: by start, then SIP.
#[derive(Serialize)]
pub(in crate::timeline::html) struct OwnedList {
    sip: String,
    from: String,
    length: String,
}

/// Waits: by kernel, then start.
pub(in crate::timeline::html) struct WaitList<'t>(pub(in crate::timeline::html) &'t Timeline);

/// Resident kernels from a cycle on.
pub(in crate::timeline::html) struct ResidentList<'t>(pub(in crate::timeline::html) &'t Timeline);

/// Attempts, by COMMIT: consecutive attempts that are alike are combined.
pub(in crate::timeline::html) struct AttemptList<'t>(pub(in crate::timeline::html) &'t Timeline);

/// Errors and resets, in order.
#[derive(Serialize)]
pub(in crate::timeline::html) struct TroubleList {
    at: String,
    what: String,
    kernel: String,
    /// The kinds that occur, each once.
    kinds: Vec<Words>,
}

impl ReservationList {
    pub(in crate::timeline::html) fn new(list: &[Reservation]) -> Self {
        Self {
            kernel: deltas(|| list.iter().map(|one| u64::from(one.kernel))).to_string(),
            sips: plain(|| list.iter().map(|one| u64::from(one.sips.0))).to_string(),
            from: deltas(|| list.iter().map(|one| one.from.0)).to_string(),
            length: plain(|| list.iter().map(|one| length(one.from, one.to))).to_string(),
            outcome: plain(|| list.iter().map(|one| words::outcome(one.outcome))).to_string(),
        }
    }
}

impl OwnedList {
    pub(in crate::timeline::html) fn new(list: &[Owned]) -> Self {
        Self {
            sip: plain(|| list.iter().map(|one| u64::from(one.sip.get()))).to_string(),
            from: deltas(|| list.iter().map(|one| one.from.0)).to_string(),
            length: plain(|| list.iter().map(|one| length(one.from, one.to))).to_string(),
        }
    }
}

impl Serialize for WaitList<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let all = || self.0.every_wait();
        let mut list = serializer.serialize_struct("WaitList", 5)?;
        list.serialize_field("kernel", &deltas(|| all().map(|one| u64::from(one.kernel))))?;
        list.serialize_field("from", &deltas(|| all().map(|one| one.from.0)))?;
        list.serialize_field("length", &plain(|| all().map(|one| length(one.from, one.to))))?;
        list.serialize_field("why", &plain(|| all().map(|one| words::code(one.why) as u64)))?;
        list.serialize_field("by", &optional(|| all().map(|one| one.why.blamed().map(u64::from))))?;
        list.end()
    }
}

impl Serialize for ResidentList<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_struct("ResidentList", 2)?;
        list.serialize_field("at", &deltas(|| self.0.every_resident().map(|one| one.0.0)))?;
        list.serialize_field("count", &plain(|| self.0.every_resident().map(|one| u64::from(one.1))))?;
        list.end()
    }
}

impl Serialize for AttemptList<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let groups = || groups(self.0.every_attempt(), at_once_and_alike);
        let firsts = || groups().map(|(first, _)| first);
        let mut list = serializer.serialize_struct("AttemptList", 4)?;
        // The first COMMIT, and the number of attempts, each ATTEMPT_CYCLES after the one before.
        list.serialize_field("commit", &deltas(|| firsts().map(|one| one.commit.0)))?;
        list.serialize_field("count", &plain(|| groups().map(|(_, count)| count)))?;
        list.serialize_field("launched", &plain(|| firsts().map(|one| u64::from(one.launched))))?;
        list.serialize_field("idle_unusable", &plain(|| firsts().map(|one| u64::from(one.idle_unusable))))?;
        list.end()
    }
}

impl TroubleList {
    pub(in crate::timeline::html) fn new(list: &[Trouble]) -> Self {
        let mut kinds = Vec::new();
        for one in list {
            if !kinds.contains(&one.what) {
                kinds.push(one.what);
            }
        }
        let place = |one: &Trouble| kinds.iter().position(|kind| *kind == one.what).unwrap_or_default();
        Self {
            at: deltas(|| list.iter().map(|one| one.at.0)).to_string(),
            what: plain(|| list.iter().map(|one| place(one) as u64)).to_string(),
            kernel: optional(|| list.iter().map(|one| one.kernel.map(u64::from))).to_string(),
            kinds: kinds.iter().map(|&kind| words::trouble(kind)).collect(),
        }
    }
}

fn at_once_and_alike(first: &AttemptSpan, second: &AttemptSpan) -> bool {
    *second == AttemptSpan { commit: first.commit.after(ATTEMPT_CYCLES.into()), ..*first }
}

const fn length(from: Cycle, to: Cycle) -> u64 {
    to.since(from)
}
