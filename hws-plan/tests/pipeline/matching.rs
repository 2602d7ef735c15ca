//! `match`: every rule of J7, J9 and J15 kept and broken.

use rstest::rstest;
use serde_json::{Value, json};

use super::{answer, with};

/// Six rows of 24 values.
fn violations(soma: Value, keys: Value) -> usize {
    let input = json!({"op": "match", "axon": {"ny": 6, "nx": 4, "nf": 6}, "soma": soma, "pipeline_num": 2});
    let found = answer(&with(&input, &keys));
    let violations = found["violations"].as_array().unwrap().len();
    assert_eq!(found["ok"], violations == 0);
    violations
}

#[rstest]
#[case(json!({"prim": "X5", "niy": 6}), 0)]
#[case(json!({"prim": "X5", "niy": 5}), 1)]
#[case(json!({"prim": "X5"}), 1)]
#[case(json!({"prim": "X5", "niy": 6.0}), 1)]
#[case(json!({"prim": "X5", "niy": "6"}), 1)]
#[case(json!({"prim": "X5", "niy": null}), 1)]
#[case(json!({"prim": "X5", "niy": 1_i64 << 31}), 1)]
#[case(json!({"prim": "X5", "niy": -(1_i64 << 31)}), 1)]
#[case(json!({"prim": "X5", "niy": u64::MAX}), 1)]
#[case(json!({"prim": "X5", "niy": 1e30}), 1)]
#[case(json!({"prim": "06", "num_in": 6, "length_in": 24}), 0)]
#[case(json!({"prim": "06", "num_in": 6, "length_in": 25}), 1)]
#[case(json!({"prim": "06", "num_in": 7, "length_in": 25}), 2)]
#[case(json!({"prim": "06", "num_ciso": 6, "length_ciso": 24}), 2)]
#[case(json!({"prim": "06", "num_ciso": 6, "length_ciso": 24, "pipeline_input": "ciso"}), 0)]
#[case(json!({"prim": "06", "num_in": 6, "length_in": 24, "pipeline_input": "ciso"}), 2)]
#[case(json!({"prim": "06", "num_in": 6, "length_in": 24, "pipeline_input": "X1"}), 0)]
#[case(json!({"prim": "06", "num_in": 6, "length_in": 24, "out_ciso_sel": 1}), 0)]
#[case(json!({"prim": "26", "num_in": 6, "length_in": 24}), 0)]
#[case(json!({"prim": "26", "num_in": 6, "length_in": 24, "out_ciso_sel": 0}), 0)]
#[case(json!({"prim": "26", "num_in": 6, "length_in": 24, "out_ciso_sel": 1}), 2)]
#[case(json!({"prim": "26", "num_ciso": 6, "length_ciso": 24, "out_ciso_sel": 1}), 0)]
#[case(json!({"prim": "26", "num_in": 6, "length_in": 24, "pipeline_input": "ciso"}), 0)]
#[case(json!({"prim": "07", "group_num": 6, "neuron_num": 24}), 0)]
#[case(json!({"prim": "07", "group_num": 24, "neuron_num": 6}), 2)]
#[case(json!({"prim": "08", "group_num": 6, "neuron_num": 24}), 0)]
#[case(json!({"prim": "08", "group_num": 6, "neuron_num": true}), 1)]
#[case(json!({"prim": "08", "group_num": 6}), 1)]
#[case(json!({"prim": "merge"}), 0)]
#[case(json!({"prim": "merge", "pipeline_input": "X1"}), 0)]
#[case(json!({"prim": "merge", "pipeline_input": "ciso"}), 1)]
#[case(json!({"prim": "merge", "pipeline_input": "Uin"}), 1)]
#[case(json!({"prim": "lif+"}), 0)]
#[case(json!({"prim": "lif+", "pipeline_input": "Uin"}), 0)]
#[case(json!({"prim": "lif+", "pipeline_input": "X1"}), 1)]
#[case(json!({"prim": "lif+", "pipeline_input": "ciso"}), 1)]
fn the_parameters_of_a_primitive(#[case] soma: Value, #[case] wrong: usize) {
    assert_eq!(violations(soma, json!({})), wrong);
}

#[rstest]
#[case(0, 0, 1)]
#[case(1, 1, 0)]
#[case(6, 1, 0)]
#[case(7, 1, 1)]
#[case(2, 3, 0)]
fn pipeline_num_is_from_one_to_the_rows(#[case] pipeline_num: i64, #[case] ky: i64, #[case] wrong: usize) {
    let keys = json!({"pipeline_num": pipeline_num, "ky": ky.max(1)});
    assert_eq!(violations(json!({"prim": "07", "group_num": 6, "neuron_num": 24}), keys), wrong);
}

#[rstest]
#[case(3, 3, 0)]
#[case(2, 3, 1)]
#[case(0, 3, 2)]
#[case(7, 9, 2)]
fn x5_waits_for_its_whole_window(#[case] pipeline_num: i64, #[case] ky: i64, #[case] wrong: usize) {
    let keys = json!({"pipeline_num": pipeline_num, "ky": ky});
    assert_eq!(violations(json!({"prim": "X5", "niy": 6}), keys), wrong);
}

#[rstest]
#[case(Some([0, 8]), Some([0, 8]), None, 0)]
#[case(Some([0, 8]), Some([0, 8]), Some(true), 0)]
#[case(Some([0, 8]), Some([0, 8]), Some(false), 1)]
#[case(Some([0, 8]), Some([7, 8]), Some(true), 1)]
#[case(Some([0, 8]), Some([7, 8]), Some(false), 2)]
#[case(Some([0, 8]), Some([8, 9]), Some(false), 1)]
#[case(Some([8, 9]), Some([0, 8]), Some(false), 1)]
#[case(None, Some([0, 8]), Some(true), 0)]
#[case(None, Some([0, 8]), Some(false), 1)]
#[case(Some([0, 8]), None, Some(false), 1)]
#[case(None, None, Some(false), 1)]
#[case(None, None, None, 0)]
fn ranges_are_equal_and_switched_on_where_they_overlap(
    #[case] axon: Option<[i64; 2]>,
    #[case] soma: Option<[i64; 2]>,
    #[case] enabled: Option<bool>,
    #[case] wrong: usize,
) {
    let mut sides = [json!({"ny": 6, "nx": 4, "nf": 6}), json!({"prim": "lif+"})];
    for (side, range) in sides.iter_mut().zip([axon, soma]) {
        range.into_iter().for_each(|range| side["range"] = json!(range));
    }
    enabled.into_iter().for_each(|enabled| sides[1]["row_pipeline_en"] = json!(enabled));
    let [axon, soma] = sides;
    assert_eq!(violations(soma, json!({"axon": axon})), wrong);
}

#[rstest]
#[case(64, 2, 0)]
#[case(80, 2, 1)]
#[case(96, 2, 1)]
#[case(31, 0, 2)] // no row at all: no pipeline_num is right
fn rows_of_an_mlp_are_32_values(#[case] nf: i64, #[case] rows: i64, #[case] wrong: usize) {
    let axon = json!({"axon": {"mlp": true, "nf": nf, "ny": "not read"}, "pipeline_num": 1});
    assert_eq!(violations(json!({"prim": "08", "group_num": rows, "neuron_num": 32}), axon), wrong);
}

#[test]
fn buffers_are_those_of_the_rows() {
    let mlp =
        json!({"op": "match", "axon": {"mlp": true, "nf": 64}, "soma": {"prim": "lif+"}, "pipeline_num": 3});
    assert_eq!(answer(&mlp)["buffer_bytes"], 4 * 3 * 32);
    let none = json!({"op": "match", "axon": {"ny": 1}, "soma": {"prim": "lif+"}, "pipeline_num": 0});
    assert_eq!(answer(&none)["buffer_bytes_padded"], 0);
}
