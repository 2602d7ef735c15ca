//! Reservations: how each one ends (scheduler.md §5.3, §6.6, §8.5).

use hws_model::{Event, Hws, Way};
use hws_types::{Entry, Rule, SipMask};

use crate::coverage::kernel::{CLASSES, class};
use crate::coverage::spec::{CrossSpec, GroupSpec, NO_YES, PointSpec, answer};
use crate::coverage::step::Step;
use hws_inspect::explain::Facts;

/// The end of a reservation.
pub(in crate::coverage) struct Ended {
    how: usize,
    threads: u32,
    is_cooperative: bool,
}

type Point = PointSpec<Ended>;

const HOW: &[&str] =
    &["launched in place", "launched around", "stale: usage mask", "stale: second resources"];

pub(in crate::coverage) static RESERVATION: GroupSpec<Ended> = GroupSpec {
    name: "reservation",
    rule: Rule::Scheduler6_6,
    title: "the end of a reservation",
    points: &[
        Point::new("how", Rule::Scheduler6_6, HOW, |end| Some(end.how)),
        Point::new("class", Rule::Scheduler0_2, CLASSES, |end| class(end.threads)),
        Point::new("cooperative", Rule::Scheduler6_6, NO_YES, |end| answer(end.is_cooperative)),
    ],
    crosses: &[
        CrossSpec::new("how × class", Rule::Scheduler6_6, &["how", "class"], &[]),
        CrossSpec::new("how × cooperative", Rule::Scheduler6_6, &["how", "cooperative"], &[]),
    ],
};

impl Ended {
    /// The reservations that end in a step.
    pub(in crate::coverage) fn all<'s>(step: &'s Step<'_>) -> impl Iterator<Item = Self> + 's {
        let stale = step.events.iter().filter_map(|event| match *event {
            Event::Cancel { entry, mask } => Self::stale(step.hws, entry, mask),
            _ => None,
        });
        Self::launched(step).into_iter().chain(stale)
    }

    fn launched(step: &Step<'_>) -> Option<Self> {
        if !step.has(|event| matches!(event, Event::Launch { .. })) {
            return None;
        }
        let latched = step.latched?;
        let choice = latched.decision.choice.as_ref()?;
        let how = match choice.way {
            Way::Reserved => 0,
            Way::AroundReservations => 1,
            Way::Unreserved | Way::Backfill | Way::Mixed => return None,
        };
        Some(Self::new(how, &Facts::of(&latched.hws, choice.entry)?))
    }

    /// A reservation that LATCH has cancelled: the kernel is still resident.
    fn stale(hws: &Hws, entry: Entry, mask: SipMask) -> Option<Self> {
        let kernel = Facts::of(hws, entry)?;
        Some(Self::new(if kernel.allowed(hws).contains(mask) { 3 } else { 2 }, &kernel))
    }

    fn new(how: usize, kernel: &Facts) -> Self {
        Self { how, threads: kernel.threads, is_cooperative: kernel.cooperative }
    }
}
