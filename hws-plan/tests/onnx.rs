//! The networks of `examples/models`: they match their program, are recognised, read and counted.
//!
//! Every total is a published one, or follows from the layer table of the network's paper. The models of the
//! `onnx` package are read by `.ci/onnx`, which derives kernels and multiply-adds from onnx's own shape inference.

use crate::common;
use std::collections::BTreeMap;
use std::io::Write;

use flate2::{Compression, write::GzEncoder};
use hws_plan::import::onnx::{OnnxModel, OnnxTensor, read};
use hws_plan::import::{self, ImportFormat, ImportOptions};
use hws_plan::{example, priorities};
use onnx_models::networks;
use rstest::rstest;

/// The program that writes the files.
#[path = "../examples/onnx_models"]
mod onnx_models {
    pub(super) mod networks;
}

const MOBILENET: &[u8] = include_bytes!("../../examples/models/mobilenet.onnx");
const RESNET50: &[u8] = include_bytes!("../../examples/models/resnet50.onnx");
const SQUEEZENET: &[u8] = include_bytes!("../../examples/models/squeezenet.onnx");

fn model(bytes: &[u8], fuse: bool) -> OnnxModel {
    read(bytes, &ImportOptions { fuse, ..ImportOptions::default() }).unwrap()
}

/// Multiply-adds of the kernels whose names satisfy `part`.
fn macs(model: &OnnxModel, part: impl Fn(&str) -> bool) -> u64 {
    model.kernels.iter().filter(|kernel| part(&kernel.name)).map(|kernel| kernel.macs).sum()
}

/// Trained parameters: of the weights with names that satisfy `part`, all except batch statistics.
fn parameters(model: &OnnxModel, part: impl Fn(&str) -> bool) -> u64 {
    let is_learnt = |tensor: &&OnnxTensor| {
        tensor.is_constant && !["shape", "mean", "variance"].iter().any(|end| tensor.name.ends_with(end))
    };
    let tensors = model.tensors.iter().filter(is_learnt).filter(|tensor| part(&tensor.name));
    tensors.map(|tensor| tensor.shape.iter().product::<u64>()).sum()
}

fn rounded(value: u64, unit: u64) -> u64 {
    (value + unit / 2) / unit
}

fn all(_: &str) -> bool {
    true
}

/// `cargo run -p hws-plan --example onnx_models -- examples/models` rewrites the files.
#[test]
fn the_files_are_what_their_program_writes() {
    let files = [MOBILENET, RESNET50, SQUEEZENET];
    assert_eq!(networks::ALL.map(|(name, _)| name), ["mobilenet", "resnet50", "squeezenet"]);
    for ((name, network), file) in networks::ALL.into_iter().zip(files) {
        assert!(network() == file, "examples/models/{name}.onnx is out of date");
    }
}

#[rstest]
#[case(SQUEEZENET, "squeezenet")]
#[case(RESNET50, "resnet50")]
fn recognised_by_content_plain_and_packed(#[case] bytes: &[u8], #[case] name: &str) {
    let (format, content) = import::recognise(bytes).unwrap();
    assert_eq!(format, ImportFormat::Onnx);
    let graph = import::graph(format, &content, name, &ImportOptions::default()).unwrap();
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(bytes).unwrap();
    let packed = gzip.finish().unwrap();
    let (format, content) = import::recognise(&packed).unwrap();
    assert_eq!(import::graph(format, &content, name, &ImportOptions::default()).unwrap(), graph);
    assert_eq!(graph.name(), name);
}

/// SqueezeNet: 26 convolutions with a ReLU each, 8 joins, 3 pools and 3 more. ResNet-50: 53 convolutions, each with
/// its normalisation, 16 sums, 49 ReLUs (not behind the 4 projections) and 5 more. MobileNet: 27 convolutions with
/// normalisation and ReLU, and 4 more.
#[rstest]
#[case(SQUEEZENET, 26 * 2 + 8 + 3 + 3)]
#[case(RESNET50, 53 * 2 + 16 + 49 + 5)]
#[case(MOBILENET, 27 * 3 + 4)]
fn a_kernel_for_each_operator(#[case] bytes: &[u8], #[case] kernels: usize) {
    let model = model(bytes, false);
    let names: std::collections::BTreeSet<_> = model.kernels.iter().map(|kernel| &kernel.name).collect();
    assert_eq!((model.kernels.len(), names.len()), (kernels, kernels));
}

/// Table 1 of the paper: parameters before pruning, and the sizes of the maps. A layer does a multiply-add for each
/// of its parameters but the biases, one for each output channel, at each place of its maps.
#[rstest]
#[case("conv1", 14_208, 96, 111)]
#[case("fire2", 11_920, 16 + 128, 55)]
#[case("fire3", 12_432, 16 + 128, 55)]
#[case("fire4", 45_344, 32 + 256, 55)]
#[case("fire5", 49_440, 32 + 256, 27)]
#[case("fire6", 104_880, 48 + 384, 27)]
#[case("fire7", 111_024, 48 + 384, 27)]
#[case("fire8", 188_992, 64 + 512, 27)]
#[case("fire9", 197_184, 64 + 512, 13)]
#[case("conv10", 513_000, 1000, 13)]
fn squeezenet_layer_by_layer(
    #[case] layer: &str,
    #[case] published: u64,
    #[case] biases: u64,
    #[case] size: u64,
) {
    let model = model(SQUEEZENET, false);
    let of_layer = |name: &str| name.split('.').next() == Some(layer);
    assert_eq!(parameters(&model, of_layer), published);
    assert_eq!(macs(&model, of_layer), (published - biases) * size * size);
}

/// The last row of the same table.
#[test]
fn squeezenet_in_total() {
    assert_eq!(parameters(&model(SQUEEZENET, false), all), 1_248_424);
}

/// 3.8 x 10^9 multiply-adds in Table 1 of the paper, which the built-in example counts from the same table;
/// parameters as torchvision documents them for `ResNet50_Weights` (`num_params`).
#[test]
fn resnet50_in_total() {
    let model = model(RESNET50, false);
    let layers = example::dags().remove(0).kernels.into_iter().filter(|kernel| !kernel.name.contains("pool"));
    let total = macs(&model, all);
    assert_eq!(total, layers.map(|kernel| kernel.ops / 2).sum::<u64>());
    assert_eq!(total / 100_000_000, 38);
    assert_eq!(parameters(&model, all), 25_557_032);
}

/// Table 8 of the paper.
#[test]
fn mobilenet_in_total() {
    let model = model(MOBILENET, false);
    assert_eq!(rounded(macs(&model, all), 1_000_000), 569);
    assert_eq!(rounded(parameters(&model, all), 100_000), 42);
}

/// Table 2 of the paper: shares of multiply-adds and parameters in hundredths of a percent; those of parameters
/// without normalisation and biases. For the first convolution the paper prints 1.19 %, with two digits
/// swapped: with 1.91 %, its column adds up to 100 %.
#[rstest]
#[case("pointwise", 9486, 7459)]
#[case("depthwise", 306, 106)]
#[case("conv1", 191, 2)]
#[case("classes", 18, 2433)]
fn mobilenet_by_kind_of_layer(#[case] kind: &str, #[case] of_macs: u64, #[case] of_parameters: u64) {
    let model = model(MOBILENET, false);
    let is_kind = |name: &str| name.split('.').any(|part| part == kind);
    let share = |part: u64, whole: u64| rounded(10_000 * part, whole);
    assert_eq!(share(macs(&model, is_kind), macs(&model, all)), of_macs);
    let weights =
        |part: &dyn Fn(&str) -> bool| parameters(&model, |name| part(name) && name.ends_with("weights"));
    assert_eq!(share(weights(&is_kind), weights(&all)), of_parameters);
}

/// Each Relu joins its convolution, and Dropout the last join; pools, joins and Softmax stay.
#[test]
fn squeezenet_fused() {
    let fused = model(SQUEEZENET, true);
    let mut counts = BTreeMap::new();
    for kernel in &fused.kernels {
        *counts.entry(kernel.operators.join("+")).or_insert(0) += 1;
    }
    let expected = [("Concat", 7), ("Concat+Dropout", 1), ("Conv+Relu", 26)];
    let pools = [("GlobalAveragePool", 1), ("MaxPool", 3), ("Softmax", 1)];
    assert_eq!(counts, expected.into_iter().chain(pools).map(|(name, n)| (name.to_owned(), n)).collect());
    assert_eq!(macs(&fused, all), macs(&model(SQUEEZENET, false), all));
}

/// 16 residual sums: each joins the last convolution before it, together with the Relu after it.
#[test]
fn resnet50_fused() {
    let fused = model(RESNET50, true);
    let with =
        |operators: &[&str]| fused.kernels.iter().filter(|kernel| kernel.operators == operators).count();
    assert_eq!(with(&["Conv", "BatchNormalization", "Add", "Relu"]), 16);
    assert_eq!(with(&["Conv", "BatchNormalization", "Relu"]), 33);
    assert_eq!(with(&["Conv", "BatchNormalization"]), 4);
    assert_eq!(macs(&fused, all), macs(&model(RESNET50, false), all));
}

/// 96 channels of 7 x 7 from 3, stride 2, from 227 x 227 to 111 x 111.
#[test]
fn the_first_convolution_by_hand() {
    let kernel = &model(SQUEEZENET, false).kernels[0];
    let (outputs, window) = (96 * 111 * 111, 7 * 7 * 3);
    assert_eq!((kernel.operators.join("+").as_str(), kernel.macs), ("Conv", outputs * window));
    // A multiply-add is two operations; the bias is one for each output.
    assert_eq!(kernel.work.ops, 2 * outputs * window + outputs);
    // Image, weights, bias and result, four bytes each.
    assert_eq!(kernel.work.bytes, 4 * (3 * 227 * 227 + 96 * window + 96 + outputs));
    // 96 channels are two threads, which take ceil(348,930,720 / 2048) = 170,377 cycles (bytes: 5,406,444 / 32, less).
    // At most 6,000 cycles a block: 29 blocks of ceil(12,032,094 / 2048) = 5,876, and 1,000 each on top.
    let demand = kernel.demand;
    assert_eq!((demand.threads, demand.blocks, demand.est), (2, 29, 6876));
}

#[test]
fn a_graph_in_cycles_has_ranks() {
    let (format, content) = import::recognise(RESNET50).unwrap();
    let graph = import::graph(format, &content, "resnet50", &ImportOptions::default()).unwrap();
    let demands = graph.demands().unwrap();
    assert!(graph.is_in_cycles());
    assert_eq!(u128::from(graph.total_time()), demands.iter().map(|demand| demand.work()).sum());
    assert!(priorities(&graph).on_cp[0], "one input: the first convolution is on every longest path");
}

#[test]
fn any_piece_of_a_model_is_imported_or_refused() {
    for start in (0..SQUEEZENET.len()).step_by(101) {
        common::import_any(&SQUEEZENET[start..]);
    }
}
