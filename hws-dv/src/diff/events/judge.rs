//! From matched streams to the verdict.

use std::collections::BTreeMap;

use hws_input::grouped;

use super::log::EventLogFile;
use super::report::{EventDifference, EventReport, EventState, EventStream, ShownEvent};
use super::streams::{Found, Rules, StreamKey, Streams};
use super::{Comparison, Partners, context, covers, hint};
use crate::check::DumpVerdict;
use crate::diff::options::DiffOptions;
use crate::diff::report::{DiffGroup, DiffReport};
use crate::diff::verdict::stale;
use crate::diff::waiver::WaiverUse;
use crate::pattern::fits;

/// Where the comparison ends: at the last cycle of a side that is cut, or behind that of a shorter one.
pub(super) fn end(sides: &[EventLogFile; 2], rules: &Rules, options: &DiffOptions) -> Option<(u32, i64)> {
    let ends = [0, 1].map(|side| {
        let offset = if side == 0 { 0 } else { rules.offset };
        let (epoch, cycle) = sides[side].end;
        let cycle = (cycle as i64).saturating_sub(offset);
        if sides[side].cut.is_some() {
            Some((epoch, cycle))
        } else {
            options.allow_shorter.then_some((epoch, cycle + 1))
        }
    });
    ends.into_iter().flatten().min()
}

/// Fills the report.
pub(super) fn fill(
    report: &mut DiffReport,
    comparison: &Comparison<'_>,
    streams: &Streams,
    pairs: &Partners,
) {
    let options = comparison.options;
    let mut all = found(comparison, streams);
    all.sort_by_key(|(_, found)| order(*found, comparison));
    let uses = waive(comparison, &mut all);
    let mut events = EventReport {
        differing: all.len() as u64,
        streams: counted(comparison, streams, &all),
        reordered: streams.values().map(|stream| stream.reordered).sum(),
        only: comparison.shape.only.clone(),
        fields_only: comparison.shape.fields_only.clone(),
        events: [0, 1].map(|side| comparison.sides[side].events.len() as u64),
        ..EventReport::default()
    };
    let kept = all.iter().take(EventReport::KEPT);
    events.differences = kept.map(|(key, found)| difference(*key, *found, comparison)).collect();
    events.around = context::around(comparison, streams, pairs, all.first().map(|(_, found)| *found));
    count(report, comparison, streams, &uses, all.len() as u64);
    report.waivers = uses;
    report.hints = hint::hints(comparison, &events);
    report.groups = groups(&events, comparison, streams);
    warn(report, comparison);
    report.events = Some(events);
    judge(report, comparison, streams, options);
}

type Differences = Vec<(StreamKey, Found)>;

fn found(comparison: &Comparison<'_>, streams: &Streams) -> Differences {
    let of = |(key, stream): (&StreamKey, &super::streams::Stream)| {
        stream.found.iter().map(|found| (*key, *found)).collect::<Vec<_>>()
    };
    let all = streams.iter().flat_map(of);
    all.filter(|(key, _)| comparison.shape.kinds.contains_key(&key.0)).collect()
}

/// Epoch, earlier cycle, and the place in the log.
fn order(found: Found, comparison: &Comparison<'_>) -> ((u32, i64), usize) {
    let matcher = comparison.matcher();
    match found {
        Found::OnlyA(a) => (matcher.time(a, 0), a),
        Found::OnlyB(b) => (matcher.time(b, 1), b),
        Found::Changed(a, b) | Found::Moved(a, b) | Found::Order(a, b) => {
            (matcher.time(a, 0).min(matcher.time(b, 1)), a)
        }
    }
}

/// Takes out what waivers cover.
fn waive(comparison: &Comparison<'_>, all: &mut Differences) -> Vec<WaiverUse> {
    let waivers = &comparison.options.waivers;
    let mut counts: Vec<BTreeMap<String, u64>> = vec![BTreeMap::new(); waivers.len()];
    if !waivers.is_empty() {
        all.retain(|(key, found)| {
            let name = comparison.stream_name(*key);
            let cycle = order(*found, comparison).0.1;
            let mut is_waived = false;
            for (waiver, counts) in waivers.iter().zip(&mut counts).filter(|(waiver, _)| !waiver.is_expired) {
                let is_named =
                    fits(&waiver.signal, &name) || fits(&waiver.signal, comparison.names.text(key.0));
                if is_named && waiver.when.as_ref().is_none_or(|(_, when)| covers(when, cycle)) {
                    *counts.entry(name.clone()).or_default() += 1;
                    is_waived = true;
                }
            }
            !is_waived
        });
    }
    let uses = waivers.iter().zip(counts);
    uses.map(|(waiver, counts)| WaiverUse { waiver: waiver.clone(), signals: counts.into_iter().collect() })
        .collect()
}

fn difference(key: StreamKey, found: Found, comparison: &Comparison<'_>) -> EventDifference {
    let (state, a, b) = match found {
        Found::OnlyA(a) => (EventState::OnlyA, Some(a), None),
        Found::OnlyB(b) => (EventState::OnlyB, None, Some(b)),
        Found::Changed(a, b) => (EventState::Changed, Some(a), Some(b)),
        Found::Moved(a, b) => (EventState::Moved, Some(a), Some(b)),
        Found::Order(a, b) => (EventState::Order, Some(a), Some(b)),
    };
    let shown = |side: usize, place: usize| {
        let log = &comparison.sides[side];
        let event = &log.events[place];
        ShownEvent {
            cycle: event.cycle,
            time: log.time(event),
            place: log.place(event),
            text: log.describe(event, &comparison.names),
        }
    };
    let kind = &comparison.shape.kinds[&key.0];
    let differing = match (a, b) {
        (Some(a), Some(b)) => {
            kind.fields.iter().filter(|field| comparison.matcher().differs(a, b, **field)).collect()
        }
        _ => Vec::new(),
    };
    let ((epoch, cycle), _) = order(found, comparison);
    EventDifference {
        stream: comparison.stream_name(key),
        state,
        epoch,
        cycle: u64::try_from(cycle).unwrap_or(0),
        a: a.map(|place| shown(0, place)),
        b: b.map(|place| shown(1, place)),
        fields: differing.into_iter().map(|field| comparison.names.text(*field).to_owned()).collect(),
    }
}

fn counted(comparison: &Comparison<'_>, streams: &Streams, all: &Differences) -> Vec<EventStream> {
    let mut differing: BTreeMap<StreamKey, u64> = BTreeMap::new();
    all.iter().for_each(|(key, _)| *differing.entry(*key).or_default() += 1);
    let one = |(key, stream): (&StreamKey, &super::streams::Stream)| EventStream {
        name: comparison.stream_name(*key),
        a: stream.events[0].len() as u64,
        b: stream.events[1].len() as u64,
        matched: stream.matched,
        reordered: stream.reordered,
        differing: differing.get(key).copied().unwrap_or(0),
    };
    streams.iter().map(one).collect()
}

fn count(
    report: &mut DiffReport,
    comparison: &Comparison<'_>,
    streams: &Streams,
    uses: &[WaiverUse],
    differing: u64,
) {
    let waived: u64 = streams.values().map(|stream| stream.found.len() as u64).sum::<u64>() - differing;
    let matched: u64 = streams.values().map(|stream| stream.matched).sum();
    let counts = &mut report.counts;
    counts.compared = matched + differing + waived;
    counts.differing = differing;
    counts.waived = if uses.is_empty() { 0 } else { waived };
    let last = |side: usize| comparison.sides[side].end.1;
    counts.cycles = if matched + differing > 0 { last(0).min(last(1)) + 1 } else { 0 };
    let skipped = |side: usize| {
        let log = &comparison.sides[side];
        log.events.iter().filter(|event| comparison.is_skipped(side, event)).count() as u64
    };
    counts.skipped = skipped(0).max(skipped(1));
    report.signals = streams.len();
    report.scopes = [0, 1].map(|side| comparison.sides[side].scope.clone());
}

/// One group per kind: arrays of streams.
fn groups(events: &EventReport, comparison: &Comparison<'_>, streams: &Streams) -> Vec<DiffGroup> {
    let mut groups: BTreeMap<String, DiffGroup> = BTreeMap::new();
    for (key, stream) in streams {
        let name = comparison.names.text(key.0).to_owned();
        let new = DiffGroup { name: name.clone(), signals: 0, compared: 0, first: None };
        let group = groups.entry(name).or_insert(new);
        group.signals += 1;
        group.compared += stream.matched + stream.found.len() as u64;
    }
    for (number, difference) in events.differences.iter().enumerate() {
        let kind = difference.stream.split(' ').next().unwrap_or("");
        if let Some(group) = groups.get_mut(kind) {
            group.first.get_or_insert(number);
        }
    }
    groups.into_values().collect()
}

fn warn(report: &mut DiffReport, comparison: &Comparison<'_>) {
    for (side, log) in comparison.sides.iter().enumerate() {
        let file = &report.files[side];
        report.warnings.extend(log.warnings.iter().map(|warning| format!("{file}: {warning}")));
        let after = log.events.iter().filter(|event| comparison.is_after_the_end(side, event)).count();
        if after > 0 {
            report.warnings.push(format!(
                "{file}: {} events are left out, because the other side ends, or one is cut, before them",
                grouped(after as u64)
            ));
        }
    }
}

fn judge(report: &mut DiffReport, comparison: &Comparison<'_>, streams: &Streams, options: &DiffOptions) {
    let cut = comparison
        .sides
        .iter()
        .zip(&report.files)
        .find_map(|(log, file)| Some(format!("{file}: {}", log.cut.as_ref()?)));
    let differing = report.counts.differing;
    let compared = report.counts.compared;
    (report.verdict, report.problem) = if differing > 0 {
        let cut = cut.map(|cut| format!("{cut}, after the first difference"));
        (DumpVerdict::Differ, cut.or_else(|| shorter(report, comparison)))
    } else if let Some(cut) = cut {
        let so_far = match compared {
            0 => "nothing was compared".to_owned(),
            _ => format!("{} events compared, equal so far", grouped(compared)),
        };
        (DumpVerdict::Unreadable, Some(format!("{cut}; {so_far}")))
    } else if let Some(reason) = too_little(comparison, streams, compared, options) {
        (DumpVerdict::TooLittle, Some(reason))
    } else if let Some(reason) = stale(report) {
        (DumpVerdict::StaleWaiver, Some(reason))
    } else {
        (DumpVerdict::Equal, None)
    };
}

/// The first difference is behind the last cycle of the side that does not have it.
fn shorter(report: &DiffReport, comparison: &Comparison<'_>) -> Option<String> {
    let first = report.events.as_ref()?.differences.first()?;
    let (side, event) = match first.state {
        EventState::OnlyA => (1, first.a.as_ref()?),
        EventState::OnlyB => (0, first.b.as_ref()?),
        _ => return None,
    };
    let offset = if side == 1 { comparison.rules.offset } else { -comparison.rules.offset };
    let (epoch, end) = comparison.sides[side].end;
    let is_behind = (first.epoch, event.cycle as i64 + offset) > (epoch, end as i64);
    is_behind.then(|| {
        format!("{} ends at cycle {end}, before this event; --allow-shorter accepts that", report.files[side])
    })
}

fn too_little(
    comparison: &Comparison<'_>,
    streams: &Streams,
    compared: u64,
    options: &DiffOptions,
) -> Option<String> {
    if compared == 0 {
        let counts = [0, 1].map(|side| comparison.sides[side].events.len() as u64);
        return Some(format!(
            "nothing was compared: A has {} events, B {}, and no kind and cycle in common",
            grouped(counts[0]),
            grouped(counts[1])
        ));
    }
    for pattern in &options.require {
        let is_named = |key: &StreamKey| {
            fits(pattern, &comparison.stream_name(*key)) || fits(pattern, comparison.names.text(key.0))
        };
        if !streams
            .iter()
            .any(|(key, stream)| is_named(key) && stream.matched + stream.found.len() as u64 > 0)
        {
            return Some(format!("`--require {pattern}`: no event of this kind or stream was compared"));
        }
    }
    (compared < options.min_compared).then(|| {
        format!(
            "only {} events were compared, fewer than {}",
            grouped(compared),
            grouped(options.min_compared)
        )
    })
}
