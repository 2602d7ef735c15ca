//! What ONNX models leave open: `--unknown-op`, `--ops` and `--dim`.

use hws_plan::import::onnx::{OnnxBuilder, UserRules};
use rstest::rstest;
use serde_json::Value;

use crate::common::{file, json, printed, refused};

/// A node of an operator without a rule, and one of an operator that has one.
fn fancy(name: &str) -> String {
    let mut model = OnnxBuilder::new("fancy", 17);
    model.input("x", &[64, 1000]).node("Fancy", &["x"], "y", Vec::new());
    model.node("Relu", &["y"], "z", Vec::new()).output("z", &[64, 1000]);
    file(&format!("onnx/{name}.onnx"), model.to_bytes())
}

/// The estimates of the two kernels.
fn estimates(arguments: &[&str]) -> Vec<u64> {
    let report = json(&[&["run"], arguments].concat());
    let kernels = report["kernels"].as_array().unwrap();
    kernels.iter().map(|kernel| kernel["est"].as_u64().unwrap()).collect()
}

#[test]
fn an_operator_without_a_rule_counts_as_the_option_says() {
    let model = fancy("counted");
    let message = refused(&["run", &model]);
    assert!(message.contains("Fancy") && message.contains("--unknown-op cost=bytes"), "{message}");
    let bytes = estimates(&[&model, "--unknown-op", "cost=bytes,shape=input"]);
    let operations = estimates(&[&model, "--unknown-op", "shape=input,cost=100000"]);
    assert!(
        bytes.len() == 2 && operations[0] > bytes[0] && operations[1] == bytes[1],
        "{bytes:?} {operations:?}"
    );
    let undeclared = refused(&["run", &model, "--unknown-op", "cost=bytes"]);
    assert!(undeclared.contains("add `shape=input` to `--unknown-op`"), "{undeclared}");
}

#[rstest]
#[case::key("cots=bytes", "unknown key `cots`; did you mean `cost`?")]
#[case::cost("cost=byte", "`byte` is not a cost; give `bytes`, or the operations")]
#[case::negative("cost=-1", "`-1` is not a cost")]
#[case::too_large("cost=18446744073709551616", "`18446744073709551616` is not a cost")]
#[case::shape("cost=bytes,shape=inputs", "`inputs` is not a shape; give `declared` or `input`")]
#[case::twice("cost=1,cost=2", "`cost` is given twice")]
#[case::no_cost("shape=input", "`cost` is missing")]
#[case::no_value("bytes", "`bytes` has no `=`")]
#[case::empty("", "has no `=`")]
fn a_malformed_cost_is_refused_with_what_may_stand_there(#[case] form: &str, #[case] reason: &str) {
    let message = refused(&["run", "examples/models/squeezenet.onnx", "--unknown-op", form]);
    assert!(message.contains(reason), "{message}");
}

const RULES: &str =
    "operators:\n  Fancy:\n    outputs:\n      - shape: in0[..]\n    operations: 100000 * out0.elements\n";

#[test]
fn rules_of_a_file_count_before_any_other() {
    let (model, rules) = (fancy("ruled"), file("onnx/rules.yaml", RULES.replace("in0[..]", "in0")));
    let both = estimates(&[&model, "--ops", &rules, "--unknown-op", "cost=bytes,shape=input"]);
    assert_eq!(both, estimates(&[&model, "--unknown-op", "cost=100000,shape=input"]));
    let relu = file("onnx/relu.yaml", RULES.replace("in0[..]", "in0").replace("Fancy", "Relu"));
    let slow = estimates(&[&model, "--ops", &relu, "--unknown-op", "cost=bytes,shape=input"]);
    assert!(slow[1] > both[1], "a rule for an operator that the importer knows: {slow:?} {both:?}");
}

#[rstest]
#[case::key(
    "operator:\n  Fancy: {}\n",
    ":1:1: unknown key `operator` in a file of rules; did you mean `operators`?"
)]
#[case::inner(
    "operators:\n  Fancy:\n    outputs:\n      - shap: in0\n",
    ":4:9: unknown key `shap` in an output; did you mean `shape`?"
)]
#[case::name(
    "operators:\n  Fancy:\n    outputs:\n      - shape: in0\n    operations: out0.element\n",
    "did you mean `elements`?"
)]
#[case::cut("operators:\n  Fancy:\n    outputs:\n      - shape: in0[\n", ":4:")]
#[case::empty("", "operators")]
fn a_malformed_file_of_rules_is_refused_with_its_place(#[case] rules: &str, #[case] reason: &str) {
    let rules = file(&format!("onnx/malformed{}.yaml", rules.len()), rules);
    let message = refused(&["run", "examples/models/squeezenet.onnx", "--ops", &rules]);
    assert!(message.contains(&rules) && message.contains(reason), "{message}");
}

#[test]
fn files_of_rules_that_cannot_be_read_are_named() {
    for path in ["nothing/at/all.yaml", "examples", "examples/models/squeezenet.onnx"] {
        let message = refused(&["run", "examples/models/squeezenet.onnx", "--ops", path]);
        assert!(message.contains(path), "{message}");
    }
}

#[rstest]
#[case::no_value("n", "give NAME=N")]
#[case::no_name("=4", "give NAME=N")]
#[case::negative("n=-1", "`-1` is not a dimension; give an integer from 0")]
#[case::text("n=four", "`four` is not a dimension")]
#[case::too_large("n=18446744073709551616", "is not a dimension")]
fn a_malformed_dimension_is_refused(#[case] dim: &str, #[case] reason: &str) {
    let message = refused(&["run", "examples/models/squeezenet.onnx", "--dim", dim]);
    assert!(message.contains(reason), "{message}");
}

#[test]
fn a_dimension_that_the_model_does_not_have_is_refused_with_those_that_it_has() {
    let message = refused(&["run", "examples/models/squeezenet.onnx", "--dim", "btach=4"]);
    assert!(message.contains("`btach`"), "{message}");
}

#[test]
fn the_schema_of_rules_is_printed() {
    let schema: Value = serde_json::from_str(&printed(&["schema", "ops"])).unwrap();
    assert_eq!(schema, UserRules::schema());
    assert!(refused(&["schema", "opps"]).contains("'ops'"));
}
