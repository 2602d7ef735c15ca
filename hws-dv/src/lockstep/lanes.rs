//! The monitor lanes against the events of the model: one stream per edge or tick, in order.

use super::compare::Comparison;
use super::{ModelDifference, place};
use crate::lane::LaneEvent;
use crate::map::{Binding, LANE_COLUMNS, LANES, Port, SignalTarget};
use crate::sample::SampledEdge;
use crate::wave::Bits;

/// A lane as the dump shows it; `None` for an event whose lane was used again at the same edge.
pub(crate) type LaneRecord = Option<[Bits; LANE_COLUMNS.len()]>;

/// More events at one edge are not events: a counter that is not one.
const MOST_AT_AN_EDGE: usize = 4096;

/// Appends the events of an edge; returns how many they are.
pub(crate) fn take(edge: &SampledEdge<'_>, binding: &Binding, lanes: &mut Vec<LaneRecord>) -> usize {
    if binding.port(Port::EvN).is_none() {
        return 0;
    }
    let count = (edge.values[place(Port::EvN)].value as usize).min(MOST_AT_AN_EDGE);
    for number in 0..count {
        let is_visible = count - number <= LANES;
        let column = |column: usize| edge.values[SignalTarget::lane(column, number % LANES)];
        lanes.push(is_visible.then(|| std::array::from_fn(column)));
    }
    count
}

/// Compares the streams up to the first event that differs.
pub(super) fn compare(rtl: &[LaneRecord], model: &[LaneEvent], comparison: &mut Comparison<'_>) {
    for (rtl, model) in rtl.iter().zip(model) {
        if let Some(lane) = rtl
            && !compare_event(lane, model, comparison)
        {
            return;
        }
    }
    if rtl.len() == model.len() {
        comparison.port_was_equal(Port::EvN);
    } else {
        let (rtl, model) = (rtl.len() as u64, model.len() as u64);
        comparison.port_had(Port::EvN, Bits::known(rtl), model);
    }
}

/// The number of events up to which the streams have the same kinds, so that they belong to the same edges.
pub(super) fn aligned(rtl: &[LaneRecord], model: &[LaneEvent]) -> usize {
    let is_same = |(rtl, model): &(&LaneRecord, &LaneEvent)| {
        rtl.is_none_or(|lane| lane[0].get().is_none_or(|kind| kind == u64::from(model.kind)))
    };
    let same = rtl.iter().zip(model).take_while(is_same).count();
    if same == rtl.len() && same == model.len() { usize::MAX } else { same }
}

/// Compares one event, column by column. Lanes of one column are one signal.
fn compare_event(
    lane: &[Bits; LANE_COLUMNS.len()],
    event: &LaneEvent,
    comparison: &mut Comparison<'_>,
) -> bool {
    let expected = std::iter::once(event.kind).chain(event.words);
    let mut agrees = true;
    for (column, (rtl, model)) in lane.iter().zip(expected).enumerate() {
        let first = SignalTarget::lane(column, 0);
        if !comparison.has(first) {
            continue;
        }
        let model = u64::from(model) & comparison.mask(first);
        if comparison.different(first, *rtl, model) != 0 {
            let mut difference = ModelDifference::of_signal(LANE_COLUMNS[column], *rtl, model);
            difference.note = format!("in `{}`", event.describe());
            comparison.differ(first, difference);
            agrees = false;
        }
    }
    agrees
}

/// The events of the RTL that its lanes show.
pub(super) fn visible(rtl: &[LaneRecord]) -> Vec<Option<LaneEvent>> {
    rtl.iter().map(|lane| lane.as_ref().map(event_of)).collect()
}

/// Both streams from the first difference on, if they differ.
pub(super) fn describe(rtl: &[LaneRecord], model: &[LaneEvent]) -> Vec<String> {
    const MOST: usize = 6;
    if rtl.is_empty() {
        return Vec::new();
    }
    let shown: Vec<String> = rtl
        .iter()
        .map(|lane| lane.as_ref().map_or("(not visible)".to_owned(), |lane| event_of(lane).describe()))
        .collect();
    let expected: Vec<String> = model.iter().map(LaneEvent::describe).collect();
    let first = shown.iter().zip(&expected).take_while(|(rtl, model)| rtl == model).count();
    let line = |side: &str, events: &[String]| match events {
        [] => format!("{side}: no further event"),
        _ => format!("{side}: {}", first_of(events, MOST)),
    };
    if first == shown.len() && first == expected.len() {
        return Vec::new();
    }
    vec![line("rtl", &shown[first..]), line("model", &expected[first..])]
}

/// The first items of a list, and how many more there are.
pub(super) fn first_of(items: &[String], most: usize) -> String {
    let shown = items.iter().take(most).cloned().collect::<Vec<_>>().join("; ");
    if items.len() > most { format!("{shown}; {} more", items.len() - most) } else { shown }
}

/// The event; unknown bits count as 0.
fn event_of(lane: &[Bits; LANE_COLUMNS.len()]) -> LaneEvent {
    let word = |column: usize| lane[column].value as u32;
    LaneEvent { kind: word(0), words: std::array::from_fn(|number| word(number + 1)) }
}
