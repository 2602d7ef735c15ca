//! Units of time.

use super::{Bench, expect};
use crate::common::{absent, as_text, file};

/// The same run in nanoseconds: every time stamp is a thousandth.
fn fine_and_coarse(name: &str) -> (String, String) {
    let fine = Bench { step: 5000, ..Bench::new() }.file(&format!("{name}_fine"));
    let coarse = Bench { unit: "1 ns", ..Bench::new() }.file(&format!("{name}_coarse"));
    (fine, coarse)
}

#[test]
fn cycles_are_paired_whatever_the_unit() {
    let (fine, coarse) = fine_and_coarse("cycles");
    expect(&[&fine, &coarse], 0, &[" compared=160 "]);
}

#[test]
fn edges_of_equal_time_are_paired_if_units_differ() {
    let (fine, coarse) = fine_and_coarse("by_time");
    expect(&[&fine, &coarse, "--by-time"], 0, &[" compared=160 "]);
    // Without the unit, no stamps are equal.
    let unknown = file("diff_inputs/no_unit.vcd", Bench::new().text().replace("$timescale 1ps $end\n", ""));
    expect(&[&fine, &unknown, "--by-time"], 3, &["only one dump states its time scale"]);
    let table = file("diff_inputs/by_time.csv", "time_ns,count\n5,1\n25,15\n");
    expect(&[&fine, &table, "--by-time", "--allow-shorter", "--min-coverage", "0"], 0, &[" compared=2 "]);
    expect(&[&fine, &coarse, "--by-time", "--offset", "1"], 2, &["cannot be used with"]);
}

#[test]
fn times_are_reported_with_their_unit() {
    let (fine, _) = fine_and_coarse("report");
    let wrong = Bench { unit: "10 ns", wrong: Some(3), ..Bench::new() }.file("report_wrong");
    let json = as_text(&absent("diff_inputs/report.json"));
    expect(&[&fine, &wrong, "--json", &json], 1, &["cycle 3 (time 35000 ps in A, 350 ns in B)"]);
    let json = std::fs::read_to_string(json).unwrap();
    assert!(json.contains("\"a\": \"1 ps\"") && json.contains("\"b\": \"10 ns\""), "{json}");
}

#[test]
fn windows_of_time_may_have_a_unit() {
    let wrong = Bench { unit: "1 ns", wrong: Some(3), ..Bench::new() }.file("window_wrong");
    let (_, coarse) = fine_and_coarse("window");
    expect(&[&coarse, &wrong, "--skip", "@0.03us..@36ns"], 0, &["1 skipped"]);
    expect(&[&coarse, &wrong, "--skip", "@36ns.."], 1, &["differ at cycle 3"]);
    expect(&[&coarse, &wrong, "--skip", "@36ns..@40"], 2, &["give both ends with a unit of time, or none"]);
    let unknown = file("diff_inputs/window.vcd", Bench::new().text().replace("$timescale 1ps $end\n", ""));
    expect(&[&unknown, &wrong, "--skip", "@36ns.."], 2, &["A does not state its time scale"]);
}
