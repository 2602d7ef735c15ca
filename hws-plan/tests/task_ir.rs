//! Task IR in protobuf's text format: the graph, its work, the grammar, refusals and their places.

use hws_plan::TaskGraph;
use hws_plan::import::{self, ImportFormat, ImportOptions};
use rstest::rstest;

fn read(text: &str) -> Result<TaskGraph, String> {
    let (format, content) = import::recognise(text.as_bytes()).map_err(|error| error.to_string())?;
    assert_eq!(format, ImportFormat::TaskIr);
    import::graph(format, &content, "net", &ImportOptions::default())
        .map_err(|error| error.in_file("f.task.txt").to_string())
}

/// A convolution of a 6x6 image with four 3x3 kernels, a 2x2 pool, a fully connected layer of ten outputs. Between pool and
/// layer the data is reshaped.
const NET: &str = "\
# a small network
blocks { id: 0 type: INPUT precision: INT_8 shape { nx: 6 ny: 6 nf: 1 } output_clusters { interfaces { edge_id: 0 } } socket_id: 0 }
blocks { id: 1 type: SIC2D precision: INT_8 shape { nx: 6 ny: 6 nr: 1 } }
blocks { id: 2 type: SW2D precision: INT_8 shape { nf: 4 nr: 1 nkx: 3 nky: 3 }
  data { dims: 4 dims: 1 dims: 3 dims: 3 precision: INT_8 int32_data: [1, -2, 3] int32_data: 4 name: \"w } \\\" {\" } }
blocks { id: 3 type: SB precision: INT_32 shape { nf: 4 } }
blocks { id: 4 type: CC2D precision: INT_32 shape { nx: 4 ny: 4 nf: 4 nr: 1 nkx: 3 nky: 3 niy: 6 nix: 6 }
  attributes { type: KERNEL_X precision: INT_32 int_value: 3 } bias_type: VECTOR }
blocks { id: 5 type: SI precision: INT_32 shape { nx: 4 ny: 4 nf: 4 } pipeline_num: 2 }
blocks { id: 6 type: CCMPB precision: INT_8 shape { nx: 2 ny: 2 nf: 4 nkx: 2 nky: 2 niy: 4 nix: 4 } }
blocks { id: 7 type: SIFC precision: INT_8 shape { nr: 16 } }
blocks { id: 8 type: SWFC precision: INT_8 shape { nf: 10 nr: 16 } }
blocks { id: 9 type: SB precision: INT_32 shape { nf: 10 } }
blocks { id: 10 type: CVM precision: INT_32 shape { nf: 10 nr: 16 } bias_type: VECTOR }
blocks { id: 11 type: OUTPUT precision: INT_32 shape { nf: 10 } socket_id: 0 }
edges { id: 0 src_block_id: 0 dst_block_id: 1 }
edges { id: 1 src_block_id: 1 dst_block_id: 4 }
edges { id: 2 src_block_id: 2 dst_block_id: 4 }
edges { id: 3 src_block_id: 3 dst_block_id: 4 }
edges { id: 4 src_block_id: 4 dst_block_id: 5 }
edges { id: 5 src_block_id: 5 dst_block_id: 6 }
edges { id: 6 src_block_id: 6 dst_block_id: 7 rearrange_info { type: RESHAPE matrix { dims: 3 int32_data: 2 } } }
edges { id: 7 src_block_id: 7 dst_block_id: 10 }
edges { id: 8 src_block_id: 8 dst_block_id: 10 }
edges { id: 9 src_block_id: 9 dst_block_id: 10 }
edges { id: 10 src_block_id: 10 dst_block_id: 11 }
groups { group_id: 0 block_ids: [1, 2, 3, 4] }
";

/// Name, estimate, threads and blocks, predecessors with their bytes.
type Row = (String, u64, u32, u32, Vec<(usize, u64)>);

fn rows(graph: &TaskGraph) -> Vec<Row> {
    let (demands, bytes) = (graph.demands().unwrap(), graph.bytes().unwrap());
    let rows = graph.tasks().iter().zip(demands).zip(bytes).map(|((task, demand), bytes)| {
        let preds = task.preds.iter().copied().zip(bytes.iter().copied()).collect();
        (task.id.clone(), demand.est, demand.threads, demand.blocks, preds)
    });
    rows.collect()
}

/// Blocks that compute are kernels. With 1024 operations and 16 bytes a cycle, and 1000 cycles of overhead:
/// * CC2D has 2 x 4x4x4 x 3x3 = 1152 operations, reads 36 + 36 + 16 bytes and writes 256: max(2, 22) cycles;
/// * CCMPB has 2x2x4 x 2x2 = 64 operations, reads 256 bytes and writes 16: max(1, 17) cycles;
/// * CVM has 2 x 10 x 16 operations, reads 16 + 160 + 40 bytes and writes 40: max(1, 16) cycles.
#[test]
fn blocks_that_compute_are_kernels_and_the_others_carry_their_results() {
    let graph = read(NET).unwrap();
    assert!(graph.is_in_cycles());
    let expected = [
        ("CC2D 4".to_owned(), 1022, 1, 1, vec![]),
        ("CCMPB 6".to_owned(), 1017, 1, 1, vec![(0, 256)]),
        ("CVM 10".to_owned(), 1016, 1, 1, vec![(1, 16)]),
    ];
    assert_eq!(rows(&graph), expected);
}

/// A convolution of 64 x 64 points from 256 to 512 channels: 2 x 64x64x512 x 256 operations are 1,048,576 cycles of one SIP, more
/// than its bytes; 512 channels are worth 8 threads, and blocks of at most 6000 cycles would be 22.
#[test]
fn large_blocks_get_threads_and_blocks_as_operators_of_onnx_models_do() {
    let graph = read(
        "blocks { id: 1 type: CC precision: INT_32 shape { nx: 64 ny: 64 nf: 512 nr: 256 nkx: 1 nky: 1 } }",
    )
    .unwrap();
    let blocks = 1_048_576_u64.div_ceil(8).div_ceil(6000);
    assert_eq!(
        rows(&graph),
        [("CC 1".to_owned(), 131_072_u64.div_ceil(blocks) + 1000, 8, blocks as u32, vec![])]
    );
}

/// Two kernels write halves of 8 x 1 values of 16 bits, a third reads a quarter of the whole: 4 values of 2 bytes.
#[test]
fn parts_of_a_block_carry_their_own_size() {
    let text = "
        blocks { id: 1 type: CAX precision: INT_16 shape { nf: 4 } }
        blocks { id: 2 type: CAX precision: INT_16 shape { nf: 4 } }
        blocks { id: 3 type: SI precision: INT_16 shape { nf: 8 }
          output_clusters { interfaces { position { nf: 2 } size { nf: 4 } edge_id: 3 } } }
        blocks { id: 4 type: CLUT precision: UINT_4 shape { nf: 4 } }
        edges { id: 1 src_block_id: 1 dst_block_id: 3 }
        edges { id: 2 src_block_id: 2 dst_block_id: 3 }
        edges { id: 3 src_block_id: 3 dst_block_id: 4 }";
    let [.., (name, est, _, _, preds)] = &rows(&read(text).unwrap())[..] else { unreachable!() };
    // 4 operations; 8 bytes read and 2 written are one cycle.
    assert_eq!((name.as_str(), *est, &preds[..]), ("CLUT 4", 1001, &[(0, 8), (1, 8)][..]));
}

/// An addition of three branches with a vector of biases has three operations a point; the shape may give the number.
#[rstest]
#[case("bias_type: VECTOR", 3072)]
#[case("bias_type: CONSTANT", 4096)]
#[case("", 4096)]
fn an_addition_counts_its_branches(#[case] bias: &str, #[case] ops: u64) {
    let inputs = (2..6).map(|id| {
        format!(
            "blocks {{ id: {id} type: SI precision: TERNARY shape {{ nf: 1024 }} }}\n\
             edges {{ id: {id} src_block_id: {id} dst_block_id: 1 }}\n"
        )
    });
    let add = format!("blocks {{ id: 1 type: CADD precision: TERNARY shape {{ nf: 1024 }} {bias} }}\n");
    let text: String = [add].into_iter().chain(inputs).collect();
    let options = ImportOptions {
        cost: hws_plan::cost::CostModel {
            ops_per_cycle_per_sip: 1,
            bytes_per_cycle_per_sip: 1 << 20,
            overhead_cycles: 0,
        },
        ..ImportOptions::default()
    };
    let (format, content) = import::recognise(text.as_bytes()).unwrap();
    let graph = import::graph(format, &content, "net", &options).unwrap();
    assert_eq!(graph.tasks()[0].time, ops);
}

/// What protobuf's text format allows, and types by number.
#[rstest]
#[case("blocks: { id: 1; type: CC, precision: INT_8 shape: < nx: 2 > }")]
#[case("blocks<id:1 type:11 precision:0 shape{nx:2}>")]
#[case(
    "\u{feff}\n# first\nblocks {\n id : 1 # an id\n type : CC\r\n precision: INT_8\n shape { nx: +2 extra_dimensions: [] } }\n"
)]
#[case(
    "test_config { test_case_name: 'a \\' b' random_seed: 7 }\nblocks { id: 1 type: CC precision: INT_8 shape { nx: 2 } data { float_data: [1.5, -2e3, nan] } }"
)]
fn the_text_format_is_read_in_its_variants(#[case] text: &str) {
    assert_eq!(rows(&read(text).unwrap()), [("CC 1".to_owned(), 1001, 1, 1, vec![])]);
}

#[rstest]
#[case(
    "blocks { id: 1 typ: CC }",
    "f.task.txt:1:16: unknown field `typ`; did you mean `type`? the fields of a block are "
)]
#[case("blocks { id: 1 type: CONV }", "f.task.txt:1:22: unknown type `CONV`; ")]
#[case(
    "blocks { id: 1 type: CC precision: INT8 }",
    "f.task.txt:1:36: unknown precision `INT8`; did you mean `INT_8`? the known ones are "
)]
#[case(
    "blocks { id: one }",
    "f.task.txt:1:14: `one` where an integer of 32 bits is expected; write an integer of 32 bits"
)]
#[case(
    "blocks { id: 1 shape { nx: -3 } }",
    "f.task.txt:1:28: `-3` where an integer from 0 to 2^31 - 1 is expected"
)]
#[case("blocks { id: 1 shape { nx: 2147483648 } }", "f.task.txt:1:28: `2147483648` where")]
#[case("blocks { type: CC }", "f.task.txt:1:1: a block has no id; give it")]
#[case("blocks { id: 1 precision: INT_8 shape { nx: 1 } }", "f.task.txt:1:1: block 1 has no type; give it")]
#[case("blocks { id: 1 type: CC shape { nx: 1 } }", "f.task.txt:1:1: block 1 has no precision; give it")]
#[case("blocks { id: 1 type: CC precision: INT_8 }", "f.task.txt:1:1: block 1 has no shape; give it")]
#[case(
    "blocks { id: 1 type: CC precision: INT_8 shape { nx: 1 } is_virtual: true }",
    "f.task.txt:1:70: a virtual block is not supported; give the graph before it is mapped"
)]
#[case("blocks {} ", "f.task.txt:1:1: a block has no id; give it")]
#[case(
    "blocks { id: 1",
    "f.task.txt:1:15: the file ends inside a message, before its `}`; copy the whole file again"
)]
#[case(
    "blocks {\n  id:",
    "f.task.txt:2:6: the file ends where an integer of 32 bits is expected; copy the whole file again"
)]
#[case("blocks { id 1 }", "f.task.txt:1:13: `1` where `:` is expected; write `:`")]
#[case("blocks { data: ] }", "f.task.txt:1:16: `]` where a value is expected; write a value")]
#[case("blocks { data { a: [1 } ] }", "f.task.txt:1:23: `}` where a value is expected")]
#[case("blocks { 7 }", "f.task.txt:1:10: `7` where the name of a field is expected")]
#[case("blocks { id: 1 @ }", "f.task.txt:1:16: `@` begins no token; write protobuf in its text format")]
#[case(
    "blocks { data { name: \"a\n\" } }",
    "f.task.txt:1:23: a string without its end; close it on its line"
)]
#[case(
    "blocks { id: 1 type: SI precision: INT_8 shape { nx: 1 } }\nedges { id: 2 src_block_id: 1 }",
    "f.task.txt:2:1: edge 2 has no dst_block_id; give it"
)]
#[case(
    "blocks { id: 1 type: SI precision: INT_8 shape { nx: 1 } }\nedges { id: 2 src_block_id: 1 dst_block_id: 9 }",
    "f.task.txt:2:1: edge 2 names block 9, which does not exist; name an existing block"
)]
#[case(
    "blocks { id: 1 type: SI precision: INT_8 shape { nx: 1 } }\nblocks { id: 1 type: SI precision: INT_8 shape { nx: 1 } }",
    "f.task.txt:2:1: there are two blocks with the id 1; give each block an id of its own"
)]
#[case(
    "blocks { id: 1 type: CC precision: INT_8 shape { nx: 1 } }\nblocks { id: 2 type: SI precision: INT_8 shape { nx: 1 } }\nedges { id: 1 src_block_id: 1 dst_block_id: 2 }\nedges { id: 2 src_block_id: 2 dst_block_id: 1 }",
    "f.task.txt:1:1: block 1 waits for itself: 1 waits for 2, 2 for 1; remove one of these edges"
)]
#[case(
    "blocks { id: 1 type: CC precision: INT_8 shape { nx: 2000000000 ny: 2000000000 nf: 2000000000 } }",
    "f.task.txt:1:1: block 1 is too large: its operations or bytes exceed 64 bits; split the block"
)]
#[case(
    "blocks { id: 1 type: CC precision: INT_8 shape { nx: 2000000000 ny: 2000000 nr: 2000 } }",
    "f.task.txt:1:1: block 1: a block takes "
)]
#[case(
    "blocks { id: 1 type: SI precision: INT_8 shape { nx: 1 } }",
    "f.task.txt: the graph has no tasks; give at least one"
)]
#[case("edges { }\nfoo: 3", "f.task.txt:1:1: an edge has no id; give it")]
#[case(
    "groups { }\nblock { }",
    "f.task.txt:2:1: unknown field `block`; did you mean `blocks`? the fields of the file are "
)]
fn refusals_name_the_place_and_the_remedy(#[case] text: &str, #[case] expected: &str) {
    let error = read(text).unwrap_err();
    assert!(error.starts_with(expected), "{error}");
}

#[test]
fn messages_may_not_nest_without_end() {
    let text = format!("blocks {}", "{ input_clusters ".repeat(100_000));
    assert!(read(&text).unwrap_err().contains("unknown field `input_clusters`"));
    let data = format!("blocks {{ data {}", "{ a ".repeat(100_000));
    assert!(read(&data).unwrap_err().contains("the file ends where a value is expected"));
}

/// A file that was cut off is refused with a place, or is a smaller graph.
#[test]
fn a_cut_file_never_panics() {
    for end in (0..NET.len()).filter(|&end| NET.is_char_boundary(end)) {
        if let Ok((ImportFormat::TaskIr, content)) = import::recognise(&NET.as_bytes()[..end]) {
            let _ = import::graph(ImportFormat::TaskIr, &content, "cut", &ImportOptions::default());
        }
    }
}
