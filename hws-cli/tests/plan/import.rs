//! `hws plan import`.

use std::fs;

use rstest::rstest;
use serde_json::Value;

use super::{fed, is_refused, plan};
use crate::common::{absent, as_text, json};

const CNN: &str = "3 2\n0 input input 0 0\n1 conv1 conv 8890 1\n2 pool1 pool 7 2\n0 1 999\n1 2 630\n";
const WORKFLOW: &str = r#"{"schemaVersion": "1.5", "workflow": {"specification": {"tasks": [
    {"id": "a", "children": ["b"], "outputFiles": ["f"]}, {"id": "b", "inputFiles": ["f"]}],
    "files": [{"id": "f", "sizeInBytes": 1001}]},
    "execution": {"tasks": [{"id": "a", "runtimeInSeconds": 0.0011}, {"id": "b", "runtimeInSeconds": 3}]}}}"#;

fn imported(arguments: &[&str], input: &str) -> Value {
    let (status, out, said) = fed(&[&["import"], arguments].concat(), input);
    assert_eq!((status, said.as_str()), (Some(0), ""), "{arguments:?}");
    serde_json::from_str(&out).unwrap()
}

fn numbers(plan: &Value, key: &str) -> Vec<u64> {
    plan["kernels"].as_array().unwrap().iter().map(|kernel| kernel[key].as_u64().unwrap()).collect()
}

#[test]
fn a_graph_becomes_a_plan() {
    let plan = imported(&["--name", "net"], CNN);
    assert_eq!(
        (&plan["hws_plan"], &plan["name"], &plan["dags"][0]["id"]),
        (&1.into(), &"net".into(), &"net".into())
    );
    assert_eq!(numbers(&plan, "est"), [1, 8891, 8]);
    assert_eq!(numbers(&plan, "priority"), [8900, 8899, 8]);
    assert_eq!(plan["time"]["unit"], "units");
    assert_eq!(plan["kernels"][2]["deps"][0]["kernel"], "conv1");
    assert_eq!(plan["provenance"]["planner"], "import");
}

#[test]
fn options_scale_times_and_count_communication() {
    let plan = imported(&["--bw", "1000", "--time-scale", "10/1"], WORKFLOW);
    assert_eq!(numbers(&plan, "est"), [20, 30000]);
    assert_eq!(numbers(&plan, "priority"), [30040, 30000]); // two milliseconds of communication
    assert_eq!(plan["time"]["unit"], "cycles");
    assert_eq!(numbers(&imported(&[], WORKFLOW), "priority"), [3002, 3000]);
}

#[test]
fn prefetches_are_inserted_and_the_plan_runs() {
    let out = as_text(&absent("plan/import/prefetch.json"));
    assert_eq!(fed(&["import", "--prefetch", "-o", &out], CNN), (Some(0), String::new(), String::new()));
    let written: Value = serde_json::from_str(&fs::read_to_string(&out).unwrap()).unwrap();
    assert_eq!(written["kernels"].as_array().unwrap().len(), 6);
    let (status, _, said) = plan(&["check", &out]);
    assert_eq!(status, Some(0), "{said}");
    assert_eq!(json(&["run", &out])["drained"], true);
}

/// Priorities, times and dependencies survive the conversion to a plan file.
#[rstest]
#[case("examples/detector.yaml")]
#[case("examples/prefetch.yaml")]
fn a_workload_and_its_plan_run_alike(#[case] file: &str) {
    let out = as_text(&absent(&format!("plan/import/{}.json", file.replace('/', "_"))));
    assert_eq!(plan(&["import", file, "-o", &out]).0, Some(0));
    let kernels = |file: &str| {
        let report = json(&["run", "--error-model", "none", file]);
        let of = |kernel: &Value| ["id", "est", "priority", "on_cp", "deps"].map(|key| kernel[key].clone());
        report["kernels"].as_array().unwrap().iter().map(of).collect::<Vec<_>>()
    };
    assert_eq!(kernels(&out), kernels(file));
}

#[test]
fn bad_inputs_and_options_are_refused() {
    is_refused(fed(&["import"], "1 0\n0 a a x 0\n"), "standard input:2: `x` is not a cost");
    is_refused(fed(&["import"], "what?"), "standard input: not a format this program reads");
    let workflow = r#"{"workflow": {"tasks": [{"name": "a"}]}}"#;
    is_refused(fed(&["import"], workflow), "standard input: workflow.tasks[0].runtimeInSeconds: missing");
    let refused = plan(&["import", "examples/detector.yaml", "--time-scale", "2/1"]);
    is_refused(refused, "examples/detector.yaml: --time-scale is for times that are not cycles");
    for option in [["--name", "a/b"], ["--time-scale", "1/0"], ["--time-scale", "2"], ["--bw", "0"]] {
        let (status, out, said) = fed(&[&["import"], &option[..]].concat(), CNN);
        assert_eq!((status, out.as_str()), (Some(2), ""), "{said}");
    }
}
