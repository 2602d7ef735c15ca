//! Faults of a file, found where they are.

use rstest::rstest;

use hws_input::Diagnostic;

use crate::{check, emit};

const FILE: &str = "\
version: 1
title: Device
enums:
  - { name: pool, doc: A pool., values: [{ name: R, value: 0, doc: r. }, { name: P, value: 1, doc: p. }] }
records:
  - name: word
    doc: A word.
    words: 1
    fields:
      - { name: low, word: 0, bits: \"15:0\", doc: Low. }
      - { name: high, word: 0, bits: \"31:16\", doc: High. }
  - name: call
    doc: A call.
    rule: a.md §1
    fields:
      - { name: slot, width: 6, rust: Slot, doc: The slot., rule: a.md §1.2 }
      - { name: code, width: 4, unit: steps, doc: The code. }
lanes: { count: 4, kind_width: 2, words: 2 }
events:
  - { name: begin, kind: 0, doc: Begins., rule: a.md §1, fields: [{ name: pool, width: 1, values: pool, doc: p. }] }
  - { name: end, kind: 1, doc: Ends., rule: a.md §1.2, fields: [] }
rules:
  - { rule: a.md §1, title: One, reads: [word.low, HWS_CTRL] }
  - { rule: a.md §1.2, title: Two, writes: [word] }
ports:
  - { name: clk, direction: in, width: 1, sampled: after, doc: The clock. }
  - { name: a_req, direction: in, width: 1, doc: Asks., rule: a.md §1.2 }
  - { name: a_data, direction: out, width: 32, doc: Data. }
  - { name: a_ready, direction: in, width: 1, sampled: never, doc: Taken. }
";

#[test]
fn a_file_without_faults_has_none() {
    assert_eq!(check(FILE).faults, []);
}

#[rstest]
#[case(
    "kind: 1",
    "kind: 2",
    "21:13: the kinds of events are 0 to 1, each once; number 1 is missing or given twice [kind]"
)]
#[case(
    "rule: a.md §1.2, fields",
    "rule: a.md §9, fields",
    "21:13: unknown rule `a.md §9`; did you mean `a.md §1`? use a name that the file defines [unknown-rule]"
)]
#[case(
    "bits: \"31:16\"",
    "bits: \"31:8\"",
    "11:17: `high` has bit 8 of word 0 of `low`; give each bit to one field [overlap]"
)]
#[case(
    "bits: \"31:16\"",
    "bits: \"32:16\"",
    "11:38: `32:16` is not a range of bits; write `bits: \"HIGH:LOW\"`, from 31 to 0 [bits]"
)]
#[case(
    "values: pool",
    "values: pol",
    "20:75: unknown enum `pol`; did you mean `pool`? use a name that the file defines [unknown-enum]"
)]
#[case(
    "words: 2 }",
    "words: 0 }",
    "20:13: `begin` has 1 values, a lane has 0; remove a field, or raise `lanes: words:` [lane]"
)]
#[case(
    "word.low, ",
    "word.lw, ",
    "23:13: unknown word `word.lw`; did you mean `word`? use a name that the file defines [unknown-word]"
)]
#[case("name: end", "nme: end", "21:5: missing key `name` in one of `events`; add `name:` [missing-key]")]
#[case(
    "value: 1",
    "value: 2",
    "4:82: the value of `P` is 2, not 1; number the values from 0, in order [enum-value]"
)]
#[case(
    "name: high",
    "name: low",
    "10:17: `low` is in records.word twice; rename one of them [duplicate-name]"
)]
#[case(
    "direction: out",
    "direction: out, sampled: before",
    "28:46: an output that is sampled before the edge; write `after` or `never` [sampled]"
)]
#[case(
    "sampled: never",
    "sampled: late",
    "29:56: unknown moment of a sample; write `before`, `after` or `never` [sampled]"
)]
#[case(
    "rust: Slot",
    "rust: slot",
    "16:17: `slot` is not the name of a type; use letters and digits, a capital letter first [rust-type]"
)]
#[case(
    "doc: High.",
    "rust: High, doc: High.",
    "11:17: `high` has a type in Rust, but is not a number without a place; remove `rust:` [rust-type]"
)]
#[case("version: 1", "version: 2", "1:10: unknown version of the format; write `version: 1` [version]")]
#[case("title: Device", "title: [", "")]
fn every_fault_has_its_place_and_a_remedy(#[case] right: &str, #[case] wrong: &str, #[case] expected: &str) {
    let text = FILE.replacen(right, wrong, 1);
    assert_ne!(text, FILE);
    let faults: Vec<String> = check(&text).faults.iter().map(Diagnostic::coded).collect();
    assert!(!faults.is_empty());
    assert!(expected.is_empty() || faults.contains(&expected.to_owned()), "{faults:#?}");
}

#[test]
fn a_change_of_a_layout_breaks_and_a_change_of_words_does_not() {
    let changes = |right: &str, wrong: &str| {
        let [old, new] =
            [FILE.to_owned(), FILE.replacen(right, wrong, 1)].map(|text| check(&text).interfaces);
        crate::compare(&old, &new).iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(changes("doc: Low.", "doc: Lower."), ["~ records.word.low.doc: Low. -> Lower."]);
    assert_eq!(changes("15:0", "7:0").last().unwrap(), "~ records.word.low.width: 16 -> 8 (breaks)");
    assert_eq!(
        changes("reads: [word.low, HWS_CTRL]", "reads: [word.low]"),
        ["- rules.a.md §1.reads.1 = HWS_CTRL"]
    );
    assert!(changes("name: end", "name: over").contains(&"- events.end.kind = 1 (breaks)".to_owned()));
    assert_eq!(changes("x", "x"), [""; 0]);
}

#[test]
fn a_table_of_a_page_is_replaced_and_the_rest_stays() {
    let interfaces = check(FILE).interfaces;
    let page = "before\n<!-- generated: record word -->\nold\n<!-- end -->\nafter\n";
    let new = emit::page(&interfaces, page).unwrap();
    let table = "| field | meaning |\n|---|---|\n| low[15:0] | Low |\n| high[31:16] | High |\n";
    assert_eq!(new, format!("before\n<!-- generated: record word -->\n\n{table}\n<!-- end -->\nafter\n"));
    assert_eq!(emit::page(&interfaces, &new).unwrap(), new);
    let lanes = emit::page(&interfaces, "<!-- generated: lanes --><!-- end -->").unwrap();
    assert!(lanes.contains("| 0 | begin | pool (0 R, 1 P) |\n| 1 | end |  |\n"), "{lanes}");
}

#[rstest]
#[case("<!-- generated: record word -->", "without `<!-- end -->`")]
#[case("<!-- generated: record wood --><!-- end -->", "unknown record `wood`")]
#[case("<!-- generated: tables --><!-- end -->", "unknown table `tables`")]
fn a_mark_that_means_nothing_is_refused(#[case] page: &str, #[case] reason: &str) {
    let error = emit::page(&check(FILE).interfaces, page).unwrap_err();
    assert!(error.contains(reason), "{error}");
}

#[test]
fn every_language_has_every_event() {
    let interfaces = check(FILE).interfaces;
    let marked = "a\n  // generated: event kinds\n  // end\nb\n";
    assert!(
        emit::with_event_kinds(&interfaces, marked)
            .unwrap()
            .contains("HWS_EVENT_BEGIN = 0,\n    HWS_EVENT_END   = 1\n")
    );
    assert!(emit::with_event_kinds(&interfaces, "a\n").unwrap_err().contains("no line"));
    assert!(emit::systemverilog(&interfaces).contains("localparam int EV_END = 1;"));
    assert!(emit::c(&interfaces).contains("/// Begins: pool (0 R, 1 P).\n    HWS_EVENT_BEGIN = 0,"));
    assert!(emit::events(&interfaces).contains("pub struct BeginWords"));
    assert!(emit::rules(&interfaces).contains("cite: \"a.md §1.2\""));
    assert!(emit::trace(&interfaces).contains("EventKind::Begin => Self::Begin"));
    assert_eq!(
        emit::trace_schema(&interfaces)["oneOf"][0]["properties"]["pool"]["enum"],
        serde_json::json!(["R", "P"])
    );
    assert!(emit::python(&interfaces.records[0]).contains("    #: High. 0 to 65535.\n    high: int = 0\n"));
    assert!(emit::words(&interfaces).contains("pub(crate) high: B16,"));
    let call = emit::record(interfaces.find_record("call").unwrap());
    assert!(call.contains("use crate::{Slot};\n\n/// A call. (a.md §1)\n"), "{call}");
    assert!(call.contains("    /// The slot. (a.md §1.2)\n    pub slot: Slot,\n"), "{call}");
    assert!(call.contains("    /// The code. Unit: steps. Legal: 0..=15.\n    pub code: u8,\n"), "{call}");
    let ports = emit::ports(&interfaces);
    let (before, after) = ports.split_once("$($more)*").unwrap();
    assert!(
        before.contains("/// Asks.\n                AReq = \"a_req\", 1, Some(Rule::A1_2);\n"),
        "{before}"
    );
    assert!(after.find("Clk = \"clk\", 1, None;") < after.find("AData = \"a_data\", 32, None;"), "{after}");
    assert!(!ports.contains("AReady"), "{ports}");
    let descriptor = emit::descriptor(&interfaces.records[0]);
    assert!(descriptor.contains("high: (words[0] >> 16) as u16,"), "{descriptor}");
    assert!(descriptor.contains("self.low as u32 | (self.high as u32) << 16,"), "{descriptor}");
}

/// Every 17th line of the file of this project left out, given twice, and cut in its middle.
#[test]
fn a_damaged_file_is_read_without_a_panic() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../interfaces.yaml");
    let file = std::fs::read_to_string(path).unwrap();
    let lines: Vec<&str> = file.lines().collect();
    let mut faulty = 0;
    for at in (0..lines.len()).step_by(17) {
        let half: String = lines[at].chars().take(lines[at].chars().count() / 2).collect();
        for damaged in [vec![], vec![lines[at]; 2], vec![half.as_str()]] {
            let text = [&lines[..at], &damaged, &lines[at + 1..]].concat().join("\n");
            faulty += usize::from(!check(&text).faults.is_empty());
        }
    }
    assert!(faulty > lines.len() / 17, "{faulty} of {} lines", lines.len());
}
