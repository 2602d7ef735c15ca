//! The answer of the mode `plan` as JSON (§7).

use serde_json::{Map, Value, json};

use super::period::Period;
use super::planned::{Launches, Planned};

pub(super) fn json(planned: &Planned) -> Value {
    let ids = &planned.problem.graph.ids;
    let levels = ids.iter().zip(&planned.layers.level);
    let layers: Map<String, Value> = levels.map(|(id, &level)| (id.to_string(), level.into())).collect();
    let launches: Vec<Value> = planned.launches.iter().map(|launch| launch_json(planned, launch)).collect();
    json!({
        "layers": layers,
        "max_concurrency": planned.layers.max_concurrency,
        "width": planned.layers.width,
        "H": planned.layers.launches,
        "baseline": baseline(planned),
        "launches": launches,
        "total_time": planned.total_time,
        "total_time_formula": planned.total_time_formula,
        "chosen_total": planned.chosen_total(),
        "utilisation": planned.utilisation,
    })
}

fn baseline(planned: &Planned) -> Value {
    let baseline = &planned.baseline;
    let placed = planned.problem.graph.ids.iter().zip(&baseline.placements);
    let placements: Vec<Value> =
        placed.map(|(id, (pe, st))| json!({ "id": id, "pe": pe, "st": st })).collect();
    json!({
        "one_iteration": baseline.one_iteration,
        "t_normal": baseline.t_normal,
        "estimate_T": baseline.estimate_t,
        "estimate_R": baseline.estimate_r,
        "t_estimate": baseline.t_estimate,
        "t_estimate_wide": baseline.t_estimate_wide,
        "use_retiming": baseline.use_retiming(),
        "placements": placements,
    })
}

fn launch_json(planned: &Planned, launch: &Launches) -> Value {
    json!({
        "pes": launch.period.pes,
        "count": launch.count,
        "iterations_each": launch.iterations,
        "period": period_json(planned, &launch.period),
    })
}

fn period_json(planned: &Planned, period: &Period) -> Value {
    let layout = period.layout(&planned.problem);
    let graph = layout.graph;
    let name = |copy: usize| (graph.ids[copy / layout.i_period], copy % layout.i_period + 1);
    let copies = 0..period.st.len();
    let placement = |copy: usize| {
        let (id, r) = name(copy);
        json!({ "id": id, "r": r, "pe": period.pe[copy], "st": period.st[copy], "ed": narrow(layout.ed(copy)) })
    };
    let retiming = |copy: usize| {
        let (id, r) = name(copy);
        json!({ "id": id, "r": r, "R": narrow(period.choice.r[copy]) })
    };
    let (cached, dram) = (edges(planned, period, true), edges(planned, period, false));
    json!({
        "T": period.arrangement.t,
        "i_period": layout.i_period,
        "ratio": period.ratio,
        "arrangement": by_pe(period.arrangement.lists.iter().map(|list| {
            list.iter().map(|&copy| name(copy as usize)).collect::<Vec<_>>()
        })),
        "placements": copies.clone().map(placement).collect::<Vec<_>>(),
        "retiming": copies.map(retiming).collect::<Vec<_>>(),
        "R_max": period.r_max,
        "prologue": period.prologue,
        "cached": cached.0,
        "dram": dram.0,
        "cache_bytes": cached.1,
        "dram_bytes": dram.1,
        "peak_cache": by_pe(period.peak.iter()),
        "demotion_passes": period.choice.passes,
    })
}

/// The copies of edges that are cached, or are not, and their bytes.
fn edges(planned: &Planned, period: &Period, cached: bool) -> (Vec<Value>, i64) {
    let (graph, i_period) = (&planned.problem.graph, period.arrangement.i_period);
    let (mut list, mut bytes) = (Vec::new(), 0);
    for (copy, _) in period.choice.cached.iter().enumerate().filter(|(_, is_cached)| **is_cached == cached) {
        let edge = graph.edges[copy / i_period];
        list.push(json!([graph.ids[edge.from], graph.ids[edge.to], copy % i_period + 1]));
        // At most 2^24 copies of 2^31.
        bytes += edge.size;
    }
    (list, bytes)
}

/// An object with a key for each PE.
pub(super) fn by_pe<T: serde::Serialize>(values: impl Iterator<Item = T>) -> Value {
    let entries = values.enumerate().map(|(pe, value)| (pe.to_string(), json!(value)));
    Value::Object(entries.collect())
}

/// What has been found to fit: an end is at most T, a retiming at most R_max in size.
fn narrow(value: i128) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}
