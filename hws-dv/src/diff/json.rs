//! The report as JSON.

use hws_types::Rule;
use serde_json::{Map, Value, json as value};

use super::events::{EventDifference, EventReport, EventStream, ShownEvent};
use super::report::{DiffReport, SignalDifference, shown};
use super::waiver::{Waiver, WaiverUse};
use crate::check::json::cut;
use crate::check::{DumpVerdict, bits};

/// Returns the report as one JSON object.
#[must_use]
pub fn json(report: &DiffReport) -> Value {
    let counts = &report.counts;
    let first =
        (report.verdict == DumpVerdict::Differ).then(|| report.first()).filter(|first| !first.is_empty());
    value!({
        "schema_version": 1,
        "verdict": report.verdict.word(),
        "exit": report.verdict.exit_status(),
        "problem": report.problem,
        "warnings": report.warnings,
        "cuts": {"a": report.cuts[0].as_ref().map(cut), "b": report.cuts[1].as_ref().map(cut)},
        "files": {"a": report.files[0], "b": report.files[1]},
        "scopes": {"a": report.scopes[0], "b": report.scopes[1]},
        "time_units": {"a": unit(report, 0), "b": unit(report, 1)},
        "first": match &report.events {
            Some(events) => first_events(events),
            None => first.map_or(Value::Null, |first| first_cycle(first, report)),
        },
        "events": report.events.as_ref().map(events),
        "later": report.differences[report.first().len()..].iter().map(difference).collect::<Vec<_>>(),
        "hints": report.hints,
        "cycles": counts.cycles,
        "skipped_cycles": counts.skipped_cycles,
        "compared": counts.compared,
        "differing": counts.differing,
        "masked": counts.masked,
        "waived": counts.waived,
        "skipped": counts.skipped,
        "unknown": counts.unknown,
        "signals": report.signals,
        "aliases": report.aliases,
        "ignored": report.ignored,
        "bits": report.bits.map(bits),
        "unmapped": {"a": report.unmapped[0], "b": report.unmapped[1]},
        "not_digital": report.not_digital,
        "unknown_signals": counted(&report.unknown),
        "volatile": counted(&report.volatile),
        "waivers": report.waivers.iter().map(waiver).collect::<Vec<_>>(),
        "self_test": report.self_test,
    })
}

/// The first cycle of event streams.
fn first_events(events: &EventReport) -> Value {
    let first = events.first();
    let Some(one) = first.first() else { return Value::Null };
    let around = events.around.iter();
    let around =
        around.map(|it| value!({"cycle": it.cycle, "a": it.is_in_a, "b": it.is_in_b, "event": it.text}));
    value!({
        "cycle": one.cycle,
        "epoch": one.epoch,
        "time": one.a.as_ref().and_then(|event| event.time),
        "time_b": one.b.as_ref().and_then(|event| event.time),
        "signals": first.iter().map(|it| &it.stream).collect::<Vec<_>>(),
        "differences": first.iter().map(event).collect::<Vec<_>>(),
        "around": around.collect::<Vec<_>>(),
    })
}

fn event(it: &EventDifference) -> Value {
    let side = |event: &Option<ShownEvent>| {
        event.as_ref().map(|it| value!({"cycle": it.cycle, "place": it.place, "event": it.text}))
    };
    value!({
        "stream": it.stream,
        "state": it.state.word(),
        "cycle": it.cycle,
        "epoch": it.epoch,
        "a": side(&it.a),
        "b": side(&it.b),
        "fields": it.fields,
    })
}

fn events(events: &EventReport) -> Value {
    let stream = |it: &EventStream| {
        value!({
            "name": it.name, "a": it.a, "b": it.b, "matched": it.matched, "reordered": it.reordered,
            "differing": it.differing,
        })
    };
    let later = &events.differences[events.first().len()..];
    value!({
        "a": events.events[0],
        "b": events.events[1],
        "differing": events.differing,
        "reordered": events.reordered,
        "later": later.iter().map(event).collect::<Vec<_>>(),
        "streams": events.streams.iter().map(stream).collect::<Vec<_>>(),
        "kinds_only": {"a": counted(&events.only[0]), "b": counted(&events.only[1])},
        "fields_only": {"a": events.fields_only[0], "b": events.fields_only[1]},
    })
}

pub(crate) fn waiver(it: &WaiverUse) -> Value {
    let Waiver { place, signal, rule, when, reason, bug, expires, is_expired } = &it.waiver;
    value!({
        "place": place,
        "signal": signal,
        "rule": rule.map(Rule::cite),
        "when": when.as_ref().map(|(text, _)| text),
        "reason": reason,
        "bug": bug,
        "expires": expires.map(|date| date.to_string()),
        "is_expired": is_expired,
        "is_stale": it.stale().is_some(),
        "waived": it.values(),
        "signals": counted(&it.signals),
    })
}

/// "1 ns"; null if the dump does not state it.
fn unit(report: &DiffReport, side: usize) -> Option<String> {
    report.timing[side].unit.map(|unit| unit.to_string())
}

fn counted(list: &[(String, u64)]) -> Map<String, Value> {
    list.iter().map(|(name, count)| (name.clone(), (*count).into())).collect()
}

fn first_cycle(first: &[SignalDifference], report: &DiffReport) -> Value {
    let mut signals: Vec<&str> = first.iter().map(|difference| difference.signal.as_str()).collect();
    signals.dedup();
    let around: Vec<Value> = report
        .context
        .rows
        .iter()
        .map(|(cycle, values)| {
            let context = &report.context;
            let values = values.iter().zip(&context.is_real).zip(&context.signals);
            let values: Map<String, Value> = values
                .map(|(((a, b), is_real), name)| {
                    (name.clone(), value!({"a": shown(*a, *is_real), "b": shown(*b, *is_real)}))
                })
                .collect();
            value!({"cycle": cycle, "values": values})
        })
        .collect();
    value!({
        "cycle": first[0].cycle,
        "epoch": first[0].epoch,
        "time": first[0].time_a,
        "time_b": first[0].time_b,
        "signals": signals,
        "differences": first.iter().map(difference).collect::<Vec<_>>(),
        "around": around,
    })
}

fn difference(it: &SignalDifference) -> Value {
    let fields: Vec<Value> =
        it.fields.iter().map(|field| value!({"name": field.name, "a": field.a, "b": field.b})).collect();
    let [a, b] = it.values();
    value!({
        "signal": it.signal,
        "range": it.range.map(|(high, low)| [high, low]),
        "width": it.width,
        "class": it.class.word(),
        "register": it.register.map(|id| id.to_string()),
        "cycle": it.cycle,
        "time": it.time_a,
        "time_b": it.time_b,
        "a": a,
        "b": b,
        "bits": format!("{:#x}", it.bits),
        "fields": fields,
        "cycles": it.count,
    })
}
