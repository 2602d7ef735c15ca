//! Traces of an emulator: workloads from computing instructions, and errors with their lines.

use hws_plan::gemini::GeminiTrace;
use rstest::rstest;

fn line(name: &str, workload: i64, start: u64, end: u64) -> String {
    format!(
        "[{name}, {{'slyr': 1, 'clyr': [1, 3], 'wkl': {workload}, 'tile': 0}}, {{'inst_idx': 4, 'time': [{start}, {end}]}}, {{'DF': <DataFmt.FP16: 3>, 'Tile': [3, 7]}}]\n"
    )
}

#[test]
fn a_workload_spans_its_computing_instructions() {
    let text = [
        line("lw_mov", 0, 5, 20),
        line("pe_cfg_fm", 0, 0, 4),
        line("pe_conv", 0, 20, 50),
        line("vp_pool", 0, 45, 70),
        "\n".to_owned(),
        line("vp_self", 12, 70, 71),
        line("dt_cal", 12, 60, 60),
        line("sta_mov", 12, 71, 99),
    ];
    let trace = GeminiTrace::from_text(&text.concat()).unwrap();
    let workloads: Vec<_> = trace.workloads.into_iter().collect();
    assert_eq!((workloads, trace.end), (vec![(0, (20, 70)), (12, (60, 71))], 99));
}

#[rstest]
#[case("", "the trace has no computing instruction (pe_…, vp_… or dt_…); give the trace of a whole run")]
#[case(&line("lw_mov", 0, 5, 20), "the trace has no computing instruction (pe_…, vp_… or dt_…); give the trace of a whole run")]
#[case(&format!("{}pe_conv", line("pe_conv", 0, 5, 20)), "2: `pe_conv` is not legal here; give an instruction `[NAME, …]`")]
#[case(
    "[pe_conv, {'wkl': 0}, {'time': [5, ",
    "1: `[pe_conv, {'wkl': 0}, {'time': [5, ` is not legal here; give an instruction with 'time': [START, END]"
)]
#[case(
    "[pe_conv, {'wkl': 0}, {'time': [-5, 6]}]",
    "1: `[pe_conv, {'wkl': 0}, {'time': [-5, 6]}]` is not legal here; give an instruction with 'time'"
)]
#[case(
    "[pe_conv, {'wkl': 0}, {'time': [7, 6]}]",
    "1: `[pe_conv, {'wkl': 0}, {'time': [7, 6]}]` is not legal here; give an instruction that ends"
)]
#[case(
    "\n[pe_conv, {'workload': 0, 'tile': 12345678901234567}, {'time': [5, 6]}]",
    "2: `[pe_conv, {'workload': 0, 'tile': 123456…` is not legal here; give an instruction with 'wkl': WORKLOAD"
)]
fn a_line_that_is_no_instruction_is_refused(#[case] text: &str, #[case] start: &str) {
    let error = GeminiTrace::from_text(text).unwrap_err().to_string();
    assert!(error.starts_with(start), "\n found {error}\nwanted {start}");
}
