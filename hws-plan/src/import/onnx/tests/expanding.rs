//! Functions, branches and loops: the kernels that remain to run, and the limits against small files with large results.

use std::collections::BTreeMap;

use rstest::rstest;

use super::build::{Build, FLOAT, INT64, int, integers};
use super::{error, import, kernels, shape};
use crate::import::ImportOptions;
use crate::import::onnx::builder::{info, typed};
use crate::import::onnx::proto::{AttributeProto, FunctionProto, GraphProto, NodeProto, ValueInfoProto};
use crate::import::onnx::{OnnxModel, UnknownOp, read};

const BOOL: i32 = 9;

fn node(op: &str, inputs: &[&str], outputs: &[&str], attribute: Vec<AttributeProto>) -> NodeProto {
    let names = |list: &[&str]| list.iter().map(|&name| name.to_owned()).collect();
    NodeProto {
        op_type: op.into(),
        input: names(inputs),
        output: names(outputs),
        attribute,
        ..Default::default()
    }
}

fn of(domain: &str, node: NodeProto) -> NodeProto {
    NodeProto { domain: domain.into(), ..node }
}

fn body(name: &str, inputs: &[&str], outputs: &[&str], node: Vec<NodeProto>) -> AttributeProto {
    let infos = |list: &[&str]| {
        list.iter().map(|&name| ValueInfoProto { name: name.into(), r#type: None }).collect::<Vec<_>>()
    };
    let g = GraphProto { input: infos(inputs), output: infos(outputs), node, ..Default::default() };
    AttributeProto { name: name.into(), g: Some(g), kind: 5, ..Default::default() }
}

fn reference(name: &str, of_function: &str) -> AttributeProto {
    AttributeProto { name: name.into(), ref_attr_name: of_function.into(), kind: 2, ..Default::default() }
}

fn function(name: &str, inputs: &[&str], outputs: &[&str], node: Vec<NodeProto>) -> FunctionProto {
    let names = |list: &[&str]| list.iter().map(|&name| name.to_owned()).collect();
    FunctionProto {
        name: name.into(),
        domain: "own".into(),
        input: names(inputs),
        output: names(outputs),
        node,
        ..Default::default()
    }
}

fn names(model: &OnnxModel) -> Vec<&str> {
    model.kernels.iter().map(|kernel| kernel.name.as_str()).collect()
}

/// A function that calls another one, which splits along an axis that is an attribute with a default.
fn nested() -> Build {
    let mut model = Build::new(17).input("x", FLOAT, &[4, 6]).output("y").output("z");
    let halves = function(
        "Halves",
        &["a"],
        &["b", "c"],
        vec![node("Split", &["a"], &["b", "c"], vec![reference("axis", "along")])],
    );
    let outer = function(
        "Outer",
        &["a", "left_out"],
        &["b"],
        vec![
            of("own", node("Halves", &["a"], &["half", ""], vec![reference("along", "axis")])),
            node("Relu", &["half"], &["b"], vec![]),
        ],
    );
    let outer = FunctionProto { attribute_proto: vec![int("axis", 1)], ..outer };
    model.0.0.functions = vec![halves, outer];
    model.graph().node = vec![
        of("own", node("Outer", &["x"], &["y"], vec![])),
        of("own", node("Outer", &["x"], &["z"], vec![int("axis", 0)])),
    ];
    model
}

#[test]
fn functions_are_replaced_by_their_bodies() {
    let model = import(&nested()).unwrap();
    assert_eq!((shape(&model, "y"), shape(&model, "z")), ([4, 3].as_slice(), [2, 6].as_slice()));
    let expected = ["y/half/b", "y/b", "z/half/b", "z/b"];
    assert_eq!(names(&model), expected);
    assert_eq!(kernels(&model)[3], ("z/b", [2].as_slice()));
}

#[test]
fn an_error_in_a_function_names_the_way_to_it() {
    let mut model = nested();
    model.0.0.functions[0].node[0].op_type = "Det".into();
    let place = "m.onnx: node 0 `y` (own.Outer), node 0 `y/half` (own.Halves), node 0 `y/half/b` (Det): ";
    let message = error(&model);
    assert!(message.starts_with(place), "{message}");
    // What no rule exists for is found in functions, too.
    model.0.0.functions[1].node[1].op_type = "Rely".into();
    assert!(error(&model).contains("`Rely` (node 1 `b`, did you mean `Relu`?)"));
}

/// Each of 60 functions calls the next one twice.
#[test]
fn functions_that_would_grow_without_bound_are_refused() {
    let mut model = Build::new(17).input("x", FLOAT, &[4]).output("y");
    model.0.0.functions = (0..60)
        .map(|at| {
            let next = format!("F{}", at + 1);
            let twice =
                [("a", "b"), ("b", "c")].map(|(from, to)| of("own", node(&next, &[from], &[to], vec![])));
            function(&format!("F{at}"), &["a"], &["c"], twice.to_vec())
        })
        .collect();
    model.0.0.functions.push(function("F60", &["a"], &["c"], vec![node("Relu", &["a"], &["c"], vec![])]));
    model.graph().node = vec![of("own", node("F0", &["x"], &["y"], vec![]))];
    assert!(error(&model).contains("functions and loops make more than 65536 nodes"));
    // One that calls itself.
    model.0.0.functions[0].node = vec![of("own", node("F0", &["a"], &["c"], vec![]))];
    assert!(error(&model).contains("nested more than 64 deep; a function must not call itself"));
}

/// The condition is that x has two rows; the other branch does not even have a name for its output.
#[rstest]
#[case(2, &["if/then"])]
#[case(3, &["if/one", "if/else"])]
fn the_branch_that_a_shape_chooses_is_taken(#[case] rows: i64, #[case] expected: &[&str]) {
    let mut model =
        Build::new(17).input("x", FLOAT, &[rows, 5]).list("two", &[2]).list("zero", &[0]).output("y");
    let then = body("then_branch", &[], &["then"], vec![node("Relu", &["x"], &["then"], vec![])]);
    let otherwise = vec![node("Exp", &["x"], &["one"], vec![]), node("Log", &["one"], &["else"], vec![])];
    let mut choice =
        node("If", &["is_two"], &["y"], vec![then, body("else_branch", &[], &["else"], otherwise)]);
    choice.name = "if".into();
    model.graph().node = vec![
        choice,
        node("Equal", &["rows", "two"], &["is_two"], vec![]),
        node("Gather", &["shape", "zero"], &["rows"], vec![]),
        node("Shape", &["x"], &["shape"], vec![]),
    ];
    assert_eq!(names(&import(&model).unwrap()), expected);
}

/// A condition that is an input can be given like a dimension.
#[test]
fn an_input_of_one_value_decides() {
    let mut model = Build::new(17).input("x", FLOAT, &[5]).input("flag", BOOL, &[]).output("y");
    let branch = |name, op| body(name, &[], &["b"], vec![node(op, &["x"], &["b"], vec![])]);
    let branches = vec![branch("then_branch", "Relu"), branch("else_branch", "Exp")];
    model.graph().node = vec![node("If", &["flag"], &["y"], branches)];
    let with = |flag| {
        let dims = BTreeMap::from([("flag".to_owned(), flag)]);
        read(&model.bytes(), &ImportOptions { dims, ..ImportOptions::default() }).unwrap()
    };
    assert_eq!(
        (with(1).kernels[0].operators.join(""), with(0).kernels[0].operators.join("")),
        ("Relu".into(), "Exp".into())
    );
    assert!(error(&model).contains("set an input of the model with `--dim NAME=N`"));
    let known = crate::import::onnx::dimensions(&model.bytes()).unwrap();
    assert_eq!(known.into_iter().collect::<Vec<_>>(), ["flag"]);
}

/// v = relu(v) in each turn, whose number is put out.
fn repeated(trips: &str) -> Build {
    let mut model =
        Build::new(17).input("x", FLOAT, &[3]).input("open", INT64, &[]).output("y").output("all");
    for (name, value) in [("four", 4), ("many", 1 << 60)] {
        model.graph().initializer.push(integers(name, INT64, &[], &[value]));
    }
    let nodes = vec![
        node("Identity", &["c"], &["c2"], vec![]),
        node("Relu", &["v"], &["v2"], vec![]),
        node("Exp", &["v2"], &["out"], vec![]),
    ];
    let attribute = body("body", &["i", "c", "v"], &["c2", "v2", "out"], nodes);
    model.graph().node = vec![node("Loop", &[trips, "", "x"], &["y", "all"], vec![attribute])];
    model
}

#[test]
fn a_loop_is_its_turns() {
    let model = import(&repeated("four")).unwrap();
    assert_eq!((shape(&model, "y"), shape(&model, "all")), ([3].as_slice(), [4, 3].as_slice()));
    // A Relu and an Exp in each turn, and the join.
    assert_eq!(model.kernels.len(), 4 * 2 + 1);
    assert_eq!(kernels(&model).iter().filter(|(_, preds)| preds.len() == 4).count(), 1);
    let last = model.kernels.last().unwrap();
    assert_eq!((last.operators.join(""), last.work.bytes), ("Loop".into(), 2 * 4 * 3 * 4));
}

#[test]
fn a_loop_without_an_end_is_refused_or_counted() {
    assert!(error(&repeated("many")).contains("functions and loops make more than 65536 nodes"));
    assert!(error(&repeated("open")).contains("`Loop` is control flow that depends on values"));
    assert!(error(&repeated("")).contains("functions and loops make more than 65536 nodes"));
    let unknown_op = Some(UnknownOp { ops_per_element: 2, is_like_input: false });
    let options = ImportOptions { unknown_op, ..ImportOptions::default() };
    for trips in ["open", "many", ""] {
        let model = repeated(trips);
        let undeclared = read(&model.bytes(), &options).unwrap_err().to_string();
        assert!(undeclared.contains("the type and shape of its output 0 are not declared"), "{undeclared}");
        let declared = model.declare("y", FLOAT, &[3]).declare("all", FLOAT, &[9, 3]);
        let counted = read(&declared.bytes(), &options).unwrap();
        assert_eq!((counted.kernels.len(), counted.kernels[0].work.ops), (1, 2 * (3 + 27)));
    }
}

/// Running sums of four rows: each turn reads the sum before and a row.
#[test]
fn a_scan_cuts_its_input() {
    let mut model =
        Build::new(17).input("s", FLOAT, &[3]).input("x", FLOAT, &[4, 3]).output("y").output("all");
    let nodes =
        vec![node("Add", &["sum", "row"], &["next"], vec![]), node("Identity", &["next"], &["out"], vec![])];
    let attribute = body("body", &["sum", "row"], &["next", "out"], nodes);
    model.graph().node = vec![
        node("Relu", &["x"], &["r"], vec![]),
        node("Scan", &["s", "r"], &["y", "all"], vec![attribute, int("num_scan_inputs", 1)]),
    ];
    let model = import(&model).unwrap();
    assert_eq!(shape(&model, "all"), [4, 3]);
    let add = model.kernels.iter().find(|kernel| kernel.name == "y[2]/next").unwrap();
    // The sum, a row and the result.
    assert_eq!(add.work.bytes, 3 * 12);
    assert!(add.preds.contains(&0), "the row comes from the Relu");
    // The rows leave the kernel that makes them.
    assert_eq!(model.kernels[0].work.bytes, 2 * 4 * 12);
}

#[test]
fn a_sequence_map_runs_for_each_tensor() {
    let mut model = Build::new(17).input("a", FLOAT, &[2]).input("b", FLOAT, &[7]).output("y");
    let attribute = body("body", &["e"], &["f"], vec![node("Relu", &["e"], &["f"], vec![])]);
    model.graph().node = vec![
        node("SequenceConstruct", &["a", "b"], &["s"], vec![]),
        node("SequenceMap", &["s"], &["t"], vec![attribute]),
        node("ConcatFromSequence", &["t"], &["y"], vec![int("axis", 0)]),
    ];
    let model = import(&model).unwrap();
    assert_eq!(shape(&model, "y"), [9]);
    assert_eq!(model.kernels.iter().filter(|kernel| kernel.operators == ["Relu"]).count(), 2);
}

/// Where a shape depends on values, the declaration counts, with dimensions that the user sets.
#[test]
fn a_declared_shape_replaces_one_that_depends_on_values() {
    let model = |dims| {
        let mut model = Build::new(17)
            .input("x", FLOAT, &[1, 3])
            .input("wanted", INT64, &[2])
            .node("Expand", "x wanted", "y");
        model.graph().output.push(dims);
        model
    };
    let fixed = model(info("y", FLOAT, &[5, 3]));
    assert_eq!(shape(&import(&fixed).unwrap(), "y"), [5, 3]);
    let open = model(typed("y", FLOAT, vec![None, None]));
    assert!(error(&open).contains("its shape depends on the values of input 1"));
    let dims = BTreeMap::from([("y.0".to_owned(), 9), ("y.1".to_owned(), 3)]);
    let options = ImportOptions { dims, ..ImportOptions::default() };
    assert_eq!(shape(&read(&open.bytes(), &options).unwrap(), "y"), [9, 3]);
}

/// All of six elements may differ; the declaration says that four do.
#[test]
fn the_largest_shape_counts_unless_a_smaller_one_is_declared() {
    let model = Build::new(17).input("x", FLOAT, &[6]).node("Unique", "x", "y");
    assert_eq!(shape(&import(&model.clone().output("y")).unwrap(), "y"), [6]);
    let mut declared = model;
    declared.graph().output.push(info("y", FLOAT, &[4]));
    assert_eq!(shape(&import(&declared).unwrap(), "y"), [4]);
}

#[test]
fn a_dimension_that_leaves_no_work_is_refused() {
    let model = Build::new(17).open_input("x", &["batch", "7"]).node("Relu", "x", "y").output("y");
    let with = |batch| {
        let dims = BTreeMap::from([("batch".to_owned(), batch)]);
        read(&model.bytes(), &ImportOptions { dims, ..ImportOptions::default() })
    };
    assert_eq!(
        with(0).unwrap_err().to_string(),
        "every output is empty with `--dim batch=0`; give a larger dimension"
    );
    assert!(with(1).is_ok());
}
