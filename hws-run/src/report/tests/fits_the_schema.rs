//! A report has the keys and types of its schema, and those that the command documents.

use serde_json::Value;

use super::{record, workload};
use crate::report::{Report, schema};

/// Checks a value against a schema, as far as the schemas of reports need.
fn check(value: &Value, schema: &Value, root: &Value, at: &str) {
    if let Some(reference) = schema["$ref"].as_str() {
        return check(value, root.pointer(reference.trim_start_matches('#')).unwrap(), root, at);
    }
    if let Some(ways) = schema["anyOf"].as_array() {
        let is_null = |way: &&Value| way["type"] == "null";
        let way = ways.iter().find(|way| is_null(way) == value.is_null()).unwrap();
        return check(value, way, root, at);
    }
    let types: Vec<&str> = match &schema["type"] {
        Value::String(one) => vec![one],
        Value::Array(some) => some.iter().filter_map(Value::as_str).collect(),
        other => panic!("{at}: no type but {other}"),
    };
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    assert!(types.contains(&kind), "{at}: {kind}, not {types:?}");
    for (index, item) in value.as_array().into_iter().flatten().enumerate() {
        check(item, &schema["items"], root, &format!("{at}[{index}]"));
    }
    if let Some(object) = value.as_object() {
        check_keys(object, schema, at);
        object.iter().for_each(|(key, item)| check(item, &schema["properties"][key], root, key));
    }
}

fn check_keys(object: &serde_json::Map<String, Value>, schema: &Value, at: &str) {
    let mut written: Vec<&str> = object.keys().map(String::as_str).collect();
    let mut required: Vec<&str> =
        schema["required"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    written.sort_unstable();
    required.sort_unstable();
    assert_eq!(written, required, "{at}");
    assert_eq!(schema["additionalProperties"], false, "{at}");
}

#[test]
fn a_report_fits_its_schema() {
    let schema = schema();
    let mut full = record();
    full.errors = vec![crate::run::ErrorRecord {
        cycle: hws_types::Cycle(1),
        bit: hws_model::ErrorBit::Cfg,
        ids: hws_types::TaskIds::default(),
        kernel: None,
    }];
    full.stuck = vec![crate::run::StuckKernel { kernel: 9, reason: String::new() }];
    let mut with_deadlines = workload();
    (with_deadlines.dags[0].deadline, with_deadlines.dags[1].kernels[0].deadline) = (Some(1), Some(1 << 53));
    let report = serde_json::to_value(Report::new(&with_deadlines, &full)).unwrap();
    check(&report, &schema, &schema, "report");
    for record in [full, crate::run::RunRecord::default()] {
        let report = serde_json::to_value(Report::new(&workload(), &record)).unwrap();
        check(&report, &schema, &schema, "report");
    }
    let recorder = crate::timeline::Recorder::new(&workload());
    let timeline = recorder.timeline(&workload(), &record());
    let metrics = crate::report::Metrics::new(&workload(), &record(), &timeline, None);
    let report = Report::new(&workload(), &record()).with_metrics(metrics);
    check(&serde_json::to_value(report).unwrap(), &schema, &schema, "report");
}

#[test]
fn the_documented_keys_are_there() {
    let report = serde_json::to_value(Report::new(&workload(), &record())).unwrap();
    let has = |value: &Value, keys: &[&str]| keys.iter().all(|key| value.get(key).is_some());
    assert!(has(
        &report,
        &["drained", "makespan", "lower_bound", "overhead_bound", "est_scale", "dags", "kernels", "errors"]
    ));
    assert!(has(&report["dags"][0], &["tag", "arrival", "finish"]));
    assert!(has(
        &report["kernels"][0],
        &["id", "dag", "est", "priority", "on_cp", "deps", "ready", "first_launch", "finish", "sips"]
    ));
}
