//! Every rule of Gemini schedules: changes of one valid schedule, and exactly the findings they cause.
//!
//! The schedule is the one of `snapshots.gemini`: one core, L2 of 512 bytes, three workloads; weight 12 goes
//! straight to wl0_buffer, 11 stays in L2, wl 0 makes 20 and 21, wl 1 makes 22, 21 comes back through DRAM as 23.

use crate::common;
use std::collections::BTreeSet;

use hws_plan::PlannerAnswer;
use hws_plan::gemini::GeminiReport;
use hws_plan::import::gemini::GeminiOptions;
use rstest::rstest;
use serde_json::{Value, json};

type Found = BTreeSet<(String, String)>;

fn base() -> Value {
    let input: Value = serde_json::from_str(&common::example("snapshots.gemini.in.json")).unwrap();
    input["ir"].clone()
}

/// Changes `[pointer, value]`: a pointer that ends in `/-` appends; the value "REMOVE" removes the key.
fn changed(changes: Value) -> Value {
    let mut ir = base();
    for change in changes.as_array().unwrap() {
        let (parent, key) = change[0].as_str().unwrap().rsplit_once('/').unwrap();
        let parent = ir.pointer_mut(parent).unwrap_or_else(|| panic!("no {parent}"));
        match (parent, key, &change[1]) {
            (Value::Array(list), "-", value) => list.push(value.clone()),
            (Value::Array(list), index, value) => list[index.parse::<usize>().unwrap()] = value.clone(),
            (Value::Object(object), key, Value::String(text)) if text == "REMOVE" => {
                drop(object.remove(key).unwrap())
            }
            (Value::Object(object), key, value) => drop(object.insert(key.into(), value.clone())),
            (other, ..) => panic!("{other} has no {key}"),
        }
    }
    ir
}

fn report(ir: &Value) -> GeminiReport {
    GeminiReport::from_text(&ir.to_string(), GeminiOptions::default())
        .unwrap_or_else(|error| panic!("{error}"))
}

fn found(ir: &Value) -> Found {
    let report = report(ir);
    assert_eq!(report.is_good(), report.errors.is_empty());
    let all = report.errors.iter().chain(&report.warnings);
    all.map(|finding| (finding.rule.to_string(), finding.place.to_string())).collect()
}

/// `E1 top xlen, W3 core 0 wl 0`.
fn named(findings: &str) -> Found {
    let all = findings.split(", ").filter(|finding| !finding.is_empty());
    all.map(|finding| finding.split_once(' ').unwrap())
        .map(|(rule, place)| (rule.into(), place.into()))
        .collect()
}

#[track_caller]
fn finds(changes: Value, findings: &str) {
    assert_eq!(found(&changed(changes.clone())), named(findings), "{changes}");
}

#[test]
fn the_schedule_itself_breaks_nothing() {
    finds(json!([]), "");
}

/// Top-level values, keys and cores.
#[rstest]
#[case(json!([["/xlen", "1"]]), "E1 top xlen")]
#[case(json!([["/ylen", 1.0]]), "E1 top ylen")]
#[case(json!([["/xlen", null]]), "E1 top xlen")]
#[case(json!([["/xlen", 2147483648_i64]]), "E1 top xlen")]
#[case(json!([["/top_batch_cut", 0]]), "E1 top top_batch_cut")]
#[case(json!([["/buffersize", -1]]), "E1 top buffersize")] // counts as 2^31 - 1: regions still fit
#[case(json!([["/top_batch_cut", 2]]), "W9 top top_batch_cut")]
#[case(json!([["/1", []]]), "E1 top 1")]
#[case(json!([["/1", []], ["/ylen", 2]]), "")]
#[case(json!([["/1", {}], ["/ylen", 2]]), "E1 top 1")]
#[case(json!([["/4294967296", []]]), "E1 top 4294967296")]
#[case(json!([["/01", []], ["/-2", []], ["/note", 1]]), "W4 top 01, W4 top -2, W4 top note")]
fn top(#[case] changes: Value, #[case] findings: &str) {
    finds(changes, findings);
}

/// A `-1` that is not an object counts as empty: every transfer through it is lost.
#[test]
fn memory_of_the_wrong_type_is_empty() {
    finds(
        json!([["/-1", []]]),
        "E1 top -1, E4 core 0 wl 0 ifmap 0, E4 core 0 wl 2 ifmap 1, E9 core 0 wl 0 weight, E9 core 0 wl 1 weight, \
         E6 core 0 wl 0 ofmap 1, E6 core 0 wl 2 ofmap 0",
    );
}

/// Ids: E2, W7, E3, E4, E9.
#[rstest]
#[case(json!([["/0/0/layer_type", "vp"], ["/0/1/layer_type", "dt"]]), "")]
#[case(json!([["/0/1/note", 1], ["/0/2/note", {"size": 1}]]), "W4 core 0 wl 1")] // once for each name
#[case(json!([["/0/0/ifmap/0/note", 1], ["/0/1/ofmap/0/destination/0/far", 1]]), "W4 core 0 wl 0 ifmap 0, W4 core 0 wl 1 ofmap 0")]
#[case(json!([["/-1/out/1/note", 1]]), "W4 -1.out 1")]
#[case(json!([["/-1/note", 1]]), "W4 top -1")]
#[case(json!([["/0/0/layer_type", "PE"]]), "W4 core 0 wl 0")]
#[case(json!([["/0/0/layer_type", 3]]), "W4 core 0 wl 0")]
#[case(json!([["/0/0/layer_name", 3]]), "")]
#[case(json!([["/0/0/ifmap/0/transfer_id", [10, 98, 99]]]), "E4 core 0 wl 0 ifmap 0, E13 core 0 wl 0")]
#[case(json!([["/0/0/ifmap/0/transfer_id", [10, 22]]]), "E5 core 0 wl 0 ifmap 0, E13 core 0 wl 0")]
#[case(json!([["/0/0/weight/transfer_id", [12, 99]]]), "E9 core 0 wl 0 weight")]
#[case(json!([["/0/0/weight/transfer_id", [12, 20]]]), "E5 core 0 wl 0 weight")]
#[case(json!([["/0/1/weight/transfer_id", [11, 20]]]), "")] // an activation
#[case(json!([["/0/0/weight", null]]), "E9 -1.out 2")]
#[case(json!([["/0/0/weight", "REMOVE"]]), "E9 -1.out 2")]
#[case(json!([["/-1/out/2/type", "fmap"], ["/0/0/weight", null]]), "")]
#[case(json!([["/-1/out/1/destination/0/workload_id", 0]]), "E9 -1.out 1")]
#[case(json!([["/-1/out/1/destination/-", {"core_id": 0, "workload_id": 2}]]), "E9 -1.out 1")]
fn ids(#[case] changes: Value, #[case] findings: &str) {
    finds(changes, findings);
}

/// If an id is given twice, every entry is judged, and references mean the first one.
#[test]
fn twice_given_ids() {
    let out = base()["-1"]["out"][0].clone();
    finds(json!([["/-1/out/-", out]]), "E3 -1.out 4");
    let input = base()["-1"]["in"][0].clone();
    finds(json!([["/-1/in/-", input]]), "E3 -1.in 2");
    // The later -1.in 21 is judged by the ofmap, which is good; the ofmap by the first, which is not.
    let mut other = input.clone();
    other["workload_id"] = json!(1);
    finds(json!([["/-1/in/0", other], ["/-1/in/-", input]]), "E3 -1.in 2, E6 core 0 wl 0 ofmap 1");
    // The first -1.out 23 does not name -1.in 21 back; the later one does, and is named itself.
    let mut first = base()["-1"]["out"][3].clone();
    let later = first.clone();
    first["related_ifmap"] = json!([]);
    finds(json!([["/-1/out/3", first], ["/-1/out/-", later]]), "E3 -1.out 4, E7 -1.in 0");
    // An ofmap of id 23 is the later entry; readers of 23 mean -1.out.
    finds(
        json!([["/0/2/ofmap/0/transfer_id", 23]]),
        "E3 core 0 wl 2 ofmap 0, E6 core 0 wl 2 ofmap 0, E6 -1.in 1",
    );
}

/// DRAM: E6, E7, E8.
#[rstest]
#[case(json!([["/-1/in/0/core_id", 1]]), "E6 core 0 wl 0 ofmap 1")]
#[case(json!([["/-1/in/0/core_id", "0"]]), "E6 core 0 wl 0 ofmap 1")]
#[case(json!([["/-1/in/0/workload_id", 1]]), "E6 core 0 wl 0 ofmap 1")]
#[case(json!([["/-1/in/0/workload_id", 0.5]]), "E6 core 0 wl 0 ofmap 1")]
#[case(json!([["/-1/in/0/lower", [0, 0, 1, 0]]]), "E6 core 0 wl 0 ofmap 1")]
#[case(json!([["/-1/in/0/upper", [0, 7, 2, 3]]]), "E6 core 0 wl 0 ofmap 1")]
#[case(json!([["/-1/in/0/transfer_id", 77]]), "E6 core 0 wl 0 ofmap 1, E6 -1.in 0, E7 -1.in 0, E7 -1.out 3")]
#[case(json!([["/0/2/ofmap/0/destination", []]]), "E6 -1.in 1")]
#[case(json!([["/0/2/ofmap/0/destination/0/type", "core"]]), "E8 core 0 wl 2 ofmap 0, E6 -1.in 1")]
#[case(json!([["/0/2/ofmap/0/destination/0/core_id", "REMOVE"]]), "")] // type DRAM is enough
#[case(json!([["/-1/in/0/related_ofmap", []]]), "E7 -1.out 3")]
#[case(json!([["/-1/in/0/related_ofmap", null]]), "E7 -1.out 3")]
#[case(json!([["/-1/in/0/related_ofmap", "REMOVE"]]), "E7 -1.out 3")]
#[case(json!([["/-1/in/0/related_ofmap", [23, 10]]]), "E7 -1.in 0")]
#[case(json!([["/-1/in/0/related_ofmap", [23, "10"]]]), "E7 -1.in 0")]
#[case(json!([["/-1/in/0/related_ofmap", [23, 2147483648_i64]]]), "E7 -1.in 0")]
#[case(json!([["/-1/in/1/related_ofmap", "REMOVE"]]), "")]
#[case(json!([["/-1/out/0/related_ifmap", {}]]), "")] // another type counts as absent
#[case(json!([["/-1/out/0/related_ifmap", [24]]]), "E7 -1.out 0, E5 core 0 wl 0 ifmap 0")]
#[case(json!([["/-1/out/0/related_ifmap", [20]]]), "E7 -1.out 0")] // no -1.in: no edge either
#[case(json!([["/-1/out/0/destination", []]]), "")]
#[case(json!([["/-1/out/0/destination/0/workload_id", 3]]), "E8 -1.out 0")]
#[case(json!([["/-1/out/0/destination/0/core_id", 1]]), "E8 -1.out 0")]
#[case(json!([["/-1/out/0/destination/0/core_id", "REMOVE"]]), "E8 -1.out 0")]
#[case(json!([["/-1/out/0/destination/0/workload_id", 0.0]]), "E8 -1.out 0")]
#[case(json!([["/0/1/ofmap/0/destination/0/workload_id", 9]]), "E8 core 0 wl 1 ofmap 0")]
#[case(json!([["/0/1/ofmap/0/destination/0/workload_id", null]]), "E8 core 0 wl 1 ofmap 0")]
#[case(json!([["/0/1/ofmap/0/destination", []]]), "")] // edges come from the consumer
#[case(json!([["/0/1/ofmap/0/destination/0/workload_id", 0]]), "W1 core 0 wl 1 ofmap 0")]
fn dram_and_destinations(#[case] changes: Value, #[case] findings: &str) {
    finds(changes, findings);
}

/// The box of a spilled ofmap: absolute, or relative to the workload.
#[rstest]
#[case([0, 16, 4, 0], [0, 16, 6, 0], "")]
#[case([0, 16, 4, 0], [0, 0, 2, 0], "")]
#[case([0, 16, 4, 0], [0, 16, 4, 0], "E6 core 0 wl 0 ofmap 1")]
fn spilled_boxes_lie_in_the_workload(#[case] at: [i64; 4], #[case] low: [i64; 4], #[case] findings: &str) {
    let plus =
        |corner: [i64; 4], by: [i64; 4]| -> Vec<i64> { corner.iter().zip(by).map(|(c, b)| c + b).collect() };
    finds(
        json!([
            ["/0/0/workload", [at, plus(at, [0, 7, 3, 3])]],
            ["/-1/in/0/lower", low],
            ["/-1/in/0/upper", plus(low, [0, 7, 1, 3])]
        ]),
        findings,
    );
}

/// E11, and the rules that ignore the boxes it names.
#[rstest]
#[case(json!([["/-1/in/0/lower", [0, 0, 4, 0]]]), "E11 -1.in 0")]
#[case(json!([["/-1/out/0/upper", [0, 7, 3]]]), "E11 -1.out 0")]
#[case(json!([["/-1/out/0/upper", [0, 7, 3, 3, 3]]]), "E11 -1.out 0")]
#[case(json!([["/-1/out/0/upper", [0, 7, 3, 3.0]]]), "E11 -1.out 0")]
#[case(json!([["/-1/out/0/upper", [0, 7, 3, 2147483648_i64]]]), "E11 -1.out 0")]
#[case(json!([["/-1/out/0/upper", null]]), "E11 -1.out 0")]
#[case(json!([["/-1/out/0/lower", [-5, -5, -5, -5]]]), "")]
#[case(json!([["/0/0/workload", [[0, 0, 0, 0]]], ["/-1/in/0/lower", [0, 0, 1, 0]]]), "E11 core 0 wl 0")] // no E6, W2, W8
#[case(json!([["/0/0/workload", "all"]]), "E11 core 0 wl 0")]
#[case(json!([["/0/0/ifmap/0/lower", [0, 8, 0, 0]]]), "E11 core 0 wl 0 ifmap 0")] // no E14
#[case(json!([["/0/0/ofmap/1/lower", [0, 8, 0, 0]]]), "E11 core 0 wl 0 ofmap 1")] // no E6, W2
#[case(json!([["/0/0/weight/lower", [8, 0, 0, 0]]]), "E11 core 0 wl 0 weight")]
#[case(json!([["/0/0/weight/lower", "REMOVE"]]), "E11 core 0 wl 0 weight")]
#[case(json!([["/0/0/weight/lower", "REMOVE"], ["/0/0/weight/upper", "REMOVE"]]), "")]
#[case(json!([["/0/0/buffer/0/lower", [8, 0, 0, 0]]]), "E11 core 0 wl 0 buffer 0")] // no E18
#[case(json!([["/0/0/buffer/0/lower", "REMOVE"], ["/0/0/buffer/0/upper", null]]), "")]
fn boxes(#[case] changes: Value, #[case] findings: &str) {
    finds(changes, findings);
}

/// E12 and E20: where tensors lie. In wl 1 weight 11 takes 128..192 and ifmap 20 448..512 and 0..64.
#[rstest]
#[case(json!([["/0/1/buffer/1/address", 512]]), "E12 core 0 wl 1 buffer 1")]
#[case(json!([["/0/1/buffer/1/address", 511]]), "")] // up to 127
#[case(json!([["/0/1/buffer/1/size", 193]]), "E12 core 0 wl 1 buffer 1")] // one byte into the weight
#[case(json!([["/0/1/buffer/1/size", 192]]), "")]
#[case(json!([["/0/1/buffer/1/size", 513]]), "E12 core 0 wl 1 buffer 1")]
#[case(json!([["/0/1/buffer/1/size", null]]), "")]
#[case(json!([["/0/1/buffer/1/address", 192]]), "")]
#[case(json!([["/0/1/buffer/1/address", 191]]), "E12 core 0 wl 1 buffer 1")]
#[case(json!([["/0/1/buffer/1/address", null]]), "W5 core 0 wl 1 buffer 1")]
#[case(json!([["/0/1/buffer/1/address", "REMOVE"]]), "W5 core 0 wl 1 buffer 1")]
#[case(json!([["/0/1/ring_buffer_info", [[0, 256], [256, 256]]]]), "")] // wraps to 256..320
#[case(json!([["/0/1/ring_buffer_info", [[0, 256], [256, 192]]]]), "E12 core 0 wl 1 buffer 1")] // 448 in none
#[case(json!([["/0/1/ring_buffer_info", [[0, 400], [400, 112]]]]), "E12 core 0 wl 1 buffer 1")] // larger than its region
#[case(json!([["/0/1/ring_buffer_info", [[0, 512], [0, 513]]]]), "E20 core 0 wl 1")]
#[case(json!([["/0/1/ring_buffer_info", [[1, 512]]]]), "E20 core 0 wl 1")] // the region is all of L2 then
#[case(json!([["/0/1/ring_buffer_info", [[-1, 12]]]]), "E20 core 0 wl 1")]
#[case(json!([["/0/1/ring_buffer_info", [[0, 512, 0]]]]), "E20 core 0 wl 1")]
#[case(json!([["/0/1/ring_buffer_info", [[0, 0]]]]), "E20 core 0 wl 1")]
#[case(json!([["/0/1/ring_buffer_info", [512]]]), "E20 core 0 wl 1")]
#[case(json!([["/0/1/ring_buffer_info", [[0, 512.0]]]]), "E20 core 0 wl 1")]
#[case(json!([["/0/1/ring_buffer_info", []]]), "")]
#[case(json!([["/0/1/ring_buffer_info", {}]]), "")]
#[case(json!([["/0/1/ring_buffer_info", "REMOVE"]]), "")]
#[case(json!([["/buffersize", 511]]), "E20 core 0 wl 0, E20 core 0 wl 1, E20 core 0 wl 2")]
#[case(json!([["/0/0/wl0_buffer/1/address", 63]]), "E20 core 0 wl 0")]
#[case(json!([["/0/0/wl0_buffer/1/address", 0], ["/0/0/wl0_buffer/1/size", 0]]), "")]
#[case(json!([["/0/0/wl0_buffer/1/address", null]]), "")]
#[case(json!([["/0/0/wl0_buffer", {}]]), "")]
#[case(json!([["/0/2/wl1_buffer", [{"address": 5, "size": 2}, {"address": 4, "size": 2}]]]), "E20 core 0 wl 2")]
#[case(json!([["/0/0/wl1_buffer", [{"address": 0, "size": 64}]]]), "")] // two buffers, not one
fn places(#[case] changes: Value, #[case] findings: &str) {
    finds(changes, findings);
}

/// The later of every overlapping pair, once each.
#[test]
fn overlaps_are_at_the_later_entries() {
    let entry =
        |tensor: i64, address: i64, size: i64| json!({"tensor_id": tensor, "address": address, "size": size});
    finds(
        json!([
            ["/0/1/buffer/-", entry(7, 300, 20)],
            ["/0/1/buffer/-", entry(8, 310, 20)],
            ["/0/1/buffer/-", entry(9, 329, 1)],
            ["/0/1/buffer/-", entry(10, 330, 1)],
            ["/0/1/buffer/-", entry(11, 63, 1)],
            ["/0/1/buffer/-", entry(12, 301, 2)]
        ]),
        "E12 core 0 wl 1 buffer 3, E12 core 0 wl 1 buffer 4, E12 core 0 wl 1 buffer 6, E12 core 0 wl 1 buffer 7",
    );
}

/// E13, W6, E19, and the rules that an empty snapshot skips.
#[rstest]
#[case(json!([["/0/1/buffer/1/transfer_id", [20, 21, 22]]]), "W6 core 0 wl 1, E18 core 0 wl 1 buffer 1")]
#[case(json!([["/0/1/buffer/1/transfer_id", [21, 20]]]), "")]
#[case(json!([["/0/1/buffer/1/transfer_id", [20]]]), "E13 core 0 wl 1, E18 core 0 wl 1 buffer 1, E19 core 0 wl 0 ofmap 1")]
#[case(json!([["/0/0/buffer/0/cur_wl_ifmap", "REMOVE"]]), "E13 core 0 wl 0")]
#[case(json!([["/0/0/buffer/0/cur_wl_ifmap", 1]]), "E13 core 0 wl 0")]
#[case(json!([["/0/0/buffer/1/cur_wl_ifmap", true]]), "E13 core 0 wl 0")] // two entries, one ifmap
#[case(json!([["/0/0/buffer/1/cur_wl_ifmap", "yes"]]), "")]
#[case(json!([["/0/0/buffer", []]]), "E17 core 0 wl 1 buffer 0")] // 11 was not there before
#[case(json!([["/0/2/buffer", []]]), "")]
#[case(json!([["/0/2/buffer", "REMOVE"]]), "")]
#[case(json!([["/0/2/buffer", {"0": 1}]]), "")]
#[case(json!([["/0/2/buffer/0/type", "weight"]]), "E19 core 0 wl 1 ofmap 0")]
#[case(json!([["/0/1/buffer/1/type", null]]), "E19 core 0 wl 0 ofmap 0, E19 core 0 wl 0 ofmap 1")]
fn snapshots(#[case] changes: Value, #[case] findings: &str) {
    finds(changes, findings);
}

/// E14: size = N × ceil(C / align) × align × H × W × bitwidth / 8.
#[rstest]
#[case(json!([["/0/0/ifmap/0/size", 127]]), "E14 core 0 wl 0 ifmap 0")]
#[case(json!([["/0/0/ifmap/0/size", 128.0]]), "E14 core 0 wl 0 ifmap 0")]
#[case(json!([["/0/0/ifmap/0/size", "REMOVE"]]), "E14 core 0 wl 0 ifmap 0")]
#[case(json!([["/0/0/ifmap/0/bitwidth", "REMOVE"]]), "E14 core 0 wl 0 ifmap 0")]
#[case(json!([["/0/0/ifmap/0/bitwidth", 16]]), "E14 core 0 wl 0 ifmap 0")]
#[case(json!([["/0/0/ifmap/0/bitwidth", 4], ["/0/0/ifmap/0/size", 64]]), "")]
#[case(json!([["/0/0/ifmap/0/align", 0]]), "E14 core 0 wl 0 ifmap 0")]
#[case(json!([["/0/0/ifmap/0/align", "8"]]), "E14 core 0 wl 0 ifmap 0")]
#[case(json!([["/0/0/ifmap/0/align", 5]]), "E14 core 0 wl 0 ifmap 0")] // 10 channels: 160 bytes
#[case(json!([["/0/0/ifmap/0/align", 5], ["/0/0/ifmap/0/size", 160]]), "")]
#[case(json!([["/0/0/ifmap/0/align", "REMOVE"], ["/0/0/ifmap/0/size", "?"]]), "")]
#[case(json!([["/0/0/ifmap/0/align", null], ["/0/0/ifmap/0/size", 1]]), "")]
fn ifmap_sizes(#[case] changes: Value, #[case] findings: &str) {
    finds(changes, findings);
}

/// E15, E16, E17: times, and tensors that stay.
#[rstest]
#[case(json!([["/0/0/time", 0]]), "")]
#[case(json!([["/0/0/time", 30.0]]), "E15 core 0 wl 0")]
#[case(json!([["/0/0/time", null]]), "E15 core 0 wl 0")]
#[case(json!([["/0/0/time", -1]]), "E15 core 0 wl 0")]
#[case(json!([["/0/0/time", 2147483648_i64]]), "E15 core 0 wl 0")]
#[case(json!([["/0/1/buffer/0/address", 192]]), "E16 core 0 wl 1 buffer 0")]
#[case(json!([["/0/1/buffer/0/address", 192], ["/0/1/buffer/0/tensor_id", null]]), "")]
#[case(json!([["/0/1/buffer/0/newly_added", true]]), "E17 core 0 wl 1 buffer 0")]
#[case(json!([["/0/1/buffer/0/newly_added", "REMOVE"]]), "")]
#[case(json!([["/0/1/buffer/0/newly_added", 1]]), "")]
#[case(json!([["/0/1/buffer/1/newly_added", false]]), "E17 core 0 wl 1 buffer 1")]
#[case(json!([["/0/1/buffer/1/newly_added", false], ["/0/1/buffer/1/tensor_id", null]]), "")]
#[case(json!([["/0/0/buffer/1/newly_added", false]]), "")] // first workload of its core
#[case(json!([["/0/0/buffer/1/address", null]]), "W5 core 0 wl 0 buffer 1, E17 core 0 wl 1 buffer 0")]
#[case(json!([["/0/1/buffer/0/address", null]]), "W5 core 0 wl 1 buffer 0")]
#[case(json!([["/0/1/buffer/1/tensor_id", 2]]), "E16 core 0 wl 1 buffer 1, E17 core 0 wl 1 buffer 1")]
#[case(json!([["/0/2/buffer/0/tensor_id", 1]]), "")] // there in wl 0, not in wl 1
fn times_and_residency(#[case] changes: Value, #[case] findings: &str) {
    finds(changes, findings);
}

/// E18: sources. In wl 1 ifmap 20, 21 has two.
#[rstest]
#[case(json!([["/0/1/buffer/1/source/0/transfer_id", 22]]), "E18 core 0 wl 1 buffer 1")]
#[case(json!([["/0/1/buffer/1/source/0/transfer_id", "20"]]), "E18 core 0 wl 1 buffer 1")]
#[case(json!([["/0/1/buffer/1/source/0/transfer_id", "REMOVE"]]), "E18 core 0 wl 1 buffer 1")]
#[case(json!([["/0/1/buffer/1/source/0/upper", [0, 7, 0, 3]]]), "E18 core 0 wl 1 buffer 1")] // a gap
#[case(json!([["/0/1/buffer/1/source/0/upper", [0, 7, 2, 3]]]), "E18 core 0 wl 1 buffer 1")] // twice covered
#[case(json!([["/0/1/buffer/1/source/1/upper", [0, 7, 4, 3]]]), "E18 core 0 wl 1 buffer 1")] // beyond
#[case(json!([["/0/1/buffer/1/source/0/upper", "all"]]), "E18 core 0 wl 1 buffer 1")]
#[case(json!([["/0/1/buffer/1/source/0/upper", "REMOVE"]]), "E18 core 0 wl 1 buffer 1")]
#[case(json!([["/0/1/buffer/1/source/0/core_id", -1]]), "E18 core 0 wl 1 buffer 1")]
#[case(json!([["/0/1/buffer/1/source/0/type", "DRAM"]]), "E18 core 0 wl 1 buffer 1")]
#[case(json!([["/0/1/buffer/1/source/0/core_id", "0"]]), "")]
#[case(json!([["/0/0/buffer/0/source/0/core_id", 0]]), "")]
#[case(json!([["/0/0/buffer/0/source", []]]), "E18 core 0 wl 0 buffer 0")]
#[case(json!([["/0/0/buffer/0/source", "REMOVE"]]), "")]
#[case(json!([["/0/0/buffer/0/source", "DDR"]]), "")]
#[case(json!([["/0/0/buffer/0/source", null]]), "")]
fn sources(#[case] changes: Value, #[case] findings: &str) {
    finds(changes, findings);
}

/// W2, W3, W8.
#[rstest]
#[case(json!([["/0/0/ofmap/0/upper", [0, 7, 2, 3]]]), "W2 core 0 wl 0")]
#[case(json!([["/0/1/ofmap", []]]), "E4 core 0 wl 2 ifmap 0")] // no W2, no W3
#[case(json!([["/0/0/ofmap_size", 127]]), "W3 core 0 wl 0")]
#[case(json!([["/0/0/ofmap_size", "128"]]), "W3 core 0 wl 0")]
#[case(json!([["/0/0/ofmap_size", null]]), "")]
#[case(json!([["/0/0/ofmap_size", "REMOVE"]]), "")]
#[case(json!([["/0/0/ofmap/0/size", "REMOVE"]]), "W3 core 0 wl 0")]
#[case(json!([["/0/0/ofmap/0/size", 64.0], ["/0/0/ofmap_size", 64]]), "")]
#[case(json!([["/0/0/tile_info/tile_num_0/ofmap_upper", [0, 7, 0, 3]]]), "W8 core 0 wl 0")]
#[case(json!([["/0/0/tile_info/tile_num_0/ofmap_upper", "REMOVE"]]), "W8 core 0 wl 0")]
#[case(json!([["/0/0/tile_info/tile_num_1", "REMOVE"]]), "W8 core 0 wl 0")]
#[case(json!([["/0/0/tile_info", "REMOVE"]]), "")]
#[case(json!([["/0/0/tile_info", []]]), "")]
fn sums(#[case] changes: Value, #[case] findings: &str) {
    finds(changes, findings);
}

/// Files that cannot be read: no findings and no report.
#[rstest]
#[case(json!([["/xlen", "REMOVE"]]), "missing field `xlen`")]
#[case(json!([["/buffersize", "REMOVE"]]), "missing field `buffersize`")]
#[case(json!([["/-1/in", "REMOVE"]]), "missing field `in`")]
#[case(json!([["/-1/out", 1]]), "expected a sequence")]
#[case(json!([["/-1/in/0", 1]]), "expected an object")]
#[case(json!([["/-1/in/0/core_id", "REMOVE"]]), "missing field `core_id`")]
#[case(json!([["/-1/in/0/workload_id", "REMOVE"]]), "missing field `workload_id`")]
#[case(json!([["/-1/in/0/lower", "REMOVE"]]), "missing field `lower`")]
#[case(json!([["/-1/in/0/transfer_id", 1.0]]), "1.0 where an integer id")]
#[case(json!([["/-1/out/0/size", -1]]), "-1 where a size")]
#[case(json!([["/-1/out/0/size", null]]), "null where a size")]
#[case(json!([["/-1/out/0/type", "REMOVE"]]), "missing field `type`")]
#[case(json!([["/-1/out/0/destination", "REMOVE"]]), "missing field `destination`")]
#[case(json!([["/-1/out/0/destination/0", []]]), "expected an object")]
#[case(json!([["/0/0", null]]), "expected an object")]
#[case(json!([["/0/0/workload_id", "0"]]), "a string where an integer id")]
#[case(json!([["/0/0/workload_id", 2147483648_i64]]), "2147483648 where an integer id")]
#[case(json!([["/0/0/time", "REMOVE"]]), "missing field `time`")]
#[case(json!([["/0/0/layer_name", "REMOVE"]]), "missing field `layer_name`")]
#[case(json!([["/0/0/layer_type", "REMOVE"]]), "missing field `layer_type`")]
#[case(json!([["/0/0/workload", "REMOVE"]]), "missing field `workload`")]
#[case(json!([["/0/0/ifmap", "REMOVE"]]), "missing field `ifmap`")]
#[case(json!([["/0/0/ifmap/0", 5]]), "expected an object")]
#[case(json!([["/0/0/ifmap/0/transfer_id", 10]]), "expected a sequence")]
#[case(json!([["/0/0/ifmap/0/transfer_id", [null]]]), "null where an integer id")]
#[case(json!([["/0/0/ifmap/0/upper", "REMOVE"]]), "missing field `upper`")]
#[case(json!([["/0/0/ofmap/0/destination/0", 5]]), "expected an object")]
#[case(json!([["/0/0/ofmap/0/transfer_id", [20]]]), "a list where an integer id")]
#[case(json!([["/0/0/weight", []]]), "expected an object")]
#[case(json!([["/0/0/weight/transfer_id", "REMOVE"]]), "missing field `transfer_id`")]
#[case(json!([["/0/0/buffer/0", null]]), "expected an object")]
#[case(json!([["/0/0/buffer/0/address", -1]]), "-1 where an integer from 0")]
#[case(json!([["/0/0/buffer/0/address", "0"]]), "a string where an integer from 0")]
#[case(json!([["/0/0/buffer/0/size", 1.5]]), "1.5 where an integer from 0")]
#[case(json!([["/0/0/buffer/0/tensor_id", true]]), "true where an integer from 0")]
#[case(json!([["/0/0/buffer/0/transfer_id", ["10"]]]), "a string where an integer id")]
#[case(json!([["/0/0/buffer/0/source/0", 10]]), "expected an object")]
#[case(json!([["/0/0/wl0_buffer/0", 10]]), "expected an object")]
#[case(json!([["/0/0/wl0_buffer/0/size", -3]]), "-3 where an integer from 0")]
#[case(json!([["/0/0/tile_info/tile_num_0", 10]]), "expected an object")]
fn what_cannot_be_read(#[case] changes: Value, #[case] words: &str) {
    let error = GeminiReport::from_text(&changed(changes).to_string(), GeminiOptions::default()).unwrap_err();
    assert!(error.to_string().contains(words), "{error}");
    assert!(error.to_string().starts_with("1:"), "no place: {error}");
}

#[test]
fn duplicate_keys_are_refused() {
    let text = base().to_string();
    for (one, twice) in [
        ("\"time\":30", "\"time\":30,\"time\":30"),
        ("\"tile_num_1\"", "\"tile_num_0\""),
        ("\"ylen\":1", "\"ylen\":1,\"ylen\":1"),
    ] {
        assert!(text.contains(one), "{one}");
        let error = GeminiReport::from_text(&text.replacen(one, twice, 1), GeminiOptions::default())
            .unwrap_err()
            .to_string();
        assert!(error.contains("duplicate field"), "{error}");
    }
}

/// After a cycle between cores, the report ends with the warnings; the other findings are listed.
#[test]
fn a_cycle_leaves_no_times() {
    let mut ir: Value = serde_json::from_str(&common::example("cycle.gemini.in.json")).unwrap();
    ir["top_batch_cut"] = json!(3);
    ir["0"][1]["time"] = json!("?");
    assert_eq!(found(&ir), named("E10 core 0 wl 0, E15 core 0 wl 1, W9 top top_batch_cut"));
    let report = report(&ir);
    let mut keys: Vec<String> = report.json().as_object().unwrap().keys().cloned().collect();
    keys.sort();
    assert_eq!(
        (keys, report.json()["ok"].clone()),
        (vec!["errors".into(), "ok".into(), "warnings".into()], json!(false))
    );
}

/// Equal ids: kernels in the order of the list, references to the first.
#[test]
fn workloads_of_one_id_keep_their_order() {
    let ir = changed(json!([["/0/1/workload_id", 0]]));
    let report = report(&ir);
    let places: Vec<_> = report.errors.iter().map(|e| format!("{} {}", e.rule, e.place)).collect();
    assert!(places.contains(&"E2 core 0 wl 0".into()), "{places:?}");
    let kernels = report.times.unwrap().kernels;
    let order: Vec<_> = kernels.iter().map(|planned| planned.kernel.layer.as_str()).collect();
    assert_eq!(order, ["conv0", "conv1", "add2"]);
    // -1.out 1 goes to wl 1, which no longer exists.
    assert!(places.contains(&"E8 -1.out 1".into()), "{places:?}");
}

/// W7 aside from E2, and only at the first workload of the file.
#[test]
fn gaps_are_reported_once() {
    let mut ir: Value = serde_json::from_str(&common::example("tiny.gemini.in.json")).unwrap();
    let gaps = |ir: &Value| {
        found(ir).into_iter().filter(|(rule, _)| rule == "W7" || rule == "E2").collect::<Found>()
    };
    ir["0"][1]["workload_id"] = json!(5);
    ir["1"][0]["workload_id"] = json!(6);
    assert_eq!(gaps(&ir), named("W7 core 0 wl 5"));
    ir["0"][1]["workload_id"] = json!(-2);
    assert_eq!(gaps(&ir), named("E2 core 0 wl -2, W7 core 1 wl 6"));
}

#[rstest]
#[case("/0/1/layer_nam", "0[1].layer_nam: unknown key `layer_nam`; did you mean `layer_name`?")]
#[case(
    "/0/0/ifmap/0/transfer_ids",
    "0[0].ifmap[0].transfer_ids: unknown key `transfer_ids`; did you mean `transfer_id`?"
)]
#[case("/-1/out/0/Type", "-1.out[0].Type: unknown key `Type`; did you mean `type`?")]
#[case("/buffersizes", "buffersizes: unknown key `buffersizes`; did you mean `buffersize`?")]
fn a_misspelt_key_is_refused(#[case] pointer: &str, #[case] start: &str) {
    let ir = changed(json!([[pointer, 1]]));
    let error = GeminiReport::from_text(&ir.to_string(), GeminiOptions::default()).unwrap_err().to_string();
    assert!(error.starts_with(start), "{error}");
    let wrapped = json!({"ir": ir}).to_string();
    let error = GeminiReport::from_text(&wrapped, GeminiOptions::default()).unwrap_err().to_string();
    assert!(error.starts_with(&format!("ir.{start}")), "{error}");
}

#[test]
fn unknown_options_are_refused_and_keys_beside_the_schedule_are_named() {
    let read = |input: Value| GeminiReport::from_text(&input.to_string(), GeminiOptions::default());
    let error = read(json!({"ir": base(), "options": {"dram_bandwidth": 1}})).unwrap_err().to_string();
    let expected =
        "options.dram_bandwidth: unknown key; the keys are dram_bw, rank_div, thread_num, time_scale";
    assert_eq!(error, expected);
    let report = read(json!({"ir": base(), "source": "run 7"})).unwrap();
    let places: Vec<String> = report.warnings.iter().map(|warning| warning.place.to_string()).collect();
    assert_eq!(places, ["top source"]);
}

/// Options: those of the command line, then those of the file.
#[test]
fn options_scale_times_and_divide_ranks() {
    let input = json!({"ir": base(), "options": {"time_scale": [3, 2], "rank_div": 10, "dram_bw": null}});
    let times = |asked| GeminiReport::from_text(&input.to_string(), asked).unwrap().times.unwrap();
    let kernel = |asked| times(asked).kernels[2].clone();
    let plain = kernel(GeminiOptions::default());
    assert_eq!((plain.kernel.est, plain.upward_rank, plain.offline_priority), (11, 11, 1)); // ceil(7 × 3/2)
    let asked =
        kernel(GeminiOptions { time_scale: Some([1, 3]), rank_div: Some(2), ..GeminiOptions::default() });
    assert_eq!((asked.kernel.est, asked.upward_rank, asked.offline_priority), (3, 3, 1));
    assert_eq!(times(GeminiOptions::default()).makespan, 86);
}

#[rstest]
#[case(json!({"time_scale": [3]}), "options.time_scale: ")]
#[case(json!({"time_scale": 3}), "options.time_scale: ")]
#[case(json!({"time_scale": [3, 0]}), "options.time_scale: ")]
#[case(json!({"rank_div": 0}), "options.rank_div: ")]
#[case(json!({"rank_div": 2147483648_i64}), "options.rank_div: ")]
#[case(json!({"dram_bw": 1.0}), "options.dram_bw: ")]
#[case(json!({"thread_num": -1}), "options.thread_num: ")]
#[case(json!([]), "1:")]
fn bad_options_are_refused(#[case] options: Value, #[case] start: &str) {
    let input = json!({"options": options, "ir": base()});
    let error =
        GeminiReport::from_text(&input.to_string(), GeminiOptions::default()).unwrap_err().to_string();
    assert!(error.starts_with(start), "{error}");
}

#[test]
fn times_beyond_64_bits_are_refused() {
    let mut ir = base();
    for workload in ir["0"].as_array_mut().unwrap() {
        workload["time"] = json!(i32::MAX);
    }
    let scaled = |num| {
        GeminiReport::from_text(
            &ir.to_string(),
            GeminiOptions { time_scale: Some([num, 1]), ..GeminiOptions::default() },
        )
    };
    assert!(scaled(1 << 30).is_ok()); // 3 × 2^61
    let error = scaled(i32::MAX).unwrap_err().to_string(); // 3 × 2^62
    assert!(
        error.starts_with("stats.total_time: the result does not fit in a signed 64-bit integer"),
        "{error}"
    );
}

/// Workloads of one core that all write to DRAM; those of the second half read an entry of `-1.out` each, which
/// is made of the ofmaps in `related`.
fn long(count: usize, read: impl Fn(usize) -> usize, related: &[Vec<usize>]) -> String {
    let corner = json!([0, 0, 0, 0]);
    let input = |k: usize| json!({"transfer_id": k, "core_id": 0, "workload_id": k, "lower": corner, "upper": corner});
    let output = |(i, related): (usize, &Vec<usize>)| {
        json!({"transfer_id": count + i, "type": "fmap", "size": 1, "lower": corner, "upper": corner,
               "destination": [], "related_ifmap": related})
    };
    let workload = |k: usize| {
        let ifmap = json!({"transfer_id": [count + read(k)], "lower": corner, "upper": corner});
        let ifmaps = if k < count / 2 { vec![] } else { vec![ifmap] };
        json!({"workload_id": k, "time": 1, "layer_name": "l", "layer_type": "pe", "workload": [corner, corner],
               "ifmap": ifmaps, "ofmap": [{"transfer_id": k, "lower": corner, "upper": corner, "size": 1,
               "destination": [{"core_id": -1, "type": "DRAM"}]}]})
    };
    json!({"xlen": 1, "ylen": 1, "buffersize": 1, "top_batch_cut": 1,
           "-1": {"in": (0..count).map(input).collect::<Vec<_>>(), "out": related.iter().enumerate().map(output).collect::<Vec<_>>()},
           "0": (0..count).map(workload).collect::<Vec<_>>()}).to_string()
}

#[test]
fn dependencies_have_a_limit() {
    let report = |half: usize| {
        let text = long(2 * half, |_| 0, &[(0..half).collect()]);
        GeminiReport::from_text(&text, GeminiOptions::default())
    };
    let error = report(1050).unwrap_err().to_string();
    assert!(error.starts_with("edges: more than 1048576 entries"), "{error}"); // 1050 x 1050
    assert_eq!(report(600).unwrap().stats.edges, 600 * 600 + 1199 - 1); // the 600th has the one before twice
}

/// A chain of this length overflows the stack of any recursive function.
#[test]
fn long_schedules_are_read() {
    let count = 40_000;
    let related: Vec<Vec<usize>> = (0..count).map(|k: usize| vec![k.saturating_sub(1)]).collect();
    let times = GeminiReport::from_text(&long(count, |k| k, &related), GeminiOptions::default())
        .unwrap()
        .times
        .unwrap();
    assert_eq!((times.makespan, times.critical_path), (40_000, 20_001));
}
