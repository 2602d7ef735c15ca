//! Row pipelines against the reference, and properties of their events.

use hws_plan::PlannerAnswer;
use hws_plan::pipeline::Pipeline;
use proptest::prelude::*;
use rstest::rstest;
use serde_json::{Value, json};

use super::random::rows;
use super::{answer, cycle_by_cycle, pairs, with};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn the_event_loop_follows_the_rules_cycle_by_cycle(rows in rows(14)) {
        let found = answer(&rows.input());
        let wanted = cycle_by_cycle::run(&rows);
        if let Err(difference) = pairs::covers("pipeline", "", &wanted, &found) {
            return Err(TestCaseError::fail(difference));
        }
        prop_assert_eq!(found.get("reason").is_some(), wanted["deadlock"] == true);
    }

    #[test]
    fn a_buffer_of_one_row_never_overlaps_and_causes_a_warning(rows in rows(10)) {
        let found = answer(&rows.input());
        if found["deadlock"] == false {
            let warns = !found["warnings"].as_array().unwrap().is_empty();
            prop_assert_eq!(warns, rows.pipeline_num == 1);
            prop_assert!(!warns || !overlaps(&found["events"]));
        }
    }

    #[test]
    fn what_is_written_is_what_json_gives(rows in rows(6)) {
        let pipeline = Pipeline::from_json(&rows.input()).unwrap();
        let mut text = Vec::new();
        pipeline.write_json(&mut text).unwrap();
        prop_assert_eq!(serde_json::from_slice::<Value>(&text).unwrap(), pipeline.json());
    }
}

/// Whether both units ever work at once.
fn overlaps(events: &Value) -> bool {
    let (mut axon, mut soma) = (false, false);
    events.as_array().unwrap().iter().any(|event| {
        match event[1].as_str().unwrap() {
            "axon_start" => axon = true,
            "axon_done" => axon = false,
            "soma_start" => soma = true,
            _ => soma = false,
        }
        axon && soma
    })
}

fn n6(keys: Value) -> Value {
    answer(&with(&json!({"op": "row_pipeline", "ny": 6}), &keys))
}

/// The totals of planner §4.4.
#[rstest]
#[case(json!({"t_axon": 10, "t_soma": 4}), &[(1, 84), (2, 64)])]
#[case(json!({"ky": 2, "sy": 2, "t_axon": 10, "t_soma": 15}), &[(2, 105), (3, 85), (4, 75)])]
#[case(json!({"ky": 3, "t_axon": 5, "t_soma": 5}), &[(3, 50), (4, 35)])]
fn totals_of_the_specification(#[case] keys: Value, #[case] totals: &[(i64, i64)]) {
    for &(pipeline_num, total) in totals {
        let found = n6(with(&keys, &json!({"pipeline_num": pipeline_num})));
        assert_eq!((&found["deadlock"], &found["total"]), (&json!(false), &json!(total)), "{pipeline_num}");
    }
}

#[test]
fn peaks_stalls_and_deadlocks_of_the_specification() {
    let k2 = json!({"ky": 2, "sy": 2, "t_axon": 10, "t_soma": 15, "nx": 28, "nf": 32});
    let one = n6(with(&k2, &json!({"pipeline_num": 1})));
    assert_eq!((&one["deadlock"], &one["at"]), (&json!(true), &json!(10)));
    let two = n6(with(&k2, &json!({"pipeline_num": 2})));
    let found = ["peak_cnt", "axon_stall", "soma_wait", "buffer_bytes"].map(|key| two[key].as_i64().unwrap());
    assert_eq!(found, [2, 30, 60, 7168]);
    let three = n6(json!({"ky": 3, "pipeline_num": 2, "t_axon": 5, "t_soma": 5}));
    assert_eq!((&three["deadlock"], &three["at"], &three["rows_in"]), (&json!(true), &json!(10), &json!(2)));
}

#[rstest]
#[case(json!({"nx": 3, "nf": 6, "pipeline_num": 5}), 4 * 5 * 3 * 6, 4 * 5 * 3 * 8)]
#[case(json!({"nx": 3, "nf": 8, "pipeline_num": 5}), 4 * 5 * 3 * 8, 4 * 5 * 3 * 8)]
#[case(json!({"pipeline_num": 2}), 8, 32)]
#[case(json!({"mlp": true, "nf": 96, "pipeline_num": 2}), 4 * 2 * 32, 4 * 2 * 32)]
fn buffers_are_rows_of_32_bit_values(#[case] keys: Value, #[case] bytes: i64, #[case] padded: i64) {
    let found = n6(keys);
    assert_eq!((&found["buffer_bytes"], &found["buffer_bytes_padded"]), (&json!(bytes), &json!(padded)));
}

#[rstest]
#[case(5, false)]
#[case(6, true)]
#[case(100, true)]
fn a_buffer_of_all_rows_is_graph_pipelining(#[case] pipeline_num: i64, #[case] is_graph: bool) {
    assert_eq!(n6(json!({"pipeline_num": pipeline_num}))["is_graph_pipeline"], is_graph);
}

/// After the last output row, rows need no free place (J5): here none has been released when row 1 starts.
#[test]
fn rows_after_the_last_output_row_are_written_into_a_full_buffer() {
    let rows = json!({"op": "row_pipeline", "ny": 2, "ky": 3, "sy": 2, "pad_top": 2, "pipeline_num": 1});
    let found = answer(&rows);
    let ends = ["total", "axon_end", "rows_in", "n_out", "peak_cnt"].map(|key| found[key].as_i64().unwrap());
    assert_eq!(ends, [2, 3, 2, 1, 2]);
    assert_eq!(found["events"][4], json!([2, "axon_start", 1, 1]));
}

/// As many rows as an input may have, with the longest times.
#[test]
fn a_million_rows() {
    let most = i64::from(i32::MAX);
    let times = json!({"op": "row_pipeline", "ny": 1 << 20, "t_axon": most, "t_soma": most});
    let two = Pipeline::from_json(&with(&times, &json!({"pipeline_num": 2}))).unwrap();
    assert_eq!(two.what_if(1).unwrap().least_for_best(), (2, ((1 << 20) + 1) * most));
    let stuck = answer(&with(&times, &json!({"pipeline_num": 2, "ky": 3})));
    assert_eq!(stuck["at"], 2 * most);
}
