//! Formats by content: magic bytes, keys, first lines; never by name.

use std::io::Write;

use flate2::{Compression, write::GzEncoder};
use hws_plan::import::{Content, Format, Options, graph, recognise};
use rstest::rstest;

#[rstest]
#[case("3\n0 1 0\n", Format::Stg)]
#[case("# graph\n\n  3  \n", Format::Stg)]
#[case("\u{feff}3\n", Format::Stg)]
#[case("34 42\n0 input input 0 0\n", Format::Cnn)]
#[case("34 42\n0 input\n", Format::Cnn)] // cut off: its reader says so
#[case("# measured\n1 0\n0 1 2 3 4\n", Format::Cnn)] // a name may be a number
#[case("2 4\n0 1 0\n", Format::Stg)] // communication costs: its reader refuses them by name
#[case(r#"{"xlen": 1, "-1": {}}"#, Format::Gemini)]
#[case(" \n{\"ir\": {}}", Format::Gemini)]
#[case(r#"{"xlen": 1, "-1": {"in": ["#, Format::Gemini)] // damaged: its reader says where
#[case(r#"{"-1": {"in": [], "out": ["#, Format::Gemini)] // cut off before the other key
#[case(r#"{"workflow": {}, "tasks": []}"#, Format::WfCommons)]
#[case(r#"{"name": "x", "workflow": {"tasks": ["#, Format::WfCommons)] // cut off
#[case(r#"{"tasks": [], "edges": []}"#, Format::Rank)]
#[case(r#"{"tasks": [{"id": 1, "cost""#, Format::Rank)] // cut off
#[case(r#"{"dags": [], "tasks": []}"#, Format::Workload)]
#[case("hardware: {}\ndags:\n  - id: a\n", Format::Workload)]
#[case("\"dags\" : []\n", Format::Workload)]
#[case(r#"{"dags": []}"#, Format::Workload)]
#[case("{ dags: [] }\ndags: []\n", Format::Workload)]
#[case(r#"{"hws_plan": 1, "dags": []}"#, Format::Plan)]
#[case(r#"{"dags": [], "hws_plan": 1, "kernels": ["#, Format::Plan)] // damaged
#[case(r#"{"dags": [{"id": "hws_plan"}]}"#, Format::Workload)]
fn formats(#[case] text: &str, #[case] format: Format) {
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
#[case(b"hello\nworld", "not a format this program reads: looked for gzip, an ONNX")]
#[case(b"{\"a\": 1}", "not a format this program reads")]
#[case(b"  dags: []\n", "not a format this program reads")] // a nested key is no workload
#[case(br#"{"tasks": []}"#, "there is no task (give at least one)")]
#[case(br#"{"tasks": [{"id": 1}]}"#, "tasks[0].cost: task 1: missing (add it)")]
#[case(b"12\xff", "byte 2 is not UTF-8")]
#[case(b"\x1f\x8b\x08", "the gzip data is damaged")]
fn refusals(#[case] bytes: &[u8], #[case] start: &str) {
    let error = recognise(bytes)
        .and_then(|(format, content)| graph(format, &content, "x", &Options::default()))
        .unwrap_err();
    assert!(error.to_string().contains(start), "{error}");
}

#[rstest]
#[case(Format::Workload, "a workload file")]
#[case(Format::Plan, "a plan")]
fn what_has_many_graphs_is_not_a_graph(#[case] format: Format, #[case] what: &str) {
    let error = graph(format, &Content::Text("dags: []".into()), "w", &Options::default()).unwrap_err();
    assert_eq!(
        error.in_file("w").to_string(),
        format!("w: this is {what}, not a single graph (run it with `hws run`)")
    );
}
