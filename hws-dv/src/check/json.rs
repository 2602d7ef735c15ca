//! The report as JSON.

use serde_json::{Map, Value, json as value};

use super::groups::grouped;
use super::{DumpReport, DumpVerdict, clusters};
use crate::lockstep::{Divergence, ModelDifference, Moment};
use crate::start::StartPlace;
use crate::wave::Cut;

/// Returns the reports as one JSON object.
#[must_use]
pub fn json(reports: &[DumpReport]) -> Value {
    let verdict = DumpVerdict::worst(reports.iter().map(|report| report.verdict));
    let clusters: Vec<Value> = clusters(reports)
        .iter()
        .map(|cluster| {
            value!({"signal": cluster.signal, "rule": cluster.rule, "count": cluster.count,
                    "smallest": cluster.smallest, "cycle": cluster.cycle})
        })
        .collect();
    value!({
        "schema_version": 1,
        "verdict": verdict.word(),
        "exit": verdict.exit_status(),
        "dumps": reports.iter().map(dump).collect::<Vec<_>>(),
        "clusters": clusters,
    })
}

fn dump(report: &DumpReport) -> Value {
    let unknown: Map<String, Value> =
        report.coverage.unknown.iter().map(|(target, count)| (target.name(), (*count).into())).collect();
    value!({
        "file": report.file,
        "verdict": report.verdict.word(),
        "problem": report.problem,
        "warnings": report.warnings,
        "cut": report.cut.as_ref().map(cut),
        "start": report.start.as_ref().map(start),
        "first": report.divergence.as_deref().map(first),
        "ticks": report.tally.ticks,
        "edges": report.tally.edges,
        "accesses": report.tally.accesses,
        "pushes": report.tally.pushes,
        "compared": report.tally.compared,
        "not_compared": report.tally.not_compared(),
        "scope": report.coverage.scope,
        "signals": report.coverage.signals,
        "missing": report.coverage.missing.iter().map(|target| target.name()).collect::<Vec<_>>(),
        "missing_groups": grouped(&report.coverage.missing),
        "ignored": report.coverage.ignored.iter().map(|target| target.name()).collect::<Vec<_>>(),
        "unknown": unknown,
        "never_compared": report.coverage.never_compared.iter().map(|target| target.name()).collect::<Vec<_>>(),
    })
}

/// The end of a dump that ends too early.
pub(crate) fn cut(cut: &Cut) -> Value {
    value!({"time": cut.time, "byte": cut.byte, "inside": cut.inside})
}

fn start(start: &StartPlace) -> Value {
    let taken: Map<String, Value> =
        start.taken.iter().map(|(name, value)| ((*name).to_owned(), (*value).into())).collect();
    value!({"cycle": start.cycle(), "from": if start.is_snapshot { "snapshot" } else { "registers" }, "taken": taken})
}

fn first(divergence: &Divergence) -> Value {
    let moment = match divergence.moment {
        Moment::Tick => "tick",
        Moment::Access => "bus_access",
        Moment::Push => "hdr_push",
        Moment::Idle => "idle",
    };
    let signals: Vec<&str> =
        divergence.differences.iter().map(|difference| difference.signal.as_str()).collect();
    value!({
        "cycle": divergence.cycle,
        "moment": moment,
        "time": divergence.time,
        "edge": divergence.edge,
        "epoch": divergence.epoch,
        "signals": signals,
        "differences": divergence.differences.iter().map(difference).collect::<Vec<_>>(),
        "rule": divergence.cite(),
        "rule_inputs": divergence.rule_inputs,
        "decision": divergence.decision,
        "events": divergence.events,
        "origins": divergence.origins,
        "inputs": divergence.inputs,
        "earlier_inputs": divergence.earlier,
    })
}

fn difference(difference: &ModelDifference) -> Value {
    let fields: Vec<Value> = difference
        .fields
        .iter()
        .map(|field| value!({"name": field.name, "rtl": field.rtl, "model": field.model}))
        .collect();
    value!({"signal": difference.signal, "path": difference.path, "rtl": difference.rtl.value, "model": difference.model, "fields": fields,
            "note": difference.note})
}
