//! Bad inputs name their place (exit status 2); each is a good one with a key changed.

use hws_plan::pipeline::Pipeline;
use rstest::rstest;
use serde_json::{Value, json};

use super::with;

const BIG: i64 = i32::MAX as i64;

fn refusal(input: &Value) -> String {
    Pipeline::from_json(input).expect_err(&input.to_string()).to_string()
}

fn rows() -> Value {
    json!({"op": "row_pipeline", "ny": 4, "pipeline_num": 2})
}

#[rstest]
#[case(json!({}), "op: missing")]
#[case(json!([]), "op: missing")]
#[case(json!({"op": 1}), "op: 1 is not legal here; give \"strategy\" or \"row_pipeline\" or")]
#[case(json!({"op": "rows"}), "op: \"rows\" is not")]
fn the_op_is_one_of_six(#[case] input: Value, #[case] start: &str) {
    assert!(refusal(&input).starts_with(start), "{}", refusal(&input));
}

#[rstest]
#[case("ny", json!({"op": "row_pipeline", "pipeline_num": 1}))]
#[case("pipeline_num", json!({"op": "row_pipeline", "ny": 1}))]
#[case("width", json!({"op": "strategy", "height": 1}))]
#[case("height", json!({"op": "strategy", "width": 1}))]
#[case("packets", json!({"op": "soma_router", "dout_length": 1}))]
#[case("dout_length", json!({"op": "soma_router", "packets": 1}))]
#[case("ny", json!({"op": "soma_router", "packets": 1, "dout_length": 1, "mem": 2, "precision": 1}))]
#[case("precision", json!({"op": "soma_router", "packets": 1, "dout_length": 1, "mem": 2, "ny": 1}))]
#[case("axon", json!({"op": "match", "soma": {"prim": "X5"}, "pipeline_num": 1}))]
#[case("soma", json!({"op": "match", "axon": {"ny": 1}, "pipeline_num": 1}))]
#[case("axon.ny", json!({"op": "match", "axon": {}, "soma": {"prim": "X5"}, "pipeline_num": 1}))]
#[case("soma.prim", json!({"op": "match", "axon": {"ny": 1}, "soma": {}, "pipeline_num": 1}))]
#[case("pipeline_num", json!({"op": "match", "axon": {"ny": 1}, "soma": {"prim": "X5"}}))]
#[case("axon_soma1.ny", json!({"op": "phase", "axon_soma1": {"pipeline_num": 1}}))]
fn keys_without_a_default_are_required(#[case] key: &str, #[case] input: Value) {
    assert_eq!(refusal(&input), format!("{key}: missing; add it"));
}

#[rstest]
#[case(json!({"pipeline_num": 0}), "pipeline_num: 0 is not")]
#[case(json!({"pipeline_num": BIG + 1}), "pipeline_num: 2147483648 is not")]
#[case(json!({"pipeline_num": 2.0}), "pipeline_num: 2.0 is not")]
#[case(json!({"pipeline_num": null}), "pipeline_num: null is not")]
#[case(json!({"ny": 0}), "ny: 0 is not legal here; give an integer from 1 to 2^20")]
#[case(json!({"ny": (1 << 20) + 1}), "ny: 1048577 is not")]
#[case(json!({"ky": 0}), "ky: 0 is not")]
#[case(json!({"ky": true}), "ky: true is not")]
#[case(json!({"sy": 0}), "sy: 0 is not")]
#[case(json!({"nx": 0}), "nx: 0 is not")]
#[case(json!({"nf": -1}), "nf: -1 is not")]
#[case(json!({"pad_top": 1}), "pad_top: 1 is not legal here; give an integer from 0 to 0")]
#[case(json!({"pad_bottom": 2, "ky": 2}), "pad_bottom: 2 is not legal here; give an integer from 0 to 1")]
#[case(json!({"pad_top": -1, "ky": 2}), "pad_top: -1 is not")]
#[case(json!({"ky": 5}), "there is no output row: 4 rows with padding, but ky is 5")]
#[case(json!({"ky": BIG, "pad_top": BIG - 1, "pad_bottom": BIG - 1}), "2147483650 output rows, more than 1048576")]
#[case(json!({"t_axon": 0}), "t_axon: 0 is not")]
#[case(json!({"t_axon": [1, 1, 1]}), "t_axon: 3 times for 4 rows")]
#[case(json!({"t_axon": [1, 1, 1, 0]}), "t_axon[3]: 0 is not")]
#[case(json!({"t_axon": "1"}), "t_axon: \"1\" is not")]
#[case(json!({"t_soma": [1, 1, 1, 1], "ky": 2}), "t_soma: 4 times for 3 rows")]
#[case(json!({"t_soma": [1, 1.5, 1, 1]}), "t_soma[1]: 1.5 is not")]
#[case(json!({"fw_latency": -1}), "fw_latency: -1 is not")]
#[case(json!({"fw_latency": [1]}), "fw_latency: [1] is not")]
#[case(json!({"mlp": 1}), "mlp: 1 is not legal here; give true or false")]
#[case(json!({"mlp": true, "nf": 80}), "nf: 80 is not legal here; give a multiple of 32")]
#[case(json!({"mlp": true, "nf": 16}), "nf: 16 is not legal here; give a multiple of 32")]
#[case(json!({"mlp": true}), "nf: missing")]
#[case(json!({"mlp": true, "nf": 32 * (1 << 20) + 32}), "nf: 33554464 is not")]
#[case(json!({"nx": BIG, "nf": BIG, "pipeline_num": BIG}), "buffer_bytes: the result does not fit")]
fn a_row_pipeline_is_checked(#[case] keys: Value, #[case] start: &str) {
    let found = refusal(&with(&rows(), &keys));
    assert!(found.starts_with(start), "{found}");
}

#[test]
fn padding_alone_can_be_too_much() {
    // 4 × nx × nf × 2 fits, but not with nf rounded up from 2^30 + 1.
    let keys = json!({"nx": 1 << 30, "nf": (1 << 30) - 3});
    assert_eq!(refusal(&with(&rows(), &keys)).split(':').next(), Some("buffer_bytes_padded"));
    Pipeline::from_json(&with(&rows(), &json!({"nx": (1 << 30) - 1, "nf": (1 << 30) - 4}))).unwrap();
}

#[test]
fn a_deadlock_has_no_bytes_that_could_be_too_many() {
    let keys = json!({"nx": BIG, "nf": BIG, "ky": 3});
    assert!(Pipeline::from_json(&with(&rows(), &keys)).is_ok());
}

#[rstest]
#[case(json!({"block": 2}), "block: 2 is not legal here; give [height, width]")]
#[case(json!({"block": [2]}), "block: [2] is not legal here; give [height, width]")]
#[case(json!({"block": [2, 0]}), "block[1]: 0 is not")]
#[case(json!({"block": [0, 2]}), "block[0]: 0 is not")]
#[case(json!({"width": 0}), "width: 0 is not")]
#[case(json!({"height": 1.0}), "height: 1.0 is not")]
#[case(json!({"ky": 0}), "ky: 0 is not")]
#[case(json!({"kx": 0}), "kx: 0 is not")]
#[case(json!({"sy": 0}), "sy: 0 is not")]
#[case(json!({"sx": 0}), "sx: 0 is not")]
#[case(json!({"nf": 0}), "nf: 0 is not")]
#[case(json!({"elem_bytes": 0}), "elem_bytes: 0 is not")]
#[case(json!({"width": BIG, "height": BIG}), "bytes.graph: the result does not fit")]
#[case(json!({"ky": 7}), "ky: a window of 7 rows is larger than the map, whose height is 6; make the window smaller or")]
#[case(json!({"kx": 9, "ky": 9}), "ky: a window of 9 rows is larger than the map, whose height is 6; ")]
#[case(json!({"kx": 9}), "kx: a window of 9 columns is larger than the map, whose width is 8; make the window smaller or")]
#[case(json!({"ky": 2, "height": 1}), "ky: a window of 2 rows is larger than the map, whose height is 1; ")]
fn strategies_are_checked(#[case] keys: Value, #[case] start: &str) {
    let found = refusal(&with(&json!({"op": "strategy", "width": 8, "height": 6}), &keys));
    assert!(found.starts_with(start), "{found}");
}

#[rstest]
#[case(json!({"packets": 0}), "packets: 0 is not")]
#[case(json!({"packets": (1 << 20) + 1}), "packets: 1048577 is not")]
#[case(json!({"dout_length": 0}), "dout_length: 0 is not")]
#[case(json!({"t_soma": 0}), "t_soma: 0 is not")]
#[case(json!({"t_soma": [1, 1]}), "t_soma: [1,1] is not")]
#[case(json!({"t_send": 0}), "t_send: 0 is not")]
#[case(json!({"mem": 1}), "mem: 1 is not legal here; give an integer from 2 to 3")]
#[case(json!({"mem": "3"}), "mem: \"3\" is not")]
#[case(json!({"mem": 2, "ny": 1 << 20, "nx": BIG, "nf": BIG, "precision": 8}), "mem_bytes: the result does not fit")]
fn packets_are_checked(#[case] keys: Value, #[case] start: &str) {
    let found = refusal(&with(&json!({"op": "soma_router", "packets": 2, "dout_length": 1}), &keys));
    assert!(found.starts_with(start), "{found}");
}

#[rstest]
#[case(json!({"axon": -1}), "axon: -1 is not")]
#[case(json!({"soma1": 0.5}), "soma1: 0.5 is not")]
#[case(json!({"router": -1}), "router: -1 is not")]
#[case(json!({"soma2": [1]}), "soma2: [1] is not")]
#[case(json!({"a2s2_mode": 2}), "a2s2_mode: 2 is not legal here; give an integer from 0 to 1")]
#[case(json!({"a2s2_mode": true}), "a2s2_mode: true is not")]
#[case(json!({"router_overlap": 1}), "router_overlap: 1 is not")]
#[case(json!({"axon_soma1": null}), "axon_soma1.ny: missing")]
#[case(json!({"axon_soma1": {"ny": 1, "pipeline_num": 0}}), "axon_soma1.pipeline_num: 0 is not")]
#[case(json!({"axon_soma1": {"ny": 1, "pipeline_num": 1, "ky": 2}}), "axon_soma1: there is no output row")]
#[case(json!({"axon_soma1": {"mlp": true, "nf": 33, "pipeline_num": 1}}), "axon_soma1.nf: 33 is not legal here; give a multiple")]
fn a_phase_is_checked(#[case] keys: Value, #[case] start: &str) {
    let found = refusal(&with(&json!({"op": "phase"}), &keys));
    assert!(found.starts_with(start), "{found}");
}

#[rstest]
#[case(json!({"pipeline_num": -1}), "pipeline_num: -1 is not")]
#[case(json!({"pipeline_num": "1"}), "pipeline_num: \"1\" is not")]
#[case(json!({"ky": 0}), "ky: 0 is not")]
#[case(json!({"axon": {"ny": 0}}), "axon.ny: 0 is not")]
#[case(json!({"axon": {"ny": (1 << 20) + 1}}), "axon.ny: 1048577 is not")]
#[case(json!({"axon": {"mlp": true, "nf": 0}}), "axon.nf: 0 is not")]
#[case(json!({"axon": {"ny": 1, "range": [0]}}), "axon.range: [0] is not")]
#[case(json!({"axon": {"ny": 1, "range": 0}}), "axon.range: 0 is not")]
#[case(json!({"axon": {"ny": 1, "range": [-1, 1]}}), "axon.range[0]: -1 is not")]
#[case(json!({"axon": {"ny": 1, "range": [3, 3]}}), "axon.range[1]: 3 is not")]
#[case(json!({"soma": {"prim": "07", "range": [3, 2]}}), "soma.range[1]: 2 is not")]
#[case(json!({"soma": {"prim": "7"}}), "soma.prim: \"7\" is not legal here; give \"X5\" or")]
#[case(json!({"soma": {"prim": 26}}), "soma.prim: 26 is not")]
#[case(json!({"soma": {"prim": "07", "pipeline_input": "x1"}}), "soma.pipeline_input: \"x1\" is not")]
#[case(json!({"soma": {"prim": "07", "out_ciso_sel": 2}}), "soma.out_ciso_sel: 2 is not")]
#[case(json!({"soma": {"prim": "07", "row_pipeline_en": 1}}), "soma.row_pipeline_en: 1 is not")]
#[case(json!({"axon": {"ny": 1, "nx": BIG, "nf": BIG}, "pipeline_num": BIG}), "buffer_bytes: the result")]
fn a_match_is_checked(#[case] keys: Value, #[case] start: &str) {
    let good = json!({"op": "match", "axon": {"ny": 1}, "soma": {"prim": "X5", "niy": 1}, "pipeline_num": 1});
    let found = refusal(&with(&good, &keys));
    assert!(found.starts_with(start), "{found}");
}

#[rstest]
#[case(json!({"op": "support", "ny": 1}), "ny: unknown key; the keys are op")]
#[case(json!({"op": "strategy", "width": 1, "height": 1, "Ky": 3}), "Ky: unknown key; did you mean `ky`? the keys are op, width,")]
#[case(json!({"op": "row_pipeline", "ny": 1, "pipeline_num": 1, "stride": 2}), "stride: unknown key; the keys are op, ny,")]
#[case(json!({"op": "soma_router", "packets": 1, "dout_len": 1}), "dout_len: unknown key; did you mean `dout_length`?")]
#[case(json!({"op": "phase", "soma3": 1}), "soma3: unknown key; did you mean `soma1`?")]
#[case(json!({"op": "phase", "axon_soma1": {"ny": 1, "pipeline_nun": 1}}), "axon_soma1.pipeline_nun: unknown key; did you mean `pipeline_num`?")]
#[case(json!({"op": "match", "sx": 1}), "sx: unknown key; the keys are op, axon, soma, pipeline_num, ky")]
#[case(json!({"op": "match", "axon": {"nny": 1}, "soma": {}}), "axon.nny: unknown key; did you mean `ny`?")]
#[case(json!({"op": "match", "axon": {}, "soma": {"num": 1}}), "soma.num: unknown key; did you mean `num_in`?")]
fn an_unknown_key_is_refused(#[case] input: Value, #[case] start: &str) {
    assert!(refusal(&input).starts_with(start), "{}", refusal(&input));
}

/// Keys that another of them replaces are not read.
#[rstest]
#[case(json!({"op": "phase", "axon_soma1": {"ny": 1, "pipeline_num": 1, "op": 7}, "axon": -1, "soma1": "x"}))]
#[case(json!({"op": "row_pipeline", "mlp": true, "nf": 64, "ny": -1, "nx": "x", "pipeline_num": 1}))]
#[case(json!({"op": "soma_router", "packets": 1, "dout_length": 1, "ny": -1, "precision": "x"}))]
fn what_is_not_read_may_be_anything(#[case] input: Value) {
    Pipeline::from_json(&input).unwrap();
}
