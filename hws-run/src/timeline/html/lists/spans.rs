//! The lists other than kernels and runs.

use hws_regs::params::ATTEMPT_CYCLES;
use hws_types::Cycle;
use serde::Serialize;

use crate::timeline::html::columns::{deltas, optional, plain};
use crate::timeline::words::{self, Words};
use crate::timeline::{AttemptSpan, Owned, Reservation, Trouble, WaitSpan};

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
#[derive(Serialize)]
pub(in crate::timeline::html) struct WaitList {
    kernel: String,
    from: String,
    length: String,
    why: String,
    by: String,
}

/// Resident kernels from a cycle on.
#[derive(Serialize)]
pub(in crate::timeline::html) struct ResidentList {
    at: String,
    count: String,
}

/// Attempts, by COMMIT: consecutive attempts that are alike are combined.
#[derive(Serialize)]
pub(in crate::timeline::html) struct AttemptList {
    /// The first COMMIT.
    commit: String,
    /// Their number, each ATTEMPT_CYCLES after the one before.
    count: String,
    launched: String,
    idle_unusable: String,
}

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
            kernel: deltas(list.iter().map(|one| u64::from(one.kernel))),
            sips: plain(list.iter().map(|one| u64::from(one.sips.0))),
            from: deltas(list.iter().map(|one| one.from.0)),
            length: plain(list.iter().map(|one| length(one.from, one.to))),
            outcome: plain(list.iter().map(|one| words::outcome(one.outcome))),
        }
    }
}

impl OwnedList {
    pub(in crate::timeline::html) fn new(list: &[Owned]) -> Self {
        Self {
            sip: plain(list.iter().map(|one| u64::from(one.sip.get()))),
            from: deltas(list.iter().map(|one| one.from.0)),
            length: plain(list.iter().map(|one| length(one.from, one.to))),
        }
    }
}

impl WaitList {
    pub(in crate::timeline::html) fn new(list: &[WaitSpan]) -> Self {
        Self {
            kernel: deltas(list.iter().map(|one| u64::from(one.kernel))),
            from: deltas(list.iter().map(|one| one.from.0)),
            length: plain(list.iter().map(|one| length(one.from, one.to))),
            why: plain(list.iter().map(|one| words::code(one.why) as u64)),
            by: optional(list.iter().map(|one| one.why.blamed().map(u64::from))),
        }
    }
}

impl ResidentList {
    pub(in crate::timeline::html) fn new(list: &[(Cycle, u32)]) -> Self {
        Self {
            at: deltas(list.iter().map(|one| one.0.0)),
            count: plain(list.iter().map(|one| u64::from(one.1))),
        }
    }
}

impl AttemptList {
    pub(in crate::timeline::html) fn new(list: &[AttemptSpan]) -> Self {
        let groups: Vec<&[AttemptSpan]> = list.chunk_by(at_once_and_alike).collect();
        let firsts = || groups.iter().map(|group| &group[0]);
        Self {
            commit: deltas(firsts().map(|one| one.commit.0)),
            count: plain(groups.iter().map(|group| group.len() as u64)),
            launched: plain(firsts().map(|one| u64::from(one.launched))),
            idle_unusable: plain(firsts().map(|one| u64::from(one.idle_unusable))),
        }
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
            at: deltas(list.iter().map(|one| one.at.0)),
            what: plain(list.iter().map(|one| place(one) as u64)),
            kernel: optional(list.iter().map(|one| one.kernel.map(u64::from))),
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
