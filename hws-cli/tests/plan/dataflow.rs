//! `hws plan dataflow`.

use std::fs;
use std::path::Path;

use hws_plan::plan::Plan;
use rstest::rstest;
use serde_json::Value;

use super::{fed, is_refused, plan};
use crate::common::{absent, as_text};

const MIXED: &str = "hws-plan/tests/data/mixed.dataflow.in.json";
const BLUR: &str = "hws-plan/tests/data/blur.tirl";
const BAREBONES: &str = "hws-plan/tests/data/barebones_fpo.dataflow.in.json";

fn json(arguments: &[&str]) -> Value {
    let (status, out, said) = plan(&[&["dataflow", "--json"], arguments].concat());
    assert_eq!((status, said.as_str()), (Some(0), ""));
    serde_json::from_str(&out).unwrap()
}

#[test]
fn tables_for_readers() {
    let (status, out, said) = plan(&["dataflow", BAREBONES, "--fifo-limit", "3"]);
    assert_eq!((status, said.as_str()), (Some(0), ""));
    for line in [
        "function main: LAT 51, LFI 1, FPO 16, stream of 16",
        "node  LAT  LFI  EFI  AFI  FPO  SD   D",
        "cC      1    1   16   16    1  19  16",
        "cB -> cC        16      18      15      15    16      16        16  over the limit: stalls",
        "main/cA/l4   2",
        "warning: main/cC: in-edges with different token counts [1, 16]",
    ] {
        assert!(out.lines().any(|other| other == line), "{line}\n{out}");
    }
}

/// Every option changes the key of its name, and wins over the input.
#[rstest]
#[case(&["--sd-rule", "tight"], "/functions/top/nodes/o/SD", 8)]
#[case(&["--reduction-model", "latency"], "/functions/top/nodes/fold/LAT", 4)]
#[case(&["--lfi-rule", "input"], "/functions/top/LFI", 1)]
#[case(&["--sd0", "100"], "/absolute/top~1o", 111)]
#[case(&["--stream-size", "32"], "/functions/A/edges/0/tokens", 32)]
#[case(&["--top", "A", "--sd0", "4"], "/absolute/A~1y", 7)]
fn options_set_keys(#[case] options: &[&str], #[case] at: &str, #[case] value: i64) {
    assert_ne!(json(&[MIXED]).pointer(at), Some(&Value::from(value)));
    assert_eq!(json(&[&[MIXED], options].concat()).pointer(at), Some(&Value::from(value)), "{at}");
}

#[test]
fn outputs_are_aligned_as_asked() {
    let library = "hws-plan/tests/data/library.dataflow.in.json";
    let start = |rule| json(&[library, "--output-sync", rule])["absolute"]["f/u"].clone();
    assert_eq!([start("opd"), start("sd")], [28, 29]);
}

#[test]
fn a_plan_is_written() {
    let file = as_text(&absent("plan/dataflow.json"));
    let output = json(&[BAREBONES, "-o", &file, "--block-tokens", "4", "--token-bytes", "8"]);
    assert!(output["functions"].is_object());
    let plan = Plan::read(&fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(plan.kernels.len(), 17);
    assert_eq!(plan.provenance.source.as_deref(), Some(BAREBONES));
    assert_eq!(plan.provenance.options, ["block_tokens=4", "token_bytes=8"]);
    for (fifo, buffer) in plan.fifos.iter().zip(&plan.buffers) {
        assert_eq!((u64::from(fifo.window.unwrap()) * 4, fifo.depth * 8), (fifo.depth, buffer.bytes));
    }
}

#[test]
fn a_program_without_a_plan_prints_nothing() {
    let file = as_text(&absent("plan/no_dataflow.json"));
    let input = r#"{"top": "f", "functions": {"f": {"nodes": [{"id": "k", "kind": "const"}]}}}"#;
    is_refused(
        fed(&["dataflow", "-", "--out", &file], input),
        "standard input: functions.f.nodes: the program has",
    );
    assert!(!Path::new(&file).exists());
}

/// TIR is recognised by its content; options that it needs reach the reader.
#[rstest]
#[case(&["--cost", "add.float32=5", "--cost", "mul.float32=9"], "/functions/blur/LAT", 14)]
#[case(&["--stream-size", "8"], "/functions/row/edges/0/tokens", 8)]
#[case(&["--top", "blur"], "/absolute/blur~1blurred", 8)]
fn tir_programs(#[case] options: &[&str], #[case] at: &str, #[case] value: i64) {
    assert_ne!(json(&[BLUR]).pointer(at), Some(&Value::from(value)));
    assert_eq!(json(&[&[BLUR], options].concat()).pointer(at), Some(&Value::from(value)), "{at}");
}

#[test]
fn bad_tir_names_file_line_and_column() {
    let program = "define void @f (i32 %a, i32 %y) pipe {\n  i32 %y = ad i32 %a, 1\n}\n";
    is_refused(
        fed(&["dataflow"], program),
        "standard input:2:12: unknown instruction `ad`; did you mean `add`?",
    );
    is_refused(fed(&["dataflow"], "; empty\n"), "standard input: the file is empty");
    is_refused(
        fed(&["rank"], program),
        "standard input: this is a TIR program, not a graph of tasks; schedule it",
    );
}

#[rstest]
#[case(
    BLUR,
    "mul.float=3",
    "--cost: no opcode `mul.float`; did you mean `mul.float32`? the opcodes of the program are: add.float32, load.float32, mul.float32"
)]
#[case(MIXED, "fmul=3", "--cost: no opcode `fmul`; ")]
fn costs_of_unknown_opcodes_are_refused(#[case] file: &str, #[case] cost: &str, #[case] start: &str) {
    is_refused(plan(&["dataflow", file, "--cost", cost]), start);
}

/// The cost of an opcode that only a node names.
#[test]
fn costs_of_json_programs() {
    let program =
        r#"{"top": "f", "functions": {"f": {"nodes": [{"id": "k", "kind": "op", "opcode": "fmul"}]}}}"#;
    let (status, out, said) = fed(&["dataflow", "--json", "--cost", "fmul=3"], program);
    assert_eq!((status, said.as_str()), (Some(0), ""));
    assert_eq!(serde_json::from_str::<Value>(&out).unwrap()["functions"]["f"]["LAT"], 3);
}

#[test]
fn bad_inputs_name_file_and_place() {
    is_refused(fed(&["dataflow"], "{}"), "standard input: functions: missing; add it");
    is_refused(fed(&["dataflow"], "[]"), "standard input: functions: missing; add it");
    is_refused(
        fed(&["dataflow"], "{\"top\": \"f\", \"top\": 1}"),
        "standard input:1:18: the key `top` is given twice",
    );
    let program = r#"{"top": "f", "functions": {"f": {"nodes": [{"id": "a", "kind": "op", "lat": 99999999999999999999}]}}}"#;
    is_refused(fed(&["dataflow"], program), "standard input: functions.f.nodes[0].lat: ");
    is_refused(
        plan(&["dataflow", MIXED, "--top", "none"]),
        &format!("{MIXED}: top: there is no function \"none\""),
    );
}

#[rstest]
#[case(&["--sd-rule", "loose"])]
#[case(&["--sd0", "-1"])]
#[case(&["--stream-size", "1048577"])]
#[case(&["--block-tokens", "0"])]
#[case(&["--cost", "l1"])]
#[case(&["--cost", "l1=0"])]
fn usage_errors(#[case] options: &[&str]) {
    let (status, out, said) = plan(&[&["dataflow", MIXED], options].concat());
    assert_eq!((status, out.as_str()), (Some(2), ""), "{said}");
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let run = |file: &str| {
        let (_, out, _) = plan(&["dataflow", MIXED, "--json", "-o", file]);
        (out, fs::read(file).unwrap())
    };
    let [first, second] = ["first", "second"].map(|name| as_text(&absent(&format!("plan/{name}.json"))));
    assert_eq!(run(&first), run(&second));
}
