//! Periodic plans in cycles, whose times decisions delay.

use std::fs;

use hws_plan::import::onnx::OnnxBuilder;
use serde_json::Value;

use super::plan;
use crate::common::{absent, as_text, hws, said};

/// A chain of activations of this many elements.
fn model(elements: i64) -> Vec<u8> {
    let mut model = OnnxBuilder::new("chain", 13);
    model.input("t0", &[1, elements]);
    for step in 0..4 {
        let (from, to) = (format!("t{step}"), format!("t{}", step + 1));
        model.node("Relu", &[&from], &to, Vec::new());
    }
    model.output("t4", &[1, elements]);
    model.to_bytes()
}

/// A path for a plan of the model, and what `hws plan periodic` says on standard error.
fn planned(name: &str, elements: i64) -> (String, String) {
    let path = |extension: &str| as_text(&absent(&format!("plan/predicted/{name}.{extension}")));
    let (onnx, out) = (path("onnx"), path("json"));
    fs::write(&onnx, model(elements)).unwrap();
    let (status, _, notes) = plan(&["periodic", &onnx, "--pes", "32", "--iterations", "200", "--out", &out]);
    assert_eq!(status, Some(0), "{notes}");
    (out, notes)
}

#[test]
fn a_run_ends_as_the_plan_predicts() {
    let (out, note) = planned("short", 64);
    let written: Value = serde_json::from_str(&fs::read_to_string(&out).unwrap()).unwrap();
    let [run, end] = [0, 1].map(|at| written["time"]["predicted_factor"][at].as_u64().unwrap());
    assert!(run * 20 > end * 21, "{run} of {end}");
    assert_eq!(
        note,
        format!("note: decisions and firmware delay {out}: planned {end} cycles, predicted {run}\n")
    );
    let (status, report, _) = said(&hws(&["run", &out, "--json"]));
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!((status, &report["makespan"], &report["predicted_end"]), (Some(0), &run.into(), &run.into()));
}

#[test]
fn long_times_need_no_prediction() {
    let (out, notes) = planned("long", 1 << 22);
    assert_eq!(notes, "");
    assert!(!fs::read_to_string(out).unwrap().contains("predicted_factor"));
}
