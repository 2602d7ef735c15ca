//! The events around the first difference, of both sides in the order of their cycles.

use std::collections::{BTreeMap, BTreeSet};

use super::report::EventContext;
use super::streams::{Found, Streams};
use super::{Comparison, Partners};

/// The most lines.
const MOST: usize = 60;

/// Returns the events of the cycles around the first difference; those that both sides have are one line.
pub(super) fn around(
    comparison: &Comparison<'_>,
    streams: &Streams,
    pairs: &Partners,
    first: Option<Found>,
) -> Vec<EventContext> {
    let (Some(first), around) = (first, comparison.options.around as i64) else { return Vec::new() };
    let matcher = comparison.matcher();
    let (epoch, cycle) = match first {
        Found::OnlyB(b) => matcher.time(b, 1),
        Found::OnlyA(a) => matcher.time(a, 0),
        Found::Changed(a, b) | Found::Moved(a, b) | Found::Order(a, b) => {
            matcher.time(a, 0).min(matcher.time(b, 1))
        }
    };
    let is_near = |time: (u32, i64)| time.0 == epoch && time.1.abs_diff(cycle) <= around.unsigned_abs();
    let near = |side: usize| {
        let places = streams.values().flat_map(move |stream| stream.events[side].iter().copied());
        places.filter(move |place| is_near(matcher.time(*place, side))).collect::<Vec<_>>()
    };
    let (mut a, mut b) = (near(0), near(1));
    a.sort_unstable();
    b.sort_unstable();
    let partners: BTreeMap<usize, usize> =
        pairs.iter().filter(|(a, _)| is_near(matcher.time(*a, 0))).map(|(a, b)| (*b, *a)).collect();
    let in_both: BTreeSet<usize> = partners.values().copied().collect();
    let mut lines: Vec<((i64, usize, usize), EventContext)> = Vec::new();
    for place in a {
        let is_in_b = in_both.contains(&place);
        lines.push(((matcher.time(place, 0).1, 0, place), line(comparison, 0, place, (true, is_in_b))));
    }
    for place in b.into_iter().filter(|place| !partners.contains_key(place)) {
        lines.push(((matcher.time(place, 1).1, 1, place), line(comparison, 1, place, (false, true))));
    }
    lines.sort_by_key(|(order, _)| *order);
    let at = lines.iter().position(|(order, _)| order.0 >= cycle).unwrap_or(0);
    let from = at.saturating_sub(MOST / 2);
    lines.into_iter().skip(from).take(MOST).map(|(_, line)| line).collect()
}

fn line(
    comparison: &Comparison<'_>,
    side: usize,
    place: usize,
    (is_in_a, is_in_b): (bool, bool),
) -> EventContext {
    let log = &comparison.sides[side];
    let event = &log.events[place];
    let cycle = u64::try_from(comparison.time_of(side, event).1).unwrap_or(0);
    EventContext { cycle, is_in_a, is_in_b, text: log.describe(event, &comparison.names) }
}
