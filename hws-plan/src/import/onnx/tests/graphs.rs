//! Names, order, folding, open dimensions: the kernels that remain to run, and what they wait for.

use rstest::rstest;

use super::build::{Build, FLOAT, INT64, int, integers, ints, tensor};
use super::{error, import, kernels, shape};
use crate::cost::CostModel;
use crate::import::onnx::read;
use crate::import::{ImportFormat, ImportOptions, graph, recognise};

/// y = relu(x) + relu(relu(x)), with the nodes in no order.
fn unordered() -> Build {
    Build::new(17)
        .input("x", FLOAT, &[2, 3])
        .node("Add", "a b", "y")
        .node("Relu", "a", "b")
        .node("Relu", "x", "a")
        .output("y")
}

#[test]
fn nodes_in_any_order_become_kernels_in_a_topological_one() {
    let model = import(&unordered()).unwrap();
    assert_eq!(kernels(&model), [("a", [].as_slice()), ("b", &[0]), ("y", &[0, 1])]);
}

#[test]
fn what_depends_on_constants_only_is_folded() {
    // As in the models of the onnx package: a shape gives the weights, which are reshaped.
    let model = Build::new(9)
        .input("x", FLOAT, &[1, 4, 5, 5])
        .list("s", &[4])
        .input("s", INT64, &[1])
        .node("ConstantOfShape", "s", "w")
        .node_with("Unsqueeze", "w", "v", vec![ints("axes", &[1, 2])])
        .node("Mul", "x v", "y")
        .output("y");
    let model = import(&model).unwrap();
    assert_eq!(kernels(&model), [("y", [].as_slice())]);
    assert_eq!(shape(&model, "v"), [4, 1, 1]);
    let constant = |name: &str| model.tensors.iter().find(|tensor| tensor.name == name).unwrap().is_constant;
    assert_eq!(["s", "w", "v", "x", "y"].map(constant), [true, true, true, false, false]);
}

/// Flattens as exporters of PyTorch do: the batch is cut from the shape and joined with -1.
#[test]
fn arithmetic_on_shapes_is_folded() {
    let scalar = tensor("value", integers("", INT64, &[], &[0]));
    let model = Build::new(13)
        .input("x", FLOAT, &[2, 3, 4])
        .list("axes", &[0])
        .list("rest", &[-1])
        .node("Shape", "x", "shape")
        .node_with("Constant", "", "zero", vec![scalar])
        .node("Gather", "shape zero", "batch")
        .node("Unsqueeze", "batch axes", "list")
        .node_with("Concat", "list rest", "wanted", vec![int("axis", 0)])
        .node("Relu", "x", "r")
        .node("Reshape", "r wanted", "y")
        .output("y");
    let model = import(&model).unwrap();
    assert_eq!(shape(&model, "y"), [2, 12]);
    assert_eq!(kernels(&model), [("r", [].as_slice()), ("y", &[0])]);
}

/// PyTorch's expand: -1 in the wanted shape is replaced by the input's dimension.
#[test]
fn choices_between_shapes_are_folded() {
    let ones = vec![tensor("value", integers("", INT64, &[1], &[1]))];
    let model = Build::new(13)
        .input("x", FLOAT, &[1, 3])
        .list("wanted", &[4, -1])
        .list("rank", &[2])
        .list("minus", &[-1])
        .node_with("ConstantOfShape", "rank", "ones", ones)
        .node("Mul", "ones minus", "open")
        .node("Equal", "wanted open", "is_open")
        .node("Shape", "x", "own")
        .node("Where", "is_open own wanted", "shape")
        .node("Expand", "x shape", "y")
        .output("y");
    assert_eq!(shape(&import(&model).unwrap(), "y"), [4, 3]);
}

#[rstest]
#[case("Add", &[5, 5], &[2, 3], &[7, 8])]
#[case("Sub", &[5, 5], &[2], &[3, 3])]
#[case("Mul", &[5, 1], &[2, 3], &[10, 3])]
#[case("Div", &[7, 9], &[2, 3], &[3, 3])]
fn numbers_of_shapes_are_computed(
    #[case] op: &str,
    #[case] a: &[i64],
    #[case] b: &[i64],
    #[case] dims: &[u64],
) {
    let model = Build::new(13)
        .input("x", FLOAT, &[1])
        .list("a", a)
        .list("b", b)
        .node(op, "a b", "shape")
        .node("Expand", "x shape", "y")
        .output("y");
    assert_eq!(shape(&import(&model).unwrap(), "y"), dims);
}

/// [[1, 2], [3, 4]] + [10, 20], as a list.
#[test]
fn numbers_are_broadcast_row_by_row() {
    let model = Build::new(13)
        .input("x", FLOAT, &[1])
        .list("list", &[1, 2, 3, 4])
        .list("square", &[2, 2])
        .list("row", &[10, 20])
        .list("open", &[-1])
        .node("Reshape", "list square", "rows")
        .node("Add", "rows row", "sums")
        .node("Reshape", "sums open", "shape")
        .node("Expand", "x shape", "y")
        .output("y");
    assert_eq!(shape(&import(&model).unwrap(), "y"), [11, 22, 13, 24]);
}

/// The list [3, -1] in each way that a file may store it.
#[rstest]
#[case::int8(3, Some(vec![3, 255]), vec![])]
#[case::int32(6, Some(vec![3, 0, 0, 0, 255, 255, 255, 255]), vec![])]
#[case::int64(INT64, Some(vec![3, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255]), vec![])]
#[case::int32_data(6, None, vec![3, -1])]
#[case::int8_data(3, None, vec![3, -1])]
#[case::int64_data(INT64, None, vec![3, -1])]
fn integers_are_read_however_they_are_stored(
    #[case] data_type: i32,
    #[case] raw: Option<Vec<u8>>,
    #[case] values: Vec<i32>,
) {
    let mut list = integers("list", data_type, &[2], &[]);
    list.raw_data = raw.map(Into::into);
    if data_type == INT64 {
        list.int64_data = values.iter().copied().map(i64::from).collect();
    } else {
        list.int32_data = values;
    }
    let mut model = Build::new(13)
        .input("x", FLOAT, &[2, 6])
        .node_with("Cast", "list", "shape", vec![int("to", INT64.into())])
        .node("Reshape", "x shape", "y")
        .output("y");
    model.graph().initializer.push(list);
    assert_eq!(shape(&import(&model).unwrap(), "y"), [3, 4]);
    // Values in another file are not known.
    model.graph().initializer[0].data_location = 1;
    assert!(super::error(&model).contains("depends on the values of input 1"));
}

#[test]
fn slices_of_shapes_are_followed_backwards_too() {
    let model = Build::new(13)
        .input("x", FLOAT, &[2, 3, 4, 5])
        .input("z", FLOAT, &[1])
        .list("start", &[-1])
        .list("end", &[-4])
        .list("axis", &[0])
        .list("step", &[-2])
        .node("Shape", "x", "shape")
        .node("Slice", "shape start end axis step", "part")
        .node("Expand", "z part", "y")
        .output("y");
    assert_eq!(shape(&import(&model).unwrap(), "y"), [5, 3]);
}

#[test]
fn what_no_output_depends_on_does_not_run_but_is_checked() {
    let model = unordered().node("Exp", "b", "unused");
    assert_eq!(import(&model).unwrap().kernels.len(), 3);
    let wrong = model.node("Exq", "b", "unused_too");
    assert!(error(&wrong).contains("`Exq` (node 4 `unused_too`, did you mean `Exp`?)"));
}

#[test]
fn kernels_have_names_of_their_own() {
    let mut model = unordered();
    model.graph().node[0].name = "twice".into();
    model.graph().node[1].name = "twice".into();
    model.graph().node[2].name = "b".into();
    let model = import(&model).unwrap();
    // In topological order: `b` is node 2, `twice` node 1, and node 0 is called by what it makes.
    assert_eq!(kernels(&model).iter().map(|(name, _)| *name).collect::<Vec<_>>(), ["b", "twice", "y"]);
}

#[test]
fn open_dimensions_are_given_by_name_or_place() {
    let model = Build::new(17).open_input("x", &["batch", "", "7"]).node("Relu", "x", "y").output("y");
    let with = |dims: &[(&str, u64)]| {
        let dims = dims.iter().map(|&(name, value)| (name.to_owned(), value)).collect();
        read(&model.bytes(), &ImportOptions { dims, ..ImportOptions::default() })
    };
    assert_eq!(shape(&with(&[("batch", 3), ("x.1", 5)]).unwrap(), "y"), [3, 5, 7]);
    let message = |dims| with(dims).unwrap_err().to_string();
    assert_eq!(message(&[]), "input `x`: dimension 0 is open; give it with `--dim batch=N`");
    assert!(message(&[("batch", 3)]).ends_with("dimension 1 is open; give it with `--dim x.1=N`"));
}

/// A Relu of 1 x 600 x 10 x 10 floats: 60,000 operations, 480,000 bytes. One SIP takes 30,000 cycles, so
/// 5 SIPs at most are worth it; 600 channels would be worth 10. 4 is the largest legal number; 30,000 / 4
/// = 7,500 cycles make 2 blocks of 3,750, and 1,000 on top.
#[test]
fn the_size_of_an_operator_gives_threads_and_blocks() {
    let model = Build::new(17).input("x", FLOAT, &[1, 600, 10, 10]).node("Relu", "x", "y").output("y");
    let kernel = &import(&model).unwrap().kernels[0];
    assert_eq!((kernel.work.ops, kernel.work.bytes), (60_000, 480_000));
    assert_eq!((kernel.demand.threads, kernel.demand.blocks, kernel.demand.est), (4, 2, 4750));
    let narrow =
        read(&model.bytes(), &ImportOptions { threads_most: 3, ..ImportOptions::default() }).unwrap();
    // 30,000 / 3 = 10,000 cycles: 2 blocks of 5,000.
    let demand = narrow.kernels[0].demand;
    assert_eq!((demand.threads, demand.blocks, demand.est), (3, 2, 6000));
    let cost = CostModel { bytes_per_cycle_per_sip: 32, overhead_cycles: 7, ..ImportOptions::default().cost };
    let fast = read(&model.bytes(), &ImportOptions { cost, ..ImportOptions::default() }).unwrap();
    // 15,000 cycles are worth 3 SIPs, which do it in one block of 5,000.
    let demand = fast.kernels[0].demand;
    assert_eq!((demand.threads, demand.blocks, demand.est), (3, 1, 5007));
}

/// 65 channels are worth 2 threads; of 4,000,000 bytes a block of 2 threads moves 32 a cycle, 125,000
/// cycles are 21 blocks of at most 6,000: ceil(4,000,000 / 21) = 190,477 bytes are 5,953 cycles.
#[rstest]
#[case(&[1, 65, 7693], 16, 64)] // three dimensions: the last counts
#[case(&[1, 65, 1, 7693], 2, 21)]
fn channels_limit_threads(#[case] dims: &[i64], #[case] threads: u32, #[case] blocks: u32) {
    let model = Build::new(17).input("x", FLOAT, dims).node("Relu", "x", "y").output("y");
    let kernel = &import(&model).unwrap().kernels[0];
    assert_eq!(kernel.work.bytes, 2 * 4 * 65 * 7693);
    assert_eq!(kernel.demand.threads, threads);
    if threads == 2 {
        assert_eq!((kernel.demand.blocks, kernel.demand.est), (blocks, 6953));
    }
}

/// A view moves nothing; a gather reads what it writes; an input read twice counts once.
#[rstest]
#[case("Reshape", "x s", 0)]
#[case("Gather", "x i", 4 * 6 + 4 * 6 + 8 * 3)] // 3 rows of 2 floats in and out, 3 indices
#[case("Mul", "x x", 4 * 20 + 4 * 20)]
#[case("Transpose", "x", 4 * 20 + 4 * 20)]
fn bytes_are_what_is_moved(#[case] op: &str, #[case] inputs: &str, #[case] bytes: u64) {
    let model = Build::new(17)
        .input("x", FLOAT, &[10, 2])
        .input("i", INT64, &[3])
        .list("s", &[20])
        .node(op, inputs, "y")
        .output("y");
    assert_eq!(import(&model).unwrap().kernels[0].work.bytes, bytes);
}

#[test]
fn recognised_as_a_graph_in_cycles() {
    let bytes = unordered().bytes();
    let (format, content) = recognise(&bytes).unwrap();
    assert_eq!(format, ImportFormat::Onnx);
    let graph = graph(format, &content, "g", &ImportOptions::default()).unwrap();
    assert!(graph.is_in_cycles());
    // 6 floats in and out: 48 bytes are 3 cycles; the Add reads one more: 72 bytes, 5 cycles.
    assert_eq!(graph.tasks().iter().map(|task| task.time).collect::<Vec<_>>(), [1003, 1003, 1005]);
    assert_eq!(graph.demands().unwrap()[2].est, 1005);
}
