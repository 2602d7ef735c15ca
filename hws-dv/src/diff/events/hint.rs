//! What the differences look like: a constant skew, a kind that one side does not have.

use std::collections::{BTreeMap, HashMap};

use super::Comparison;
use super::log::{FieldValue, Logged};
use super::names::Name;
use super::report::{EventReport, EventState};
use crate::diff::hint::of_offset;

/// The events of A that are looked up in B.
const SAMPLE: usize = 2000;
/// The events of B of equal fields that are considered.
const CANDIDATES: usize = 8;

/// Returns the hints; nothing is applied.
pub(super) fn hints(comparison: &Comparison<'_>, events: &EventReport) -> Vec<String> {
    if events.differences.is_empty() {
        return Vec::new();
    }
    let skew = skew(comparison).map(of_offset);
    let absent = absent(events);
    skew.into_iter().chain(absent).chain(within(events)).collect()
}

/// A kind without any event on one side.
fn absent(events: &EventReport) -> Vec<String> {
    let mut kinds: BTreeMap<&str, [u64; 2]> = BTreeMap::new();
    for stream in &events.streams {
        let sums = kinds.entry(stream.name.split(' ').next().unwrap_or("")).or_default();
        (sums[0], sums[1]) = (sums[0] + stream.a, sums[1] + stream.b);
    }
    let is_absent = |sums: &[u64; 2]| sums.contains(&0) && *sums != [0, 0];
    let hint = |(kind, sums): (&str, [u64; 2])| {
        let side = if sums[0] == 0 { "A" } else { "B" };
        format!("{side} has no event of the kind `{kind}`: `--ignore {kind}` leaves it out")
    };
    kinds.into_iter().filter(|(_, sums)| is_absent(sums)).map(hint).collect()
}

/// All differences are of time or of order.
fn within(events: &EventReport) -> Option<String> {
    let all = &events.differences;
    if all.iter().all(|it| it.state == EventState::Order) {
        return Some(
            "the sides have the same events in another order: `--reorder N` accepts exchanges within a \
                     stream by up to N places"
                .to_owned(),
        );
    }
    let late = |it: &super::EventDifference| Some(it.a.as_ref()?.cycle.abs_diff(it.b.as_ref()?.cycle));
    let is_moved = all.iter().all(|it| it.state == EventState::Moved);
    let most = all.iter().filter_map(late).max().filter(|_| is_moved)?;
    Some(format!("the sides have the same events at other cycles: `--slack {most}` accepts that"))
}

/// The distance at which most events of A are found in B.
fn skew(comparison: &Comparison<'_>) -> Option<i64> {
    let [a, b] = &comparison.sides;
    let content = |side: usize, event: &Logged| -> Option<(u32, Name, Vec<Option<FieldValue>>)> {
        let log = &comparison.sides[side];
        let fields = &comparison.shape.kinds.get(&event.kind)?.fields;
        Some((event.epoch, event.kind, fields.iter().map(|field| log.value(event, *field)).collect()))
    };
    let mut in_b: HashMap<_, Vec<u64>> = HashMap::new();
    for event in b.events.iter().take(4 * SAMPLE) {
        if let Some(content) = content(1, event) {
            let cycles = in_b.entry(content).or_default();
            if cycles.len() < CANDIDATES {
                cycles.push(event.cycle);
            }
        }
    }
    let (mut found, mut sampled) = (BTreeMap::<i64, usize>::new(), 0);
    for event in a.events.iter().take(SAMPLE) {
        let Some(content) = content(0, event) else { continue };
        sampled += 1;
        let cycles = in_b.get(&content).map(Vec::as_slice).unwrap_or_default();
        cycles.iter().for_each(|cycle| *found.entry(*cycle as i64 - event.cycle as i64).or_default() += 1);
    }
    let now = found.get(&comparison.rules.offset).copied().unwrap_or(0);
    let (skew, count) = found.into_iter().max_by_key(|(skew, count)| (*count, -skew.abs()))?;
    let is_better = skew != comparison.rules.offset && count > now;
    (is_better && count >= 3 && count * 10 >= sampled * 8).then_some(skew)
}
