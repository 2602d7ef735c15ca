//! The metrics of a row: the scalars of a report by name, with their units and meanings.

use std::sync::LazyLock;

use serde_json::Value;

use super::column::ColumnKind;
use crate::report::scalars::{self, OF_METRICS, OF_REPORT};
use crate::report::schema;

/// A metric of a sweep.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MetricInfo {
    /// Its name.
    pub name: &'static str,
    /// Its unit: cycles, permille, SIP cycles, or count.
    pub unit: &'static str,
    /// Its meaning, as the schema of `report.json` has it.
    pub description: String,
    /// Whether a larger value is better.
    pub more_is_better: bool,
}

/// Metrics of which more is better.
const MORE_IS_BETTER: &[&str] =
    &["utilisation_permille", "attempt_success_permille", "backfill_rate_permille"];
/// The beginnings of the names of counts.
const COUNTS: &[&str] = &[
    "attempts",
    "deadline",
    "launches",
    "promotions",
    "cancels",
    "backfills",
    "backfilled",
    "register",
    "bus_errors",
    "reservations",
];

static INFOS: LazyLock<Vec<MetricInfo>> = LazyLock::new(|| {
    let schema = schema();
    let of_report = OF_REPORT.iter().map(|&(name, place)| (name, place.to_owned()));
    let of_metrics = OF_METRICS.iter().map(|&(name, place)| (name, format!("/metrics{place}")));
    let info = |(name, place): (&'static str, String)| MetricInfo {
        name,
        unit: unit(name),
        description: described(&schema, "", &place).1,
        more_is_better: MORE_IS_BETTER.contains(&name),
    };
    of_report.chain(of_metrics).map(info).collect()
});

static NAMES: LazyLock<Vec<&'static str>> = LazyLock::new(|| INFOS.iter().map(|info| info.name).collect());

/// Returns the names of the metrics, in the order of a row.
#[must_use]
pub fn metric_names() -> &'static [&'static str] {
    &NAMES
}

/// Returns the metrics, in the order of a row.
#[must_use]
pub fn metric_infos() -> &'static [MetricInfo] {
    &INFOS
}

/// Whether a larger value of a metric is better.
pub(super) fn more_is_better(metric: &str) -> bool {
    INFOS.iter().any(|info| info.name == metric && info.more_is_better)
}

/// The metrics of a `report.json`.
pub(super) fn metrics(report: &Value) -> Vec<Option<i128>> {
    scalars::row_of(report).into_iter().map(|(_, value)| value).collect()
}

fn unit(name: &str) -> &'static str {
    match name {
        _ if name.ends_with("_permille") => "permille",
        _ if name.ends_with("_sip_cycles") => "SIP cycles",
        _ if COUNTS.iter().any(|start| name.starts_with(start)) => "count",
        _ => "cycles",
    }
}

/// The type of a value of the report, and the descriptions of the keys on the way to its place from an object of the schema:
/// `Waits of all kernels: the mean`.
pub(super) fn described(schema: &Value, object: &str, place: &str) -> (ColumnKind, String) {
    let mut at = schema.pointer(object).unwrap_or(&Value::Null);
    let mut parts = Vec::new();
    for key in place.split('/').skip(1) {
        let Some(object) = resolved(schema, at) else { break };
        at = &object["properties"][key];
        // The metrics as a whole say nothing about one of them.
        if let Some(text) = at["description"].as_str().filter(|_| key != "metrics") {
            parts.push(first_sentence(text));
        }
    }
    (kind(&at["type"]), parts.join(": "))
}

/// The type of a column: that of the value, which may also be null.
fn kind(types: &Value) -> ColumnKind {
    let is =
        |name: &str| types == name || types.as_array().is_some_and(|all| all.iter().any(|one| one == name));
    match () {
        () if is("boolean") => ColumnKind::Bool,
        () if is("string") => ColumnKind::Text,
        () => ColumnKind::I64,
    }
}

/// The object that has the properties: behind a reference, or the one that is not null.
fn resolved<'s>(schema: &'s Value, at: &'s Value) -> Option<&'s Value> {
    if at["properties"].is_object() {
        return Some(at);
    }
    if let Some(reference) = at["$ref"].as_str() {
        return schema.pointer(reference.strip_prefix('#')?);
    }
    at["anyOf"].as_array()?.iter().find_map(|one| resolved(schema, one))
}

fn first_sentence(text: &str) -> String {
    let sentence = text.split(". ").next().unwrap_or(text).split("; null").next().unwrap_or(text);
    sentence.trim_end_matches('.').replace('\n', " ").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_metric_has_a_unit_and_a_meaning() {
        assert!(metric_infos().iter().all(|info| !info.description.is_empty()), "{:?}", metric_infos());
        let of = |name: &str| metric_infos().iter().find(|info| info.name == name).unwrap();
        let info = |name: &str| (of(name).unit, of(name).description.as_str());
        assert_eq!(info("makespan"), ("cycles", "The cycle in which the last block finished"));
        assert_eq!(
            info("wait_mean"),
            (
                "cycles",
                "From ready to first launch, over all kernels that were launched: Their mean, rounded down"
            )
        );
        assert_eq!((info("launches_early").0, info("deadline_misses").0), ("count", "count"));
        assert_eq!(info("reserved_sip_cycles").0, "SIP cycles");
        assert_eq!(info("unfairness_permille").0, "permille");
        assert!(MORE_IS_BETTER.iter().all(|name| of(name).more_is_better));
    }
}
