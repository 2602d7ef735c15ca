//! The time at which the cause of a violation began, as far as the records show it.

use hws_types::Sip;

use super::books::Books;
use super::view::View;
use super::violation::{Invariant, Resource, Since, Violation};

/// The violation with the time of its launch, admission or reservation, unless it has a time already.
pub(super) fn dated(violation: Violation, books: &Books, now: &View) -> Violation {
    if violation.since.is_some() {
        return violation;
    }
    let since = match violation.resource {
        Resource::Launch(id) => books.launched_at(id).map(|cycle| Since { what: "launched", cycle }),
        Resource::Entry(entry) => books.admitted_at(entry).map(|cycle| Since { what: "admitted", cycle }),
        Resource::Sip(sip) if violation.invariant == Invariant::I5 => reserved(sip, books, now),
        Resource::Sip(sip) => running(sip, books, now),
        _ => None,
    };
    let since = since.filter(|since| since.cycle < violation.cycle);
    Violation { since, ..violation }
}

/// The promotion of the R-task that holds the SIP.
fn reserved(sip: Sip, books: &Books, now: &View) -> Option<Since> {
    let (entry, task) = now.r_tasks().find(|(_, task)| task.reserved.contains(sip.mask()))?;
    let cycle = books.kernel(entry, task.seq)?.promoted?;
    Some(Since { what: "reserved", cycle })
}

/// The launch that the SIP is running.
fn running(sip: Sip, books: &Books, now: &View) -> Option<Since> {
    let cycle = books.launched_at(now.sips[sip.index()].running?)?;
    Some(Since { what: "launched", cycle })
}
