//! `--map` and `--suggest-map`.

use rstest::rstest;

use super::{Bench, diff, expect};
use crate::common::file;

/// Compares the design with itself under other names, with a map.
fn mapped(name: &str, map: &str, status: i32, parts: &[&str]) -> String {
    let a = Bench::new().file(&format!("{name}_a"));
    let b = Bench::renamed().file(&format!("{name}_b"));
    let map = file(&format!("diff_inputs/{name}.yaml"), map);
    expect(&[&a, &b, "--map", &map], status, parts)
}

#[test]
fn rules_rename_signals_before_they_are_paired() {
    let map = "b:\n  rules:\n    - {match: '^cnt_(q|r)$', name: count}\n    - {match: '^fsm_', name: ''}\n";
    mapped("rules", map, 0, &["160 values compared", "unmapped_a=0 unmapped_b=0"]);
}

#[test]
fn listed_pairs_may_be_whole_paths() {
    let map = "version: 1\npairs:\n  TOP.dut.count: tb.u_core.cnt_q\n  state: fsm_state\n";
    mapped("pairs", map, 0, &["160 values compared", "unmapped_a=0 unmapped_b=0"]);
}

#[test]
fn a_map_may_give_the_scopes() {
    let map = "a: {prefix: TOP}\nb: {prefix: tb}\npairs: {dut.count: u_core.cnt_q}\n";
    mapped("scopes", map, 3, &["A: ", "(scope TOP)", "(scope tb)", "signals=1", "equal, PARTIAL ("]);
}

#[test]
fn a_difference_is_found_through_a_map() {
    let a = Bench::new().file("through_a");
    let b = Bench { wrong: Some(17), ..Bench::renamed() }.file("through_b");
    let map = file("diff_inputs/through.yaml", "pairs: {count: cnt_q}\n");
    expect(&[&a, &b, "--map", &map], 1, &["differ at cycle 17", "count A 0x78 B 0x79, bit 0"]);
}

#[rstest]
#[case(
    "unused",
    "b: {rules: [{match: '^ctn_', name: count}]}",
    "yaml:1:13: the rule `^ctn_` fits no signal of B"
)]
#[case("nobody", "a: {unescape: verilator}", "yaml:1:15: `unescape: verilator` fits no signal of A")]
#[case("typo", "pairs: {count: cnt_p}", "yaml:1:16: B: no signal `cnt_p`")]
#[case("array", "pairs: {'a[]': 'b[]'}", "yaml:1:9: A: no signal `a[]`")]
#[case("clash", "b: {rules: [{match: '^.*t.*$', name: x}]}", "both become `x`")]
#[case("twice", "pairs: {count: cnt_q, state: cnt_q}", "`cnt_q` of B is already in the pair of line 1")]
#[case(
    "scope",
    "a: {prefix: TOP.dud}",
    "yaml:1:13: the dump has no scope `TOP.dud`; did you mean `TOP.dut`?"
)]
fn a_map_that_does_not_fit_the_dumps_is_refused(
    #[case] name: &str,
    #[case] map: &str,
    #[case] message: &str,
) {
    mapped(name, map, 2, &[message, "verdict: unreadable"]);
}

#[test]
fn a_malformed_map_is_refused_before_anything_is_read() {
    let map = file("diff_inputs/malformed.yaml", "pairs: {a: b}\nbits: 1\n");
    let text = expect(
        &["absent_a.vcd", "absent_b.vcd", "--map", &map],
        2,
        &["malformed.yaml:2:1: unknown key `bits`"],
    );
    assert!(!text.contains("absent"), "{text}");
}

#[rstest]
#[case::descending("count [7:0]", [7, 6, 5, 4, 3, 2, 1, 0])]
#[case::ascending("count [0:7]", [0, 1, 2, 3, 4, 5, 6, 7])]
#[case::negative("count [-1:-8]", [-1, -2, -3, -4, -5, -6, -7, -8])]
#[case::shifted("count [4:11]", [4, 5, 6, 7, 8, 9, 10, 11])]
fn split_bits_are_in_the_order_of_the_range(#[case] declared: &'static str, #[case] bits: [i64; 8]) {
    let name = format!("split{}", bits[0]);
    let whole = Bench { count: declared, ..Bench::new() }.file(&format!("{name}_a"));
    let split = Bench { count: "count", bits: Some(bits), ..Bench::new() }.file(&format!("{name}_b"));
    expect(&[&whole, &split], 0, &["160 values compared", "unmapped_a=0 unmapped_b=0"]);
    expect(&[&split, &whole], 0, &["160 values compared", "unmapped_a=0 unmapped_b=0"]);
}

#[test]
fn a_map_can_give_the_range_of_split_bits_or_list_them() {
    let whole = Bench { count: "count", ..Bench::new() }.file("ranges_a");
    let split = Bench { count: "cnt", bits: Some([0, 1, 2, 3, 4, 5, 6, 7]), ..Bench::new() }.file("ranges_b");
    let range = file("diff_inputs/range.yaml", "pairs: {count: 'cnt[0:7]'}\n");
    expect(&[&whole, &split, "--map", &range], 0, &["160 values compared"]);
    let bits: Vec<String> = (0..8).map(|bit| format!("'cnt[{bit}]'")).collect();
    let listed = file("diff_inputs/listed.yaml", format!("pairs: {{count: [{}]}}\n", bits.join(", ")));
    expect(&[&whole, &split, "--map", &listed], 0, &["160 values compared"]);
    let wrong = file("diff_inputs/wrong.yaml", "pairs: {count: 'cnt[7:0]'}\n");
    expect(&[&whole, &split, "--map", &wrong], 1, &["differ at cycle 0"]);
}

#[test]
fn a_proposed_map_is_a_map() {
    let a = Bench::new().file("suggest_a");
    let b = Bench { clock: "clk_i", ..Bench::renamed() }.file("suggest_b");
    let (status, map) = diff(&[&a, &b, "--suggest-map"]);
    assert_eq!(status, 0, "{map}");
    for line in ["\"count\": \"cnt_q\"  # 9", "\"state\": \"fsm_state\"  # 9", "give --clock-b clk_i"] {
        assert!(map.contains(line), "{map}");
    }
    let map = file("diff_inputs/suggested.yaml", map);
    expect(&[&a, &b, "--map", &map, "--clock-b", "clk_i"], 0, &["unmapped_a=0 unmapped_b=0"]);
}

#[test]
fn values_decide_where_names_do_not() {
    let a = Bench::new().file("values_a");
    // The names are exchanged: only the values show what belongs together, and widths exclude the rest.
    let b = Bench { count: "xyz [7:0]", state: "abc [3:0]", ..Bench::new() }.file("values_b");
    let (_, map) = diff(&[&a, &b, "--suggest-map"]);
    assert!(map.contains("\"count\": \"xyz\"") && map.contains("\"state\": \"abc\""), "{map}");
    assert!(map.contains("the names differ, 8 bits, equal in 40 of 40 cycles with 39 changes"), "{map}");
}
