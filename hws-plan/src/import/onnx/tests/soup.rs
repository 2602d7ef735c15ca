//! No bytes panic, overflow the stack or fill the memory.

use proptest::prelude::*;

use super::build::{Build, FLOAT, int, ints};
use crate::import::ImportOptions;
use crate::import::onnx::proto::{AttributeProto, GraphProto, NodeProto, ValueInfoProto};
use crate::import::onnx::wire::{PARTS_FREE, check_parts, is_model};
use crate::import::onnx::{ops, read};

const SQUEEZENET: &[u8] = include_bytes!("../../../../../examples/models/squeezenet.onnx");

fn attempt(bytes: &[u8]) -> Result<(), String> {
    is_model(bytes);
    read(bytes, &ImportOptions::default()).map(|_| ()).map_err(|error| error.to_string())
}

#[test]
fn a_model_cut_off_anywhere_is_refused_as_such() {
    for length in (2..SQUEEZENET.len()).step_by(7) {
        let cut = &SQUEEZENET[..length];
        assert!(is_model(cut) || length < 4, "{length}");
        if length + 8 < SQUEEZENET.len() {
            let error = attempt(cut).unwrap_err();
            assert!(error.contains("cut off") || error.contains("the model has no"), "{length}: {error}");
        }
    }
}

#[test]
fn the_error_names_the_field_that_was_being_read() {
    let error = attempt(&SQUEEZENET[..9000]).unwrap_err();
    assert!(error.starts_with("the ONNX file is damaged or cut off: "), "{error}");
    assert!(error.contains("ModelProto.graph"), "{error}");
}

/// A graph in an attribute of a node of it, and so on; and groups, an old encoding, inside each other.
#[test]
fn deep_nesting_is_harmless() {
    let mut bytes = Vec::new();
    for field in [0x0a_u8, 0x2a, 0x32].iter().cycle().take(3000) {
        let mut outer = vec![*field];
        prost::encode_length_delimiter(bytes.len(), &mut outer).unwrap();
        outer.extend(bytes);
        bytes = outer;
    }
    let groups = [0xfb, 0x01].repeat(100_000);
    for part in [bytes, groups] {
        let mut model = vec![0x08, 0x08, 0x3a];
        prost::encode_length_delimiter(part.len(), &mut model).unwrap();
        model.extend(part);
        assert!(attempt(&model).is_err());
    }
}

#[test]
fn too_many_parts_are_refused_before_they_are_decoded() {
    // A short file, and one so large that any model is refused.
    for (nodes, padding, most) in [(PARTS_FREE, 0, "2097152"), (1 << 23, 1 << 25, "8388608")] {
        let bytes = empty_nodes(nodes, padding);
        assert!(is_model(&bytes));
        assert!(attempt(&bytes).unwrap_err().contains(&format!("more than {most} nodes")), "{most}");
    }
    // Four bytes for each part, the graph and its name included.
    let large = |padding| check_parts(&empty_nodes(3 << 20, padding));
    assert!(large((6 << 20) + 8).is_ok() && large((6 << 20) - 8).is_err());
}

/// A model of nodes without content, and a name of the graph.
fn empty_nodes(nodes: usize, name: usize) -> Vec<u8> {
    let mut graph = [0x0a, 0x00].repeat(nodes);
    graph.push(0x12);
    prost::encode_length_delimiter(name, &mut graph).unwrap();
    graph.resize(graph.len() + name, b'g');
    let mut bytes = vec![0x08, 0x08, 0x3a];
    prost::encode_length_delimiter(graph.len(), &mut bytes).unwrap();
    bytes.extend(graph);
    bytes
}

/// Work that grows with the square of the file would not end here.
#[test]
fn many_inputs_and_axes_take_no_time() {
    let names = "x ".repeat(100_000);
    let axes: Vec<i64> = (0..200_000).collect();
    let model = |op, names: &str, attribute| {
        Build::new(11).input("x", FLOAT, &[1, 2]).node_with(op, names, "y", vec![attribute]).output("y")
    };
    assert_eq!(attempt(&model("Concat", &names, int("axis", 0)).bytes()), Ok(()));
    assert!(attempt(&model("Unsqueeze", "x", ints("axes", &axes)).bytes()).is_err());
    assert!(attempt(&model("Squeeze", "x", ints("axes", &axes)).bytes()).is_err());
}

#[test]
fn texts_are_not_models() {
    for text in ["", "3\n0 1 0\n", "dags: []", "{\"ir_version\": 3}", "\u{8}", "\u{8}\u{8}", "2\n\n"] {
        assert!(!is_model(text.as_bytes()), "{text:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn flipped_bits_never_panic(flips in prop::collection::vec((0..SQUEEZENET.len(), 0..8_u32), 1..6)) {
        let mut bytes = SQUEEZENET.to_vec();
        flips.iter().for_each(|&(at, bit)| bytes[at] ^= 1 << bit);
        let _ = attempt(&bytes);
    }

    #[test]
    fn random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = attempt(&bytes);
        let _ = attempt(&[&[0x08, 0x08, 0x3a, bytes.len() as u8][..], &bytes].concat());
    }

    /// Any operator, with numbers of every size where there may be numbers.
    #[test]
    fn any_attributes_never_panic(
        op in 0..ops::names().count(),
        opset in 1..23_i64,
        shapes in prop::collection::vec(prop::collection::vec(dimension(), 0..5), 3),
        lists in prop::collection::vec(prop::collection::vec(number(), 0..5), 3),
        single in number(),
        arity in 0..6_usize,
    ) {
        let name = ops::names().nth(op).unwrap();
        let mut model = Build::new(opset).output("y");
        for (at, shape) in shapes.iter().enumerate() {
            model = model.input(&format!("x{at}"), FLOAT, shape);
        }
        for (at, list) in lists.iter().enumerate() {
            model = model.list(&format!("l{at}"), list);
        }
        let lists_of = ["axes", "kernel_shape", "strides", "dilations", "pads", "perm", "shape", "split",
            "starts", "ends", "output_padding", "output_shape", "pooled_shape", "scan_input_axes", "cats_int64s",
            "classlabels_ints", "nodes_treeids", "qkv_hidden_sizes", "ngram_indexes"];
        let singles = ["axis", "group", "blocksize", "to", "keepdims", "ceil_mode", "size", "num_outputs",
            "start", "end", "stash_type", "allowzero", "broadcast", "transA", "hidden_size", "layout", "num_heads",
            "kv_num_heads", "q_num_heads", "dtype", "k", "N", "K", "batch_dims", "sample_size", "output_datatype",
            "onesided", "inverse", "output_height", "sampling_ratio", "new_axis", "maxsplit", "channels_last", "targets",
            "gather_axis", "bits", "output_dtype", "value_int"];
        let attributes = lists_of.iter().enumerate().map(|(at, name)| ints(name, &lists[at % 3]));
        let attributes = attributes.chain(singles.iter().map(|name| int(name, single)));
        let inputs = ["x0 l0 l1 l2 l0", "x0 x1 x2", "l0 l1 l2", "x0", "x0 x1", "x0 x0 x1 x1 x2"][arity];
        let mut model = model.node_with(name, inputs, "y", attributes.collect());
        if let Some((domain, op)) = name.rsplit_once('.') {
            let node = &mut model.graph().node[0];
            (node.domain, node.op_type) = (domain.to_owned(), op.to_owned());
        }
        let _ = attempt(&model.bytes());
    }

    /// A loop over anything, with any body.
    #[test]
    fn any_loop_never_panics(
        op in 0..4_usize,
        inner in 0..ops::names().count(),
        trips in number(),
        inputs in prop::collection::vec(0..6_usize, 0..5),
        given in prop::collection::vec(0..6_usize, 0..4),
        made in prop::collection::vec(0..6_usize, 0..4),
    ) {
        let names = ["x", "trips", "a", "b", "c", "d"];
        let list = |list: &[usize]| list.iter().map(|&at| names[at].to_owned()).collect::<Vec<_>>();
        let infos = |list: &[usize]| {
            list.iter().map(|&at| ValueInfoProto { name: names[at].into(), r#type: None }).collect::<Vec<_>>()
        };
        let node = NodeProto {
            op_type: ops::names().nth(inner).unwrap().into(),
            input: list(&given),
            output: vec!["c".into()],
            ..Default::default()
        };
        let body = GraphProto { input: infos(&given), output: infos(&made), node: vec![node], ..Default::default() };
        let graph = |name: &str| AttributeProto { name: name.into(), g: Some(body.clone()), kind: 5, ..Default::default() };
        let attributes = vec![graph("body"), graph("then_branch"), graph("else_branch"), int("num_scan_inputs", 1)];
        let mut model = Build::new(17).input("x", FLOAT, &[2, 3]).list("trips", &[trips]).output("b");
        model.graph().node.push(NodeProto {
            op_type: ["If", "Loop", "Scan", "SequenceMap"][op].into(),
            input: list(&inputs),
            output: vec!["b".into()],
            attribute: attributes,
            ..Default::default()
        });
        let _ = attempt(&model.bytes());
    }
}

fn dimension() -> impl Strategy<Value = i64> {
    prop_oneof![6 => 0..9_i64, 1 => number()]
}

fn number() -> impl Strategy<Value = i64> {
    prop_oneof![
        8 => -3..9_i64,
        1 => Just(i64::MAX),
        1 => Just(i64::MIN),
        1 => Just(i64::from(i32::MAX)),
        1 => any::<i64>(),
    ]
}
