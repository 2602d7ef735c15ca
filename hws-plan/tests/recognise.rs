//! Formats by content: magic bytes, keys, first lines; never by name.

use std::io::Write;

use flate2::{Compression, write::GzEncoder};
use hws_plan::import::{Content, ImportFormat, ImportOptions, graph, recognise};
use rstest::rstest;

#[rstest]
#[case("3\n0 1 0\n", ImportFormat::Stg)]
#[case("# graph\n\n  3  \n", ImportFormat::Stg)]
#[case("\u{feff}3\n", ImportFormat::Stg)]
#[case("34 42\n0 input input 0 0\n", ImportFormat::Cnn)]
#[case("34 42\n0 input\n", ImportFormat::Cnn)] // cut off: its reader says so
#[case("# measured\n1 0\n0 1 2 3 4\n", ImportFormat::Cnn)] // a name may be a number
#[case("2 4\n0 1 0\n", ImportFormat::Stg)] // communication costs: its reader refuses them by name
#[case(r#"{"xlen": 1, "-1": {}}"#, ImportFormat::Gemini)]
#[case(" \n{\"ir\": {}}", ImportFormat::Gemini)]
#[case(r#"{"xlen": 1, "-1": {"in": ["#, ImportFormat::Gemini)] // damaged: its reader says where
#[case(r#"{"-1": {"in": [], "out": ["#, ImportFormat::Gemini)] // cut off before the other key
#[case(r#"{"workflow": {}, "tasks": []}"#, ImportFormat::WfCommons)]
#[case(r#"{"name": "x", "workflow": {"tasks": ["#, ImportFormat::WfCommons)] // cut off
#[case(r#"{"tasks": [], "edges": []}"#, ImportFormat::Rank)]
#[case(r#"{"tasks": [{"id": 1, "cost""#, ImportFormat::Rank)] // cut off
#[case(r#"{"dags": [], "tasks": []}"#, ImportFormat::Workload)]
#[case("hardware: {}\ndags:\n  - id: a\n", ImportFormat::Workload)]
#[case("\"dags\" : []\n", ImportFormat::Workload)]
#[case(r#"{"dags": []}"#, ImportFormat::Workload)]
#[case("{ dags: [] }\ndags: []\n", ImportFormat::Workload)]
#[case(r#"{"hws_plan": 1, "dags": []}"#, ImportFormat::Plan)]
#[case(r#"{"dags": [], "hws_plan": 1, "kernels": ["#, ImportFormat::Plan)] // damaged
#[case(r#"{"dags": [{"id": "hws_plan"}]}"#, ImportFormat::Workload)]
fn formats(#[case] text: &str, #[case] format: ImportFormat) {
    assert_eq!(recognise(text.as_bytes()).unwrap().0, format);
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(text.as_bytes()).unwrap();
    let packed = gzip.finish().unwrap();
    let (again, inflated) = recognise(&packed).unwrap();
    assert_eq!(again, format);
    assert_eq!(inflated.text().unwrap(), text.trim_start_matches('\u{feff}'));
}

#[rstest]
#[case(b"" as &[u8], "the file is empty")]
#[case(b" \n\t", "the file is empty")]
#[case(
    b";-- a comment\n",
    "this is a TIR program, not a graph of tasks; schedule it with `hws plan dataflow`"
)]
#[case(b"\n  # define N 3\n", "this is a TIR program")]
#[case(b"hello\nworld", "not a format this program reads: looked for gzip, an ONNX")]
#[case(b"{\"a\": 1}", "not a format this program reads")]
#[case(b"  dags: []\n", "not a format this program reads")] // a nested key does not make a workload
#[case(
    b"hardware: {}\ndag:\n  - id: a\n",
    "unknown key `dag`; did you mean `dags`? `dags` are the graphs of a workload"
)]
#[case(b"graphs: []\n", "unknown key `graphs`; did you mean `dags`")]
#[case(b"\"dgas\": []\n", "unknown key `dgas`; did you mean `dags`")]
#[case(br#"{"tasks": []}"#, "tasks: [] is not legal here; give a list of at least one task")]
#[case(br#"{"tasks": [{"id": 1}]}"#, "tasks[0].cost: task 1: missing; add it")]
#[case(b"12\xff", "byte 2 is not UTF-8")]
#[case(b"\x1f\x8b\x08", "the gzip data is damaged")]
fn refusals(#[case] bytes: &[u8], #[case] start: &str) {
    let error = recognise(bytes)
        .and_then(|(format, content)| graph(format, &content, "x", &ImportOptions::default()))
        .unwrap_err();
    assert!(error.to_string().contains(start), "{error}");
}

#[rstest]
#[case(ImportFormat::Workload, "a workload file")]
#[case(ImportFormat::Plan, "a plan")]
fn files_of_several_graphs_are_not_a_graph(#[case] format: ImportFormat, #[case] what: &str) {
    let error = graph(format, &Content::Text("dags: []".into()), "w", &ImportOptions::default()).unwrap_err();
    assert_eq!(
        error.in_file("w").to_string(),
        format!("w: this is {what}, not a single graph; run it with `hws run`")
    );
}
