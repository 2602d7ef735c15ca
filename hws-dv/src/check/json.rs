//! The report as JSON.

use serde_json::{Map, Value, json as value};

use super::groups::grouped;
use super::{AfterEpisode, ComparedBits, DumpReport, DumpVerdict, Episode, NarrowSignal, clusters};
use crate::diff::waiver;
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
                    "smallest": cluster.smallest, "cycle": cluster.cycle,
                    "suspects": cluster.suspects.iter().map(|suspect| suspect.name()).collect::<Vec<_>>()})
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
        "episodes": report.episodes.iter().map(|it| episode(report, it)).collect::<Vec<_>>(),
        "waivers": report.waivers.iter().map(waiver).collect::<Vec<_>>(),
        "cause": report.cause.as_ref().map(|cause| cause.json()),
        "first": report.divergence.as_deref().map(first),
        "ticks": report.tally.ticks,
        "edges": report.tally.edges,
        "accesses": report.tally.accesses,
        "pushes": report.tally.pushes,
        "compared": report.tally.compared,
        "compared_bits": report.tally.compared_bits,
        "register_bits": report.coverage.register_bits.map(bits),
        "narrow": report.coverage.narrow.iter().map(narrow).collect::<Vec<_>>(),
        "not_compared": report.tally.not_compared(),
        "known_to_differ": report.tally.known_to_differ,
        "unsettled_edges": report.tally.unsettled_edges,
        "scope": report.coverage.scope,
        "signals": report.coverage.signals,
        "missing": report.coverage.missing.iter().map(|target| target.name()).collect::<Vec<_>>(),
        "missing_groups": grouped(&report.coverage.missing),
        "ignored": report.coverage.ignored.iter().map(|target| target.name()).collect::<Vec<_>>(),
        "unknown": unknown,
        "never_compared": report.coverage.never_compared.iter().map(|target| target.name()).collect::<Vec<_>>(),
    })
}

/// What was compared of a whole, in bits and in tenths of a percent.
pub(crate) fn bits(bits: ComparedBits) -> Value {
    value!({"compared": bits.compared, "of": bits.of, "permille": bits.permille()})
}

fn episode(report: &DumpReport, episode: &Episode) -> Value {
    let Episode { divergence, waivers, beside, meanwhile, after } = episode;
    let signals: Vec<&str> = divergence.differences.iter().map(|it| it.signal.as_str()).collect();
    let (word, cycle, time, reason) = match after {
        AfterEpisode::Enough => ("enough", None, None, None),
        AfterEpisode::Unsettled => ("unsettled", None, None, None),
        AfterEpisode::Agreed { cycle, time } => ("agreed", Some(*cycle), Some(*time), None),
        AfterEpisode::Quiet { cycle, time } => ("quiet", Some(*cycle), Some(*time), None),
        AfterEpisode::Reset { time } => ("reset", None, Some(*time), None),
        AfterEpisode::Nothing { reason } => ("nothing", None, None, Some(reason)),
    };
    value!({
        "cycle": divergence.cycle,
        "epoch": divergence.epoch,
        "time": divergence.time,
        "signals": signals,
        "rule": divergence.cite(),
        "waivers": waivers.iter().map(|&place| &report.waivers[place].waiver.place).collect::<Vec<_>>(),
        "beside": beside,
        "meanwhile": meanwhile,
        "after": {"at": word, "cycle": cycle, "time": time, "reason": reason},
    })
}

fn narrow(narrow: &NarrowSignal) -> Value {
    value!({"signal": narrow.target.name(), "bits": narrow.bits, "of": narrow.of})
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
