//! `hws diff`: dumps that are made here, compared with changed copies of themselves.

mod events;
mod outputs;
mod waivers;

use std::fmt::Write;

use rstest::rstest;
use serde_json::Value;

use crate::common::{self, Said, absent, as_text, fed, file, hws, said};

/// A dump of a counter, an input and a wide signal, as one dialect or another writes it.
#[derive(Clone)]
struct Dump {
    cycles: u64,
    scope: &'static str,
    /// Time stamps per level of the clock.
    step: u64,
    /// The counter as eight signals of one bit.
    is_split: bool,
    /// The input changes at the edge itself, after the design has seen it.
    is_late: bool,
    /// What the signals show at a cycle instead: cycle, signal, digits.
    changed: Vec<(u64, &'static str, &'static str)>,
}

impl Dump {
    fn new() -> Self {
        Self { cycles: 50, scope: "TOP.dut", step: 5, is_split: false, is_late: false, changed: Vec::new() }
    }

    fn with(mut self, cycle: u64, signal: &'static str, digits: &'static str) -> Self {
        self.changed.push((cycle, signal, digits));
        self
    }

    fn digits(&self, cycle: u64, signal: &str, digits: String) -> String {
        let changed = self.changed.iter().find(|(at, name, _)| (*at, *name) == (cycle, signal));
        changed.map_or(digits, |(.., digits)| (*digits).to_owned())
    }

    fn text(&self) -> String {
        let mut text = String::from("$timescale 1ps $end\n");
        self.scope.split('.').for_each(|scope| writeln!(text, "$scope module {scope} $end").unwrap());
        text.push_str(
            "$var wire 1 ! clk $end\n$var wire 4 i in [3:0] $end\n$var wire 100 w wide [99:0] $end\n",
        );
        if self.is_split {
            (0..8).for_each(|bit| writeln!(text, "$var wire 1 c{bit} count [{bit}] $end").unwrap());
        } else {
            text.push_str("$var wire 8 c count [7:0] $end\n");
        }
        self.scope.split('.').for_each(|_| text.push_str("$upscope $end\n"));
        text.push_str("$enddefinitions $end\n");
        (0..self.cycles).for_each(|cycle| self.cycle(cycle, &mut text));
        text
    }

    fn cycle(&self, cycle: u64, text: &mut String) {
        let start = 2 * self.step * cycle;
        let input = self.digits(cycle, "in", format!("{:b}", cycle % 13));
        let count = self.digits(cycle, "count", format!("{:08b}", cycle + 1));
        let wide = self.digits(cycle, "wide", format!("1{:099b}", cycle / 4));
        writeln!(text, "#{start}\n0!").unwrap();
        if !self.is_late {
            writeln!(text, "b{input} i").unwrap();
        }
        writeln!(text, "#{}\n1!", start + self.step).unwrap();
        if self.is_late {
            writeln!(text, "b{input} i").unwrap();
        }
        if self.is_split {
            let bits = count.chars().rev().enumerate();
            bits.for_each(|(bit, digit)| writeln!(text, "{digit}c{bit}").unwrap());
        } else {
            writeln!(text, "b{count} c").unwrap();
        }
        writeln!(text, "b{wide} w").unwrap();
    }

    fn file(&self, name: &str) -> String {
        file(&format!("diff/{name}.vcd"), self.text())
    }
}

/// Compares two dumps; status, report, and the JSON.
fn diff(name: &str, a: &Dump, b: &Dump, options: &[&str]) -> (Said, Value) {
    let (a, b) = (a.file(&format!("{name}_a")), b.file(&format!("{name}_b")));
    let json = as_text(&absent(&format!("diff/{name}.json")));
    let arguments = [&["diff", &a, &b, "--json", &json], options].concat();
    let said = said(&hws(&arguments));
    let json = std::fs::read(&json).map_or(Value::Null, |json| serde_json::from_slice(&json).unwrap());
    (said, json)
}

/// The verdict must be this; returns the text and the JSON.
fn verdict(name: &str, a: &Dump, b: &Dump, options: &[&str], status: i32, word: &str) -> (String, Value) {
    let ((code, text, errors), json) = diff(name, a, b, options);
    assert_eq!((code, errors.as_str()), (Some(status), ""), "{text}");
    assert_eq!((&json["verdict"], &json["exit"]), (&word.into(), &status.into()), "{text}");
    let last = text.lines().last().unwrap();
    assert!(last.starts_with(&format!("verdict: {word} ")), "{last}");
    (text, json)
}

#[test]
fn equal_dumps_are_equal_in_every_cycle() {
    let (text, json) = verdict("equal", &Dump::new(), &Dump::new(), &[], 0, "equal");
    assert!(text.contains("equal in 50 cycles"), "{text}");
    // clk, in, count, and two words of the wide signal.
    assert_eq!((&json["compared"], &json["signals"]), (&(50 * 5).into(), &4.into()));
    assert_eq!((&json["first"], &json["masked"], &json["skipped"]), (&Value::Null, &0.into(), &0.into()));
}

#[rstest]
#[case::scope(Dump { scope: "tb.top.u_dut", ..Dump::new() })]
#[case::time(Dump { step: 5000, ..Dump::new() })]
#[case::bits(Dump { is_split: true, ..Dump::new() })]
#[case::all(Dump { scope: "x", step: 1, is_split: true, ..Dump::new() })]
fn dialects_are_equal_without_options(#[case] other: Dump) {
    let name = format!("dialect_{}_{}_{}", other.scope, other.step, other.is_split);
    let (_, json) = verdict(&name, &Dump::new(), &other, &[], 0, "equal");
    assert_eq!(json["compared"], 50 * 5);
    verdict(&format!("{name}_back"), &other, &Dump::new(), &[], 0, "equal");
}

#[test]
fn the_first_divergent_cycle_is_found_with_everything_that_differs_there() {
    let bug = Dump::new().with(20, "count", "00010111").with(20, "in", "0").with(31, "wide", "0");
    let (text, json) = verdict("first", &Dump::new(), &bug, &[], 1, "differ");
    let first = &json["first"];
    assert_eq!((&first["cycle"], &first["time"]), (&20.into(), &205.into()));
    assert_eq!(first["signals"], serde_json::json!(["in", "count"]));
    // Cycle 20 shows 21 = 10101, the bug 10111.
    assert_eq!(first["differences"][1]["bits"], "0x2");
    assert!(text.contains("count A 0x15 B 0x17, bit 1"), "{text}");
    assert!(
        text.contains(">        20  ") && text.contains("         17  ") && text.contains("         23  "),
        "{text}"
    );
    let later: Vec<&Value> = json["later"].as_array().unwrap().iter().map(|it| &it["range"]).collect();
    assert_eq!(
        later,
        [&serde_json::json!([63, 0]), &serde_json::json!([99, 64])],
        "both words of the wide signal"
    );
    assert!(text.ends_with("cycle=20 time=205 signal=in\n"), "{text}");
}

#[rstest]
#[case::mask(&["--mask", "count=0x02"], "masked")]
#[case::ignore(&["--ignore", "cou*"], "ignored")]
#[case::volatile(&["--volatile", "count"], "signals")]
#[case::only(&["--only", "in"], "ignored")]
#[case::skip(&["--skip", "20..20"], "skipped")]
#[case::time(&["--skip", "@200..@210"], "skipped")]
#[case::condition(&["--skip", "count == 21"], "skipped")]
#[case::until(&["--skip", "until count == 30"], "skipped")]
#[case::after(&["--skip", "after count >= 8'h10"], "skipped")]
#[case::enable(&["--enable", "!(count == 21 || count == 23)"], "compared")]
fn what_is_excluded_does_not_differ_and_is_counted(#[case] options: &[&str], #[case] count: &str) {
    let bug = Dump::new().with(20, "count", "00010111");
    let name = format!("excluded_{}", options.join("_").replace([' ', '*', '/', '=', '\''], "_"));
    let (_, json) = verdict(&name, &Dump::new(), &bug, options, 0, "equal");
    assert!(json[count].as_u64().unwrap() > 0, "{json}");
}

#[test]
fn the_bits_around_a_mask_are_compared() {
    let bug = Dump::new().with(20, "count", "00010111");
    verdict("mask_beside", &Dump::new(), &bug, &["--mask", "count=fd"], 1, "differ");
    verdict("skip_beside", &Dump::new(), &bug, &["--skip", "..19", "--skip", "21.."], 1, "differ");
}

#[rstest]
#[case("wild", 0, "equal")]
#[case("strict", 1, "differ")]
#[case("zero", 1, "differ")]
fn unknown_bits_follow_the_rule(#[case] rule: &str, #[case] status: i32, #[case] word: &str) {
    let unknown = Dump::new().with(20, "count", "x");
    let (text, json) = verdict(&format!("x_{rule}"), &Dump::new(), &unknown, &["--x", rule], status, word);
    if rule == "wild" {
        assert_eq!((&json["unknown"], &json["unknown_signals"]["count"]), (&1.into(), &1.into()));
        assert!(text.contains("unknown on one side: count (1 times)"), "{text}");
    }
}

#[test]
fn unknown_on_both_sides_confirms_nothing_unless_the_rule_is_strict() {
    let unknown = Dump::new().with(20, "count", "x");
    let (text, json) = verdict("x_both", &unknown, &unknown, &[], 1, "differ");
    assert!(json["first"]["cycle"] == 20 && text.contains("hint: ") && text.contains("--x strict"), "{text}");
    verdict("x_both_strict", &unknown, &unknown, &["--x", "strict"], 0, "equal");
}

#[test]
fn an_offset_is_proposed_and_never_applied_silently() {
    let mut late = Dump::new();
    late.changed = (0..50).map(|cycle| (cycle, "count", &*format!("{:08b}", cycle).leak())).collect();
    let (text, _) = verdict("offset", &Dump::new(), &late, &["--only", "count"], 1, "differ");
    assert!(text.contains("try `--offset 1`"), "{text}");
    verdict("offset_1", &Dump::new(), &late, &["--only", "count", "--offset", "1"], 0, "equal");
    verdict("offset_others", &Dump::new(), &late, &["--only", "count", "--offset", "others=1"], 0, "equal");
    verdict("offset_2", &Dump::new(), &late, &["--only", "count", "--offset", "2"], 1, "differ");
    verdict("offset_back", &late, &Dump::new(), &["--only", "count", "--offset", "-1"], 0, "equal");
}

#[test]
fn the_sample_point_of_each_side_can_be_chosen() {
    let late = Dump { is_late: true, ..Dump::new() };
    verdict("late", &Dump::new(), &late, &[], 0, "equal");
    verdict("late_pre", &Dump::new(), &late, &["--only", "in", "--sample", "pre"], 1, "differ");
    verdict(
        "late_post",
        &Dump::new(),
        &late,
        &["--only", "in", "--sample-a", "pre", "--sample-b", "post"],
        0,
        "equal",
    );
}

#[test]
fn unequal_lengths_are_a_difference_unless_they_are_allowed() {
    let short = Dump { cycles: 40, ..Dump::new() };
    let (text, _) = verdict("short", &short, &Dump::new(), &[], 1, "differ");
    assert!(text.contains("is shorter: B has 10 more cycles, from cycle 40 at time 405 ps on"), "{text}");
    verdict("short_allowed", &short, &Dump::new(), &["--allow-shorter"], 0, "equal");
}

#[test]
fn a_cut_file_is_equal_up_to_the_cut_or_differs_before_it() {
    let text = Dump::new().text();
    let inside = text[..text.len() / 2].rfind("\nb1").unwrap() + 4;
    let (whole, cut) = (file("diff/whole.vcd", &text), file("diff/cut.vcd", &text[..inside]));
    let (status, out, _) = said(&hws(&["diff", &whole, &cut]));
    assert_eq!(status, Some(2), "{out}");
    assert!(
        out.contains("cut.vcd: ends inside a value change at byte")
            && out.contains(" edges compared; ")
            && out.contains(" cycles compared, equal so far"),
        "{out}"
    );
    let at_line_end = file("diff/cut_line.vcd", &text[..text.rfind("b00110010 c").unwrap()]);
    let longer = Dump { cycles: 60, ..Dump::new() }.file("longer");
    let (status, out, _) = said(&hws(&["diff", &at_line_end, &longer]));
    assert!(status == Some(2) && out.contains("may be cut there; 49 cycles compared, equal so far"), "{out}");
    let bug = Dump::new().with(3, "count", "0").file("cut_bug");
    let (status, out, _) = said(&hws(&["diff", &bug, &cut]));
    assert!(status == Some(1) && out.contains("the file is cut at time "), "{out}");
    assert!(out.contains(", after the first difference"), "{out}");
}

#[test]
fn nothing_compared_is_not_equal() {
    let cases: [(&[&str], &str); 5] = [
        (&["--skip", "0.."], "0 values were compared"),
        (&["--min-compared", "1000"], "fewer than 1,000"),
        (&["--require", "irq"], "`--require irq` fits no signal"),
        (&["--clock", "clk && 0"], "the clock never ticks in 100 time stamps"),
        (&["--enable", "0"], "none of 50 clock edges is sampled"),
    ];
    for (number, (options, reason)) in cases.into_iter().enumerate() {
        let (text, _) =
            verdict(&format!("little_{number}"), &Dump::new(), &Dump::new(), options, 3, "too_little");
        assert!(text.contains(reason), "{text}");
    }
}

/// A dump of a clock, a counter of its cycles and a signal of this name.
fn with_one_signal(file_name: &str, signal: &str, cycles: u64) -> String {
    let mut text = format!(
        "$scope module top $end\n$var wire 1 ! clk $end\n$var wire 8 n number $end\n$var wire 1 s {signal} $end\n\
         $upscope $end\n$enddefinitions $end\n"
    );
    for cycle in 0..cycles {
        let (time, value) = (10 * cycle, cycle % 2);
        writeln!(text, "#{time}\n0!\n#{}\n1!\nb{cycle:b} n\n{value}s", time + 5).unwrap();
    }
    file(&format!("diff/{file_name}.vcd"), text)
}

#[test]
fn dumps_that_share_nothing_but_what_chooses_the_samples_are_not_equal() {
    let [a, b, shorter] = [("one", "a", 9), ("other", "b", 9), ("shorter", "b", 7)]
        .map(|(name, signal, cycles)| with_one_signal(&format!("clock_{name}"), signal, cycles));
    let own = ["--ignore", "number"];
    let cases: [(&str, &[&str], &str, &str); 4] = [
        (&b, &own, "nothing but `clk` was compared, which chooses the samples; ", "(--only, --ignore)"),
        (&shorter, &own, "nothing but `clk` was compared", "(--only, --ignore)"),
        (&b, &["--cycle", "number"], "nothing but `clk` and `number` was compared", "--suggest-map"),
        (&a, &["--only", "clk"], "nothing but `clk` was compared", "(--only, --ignore)"),
    ];
    for (other, options, reason, remedy) in cases {
        let json = as_text(&absent("diff/clock.json"));
        let (status, text, _) = said(&hws(&[&["diff", &a, other, "--json", &json], options].concat()));
        assert_eq!(status, Some(3), "{text}");
        let json: Value = serde_json::from_slice(&std::fs::read(&json).unwrap()).unwrap();
        assert_eq!((&json["verdict"], &json["exit"]), (&"too_little".into(), &3.into()));
        let problem = json["problem"].as_str().unwrap();
        assert!(problem.starts_with(reason) && problem.contains(remedy), "{problem}");
        assert!(text.contains(&format!("too little: {problem}")), "{text}");
    }
    let (status, text, _) = said(&hws(&["diff", &a, &b]));
    assert_eq!(status, Some(0), "`number` is compared: {text}");
}

#[test]
fn options_that_do_not_fit_the_dumps_are_refused_with_a_proposal() {
    let cases: [(&[&str], &str); 7] = [
        (&["--clock", "clx"], "--clock: no signal `clx` in scope `TOP.dut`; did you mean `clk`?"),
        (&["--ignore", "cont"], "`--ignore cont` fits no signal; did you mean `count`?"),
        (&["--mask", "cont=1"], "`--mask cont` fits no signal"),
        (&["--cycle", "wide"], "`wide` has 100 bits; expected 1 to 64"),
        (&["--prefix-b", "TOP.dud"], "--prefix-b: the dump has no scope `TOP.dud`; did you mean `TOP.dut`?"),
        (&["--skip", "count =="], "--skip: an expression ends too early"),
        (&["--only", "@pins"], "`pins` is not a class of signals"),
    ];
    for (number, (options, reason)) in cases.into_iter().enumerate() {
        let (text, _) =
            verdict(&format!("refused_{number}"), &Dump::new(), &Dump::new(), options, 2, "unreadable");
        assert!(text.contains(reason), "{text}");
    }
    for wrong in
        [["--skip", "7..3"], ["--offset", "x"], ["--mask", "count"], ["--sample", "mid"], ["--x", "any"]]
    {
        let refused = common::refused(&["diff", "a", "b", wrong[0], wrong[1]]);
        assert!(refused.contains(wrong[0]) && refused.contains(wrong[1]), "{refused}");
    }
}

#[test]
fn the_self_test_finds_its_bit_for_every_seed() {
    for seed in ["1", "2", "3", "4", "5", "6", "7", "8"] {
        let option = format!("--self-test={seed}");
        let options = [option.as_str(), "--ignore", "clk", "--skip", "10..30"];
        let (text, json) = verdict(&format!("self_{seed}"), &Dump::new(), &Dump::new(), &options, 0, "equal");
        assert!(json["self_test"].as_str().unwrap().ends_with("of a copy of A: found there"), "{text}");
    }
}

#[test]
fn one_side_may_be_standard_input_or_compressed() {
    let dump = Dump::new();
    let (status, out, _) = fed(&["diff", "-", &dump.file("not_stdin")], dump.text());
    assert!(status == Some(0) && out.contains("A: standard input"), "{out}");
    assert!(common::refused(&["diff", "-", "-"]).contains("standard input can be read only once"));
    let (status, out, _) = fed(&["diff", "-", &dump.file("not_stdin"), "--self-test"], dump.text());
    assert!(status == Some(3) && out.contains("cannot be read twice"), "{out}");
}

#[test]
fn cycles_can_be_numbered_by_a_signal() {
    let bug = Dump::new().with(20, "wide", "0");
    let (_, json) = verdict("cycle", &Dump::new(), &bug, &["--cycle", "count"], 1, "differ");
    assert_eq!(json["first"]["cycle"], 21, "the counter shows 21 at edge 20");
}

#[test]
fn junit_has_one_case_per_signal() {
    let bug = Dump::new().with(20, "count", "0");
    let path = as_text(&absent("diff/junit.xml"));
    verdict("junit", &Dump::new(), &bug, &["--junit", &path], 1, "differ");
    let xml = std::fs::read_to_string(&path).unwrap();
    assert!(xml.contains("tests=\"5\" failures=\"1\" errors=\"0\""), "{xml}");
    assert!(xml.contains("<failure message=\"count differs at cycle 20: A 0x15 B 0x0\">"), "{xml}");
}

#[test]
fn what_no_reset_sets_can_be_left_out() {
    let mut random = Dump::new();
    random.changed = (0..4).map(|cycle| (cycle, "wide", "1011")).collect();
    let (text, _) = verdict("initial", &Dump::new(), &random, &[], 1, "differ");
    assert!(text.contains("`--ignore-initial` leaves out"), "{text}");
    let (_, json) = verdict("initial_out", &Dump::new(), &random, &["--ignore-initial"], 0, "equal");
    assert_eq!(json["unknown_signals"]["wide"], 8, "two words for four cycles");
    let (_, json) = verdict(
        "initial_bits",
        &Dump::new().with(9, "wide", "1"),
        &random,
        &["--ignore-initial"],
        1,
        "differ",
    );
    assert_eq!(json["first"]["cycle"], 9);
}

#[test]
fn a_second_reset_begins_an_epoch_in_which_cycles_are_paired_anew() {
    let dump = |first: u64| {
        let mut text = String::from(
            "$var wire 1 ! clk $end $var wire 1 r rst_n $end $var wire 8 c n $end $enddefinitions $end\n",
        );
        for (time, count) in (0..first).chain(0..9).enumerate() {
            let level = u8::from(count != 0);
            writeln!(text, "#{}\n0!\n#{}\n1! {level}r b{count:b} c", 2 * time, 2 * time + 1).unwrap();
        }
        text
    };
    let (a, b) = (file("diff/epoch_a.vcd", dump(5)), file("diff/epoch_b.vcd", dump(7)));
    let (status, out, _) = said(&hws(&["diff", &a, &b]));
    assert_eq!(status, Some(1), "{out}");
    assert!(out.contains("2 cycles of B are not in A, the first is cycle 5"), "{out}");
    let (status, out, _) = said(&hws(&["diff", &a, &b, "--allow-shorter"]));
    assert!(status == Some(0) && out.contains("equal in 14 cycles"), "{out}");
}

/// A dump whose first values come before any time stamp, and whose clock rises at the first one.
fn without_stamp(second: &str) -> String {
    format!(
        "$scope module t $end\n$var wire 1 ! clk $end\n$var wire 8 c count $end\n$upscope $end\n$enddefinitions $end\n\
         $dumpvars\n0!\nb0 c\n$end\n#10\n1!\nb{second} c\n#20\n0!\n#30\n1!\n"
    )
}

#[test]
fn the_first_edge_counts_if_the_first_values_have_no_time_stamp() {
    let a = file("no_stamp_a.vcd", without_stamp("1"));
    let (status, out, _) = fed(&["diff", &a, "-"], without_stamp("101"));
    assert_eq!(status, Some(1), "{out}");
    assert!(out.contains("differ at cycle 0 (time 10 in A, 10 in B): 1 signal\n"), "{out}");
    assert!(out.contains(" cycles=2 "), "{out}");
}
