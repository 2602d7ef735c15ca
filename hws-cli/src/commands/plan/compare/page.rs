//! The page of a comparison: for each graph, its kernels and the spans of the plan and of each run.

use hws_run::comparison::{BlockSpan, ComparedSpans, Executed};
use hws_run::workload::{Dag, Kernel, Workload};
use serde_json::{Value, json};

use super::Row;
use super::measured::Measured;

/// What a page draws of several graphs.
pub(super) fn input<'a>(rows: impl Iterator<Item = (&'a Row, &'a ComparedSpans)>) -> Value {
    json!({ "graphs": rows.map(|(row, spans)| graph(row, spans)).collect::<Vec<_>>() })
}

fn graph(row: &Row, spans: &ComparedSpans) -> Value {
    let comparison = &row.comparison;
    let run = |title: &str, short: &str, spans: &[BlockSpan], run: Executed| {
        section(title, short, bars(spans), run.drained)
    };
    let planned = comparison.planned.map(|_| section("planned", "plan", bars(&spans.planned), true));
    let executed = comparison.executed.map(|ran| run("static run", "run", &spans.executed, ran));
    // The dynamic run is not made twice if the plan has all SIPs.
    let whole = &spans.dynamic_whole_machine;
    let is_all = spans.dynamic.is_empty();
    let dynamic = if is_all { whole } else { &spans.dynamic };
    let dynamic = run("dynamic run", "dynamic", dynamic, comparison.dynamic);
    let beside = (!is_all).then(|| run("whole machine", "whole", whole, comparison.dynamic_whole_machine));
    let sections = planned.into_iter().chain(executed).chain([dynamic]).chain(beside);
    json!({
        "name": row.name,
        "place": "SIP",
        "lower": comparison.lower,
        "transfers": comparison.transfers,
        "kernels": kernels(&row.workload),
        "sections": sections.collect::<Vec<_>>(),
    })
}

/// Its title is also its key.
fn section(title: &str, short: &str, bars: Vec<Value>, drained: bool) -> Value {
    json!({ "key": title, "title": title, "short": short, "bars": bars, "drained": drained })
}

/// A bar is `[kernel, place, start, end]`; the place -1 is any.
fn bars(spans: &[BlockSpan]) -> Vec<Value> {
    let bar = |span: &BlockSpan| {
        let place = span.sip.map_or(-1, |sip| i64::try_from(sip.index()).unwrap_or(-1));
        json!([span.kernel, place, span.start, span.end])
    };
    spans.iter().map(bar).collect()
}

/// Names, with those of the graphs if there are several, and the kernels before each.
fn kernels(workload: &Workload) -> Vec<Value> {
    let first = workload.first_kernels();
    let kernel = |at: usize, dag: &Dag, kernel: &Kernel| {
        let name = if workload.dags.len() > 1 {
            format!("{}/{}", dag.name, kernel.name)
        } else {
            kernel.name.to_string()
        };
        let after = kernel.predecessors(at).map(|(dag, dep)| first[dag] as usize + dep.place());
        json!({ "name": name, "after": after.collect::<Vec<_>>() })
    };
    let of_graph =
        |(at, dag): (usize, &Dag)| dag.kernels.iter().map(|own| kernel(at, dag, own)).collect::<Vec<_>>();
    workload.dags.iter().enumerate().flat_map(of_graph).collect()
}

/// What a page draws of one schedule: its workloads as planned, run and measured, on their cores.
pub(super) fn of_measured(measured: &Measured, name: &str) -> Value {
    let rows = &measured.rows;
    let bars = |span: fn(&super::measured::Row) -> Option<(u64, u64)>| {
        let spans = rows.iter().enumerate().filter_map(|(at, row)| Some((at, row.core, span(row)?)));
        spans.map(|(at, core, (start, end))| json!([at, core, start, end])).collect::<Vec<_>>()
    };
    let sections = [
        section("planned", "plan", bars(|row| Some(row.planned)), true),
        section("run", "run", bars(|row| row.run), measured.drained),
        section("measured", "measured", bars(|row| Some(row.measured)), true),
    ];
    let kernel = |row: &super::measured::Row| json!({ "name": format!("{} {}", row.workload, row.layer), "after": row.after });
    let kernels: Vec<Value> = rows.iter().map(kernel).collect();
    json!({ "graphs": [{
        "name": name,
        "place": "core",
        "transfers": measured.transfers,
        "kernels": kernels,
        "sections": sections,
    }] })
}
