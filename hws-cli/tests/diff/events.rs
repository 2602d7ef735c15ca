//! Event streams of `hws diff`: traces, logs and the lanes of dumps against one another.

use std::fs;
use std::io::Write;

use rstest::rstest;
use serde_json::Value;

use crate::common::{self, absent, as_text, fed, file, hws, printed, said};

/// A stimulus of the golden set.
const STIMULUS: &str = "tests/golden/05_mixed_2001.jsonl";

/// Its trace, and a dump of it with lanes.
fn run(name: &str) -> (String, String) {
    let dump = as_text(&absent(&format!("diff/{name}.vcd")));
    (printed(&["replay", STIMULUS, "--vcd", &dump]), dump)
}

/// Compares; status, report, and the JSON.
fn diff(name: &str, a: &str, b: &str, options: &[&str]) -> (Option<i32>, String, Value) {
    let json = as_text(&absent(&format!("diff/{name}.json")));
    let (status, text, errors) = said(&hws(&[&["diff", a, b, "--json", &json], options].concat()));
    assert_eq!(errors, "", "{text}");
    (status, text, serde_json::from_slice(&fs::read(json).unwrap()).unwrap())
}

fn log(name: &str, text: &str) -> String {
    file(&format!("diff/{name}"), text)
}

/// The lines of a trace without one of them; the line that is gone.
fn without(trace: &str, mark: &str, number: usize) -> (String, Value) {
    let lines: Vec<&str> = trace.lines().collect();
    let places: Vec<usize> = (0..lines.len()).filter(|&place| lines[place].contains(mark)).collect();
    let gone = places[number];
    let rest: Vec<&str> =
        lines.iter().enumerate().filter(|(place, _)| *place != gone).map(|(_, line)| *line).collect();
    (rest.join("\n") + "\n", serde_json::from_str(lines[gone]).unwrap())
}

#[test]
fn a_trace_has_the_events_of_the_dump_of_its_run() {
    let (trace, dump) = run("events_equal");
    let path = log("events_equal.jsonl", &trace);
    let (status, text, json) = diff("events_equal", &path, &dump, &["--self-test"]);
    assert_eq!((status, &json["verdict"]), (Some(0), &"equal".into()), "{text}");
    let lanes = |line: &&str| {
        !["\"read\"", "\"bus_error\"", "\"hdr_refused\"", "\"end\""].iter().any(|it| line.contains(it))
    };
    assert_eq!(json["compared"], trace.lines().filter(lanes).count(), "every event that has a lane");
    assert_eq!(json["events"]["kinds_only"]["a"]["end"], 1);
    assert!(json["self_test"].as_str().unwrap().ends_with("found there"), "{text}");
    let (status, ..) = diff("events_back", &dump, &path, &[]);
    assert_eq!(status, Some(0));
    let (status, ..) = diff("events_dumps", &dump, &dump, &["--events"]);
    assert_eq!(status, Some(0));
}

#[rstest]
#[case::launch("\"launch\"", 7)]
#[case::message("\"mih\"", 12)]
#[case::completion("\"complete\"", 20)]
fn an_event_that_is_missing_is_found_at_its_cycle(#[case] mark: &str, #[case] number: usize) {
    let (trace, dump) = run(&format!("events_missing_{number}"));
    let (rest, gone) = without(&trace, mark, number);
    let path = log(&format!("events_missing_{number}.jsonl"), &rest);
    let (status, text, json) = diff(&format!("events_missing_{number}"), &path, &dump, &[]);
    assert_eq!(
        (status, &json["verdict"], &json["differing"]),
        (Some(1), &"differ".into(), &1.into()),
        "{text}"
    );
    assert_eq!(json["first"]["cycle"], gone["c"]);
    let first = &json["first"]["differences"][0];
    assert_eq!((&first["state"], &first["a"]), (&"only in B".into(), &Value::Null), "{text}");
    let kind = gone["ev"].as_str().unwrap();
    assert!(
        first["b"]["event"].as_str().unwrap().starts_with(kind)
            && first["stream"].as_str().unwrap().starts_with(kind)
    );
    assert!(json["first"]["time_b"].is_u64() && json["first"]["time"].is_null(), "{json}");
    assert!(text.contains("around it") && text.contains("differ at cycle"), "{text}");
}

#[test]
fn a_constant_skew_is_proposed_and_never_applied_silently() {
    let (trace, dump) = run("events_skew");
    let late: String = trace
        .lines()
        .map(|line| {
            let (cycle, rest) = line[5..].split_once(',').unwrap();
            format!("{{\"c\":{},{rest}\n", cycle.parse::<u64>().unwrap() + 3)
        })
        .collect();
    let late = log("events_skew.jsonl", &late);
    let (status, text, _) = diff("events_skew", &dump, &late, &[]);
    assert!(status == Some(1) && text.contains("try `--offset 3`"), "{text}");
    assert!(text.contains("`--slack 3`"), "{text}");
    for options in [["--offset", "3"], ["--slack", "3"]] {
        assert_eq!(diff("events_skewed", &dump, &late, &options).0, Some(0), "{options:?}");
    }
    assert_eq!(diff("events_skew_back", &late, &dump, &["--offset", "-3"]).0, Some(0));
    assert_eq!(diff("events_skew_less", &dump, &late, &["--slack", "2"]).0, Some(1));
}

const LOG: &str =
    "cycle,kind,entry,kernel,SIP mask\n1,launch,0,7,0x3\n1,launch,0,7,0xc\n4,done,0,7,\n9,irq,,,\n";

#[test]
fn logs_of_other_programs_are_compared_by_what_both_have() {
    let other =
        "# bench\nKind,Cycle,Kernel,Block,sip_mask\nlaunch,1,7,0,3\nlaunch,1,7,1,12\ndone,4,7,,\nirq,9,,,\n";
    let (a, b) = (log("events_a.csv", LOG), log("events_b.csv", other));
    let (status, text, json) = diff("events_csv", &a, &b, &[]);
    assert_eq!((status, &json["compared"]), (Some(0), &4.into()), "{text}");
    assert_eq!(json["events"]["fields_only"]["a"], serde_json::json!(["launch.entry", "done.entry"]));
    assert!(text.contains("fields only in B, not compared: launch.block"), "{text}");
}

#[rstest]
#[case::changed("1,launch,0,7,0x3", "1,launch,0,7,0x1", "changed", 1)]
#[case::later("4,done,0,7,", "5,done,0,7,", "at another cycle", 4)]
#[case::kernel("4,done,0,7,", "4,done,0,8,", "changed", 4)]
#[case::missing("9,irq,,,\n", "9,irq,,,\n12,irq,,,\n", "only in B", 12)]
#[case::order(
    "1,launch,0,7,0x3\n1,launch,0,7,0xc",
    "1,launch,0,7,0xc\n1,launch,0,7,0x3",
    "in another order",
    1
)]
fn a_difference_has_its_kind(#[case] old: &str, #[case] new: &str, #[case] state: &str, #[case] cycle: u64) {
    let name = format!("events_kind_{}", new.replace([' ', ',', '\n'], "_"));
    let (a, b) = (log(&format!("{name}_a.csv"), LOG), log(&format!("{name}_b.csv"), &LOG.replace(old, new)));
    let (status, text, json) = diff(&name, &a, &b, &[]);
    assert_eq!((status, &json["first"]["differences"][0]["state"]), (Some(1), &state.into()), "{text}");
    assert_eq!(json["first"]["cycle"], cycle);
}

#[test]
fn order_is_free_within_the_bound() {
    let swapped = LOG.replace("1,launch,0,7,0x3\n1,launch,0,7,0xc", "1,launch,0,7,0xc\n1,launch,0,7,0x3");
    let (a, b) = (log("events_order_a.csv", LOG), log("events_order_b.csv", &swapped));
    let (_, text, _) = diff("events_order", &a, &b, &[]);
    assert!(text.contains("`--reorder N`"), "{text}");
    let (status, _, json) = diff("events_reorder", &a, &b, &["--reorder", "1"]);
    assert_eq!((status, &json["events"]["reordered"]), (Some(0), &1.into()));
}

#[test]
fn kinds_and_streams_can_be_left_out_or_waived() {
    let bug = LOG.replace("4,done", "5,done");
    let (a, b) = (log("events_left_a.csv", LOG), log("events_left_b.csv", &bug));
    for options in
        [["--ignore", "done"], ["--ignore", "done entry *"], ["--only", "launch*"], ["--skip", "4..5"]]
    {
        assert_eq!(diff("events_left", &a, &b, &options).0, Some(0), "{options:?}");
    }
    let waivers = log("events_waivers.yaml", "- {signal: done, when: 4, reason: late, bug: 9}\n");
    let (status, text, json) = diff("events_waived", &a, &b, &["--waivers", &waivers]);
    assert_eq!((status, &json["waived"]), (Some(0), &1.into()), "{text}");
    assert!(text.contains("waived 1 times: late (bug 9): done entry 0 (1 times)"), "{text}");
    let stale = log("events_stale.yaml", "- {signal: done, reason: late}\n- {signal: irq, reason: b}\n");
    let (status, _, json) = diff("events_stale", &a, &b, &["--waivers", &stale]);
    assert_eq!((status, &json["verdict"]), (Some(1), &"stale_waiver".into()));
    let (status, text, _) = diff("events_typo", &a, &b, &["--ignore", "lunch"]);
    assert!(status == Some(2) && text.contains("did you mean `launch`?"), "{text}");
    let (status, text, _) = diff("events_require", &a, &a, &["--require", "promote"]);
    assert!(status == Some(3) && text.contains("--require promote"), "{text}");
    assert_eq!(diff("events_min", &a, &a, &["--min-compared", "5"]).0, Some(3));
}

#[test]
fn a_cut_log_is_equal_up_to_the_cut_or_differs_before_it() {
    let (trace, dump) = run("events_cut");
    let inside = trace.len() / 2 / 10 * 10;
    let inside = trace[..inside].rfind('\n').unwrap() + 9;
    let cut = log("events_cut.jsonl", &trace[..inside]);
    let (status, text, json) = diff("events_cut", &cut, &dump, &[]);
    assert_eq!((status, &json["verdict"]), (Some(2), &"unreadable".into()), "{text}");
    assert!(text.contains(&format!("ends inside a line at byte {inside}: the file is cut; ")), "{text}");
    assert!(text.contains(" events compared, equal so far"), "{text}");
    let (rest, _) = without(&trace[..inside], "\"launch\"", 0);
    let changed = log("events_cut_bug.jsonl", rest.trim_end());
    let (status, text, _) = diff("events_cut_bug", &changed, &dump, &[]);
    assert!(status == Some(1) && text.contains("the file is cut, after the first difference"), "{text}");
    let whole = log("events_whole.csv", LOG);
    let short = log("events_short.csv", &LOG[..LOG.find("irq").unwrap() - 2]);
    let (status, text, _) = diff("events_short", &whole, &short, &[]);
    assert!(
        status == Some(1) && text.contains("ends at cycle 4, before this event; --allow-shorter"),
        "{text}"
    );
    assert!(text.contains("`--ignore irq` leaves it out"), "{text}");
    let (status, text, _) = diff("events_shorter", &whole, &short, &["--allow-shorter"]);
    assert!(status == Some(0) && text.contains("1 events are left out"), "{text}");
}

#[test]
fn a_log_may_be_compressed_or_standard_input() {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packed.write_all(LOG.as_bytes()).unwrap();
    let packed = packed.finish().unwrap();
    let path = log("events_plain.csv", LOG);
    let gz = as_text(&common::path("diff/events.csv.gz"));
    fs::write(&gz, &packed).unwrap();
    assert_eq!(diff("events_gz", &path, &gz, &[]).0, Some(0));
    for input in [LOG.as_bytes(), &packed] {
        let (status, out, _) = fed(&["diff", "-", &path, "--self-test=4"], input);
        assert!(status == Some(0) && out.contains("A: standard input"), "{out}");
    }
    fs::write(&gz, &packed[..packed.len() - 12]).unwrap();
    let (status, text, _) = diff("events_gz_cut", &path, &gz, &[]);
    assert!(status == Some(2) && text.contains("ends inside the compressed data"), "{text}");
}

#[test]
fn junit_has_one_case_per_kind() {
    let (a, b) =
        (log("events_junit_a.csv", LOG), log("events_junit_b.csv", &LOG.replace("4,done", "5,done")));
    let path = as_text(&absent("diff/events.xml"));
    diff("events_junit", &a, &b, &["--junit", &path]);
    let xml = fs::read_to_string(path).unwrap();
    assert!(xml.contains("tests=\"4\" failures=\"1\" errors=\"0\""), "{xml}");
    assert!(xml.contains("<failure message=\"done entry 0: at another cycle at cycle 4\">"), "{xml}");
}

#[rstest]
#[case(&["--mask", "launch=1"], "--mask concerns signals")]
#[case(&["--x", "zero"], "--x concerns signals")]
#[case(&["--skip", "irq"], "only cycles can be skipped")]
#[case(&["--offset", "outputs=1"], "events have no classes")]
#[case(&["--clock", "clk"], "--clock concerns a dump")]
fn options_that_concern_signals_are_refused(#[case] options: &[&str], #[case] reason: &str) {
    let name = format!("events_refused{}", options[0]);
    let path = log(&format!("{name}.csv"), LOG);
    let (status, text, _) = diff(&name, &path, &path, options);
    assert!(status == Some(2) && text.contains(reason), "{text}");
}

#[test]
fn a_file_that_has_no_events_is_refused() {
    let path = log("events_only.csv", LOG);
    let dump = super::Dump::new().file("events_no_lanes");
    let (status, text, _) = diff("events_no_lanes", &path, &dump, &[]);
    assert!(status == Some(2) && text.contains("events_no_lanes.vcd: "), "{text}");
    let (status, text, _) = diff("events_stimulus", &path, STIMULUS, &[]);
    assert!(status == Some(2) && text.contains("is an operation of a stimulus and not an event"), "{text}");
    let (status, text, _) = diff("events_slack", &dump, &dump, &["--slack", "1"]);
    assert!(status == Some(2) && text.contains("concern event streams"), "{text}");
    let none = log("events_none.csv", "cycle,kind\n");
    let (status, text, _) = diff("events_none", &none, &none, &[]);
    assert!(status == Some(3) && text.contains("nothing was compared"), "{text}");
}
