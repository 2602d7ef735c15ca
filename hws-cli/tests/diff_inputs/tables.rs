//! CSV.

use std::fmt::Write as _;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;
use rstest::rstest;

use super::{Bench, CYCLES, expect};
use crate::common::{absent, as_text, fed, file};

/// The values of the bench, one row per cycle.
fn table(header: &str, row: impl Fn(u64, u64, u64) -> String) -> String {
    let mut text = format!("{header}\n");
    let rows = (0..CYCLES).map(|cycle| row(cycle, Bench::count(cycle), Bench::state(cycle)));
    rows.for_each(|row| writeln!(text, "{row}").unwrap());
    text
}

fn decimal() -> String {
    table("cycle,count,state,temp", |cycle, count, state| {
        format!("{cycle},{count},{state},{:?}", cycle as f64 / 4.0)
    })
}

#[rstest]
#[case("decimal", decimal(), &[], 120)]
#[case("crlf", decimal().replace('\n', "\r\n"), &[], 120)]
#[case("prefixes", table("# made here\n\n\u{20}cycle , \"count\",state[3:0]", |cycle, count, state| format!("{cycle}, 0x{count:X} ,4'd{state}")), &[], 80)]
#[case("binary", table("cycle;count;state", |cycle, count, state| format!("{cycle};0b{count:b};'o{state:o}")), &[], 80)]
#[case("mark", table("\u{feff}time,TOP.dut.count", |cycle, count, _| format!("{},{count}", 10 * cycle + 5)), &[], 40)]
#[case("digits", table("cycle,count,state", |cycle, count, state| format!("{cycle},{count:02x},{state}")), &["--radix-b", "count=hex"], 80)]
fn a_table_is_compared_with_a_dump(
    #[case] name: &str,
    #[case] text: String,
    #[case] options: &[&str],
    #[case] compared: u64,
) {
    let dump = Bench::new().file(&format!("table_{name}"));
    let table = file(&format!("diff_inputs/{name}.csv"), text);
    expect(
        &[&[dump.as_str(), &table, "--min-coverage", "0"], options].concat(),
        0,
        &[&format!(" compared={compared} ")],
    );
}

#[test]
fn two_tables_a_pipe_and_a_compressed_one_can_be_compared() {
    let (dump, text) = (Bench::new().file("ways"), decimal());
    let plain = file("diff_inputs/ways.csv", &text);
    let packed = absent("diff_inputs/ways_packed.csv.gz");
    let mut encoder = GzEncoder::new(std::fs::File::create(&packed).unwrap(), Compression::fast());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap();
    expect(&[&plain, &as_text(&packed)], 0, &[" compared=120 "]);
    let (status, said, _) = fed(&["diff", "-", &dump], &text);
    assert!(status == Some(0) && said.contains("A: standard input"), "{said}");
}

#[test]
fn a_difference_has_the_number_of_the_row() {
    let dump = Bench::new().file("row");
    let late =
        table("cycle,count", |cycle, count, _| format!("{cycle},{}", if cycle == 23 { 0 } else { count }));
    let table = file("diff_inputs/row.csv", late);
    expect(&[&table, &dump], 1, &["differ at cycle 23", "count A 0x0 B 0xa2"]);
}

#[test]
fn rows_are_paired_by_the_numbers_that_they_have() {
    let dump = Bench::new().file("numbers");
    let text: String =
        decimal().lines().filter(|line| !line.starts_with("7,")).map(|line| format!("{line}\n")).collect();
    let table = file("diff_inputs/numbers.csv", text);
    expect(&[&dump, &table], 1, &["1 cycles of A are not in B, the first is cycle 7"]);
    expect(&[&dump, &table, "--allow-shorter"], 0, &[" compared=117 "]);
}

#[test]
fn unknown_cells_are_counted() {
    let dump = Bench::new().file("unknown");
    let text = table("cycle,count", |cycle, count, _| match cycle {
        2 => "2,x".to_owned(),
        3 => "3,".to_owned(),
        4 => "4,8'b00xxxxxx".to_owned(),
        _ => format!("{cycle},{count}"),
    });
    let table = file("diff_inputs/unknown.csv", text);
    expect(&[&dump, &table, "--min-coverage", "0"], 0, &["unknown=3 ", "count (3 times)"]);
    expect(&[&dump, &table, "--x", "strict"], 1, &["differ at cycle 2"]);
}

#[test]
fn reals_are_equal_up_to_epsilon() {
    let (a, b) = (Bench::new().file("cold"), Bench { warmer: 0.125, ..Bench::new() }.file("warm"));
    expect(&[&a, &b], 1, &["temp A 0.0 B 0.125"]);
    expect(&[&a, &b, "--epsilon", "0.125"], 0, &[" compared=160 "]);
    expect(&[&a, &b, "--epsilon", "-1"], 2, &["`-1` is not a valid difference"]);
}

/// Verilator writes parameters as `real_parameter`.
#[rstest]
fn every_kind_of_real_is_compared(#[values("realtime", "real_parameter", "shortreal")] kind: &str) {
    let text =
        |warmer| Bench { warmer, ..Bench::new() }.text().replace("$var real ", &format!("$var {kind} "));
    let a = file(&format!("diff_inputs/{kind}_cold.vcd"), text(0.0));
    let b = file(&format!("diff_inputs/{kind}_warm.vcd"), text(0.125));
    expect(&[&a, &a], 0, &[" compared=160 ", " bits=100.0% "]);
    expect(&[&a, &b], 1, &["temp A 0.0 B 0.125"]);
}

#[rstest]
#[case("cycle,count\n0,1\n1,zebra\n", "wrong.csv:3:3: `zebra` is not a decimal number")]
#[case("cycle,count\n0,1f\n", "wrong.csv:2:3: `1f` is not a decimal number; for digits written by `%h`")]
#[case("cycle,count\n0,1,2\n1,1\n", "wrong.csv:2: the row has 3 cells, the header has 2")]
#[case("cycle,count\n0\n1,1\n", "wrong.csv:2: the row has 1 cells, the header has 2")]
#[case("cycle,count\nx,1\n", "wrong.csv:2:1: `x` is not a valid cycle: expected a whole number")]
#[case("cycle,count\n", "wrong.csv:1: no row follows the header")]
#[case("cycles,count\n0,1\n", "wrong.csv:1:1: no column is called `cycle` or `time` (is it `cycles`?)")]
#[case("cycle,a,a\n0,1,1\n", "wrong.csv:1:9: `a` is the name of column 2, too")]
#[case("cycle,,a\n0,1,1\n", "wrong.csv:1:7: column 2 has no name")]
#[case("cycle,a[1:0]\n0,7\n", "wrong.csv:2:3: `7` needs 3 bits, but the header gives `a` 2")]
#[case("cycle,a\n0,\"1\n1,2\n", "wrong.csv:2:3: the quote is not closed on this line")]
fn a_wrong_table_is_refused_at_its_place(#[case] text: &str, #[case] message: &str) {
    // The name is part of the message, so each case has a folder of its own.
    let folder = text.bytes().fold(0_u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    let dump = Bench::new().file(&format!("{folder}_right"));
    let table = file(&format!("diff_inputs/{folder}/wrong.csv"), text);
    expect(&[&dump, &table], 2, &[message, "verdict: unreadable"]);
}

#[test]
fn a_table_that_is_cut_is_equal_so_far() {
    let (dump, text) = (Bench::new().file("cut"), decimal());
    let cut = text.find("\n20,").unwrap() + 4;
    let table = file("diff_inputs/cut.csv", &text[..cut]);
    expect(&[&dump, &table], 2, &["ends inside a row at byte", "20 cycles compared, equal so far"]);
}

#[test]
fn a_table_whose_time_goes_backwards_is_read_with_a_warning() {
    let table = file("diff_inputs/backwards.csv", "time,count\n5,1\n9,2\n7,3\n11,4\n");
    expect(&[&table, &table], 0, &["line 4: time goes backwards, from 9 to 7", "cycles=4 "]);
}

#[test]
fn options_for_columns_must_fit() {
    let (dump, table) = (Bench::new().file("radix"), file("diff_inputs/radix.csv", decimal()));
    expect(&[&dump, &table, "--radix", "conut=hex"], 2, &["no column fits `conut`; did you mean `count`?"]);
    expect(&[&dump, &table, "--radix", "oct"], 2, &["`oct` is not a radix: expected `dec`, `hex` or `bin`"]);
}
