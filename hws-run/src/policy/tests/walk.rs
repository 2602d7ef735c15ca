//! Every key of the table changes the run it should, and nothing else.

use std::collections::BTreeSet;
use std::sync::Arc;

use hws_sim::fault::FaultKind;

use super::super::overlap::{halves, places};
use super::super::{ERROR_MODEL, KEYS, PolicyGroup, PolicyKey, PolicyValues, WORKLOAD};
use crate::run;
use crate::workload::{InputFile, Inputs, Understood};

/// Kernels that are given by their cost: one by its operations, one by its bytes.
const GRAPH: &str = "\
dags:
  - { id: g, kernels: [ { id: a, threads: 1, cost: { ops: 4e6, bytes: 4e3 } }, { id: b, threads: 1, cost: { ops: 1, bytes: 4e6 }, deps: [ a ] } ] }
";

fn understood(file: &(&str, Vec<u8>), policies: &[(&str, &str)]) -> Understood {
    let files = vec![InputFile { name: file.0.to_owned(), bytes: file.1.clone() }];
    let policies = policies.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    let inputs = Inputs { files, policies, ..Inputs::default() };
    inputs.understand(&mut |_: &str, _: &str| Err(std::io::ErrorKind::NotFound.into())).unwrap()
}

/// Three instances of a graph whose second kernel waits for a transfer.
const PLAN: &str = r#"{
    "hws_plan": 1, "name": "p", "provenance": { "planner": "hand" }, "time": { "unit": "cycles" },
    "dags": [{ "id": "g", "repeat": { "count": 3, "period": 9000 } }],
    "kernels": [
        { "id": "a", "dag": "g", "block_num": 1, "thread_num": 1, "est": 2000, "priority": 2 },
        { "id": "b", "dag": "g", "block_num": 1, "thread_num": 1, "est": 2000, "priority": 1,
          "deps": [{ "kernel": "a", "transfer": 30 }] }
    ]
}"#;

/// The file on which a key has an effect.
fn file_for(key: &str) -> (&'static str, Vec<u8>) {
    match key {
        "fuse" => ("squeezenet.onnx", include_bytes!("../../../../examples/models/squeezenet.onnx").to_vec()),
        "mapping" | "scale" | "bw" => {
            ("tiny.json", include_bytes!("../../../../hws-plan/tests/data/tiny.gemini.in.json").to_vec())
        }
        "instances" | "transfers" => ("plan.json", PLAN.as_bytes().to_vec()),
        _ => ("w.yaml", GRAPH.as_bytes().to_vec()),
    }
}

/// A value that is not the default.
fn other_value(key: &PolicyKey) -> String {
    let default = key.default().unwrap();
    let number = |least: i64, most: i64| {
        let now: i64 = default.parse().unwrap_or(least);
        (if now < most { now + 1 } else { now - 1 }).to_string()
    };
    match &key.values {
        PolicyValues::Switch => if default == "on" { "off" } else { "on" }.to_owned(),
        PolicyValues::Words(words) => words.iter().rfind(|word| **word != default).unwrap().to_string(),
        PolicyValues::Integers { least, most } | PolicyValues::WordOrIntegers { least, most, .. } => {
            number(*least, *most)
        }
        PolicyValues::Multiples { of, .. } => (default.parse::<u32>().unwrap() + of).to_string(),
        PolicyValues::Named(named) => {
            named.iter().find(|(_, value)| value.to_string() != default).unwrap().0.to_owned()
        }
        PolicyValues::Form(form) if form.starts_with("none, or any") => "on_cp".to_owned(),
        PolicyValues::Form(form) if form.starts_with("linear") => "linear:7:70".to_owned(),
        PolicyValues::Form(form) if form.starts_with("none, low") => "uniform:20%".to_owned(),
        PolicyValues::Form(_) => "1/9".to_owned(),
    }
}

/// The registers, without indices, that differ once firmware has brought both machines up.
fn changed(before: &Understood, after: &Understood) -> BTreeSet<String> {
    let registers =
        |read: &Understood| run::settings(&read.workload).unwrap().into_iter().collect::<BTreeSet<_>>();
    let (before, after) = (registers(before), registers(after));
    before.symmetric_difference(&after).map(|(register, _)| bare(&register.to_string())).collect()
}

fn bare(name: &str) -> String {
    name.split('[').next().unwrap().to_owned()
}

#[test]
fn every_setting_changes_the_run_it_should() {
    for key in KEYS.iter().filter(|key| key.name != WORKLOAD) {
        let (value, file) = (other_value(key), file_for(&key.name));
        // One element of an array.
        let name = key.name.replace("0..3]", "1]").replace("0..4]", "2]").replace("0..31]", "5]");
        let (before, after) = (understood(&file, &[]), understood(&file, &[(&name, &value)]));
        assert_ne!(before, after, "{name}={value}");
        let own: BTreeSet<String> = places(&key.sets).map(|place| bare(halves(place).0)).collect();
        let changed = changed(&before, &after);
        let expected = match key.group {
            PolicyGroup::Scheduling | PolicyGroup::Registers => own,
            _ => BTreeSet::new(),
        };
        match &*key.name {
            // Firmware computes the safe margin from these.
            "launch_delay" | "reg.LAUNCH_SIP_DELAY.UNITS" => {
                assert_eq!(changed, &expected | &["RSVD_SIP_BACKFILL_MARGIN_OFFSET".to_owned()].into());
            }
            "topology" => assert_eq!(changed, ["SIP_TOPOLOGY".to_owned()].into()),
            "time_unit" => assert!(changed.contains("TIME_UNIT")),
            "out_path" | "in_path" | "report" => assert_eq!(changed, ["HWS_WORK_MODE".to_owned()].into()),
            // The mode is written with the switch.
            "early_launch" => assert!(expected.is_superset(&changed) && !changed.is_empty()),
            _ => assert_eq!(changed, expected, "{name}={value}"),
        }
        let (one, other) = (&before.workload, &after.workload);
        match key.group {
            PolicyGroup::Scheduling | PolicyGroup::Registers => {
                assert_ne!(one.hardware, other.hardware, "{name}")
            }
            PolicyGroup::Machine => assert_ne!(one.hardware, other.hardware, "{name}"),
            PolicyGroup::Firmware => assert_ne!(one.firmware, other.firmware, "{name}"),
            PolicyGroup::Workload => assert_ne!(one.dags, other.dags, "{name}"),
            PolicyGroup::RealTimes => assert_ne!(before.error_model, after.error_model, "{name}"),
            PolicyGroup::Faults => assert_ne!(one.faults, other.faults, "{name}"),
        }
    }
}

/// Once a workload has been read, a sweep sets what does not shape it; the result is the same.
#[test]
fn a_setting_that_does_not_shape_the_workload_can_be_made_later() {
    for key in KEYS.iter().filter(|key| !key.shapes_workload && key.name != ERROR_MODEL) {
        let (value, file) = (other_value(key), file_for(&key.name));
        let name = key.name.replace("0..3]", "1]").replace("0..4]", "2]").replace("0..31]", "5]");
        let mut later = Arc::unwrap_or_clone(understood(&file, &[]).workload);
        later.set_policy(&name, &value).unwrap();
        assert_eq!(later, *understood(&file, &[(&name, &value)]).workload, "{name}");
    }
    assert_eq!(FaultKind::ALL.len(), KEYS.iter().filter(|key| key.group == PolicyGroup::Faults).count());
}
