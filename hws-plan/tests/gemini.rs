//! Gemini schedules: worked examples, real files, rules and places.

use crate::common;
use crate::common::pairs;
use std::collections::BTreeSet;

use hws_input::Position;
use hws_plan::bounds::Bounds;
use hws_plan::gemini::{GeminiMapping, GeminiReport};
use hws_plan::import::gemini::{GeminiFinding, GeminiOptions, analysis, parse};
use hws_plan::import::{self, Content, ImportError, ImportFormat};
use hws_plan::{PlannerAnswer, TaskGraph, priorities, timeline::static_timeline};
use proptest::prelude::*;
use rstest::rstest;
use serde_json::{Value, json};

fn found(findings: &[GeminiFinding]) -> BTreeSet<(String, String)> {
    findings.iter().map(|error| (error.rule.to_string(), error.place.to_string())).collect()
}

fn report(text: &str) -> GeminiReport {
    GeminiReport::from_text(text, Default::default()).unwrap_or_else(|error| panic!("{error}"))
}

fn lower_bound(graph: &TaskGraph) -> u64 {
    let busy = |tasks: &[usize]| tasks.iter().map(|&task| graph.tasks()[task].time).sum::<u64>();
    let busiest = graph.static_order().unwrap().iter().map(|core| busy(&core.tasks)).max().unwrap();
    busiest.max(priorities(graph).critical_path)
}

#[test]
fn worked_examples() {
    pairs::check("gemini", |input| Ok(report(&input.to_string())));
}

fn graph(text: &str, name: &str) -> Result<TaskGraph, ImportError> {
    import::graph(ImportFormat::Gemini, &Content::Text(text.into()), name, &import::ImportOptions::default())
}

#[test]
fn the_worked_example_of_the_spec() {
    let text = common::example("tiny.gemini.in.json");
    let graph = graph(&text, "tiny").unwrap();
    assert_eq!(priorities(&graph).rank, [17, 5, 7]);
    assert_eq!((static_timeline(&graph).makespan, lower_bound(&graph)), (17, 17));
    assert_eq!(graph.tasks()[2].id, "core1.wl0 B");
    assert_eq!((graph.tasks()[2].core, &graph.tasks()[2].preds), (Some(1), &vec![0]));
}

struct Real {
    workloads: usize,
    edges: usize,
    total: u64,
    critical_path: u64,
    makespan: u64,
    lower: u64,
    warnings: &'static [(&'static str, &'static str)],
}

#[rstest]
#[case(
    "gemini_ir/int8_resnet34.sim_quantized_b1_c1_bw16_stschedule.json",
    Real { workloads: 69, edges: 102, total: 1_530_664, critical_path: 1_445_268, makespan: 1_530_664, lower: 1_530_664, warnings: &[] }
)]
#[case(
    "gemini_ir/rn22_LP.gemini.json.gz",
    Real { workloads: 280, edges: 937, total: 4_171_520, critical_path: 1_002_112, makespan: 1_064_832, lower: 1_052_288, warnings: &[("W7", "core 0 wl 4")] }
)]
fn real_files(#[case] file: &str, #[case] real: Real) {
    let Some(bytes) = common::shared(file) else { return };
    let (format, content) = import::recognise(&bytes).unwrap();
    let text = content.text().unwrap();
    assert_eq!(format, ImportFormat::Gemini);
    let report = report(text);
    let warnings = real.warnings.iter().map(|(rule, place)| (rule.to_string(), place.to_string())).collect();
    assert_eq!((found(&report.errors), found(&report.warnings)), (BTreeSet::new(), warnings));
    let stats = report.stats;
    assert_eq!(
        (stats.workloads, stats.edges, stats.total_time),
        (real.workloads, real.edges, real.total.into())
    );
    let times = report.times.unwrap();
    let (makespan, critical_path, lower) = (times.makespan, times.critical_path, times.lower_bound);
    assert_eq!(
        [makespan, critical_path, lower].map(i64::unsigned_abs),
        [real.makespan, real.critical_path, real.lower]
    );
    let graph = graph(text, file).unwrap();
    let ranks = priorities(&graph);
    assert_eq!((ranks.critical_path, lower_bound(&graph)), (real.critical_path, real.lower));
    assert_eq!(static_timeline(&graph).makespan, real.makespan);
    assert!(Bounds::from_times(&graph, 4).lower <= u128::from(real.makespan));
}

/// tiny.gemini with one change: a JSON pointer and the value to put there.
fn changed(pointer: &str, value: Value) -> String {
    let mut ir: Value = serde_json::from_str(&common::example("tiny.gemini.in.json")).unwrap();
    *ir.pointer_mut(pointer).unwrap() = value;
    ir.to_string()
}

#[rstest]
#[case("/xlen", json!("2"), "E1", "top xlen")]
#[case("/ylen", json!(2.0), "E1", "top ylen")]
#[case("/buffersize", json!(0), "E1", "top buffersize")]
#[case("/top_batch_cut", json!(2147483648_i64), "E1", "top top_batch_cut")]
#[case("/1", json!({}), "E1", "top 1")]
#[case("/xlen", json!(1), "E1", "top 1")]
#[case("/0/1/workload_id", json!(0), "E2", "core 0 wl 0")]
#[case("/0/0/workload_id", json!(-1), "E2", "core 0 wl -1")]
#[case("/-1/out/1/transfer_id", json!(0), "E3", "-1.out 1")]
#[case("/-1/in/2/transfer_id", json!(4), "E3", "-1.in 2")]
#[case("/1/0/ofmap/0/transfer_id", json!(4), "E3", "core 1 wl 0 ofmap 0")]
#[case("/1/0/ifmap/0/transfer_id", json!([1, 99]), "E4", "core 1 wl 0 ifmap 0")]
#[case("/0/0/ifmap/0/transfer_id", json!([0, 4]), "E5", "core 0 wl 0 ifmap 0")]
#[case("/0/0/weight", json!({"transfer_id": [1]}), "E5", "core 0 wl 0 weight")]
#[case("/-1/out/0/related_ifmap", json!([4]), "E5", "core 0 wl 0 ifmap 0")]
#[case("/0/0/ifmap/0/transfer_id", json!([0, 3]), "E10", "core 0 wl 0")]
#[case("/0/1/time", json!(null), "E15", "core 0 wl 1")]
#[case("/0/1/time", json!(-5), "E15", "core 0 wl 1")]
#[case("/0/1/time", json!(4294967296_i64), "E15", "core 0 wl 1")]
#[case("/0/1/time", json!([1]), "E15", "core 0 wl 1")]
fn each_rule_at_its_place(
    #[case] pointer: &str,
    #[case] value: Value,
    #[case] rule: &str,
    #[case] place: &str,
) {
    let mut ir: Value = serde_json::from_str(&common::example("tiny.gemini.in.json")).unwrap();
    ir["0"][0]["weight"] = json!(null);
    let mut text = ir.to_string();
    if let Some(target) = ir.pointer_mut(pointer) {
        *target = value;
        text = ir.to_string();
    }
    let found = found(&analysis(&text).unwrap().errors);
    assert!(found.contains(&(rule.into(), place.into())), "{found:?}");
    let error = graph(&text, "x").unwrap_err().to_string();
    let (first_rule, first_place) = {
        let first = &analysis(&text).unwrap().errors[0];
        (first.rule.to_string(), first.place.to_string())
    };
    assert!(error.starts_with(&format!("{first_place}: {first_rule}: ")), "{error}");
}

#[rstest]
#[case("/0/1/workload_id", json!("one"), "a string where an integer id")]
#[case("/0/1/ifmap/0/transfer_id", json!([1.5]), "1.5 where an integer id")]
#[case("/-1/out/0/size", json!(-1), "-1 where a size")]
#[case("/0/0", json!(7), "expected an object")]
#[case("/-1/in/0", json!([0, 1]), "expected an object")]
#[case("/0/0/ifmap", json!({}), "expected a sequence")]
#[case("/0/0/ofmap/0", json!({}), "missing field `transfer_id`")]
#[case("/-1", json!({"in": []}), "missing field `out`")]
fn what_cannot_be_read_names_line_and_column(
    #[case] pointer: &str,
    #[case] value: Value,
    #[case] words: &str,
) {
    let error = parse(&changed(pointer, value)).unwrap_err();
    assert!(matches!(error.place, import::FilePlace::At(Position { line: 1, column: 2.. })), "{error}");
    assert!(error.to_string().contains(words), "{error}");
}

#[test]
fn a_missing_key_and_a_syntax_error_have_a_place() {
    let mut ir: Value = serde_json::from_str(&common::example("tiny.gemini.in.json")).unwrap();
    ir.as_object_mut().unwrap().remove("ylen");
    let error = parse(&ir.to_string()).unwrap_err().to_string();
    assert!(error.contains("missing field `ylen`"), "{error}");
    let mut ir: Value = serde_json::from_str(&common::example("tiny.gemini.in.json")).unwrap();
    ir["0"][1].as_object_mut().unwrap().remove("time");
    let error = parse(&ir.to_string()).unwrap_err().to_string();
    assert!(error.contains(": 0[1]: missing field `time`"), "{error}");
    ir["0"][1]["time"] = 5.into();
    ir["0"][1]["ifmap"][0]["transfer_id"] = "x".into();
    let text = ir.to_string();
    let error = parse(&text).unwrap_err().to_string();
    assert!(error.contains(": 0[1].ifmap[0].transfer_id: invalid type: string \"x\""), "{error}");
    let cut = text.find("\"x\"").unwrap();
    let error = parse(&text[..cut]).unwrap_err().to_string();
    assert!(error.contains(": 0[1].ifmap[0].transfer_id: EOF while parsing a value"), "{error}");
    let error = parse("{\"xlen\": 1,\n  \"ylen\" 2}").unwrap_err();
    assert_eq!(error.in_file("a.json").to_string(), "a.json:2:10: expected `:`; correct the JSON");
}

#[rstest]
#[case(json!({"time_scale": [3]}), "options.time_scale: ")]
#[case(json!({"time_scale": [3, 0]}), "options.time_scale: ")]
#[case(json!({"rank_div": 0}), "options.rank_div: ")]
#[case(json!({"dram_bw": "fast"}), "options.dram_bw: ")]
fn bad_options_are_refused(#[case] options: Value, #[case] start: &str) {
    let ir: Value = serde_json::from_str(&common::example("tiny.gemini.in.json")).unwrap();
    let error = parse(&json!({"ir": ir, "options": options}).to_string()).unwrap_err().to_string();
    assert!(error.starts_with(start), "{error}");
}

#[test]
fn an_activation_as_weight_is_a_dependency() {
    let mut ir: Value = serde_json::from_str(&common::example("tiny.gemini.in.json")).unwrap();
    ir["0"][1]["weight"] = json!({"transfer_id": [3]});
    let analysis = analysis(&ir.to_string()).unwrap();
    assert_eq!(analysis.errors, []);
    assert_eq!(analysis.kernels[1].data_preds, [0, 2]);
}

#[test]
fn a_transfer_named_twice_is_one_dependency_and_a_finding_counts_once() {
    let analysis = analysis(&changed("/1/0/ifmap/0/transfer_id", json!([1, 1, 98, 99]))).unwrap();
    assert_eq!(analysis.kernels[2].preds, [0]);
    assert_eq!(analysis.errors.len(), 1);
}

proptest! {
    #[test]
    fn mutated_files_never_panic(at in any::<prop::sample::Index>(), bytes in prop::collection::vec(any::<u8>(), 0..4)) {
        let mut text = common::example("tiny.gemini.in.json").into_bytes();
        let at = at.index(text.len());
        text.splice(at..(at + bytes.len()).min(text.len()), bytes);
        common::import_any(&text);
    }

    #[test]
    fn mutated_values_never_panic(at in any::<prop::sample::Index>(), kind in 0usize..8) {
        let mut ir: Value = serde_json::from_str(&common::example("snapshots.gemini.in.json")).unwrap();
        let value = [json!(null), json!(-1), json!(i64::MAX), json!(u64::MAX), json!(1e300), json!("x"), json!([]), json!({})][kind].clone();
        let mut pointers = Vec::new();
        collect(&ir, String::new(), &mut pointers);
        *ir.pointer_mut(&pointers[at.index(pointers.len())]).unwrap() = value;
        common::import_any(ir.to_string().as_bytes());
        if let Ok(report) = GeminiReport::from_text(&ir.to_string(), GeminiOptions::default()) {
            prop_assert!(report.json().is_object() && !report.to_string().is_empty());
            let plans = [GeminiMapping::Static, GeminiMapping::Dynamic].map(|mapping| report.to_plan("any", None, mapping));
            prop_assert!(report.is_good() || plans.iter().all(Result::is_err));
        }
    }
}

/// The JSON pointers of every value inside.
fn collect(value: &Value, at: String, pointers: &mut Vec<String>) {
    match value {
        Value::Array(list) => {
            list.iter().enumerate().for_each(|(i, v)| collect(v, format!("{at}/{i}"), pointers))
        }
        Value::Object(map) => map.iter().for_each(|(k, v)| collect(v, format!("{at}/{k}"), pointers)),
        _ => {}
    }
    pointers.push(at);
}
