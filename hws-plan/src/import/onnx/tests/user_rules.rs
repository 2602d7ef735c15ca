//! Rules for operators that exist nowhere.

use rstest::rstest;

use super::build::{Build, FLOAT, int, ints};
use super::shape;
use crate::import::onnx::proto::AttributeProto;
use crate::import::onnx::{OnnxModel, UserRules, read};
use crate::import::{ImportError, ImportOptions};

fn with(rules: &str, model: &Build) -> Result<OnnxModel, ImportError> {
    let rules = UserRules::parse(rules, "ops.yaml").unwrap();
    read(&model.bytes(), &ImportOptions { rules, ..ImportOptions::default() })
}

fn fancy(attributes: Vec<AttributeProto>) -> Build {
    let mut model = Build::new(17)
        .input("x", FLOAT, &[2, 3, 8])
        .weights("w", FLOAT, &[8, 5])
        .node_with("Fancy", "x w", "y z", attributes)
        .output("y")
        .output("z");
    model.graph().node[0].domain = "com.example".into();
    model
}

const RULES: &str = "
operators:
  com.example.Fancy:
    inputs: 2..3
    outputs:
      - shape: in0[..-1], in1[-1]
      - { type: int64, shape: 'ceil(in0.elements, attr(parts[1], 7)), attr(k, 1) + 2 * (in0.rank - 1), in2.present' }
    macs: out0.elements * in0[2]
    operations: max(out0.elements, out1.elements, 3) % 1000
    bytes: in0.bytes + out0.bytes
";

/// Two rows of 3 by 5, from 8: 240 multiply-adds. 48 elements are 7 parts of 7, or 16 of 3.
#[test]
fn types_shapes_and_work_follow_the_expressions() {
    let model = with(RULES, &fancy(vec![])).unwrap();
    assert_eq!((shape(&model, "y"), shape(&model, "z")), ([2, 3, 5].as_slice(), [7, 5, 0].as_slice()));
    let kernel = &model.kernels[0];
    assert_eq!(kernel.operators, ["com.example.Fancy"]);
    assert_eq!((kernel.macs, kernel.work.ops, kernel.work.bytes), (240, 2 * 240 + 30, 4 * (48 + 30)));
    let other = with(RULES, &fancy(vec![int("k", 4), ints("parts", &[9, 3])])).unwrap();
    assert_eq!(shape(&other, "z"), [16, 8, 0]);
}

/// A rule of the user comes before that of the table.
#[test]
fn a_rule_replaces_a_known_operator() {
    let model = Build::new(17).input("x", FLOAT, &[4]).node("Relu", "x", "y").output("y");
    let rules =
        "operators: { ai.onnx.Relu: { outputs: [{ type: float16, shape: 7 }], operations: 9, fuse: true } }";
    let model = with(rules, &model).unwrap();
    assert_eq!((shape(&model, "y"), model.kernels[0].work.ops), ([7].as_slice(), 9));
    assert_eq!(model.kernels[0].work.bytes, 4 * 4 + 2 * 7);
}

#[rstest]
#[case("outputs: [{ shape: in5 }, { shape: in0 }]", "the node has no in5")]
#[case("outputs: [{ shape: 'in0[3]' }, { shape: in0 }]", "in0 has no element 3, only 3")]
#[case("outputs: [{ shape: 'in0[0] - 9' }, { shape: in0 }]", "an expression is -7, less than 0")]
#[case(
    "outputs: [{ shape: 'in0[0] / in0.present - 1' }, { shape: 'in0[0] / (in0[0] - 2)' }]",
    "a division by 0, which is not above 0"
)]
#[case("outputs: [{ shape: attr(axis) }, { shape: in0 }]", "the node has no attribute `axis`")]
#[case("outputs: [{ shape: in0.value }, { shape: in0 }]", "the values of in0 are not known before the run")]
#[case(
    "outputs: [{ shape: '9000000000 * 9000000000 * 9000000000' }, { shape: in0 }]",
    "an expression is 729000000000000000000000000000, which does not fit in 64 bits"
)]
fn a_rule_that_does_not_fit_names_its_place(#[case] rule: &str, #[case] reason: &str) {
    let rules = format!("operators:\n  com.example.Fancy: {{ {rule} }}\n");
    let error = with(&rules, &fancy(vec![])).unwrap_err().to_string();
    let start = format!("node 0 `y` (com.example.Fancy): the rule in ops.yaml:2:3 does not fit: {reason}");
    assert!(error.starts_with(&start), "{error}");
}

#[test]
fn the_number_of_inputs_and_outputs_is_checked() {
    let error = |rule: &str| {
        let rules = format!("operators:\n  com.example.Fancy: {{ {rule} }}\n");
        with(&rules, &fancy(vec![])).unwrap_err().to_string()
    };
    assert!(error("outputs: [{ shape: in0 }]").ends_with("it has 2 outputs; give at most 1"));
    assert!(error("inputs: 1, outputs: [{ shape: in0 }]").ends_with("it has 2 inputs; give 1"));
}

#[rstest]
#[case(
    "operator: {}",
    "1:1: unknown key `operator` in a file of rules; did you mean `operators`? the keys are operators"
)]
#[case("{}", "1:1: missing key `operators` in a file of rules; add it")]
#[case("operators: []", "1:12: a list is not legal here; give a rule for each name")]
#[case("[]", "1:1: a list is not legal here; give a file of rules, with some of the keys operators")]
#[case(
    "operators:\n  A: { output: [] }",
    "2:8: unknown key `output` in the rule of `A`; did you mean `outputs`? the keys are inputs, "
)]
#[case("operators:\n  A: {}", "2:6: missing key `outputs` in the rule of `A`; add type and shape")]
#[case("operators:\n  A: { outputs: 3 }", "2:17: `3` is not legal here; give a list of entries")]
#[case("operators:\n  A: { outputs: [{}] }", "2:18: missing key `shape` in an output; add it")]
#[case(
    "operators:\n  A: { outputs: [{ shape: in0, type: float }] }",
    "2:38: `float` is not legal here; did you mean `float32`? give a type such as"
)]
#[case("operators:\n  A: { outputs: [{ shape: in0 ] }", "2:")]
#[case(
    "operators:\n  A: { outputs: [{ shape: 'in0[' }] }",
    "2:27: the expression ends early; give a position, such as 0 or -1"
)]
#[case("operators:\n  A: { outputs: [{ shape: 'in0[1' }] }", "2:27: the expression ends early; give `]`")]
#[case(
    "operators:\n  A: { outputs: [{ shape: 'in0[0] in0[1]' }] }",
    "2:27: `in0[1]` is out of place; give an operator or the end"
)]
#[case("operators:\n  A: { outputs: [{ shape: out0 }] }", "2:27: a shape depends on an output")]
#[case(
    "operators:\n  A: { outputs: [{ shape: in0 }], operations: out1.elements }",
    "2:47: the rule has no output 1"
)]
#[case(
    "operators:\n  A: { outputs: [{ shape: in0 }], macs: in0.element }",
    "2:41: unknown property `element`; did you mean `elements`? "
)]
#[case(
    "operators:\n  A: { outputs: [{ shape: in0 }], macs: 'mix(1, 2)' }",
    "2:41: unknown name `mix`; did you mean `min`? "
)]
#[case(
    "operators:\n  A: { outputs: [{ shape: in0 }], macs: [1] }",
    "2:41: a list is not legal here; give a number, or an expression"
)]
#[case("operators:\n  A: { outputs: [{ shape: in0 }], macs: 99999999999999999999999 }", "2:41: ")]
#[case(
    "operators:\n  A: { outputs: [{ shape: in0 }], inputs: 3..1 }",
    "2:43: `3..1` is not legal here; give a number, or a range"
)]
#[case(
    "operators:\n  A: { outputs: [{ shape: in0 }], fuse: yes }",
    "2:41: `yes` is not legal here; give `true` or `false`"
)]
#[case("operators:\n  A: { outputs: [] }\n  A: { outputs: [] }", "3:3: ")]
fn a_wrong_file_names_line_and_column(#[case] text: &str, #[case] start: &str) {
    let error = UserRules::parse(text, "ops.yaml").unwrap_err().to_string();
    assert!(error.starts_with(&format!("ops.yaml:{start}")), "{error}");
}

#[test]
fn deep_brackets_are_refused() {
    let rule =
        format!("operators: {{ A: {{ outputs: [], macs: '{}1{}' }} }}", "(".repeat(2000), ")".repeat(2000));
    assert!(UserRules::parse(&rule, "o").unwrap_err().to_string().contains("nested more than 32 deep"));
}

mod any_text {
    use proptest::prelude::*;

    use super::{RULES, fancy, with};
    use crate::import::onnx::UserRules;

    proptest! {
        #[test]
        fn never_panics(text in "[ -~\n]{0,80}", expression in "[in0-9out.\\[\\]()+*/%, attrminvaluek-]{0,40}") {
            let _ = UserRules::parse(&text, "o");
            let rule = format!("operators: {{ com.example.Fancy: {{ outputs: [{{ shape: '{expression}' }}], macs: '{expression}' }} }}");
            if UserRules::parse(&rule, "o").is_ok() {
                let _ = with(&rule, &fancy(vec![]));
            }
        }

        #[test]
        fn changed_files_never_panic(at in 0..RULES.len(), byte in 32_u8..127) {
            let mut text = RULES.as_bytes().to_vec();
            text[at] = byte;
            let text = String::from_utf8(text).unwrap();
            if UserRules::parse(&text, "o").is_ok() {
                let _ = with(&text, &fancy(vec![]));
            }
        }
    }
}
