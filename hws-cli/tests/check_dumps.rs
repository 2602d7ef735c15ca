//! `hws check`: output, exit status, files, options. The comparison itself is tested in `hws-dv`.

use std::fs;

use serde_json::Value;

use crate::common::{absent, as_text, fed, file, hws, said, text};

/// A dump of two edges in reset and one idle edge: the reset state of some registers.
fn dump(idle_mask: &str, clock: &str) -> String {
    let ports = [
        ("clk", 1),
        ("rst_n", 1),
        ("tick_req", 1),
        ("tick_busy", 1),
        ("cycle", 64),
        ("bus_valid", 1),
        ("bus_write", 1),
        ("bus_addr", 32),
        ("bus_wdata", 32),
        ("bus_ready", 1),
        ("sm_req", 1),
        ("sm_addr", 32),
        ("sm_rdata", 32),
        ("SIP_IDLE_MASK", 32),
    ];
    let code = |number: usize| char::from(b'!' + number as u8);
    let mut vcd = "$timescale 1ns $end\n$scope module hws $end\n".to_owned();
    for (number, (name, width)) in ports.iter().enumerate() {
        vcd += &format!("$var wire {width} {} {name} $end\n", code(number));
    }
    vcd += "$upscope $end\n$enddefinitions $end\n#0\n$dumpvars\n";
    for (number, (name, width)) in ports.iter().enumerate() {
        let value = if *name == "SIP_IDLE_MASK" { idle_mask } else { "0" };
        vcd += &if *width == 1 {
            format!("0{}\n", code(number))
        } else {
            format!("b{value} {}\n", code(number))
        };
    }
    vcd += "$end\n";
    // Two edges in reset, then ticks: tick_req is bit 2, cycle 4.
    let cycle = code(4);
    for edge in 0..6 {
        let (fall, rise) = (10 * edge + 5, 10 * edge + 10);
        vcd += &format!("#{fall}\n0!\n");
        if edge == 2 {
            vcd += "1\"\n1#\n";
        }
        vcd += &format!("#{rise}\n{clock}!\n");
        if edge >= 2 {
            vcd += &format!("b{:b} {cycle}\n", edge - 1);
        }
    }
    vcd + "#100\n"
}

const ALL: &str = "11111111111111111111111111111111";

fn equal() -> String {
    dump(ALL, "1")
}

fn last_line(out: &str) -> &str {
    out.lines().last().unwrap()
}

#[test]
fn an_equal_dump_exits_with_0_and_says_what_was_not_compared() {
    let (status, out, err) = fed(&["check", "-", "--min-coverage", "0"], equal());
    assert_eq!((status, err.as_str()), (Some(0), ""), "{out}");
    assert!(out.starts_with("standard input: equal\n"), "{out}");
    assert!(out.contains("not in the dump, not compared: bus_err, bus_rdata, hdr_ready, "), "{out}");
    assert!(last_line(&out).starts_with("verdict: equal dumps=1 equal=1 differ=0 "), "{out}");
    assert!(last_line(&out).contains(" ticks=4 "), "{out}");
}

#[test]
fn a_dump_with_few_registers_is_equal_only_in_part() {
    let (status, out, _) = fed(&["check", "-"], equal());
    assert_eq!(status, Some(3), "{out}");
    let expected = "standard input: equal, PARTIAL (0.0 % of register bits): fewer than 90 % of the map's register bits were compared; \
                    map more registers, or accept it with `--min-coverage 0`\n";
    assert!(out.starts_with(expected), "{out}");
    assert!(out.contains("  register bits compared: 32 of "), "{out}");
    assert!(last_line(&out).starts_with("verdict: partial dumps=1 equal=0 "), "{out}");
    assert!(
        last_line(&out).contains(" partial=1 ") && last_line(&out).contains(" register_bits=0.0% "),
        "{out}"
    );
    let (status, _, err) = fed(&["check", "-", "--min-coverage", "101"], equal());
    assert_eq!(status, Some(2), "{err}");
}

#[test]
fn a_register_with_fewer_bits_is_listed() {
    let narrow = equal()
        .replace("$var wire 32", "$var wire 31")
        .replace("b11111111111111111111111111111111 ", "b1111111111111111111111111111111 ");
    let (status, out, _) = fed(&["check", "-", "--min-coverage", "0"], narrow);
    assert_eq!(status, Some(0), "{out}");
    assert!(
        out.contains("  narrower than what they are compared with: sm_addr (31 of 32 bits), SIP_IDLE_MASK (31 of 32 bits)\n"),
        "{out}"
    );
    assert!(out.contains("  register bits compared: 31 of "), "{out}");
}

#[test]
fn a_difference_exits_with_1_and_is_shown_with_its_register() {
    let wrong = dump("11111111111111111111111111111110", "1");
    let (status, out, _) = fed(&["check", "-"], wrong);
    assert_eq!(status, Some(1), "{out}");
    assert!(out.contains("before tick 0: SIP_IDLE_MASK rtl 0xfffffffe model 0xffffffff\n"), "{out}");
    assert!(out.contains("  rule: scheduler.md §7.1\n"), "{out}");
    assert!(last_line(&out).contains("cycle=0 signal=SIP_IDLE_MASK"), "{out}");
}

/// The search reads the dump a second time: a pipe would wait for ever.
#[cfg(unix)]
#[test]
fn no_cause_is_searched_in_a_pipe() {
    let wrong = dump("11111111111111111111111111111110", "1");
    for path in ["-", "/dev/stdin"] {
        let (status, out, _) = fed(&["check", path], &wrong);
        assert_eq!(status, Some(1));
        assert!(
            out.contains("\n  cause: not searched: standard input or a pipe can be read once only"),
            "{out}"
        );
    }
}

#[test]
fn a_cut_exits_with_2_and_too_little_with_3() {
    let cut = &equal()[..equal().len() - 3];
    let (status, out, _) = fed(&["check", "-"], cut);
    assert_eq!(status, Some(2), "{out}");
    let place = format!("ends inside a time stamp at byte {}: the file is cut at time ", cut.len());
    assert!(out.contains(&place), "{out}");
    assert!(out.contains(" edges compared; 4 ticks compared, equal so far"), "{out}");
    let (status, out, _) = fed(&["check", "--min-compared", "1000000", "-"], equal());
    assert_eq!(status, Some(3), "{out}");
    assert!(out.contains("fewer than 1,000,000"), "{out}");
    let (status, out, _) = fed(&["check", "-"], dump(ALL, "0"));
    assert_eq!(status, Some(3), "{out}");
    assert!(out.contains("the clock `hws.clk` never ticks"), "{out}");
}

#[test]
fn of_many_dumps_the_worst_counts_and_clusters_are_shown() {
    let wrong = file("check_wrong.vcd", dump("0", "1"));
    let too = file("check_wrong_too.vcd", format!("{}#200\n", dump("10", "1")));
    let good = file("check_good.vcd", equal());
    let (json, junit) = (absent("check.json"), absent("check.xml"));
    let arguments = [
        "check",
        &too,
        "absent.vcd",
        &wrong,
        &good,
        "--min-coverage",
        "0",
        "--json",
        &as_text(&json),
        "--junit",
        &as_text(&junit),
    ];
    let (status, out, _) = said(&hws(&arguments));
    assert_eq!(status, Some(1), "{out}");
    assert!(out.contains("absent.vcd: cannot be read: "), "{out}");
    assert!(last_line(&out).contains(" register_bits=unknown "), "{out}");
    let row = out.lines().find(|line| line.starts_with("SIP_IDLE_MASK  ")).unwrap();
    assert!(row.ends_with(&format!("    2  {wrong} (cycle 0)")), "the smallest of two: {row}");
    let report: Value = serde_json::from_str(&fs::read_to_string(json).unwrap()).unwrap();
    assert_eq!((&report["verdict"], &report["exit"]), (&"differ".into(), &1.into()));
    let verdicts: Vec<&str> =
        report["dumps"].as_array().unwrap().iter().map(|dump| dump["verdict"].as_str().unwrap()).collect();
    assert_eq!(verdicts, ["differ", "unreadable", "differ", "equal"]);
    assert_eq!(report["dumps"][0]["first"]["signals"], serde_json::json!(["SIP_IDLE_MASK"]));
    assert_eq!(report["dumps"][0]["first"]["cycle"], 0);
    assert_eq!(report["clusters"][0]["count"], 2);
    let xml = fs::read_to_string(junit).unwrap();
    assert!(xml.contains("<testsuite name=\"hws check\" tests=\"4\" failures=\"2\" errors=\"1\">"), "{xml}");
    assert_eq!(xml.matches("<testcase ").count(), 4);
}

#[test]
fn wrong_use_is_refused_with_one_sentence() {
    let (status, _, err) = said(&hws(&["check"]));
    assert!(status == Some(2) && err.contains("<DUMP>"), "{err}");
    let map = file("check_map.yaml", "clok: clk\n");
    let (status, out, err) = said(&hws(&["check", "a.vcd", "--map", &map]));
    assert_eq!((status, out.as_str()), (Some(2), ""));
    assert!(err.contains("check_map.yaml:1:1: unknown key `clok` in a map; did you mean `clock`? "), "{err}");
    let (status, _, err) = said(&hws(&["check", "-", "-"]));
    assert!(status == Some(2) && err.contains("standard input can be read only once"), "{err}");
    let (status, _, err) = said(&hws(&["check", "a.vcd", "--map", "absent.yaml"]));
    assert!(status == Some(2) && err.contains("absent.yaml: cannot be read"), "{err}");
}

#[test]
fn an_address_map_is_found_beside_the_map() {
    file("check_layout.csv", "HWS_ID,0x0,,\n");
    let map = file("check_layout.yaml", "bus: {addresses: check_layout.csv}\n");
    let (status, out, err) = fed(&["check", "-", "--map", &map, "--min-coverage", "0"], equal());
    assert_eq!((status, err.as_str()), (Some(0), ""), "{out}");
}

#[test]
fn the_help_names_formats_and_exit_codes() {
    let help = hws(&["check", "--help"]);
    let shown = text(&help.stdout);
    assert!(shown.contains("0 equal, 1 RTL and model differ, 2 usage error"), "{shown}");
}

const WRONG: &str = "11111111111111111111111111111110";

#[test]
fn the_inputs_are_written_as_a_stimulus_and_shortened_with_a_test() {
    let wrong = dump(WRONG, "1");
    let (stimulus, short) = (absent("inputs.jsonl"), absent("short.jsonl"));
    let (status, out, err) =
        fed(&["check", "-", "--stimulus", &as_text(&stimulus), "--minimise", &as_text(&short)], wrong);
    assert_eq!((status, err.as_str()), (Some(1), ""), "{out}");
    let line = out.lines().find(|line| line.starts_with("minimised: ")).unwrap();
    assert!(line.starts_with("minimised: 1 of 1 operations in "), "{line}");
    assert_eq!(fs::read_to_string(&stimulus).unwrap(), "{\"at\":1,\"op\":\"end\"}\n");
    assert_eq!(fs::read_to_string(&short).unwrap(), fs::read_to_string(&stimulus).unwrap());
    let test = short.with_file_name(line.rsplit('/').next().unwrap());
    assert!(
        fs::read_to_string(&test)
            .unwrap()
            .contains("assert_eq!(hws.peek(register(\"SIP_IDLE_MASK\")), 0xffffffff);")
    );
}

#[test]
fn without_a_difference_nothing_is_shortened() {
    let short = absent("none.jsonl");
    let (status, out, err) =
        fed(&["check", "-", "--min-coverage", "0", "--minimise", &as_text(&short)], equal());
    assert_eq!(status, Some(0), "{out}{err}");
    assert!(err.starts_with("note: ") && err.ends_with(": there is no difference to shorten to\n"), "{err}");
    assert!(!short.exists());
}

#[test]
fn inputs_are_those_of_one_dump_and_a_simulator_must_name_its_files() {
    let (one, short) = (file("one.vcd", equal()), absent("refused.jsonl"));
    for option in ["--stimulus", "--minimise"] {
        let (status, _, err) = said(&hws(&["check", &one, &one, option, &as_text(&short)]));
        assert_eq!(status, Some(2));
        assert!(err.contains(&format!("{option} takes one dump; 2 are given")), "{err}");
    }
    let (status, _, err) =
        fed(&["check", "-", "--minimise", &as_text(&short), "--simulate", "sim {dump}"], dump(WRONG, "1"));
    assert_eq!(status, Some(2));
    assert!(err.contains("the command `sim {dump}` does not contain `{stimulus}`"), "{err}");
    let (status, _, err) = fed(&["check", "-", "--simulate", "sim"], equal());
    assert_eq!(status, Some(2), "{err}");
    assert!(!short.exists());
}

/// Power-on, 20 ticks, and a read.
const STIMULUS: &str = "{\"at\":20,\"op\":\"read\",\"reg\":\"HWS_STATUS\"}\n{\"at\":30,\"op\":\"end\"}\n";

#[test]
fn a_replay_writes_the_state_at_a_cycle_and_a_check_starts_there() {
    let (state, wave) = (absent("state.json"), absent("late.vcd"));
    let stimulus = file("late.jsonl", STIMULUS);
    let snapshot = format!("10={}", as_text(&state));
    let every = ["--every-tick", "0..30", "--vcd", &as_text(&wave)];
    let replay =
        [&["replay", &stimulus, "--digest", "--check", "--snapshot", &snapshot][..], &every].concat();
    let (status, trace, err) = said(&hws(&replay));
    assert_eq!(status, Some(0), "{err}");
    let (_, plain, _) = said(&hws(&["replay", &stimulus, "--digest"]));
    assert_eq!(trace, plain, "a snapshot does not change the trace");
    let (status, out, _) = said(&hws(&["check", &as_text(&wave), "--start", &as_text(&state)]));
    assert_eq!(status, Some(0), "{out}");
    assert!(out.contains("  from cycle 10 on, in the state of the snapshot\n"), "{out}");
    assert!(last_line(&out).contains(" ticks=20 "), "{out}");
    let (status, out, _) = said(&hws(&["check", &as_text(&wave), "--start", "quiet"]));
    assert_eq!((status, out.contains("from cycle")), (Some(0), false), "{out}");
}

#[test]
fn snapshots_that_cannot_be_written_or_read_are_refused() {
    let (stimulus, state) = (file("thirty_ticks.jsonl", STIMULUS), absent("never.json"));
    let (status, _, err) =
        said(&hws(&["replay", &stimulus, "--digest", "--snapshot", &format!("31={}", as_text(&state))]));
    assert_eq!(status, Some(2));
    assert!(err.contains("--snapshot 31: the replay ends before this cycle; nothing is written"), "{err}");
    assert!(!state.exists());
    for (value, reason) in [("100", "expected CYCLE=FILE"), ("x=y", "`x` is not a cycle")] {
        let (status, _, err) = said(&hws(&["replay", &stimulus, "--snapshot", value]));
        assert_eq!(status, Some(2));
        assert!(err.contains(reason), "{err}");
    }
    let (status, _, err) = fed(&["check", "-", "--start", &stimulus], equal());
    assert_eq!(status, Some(2));
    assert!(err.contains("thirty_ticks.jsonl: this is a stimulus; `hws replay` takes it"), "{err}");
    let (status, _, err) = fed(&["check", "-", "--start", "Cargo.toml"], equal());
    assert_eq!(status, Some(2));
    assert!(err.contains("Cargo.toml: is not a snapshot of `hws replay --snapshot`: "), "{err}");
    let (status, out, _) = fed(&["check", "-", "--start", "quiet"], equal());
    assert_eq!(status, Some(2), "{out}");
    assert!(out.contains("reads a dump twice, which is not possible on standard input"), "{out}");
}

#[test]
fn after_a_waived_difference_the_comparison_goes_on() {
    let wrong = dump(WRONG, "1");
    let known = file("check_known.yaml", "- {signal: SIP_IDLE_MASK, reason: known, bug: 12}\n");
    let (status, out, err) = fed(&["check", "-", "--waivers", &known, "--min-coverage", "0"], wrong.clone());
    assert_eq!((status, err.as_str()), (Some(0), ""), "{out}");
    assert!(out.starts_with("standard input: equal, but for 1 waived difference\n"), "{out}");
    let line = format!(
        "  difference 1: before tick 0 (no access): SIP_IDLE_MASK (scheduler.md §7.1), waived by {known}:1:3 (known, bug 12); compared again \
         from cycle 1 on, where all other registers agree\n"
    );
    assert!(out.contains(&line), "{out}");
    let (status, out, _) = fed(&["check", "-", "--waivers", &known, "--min-coverage", "0"], equal());
    assert_eq!(status, Some(1), "{out}");
    assert!(out.contains("the waiver of `SIP_IDLE_MASK` waives nothing; remove it"), "{out}");
    // One of several dumps may not need it.
    let (good, bad) = (file("check_waived_good.vcd", equal()), file("check_waived_bad.vcd", wrong.clone()));
    for dumps in [[&good, &bad], [&bad, &good]] {
        let words = ["check", dumps[0], dumps[1], "--waivers", &known, "--min-coverage", "0"];
        let (status, out, _) = said(&hws(&words));
        assert_eq!(status, Some(0), "{out}");
        assert!(last_line(&out).starts_with("verdict: equal dumps=2 equal=2 "), "{out}");
    }
    let (status, out, _) = said(&hws(&["check", &good, &good, "--waivers", &known, "--min-coverage", "0"]));
    assert_eq!(status, Some(1), "{out}");
    assert!(last_line(&out).starts_with("verdict: stale_waiver dumps=2 equal=1 "), "{out}");
    let (status, out, _) = fed(&["check", "-", "--max-differences", "2"], wrong);
    assert_eq!(status, Some(1), "{out}");
    assert!(out.contains("(scheduler.md §7.1), not waived; compared again from cycle 1 on"), "{out}");
    let (status, _, err) = fed(&["check", "-", "--max-differences", "2", "--stimulus", "x.jsonl"], equal());
    assert_eq!(status, Some(2), "{err}");
}
