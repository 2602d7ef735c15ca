//! `hws regs`: standard output, standard error and exit status.

use std::fs;

use hws_regmap::{Code, emit, fingerprint, load};
use hws_regs::REGMAP_YAML;
use rstest::rstest;
use serde_json::{Value, json};

use crate::common::{self, Said, fed, hws, said, started};

fn regs(arguments: &[&str]) -> Said {
    said(&hws(&[&["regs"], arguments].concat()))
}

fn printed(arguments: &[&str]) -> String {
    common::printed(&[&["regs"], arguments].concat())
}

fn refused(arguments: &[&str]) -> String {
    common::refused(&[&["regs"], arguments].concat())
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&printed(arguments)).unwrap()
}

fn file(name: &str, content: impl AsRef<[u8]>) -> String {
    common::file(&format!("regs/{name}"), content)
}

fn print() -> String {
    format!("0x{:016x}", fingerprint(&load(REGMAP_YAML, "regmap.yaml").unwrap()))
}

/// The shipped map with two mistakes, on the lines of HWS_VERSION and TIME_UNIT.
fn broken() -> String {
    let text = REGMAP_YAML.replacen("offset: 0x0004", "offset: 0x0006", 1);
    text.replacen("name: PRESCALE, bits: [15, 0]", "name: PRESCALE, bits: [32, 0]", 1)
}

fn line_of(text: &str, piece: &str) -> usize {
    text[..text.find(piece).unwrap()].matches('\n').count() + 1
}

#[test]
fn a_valid_map_has_no_diagnostics() {
    let map = file("good.yaml", REGMAP_YAML);
    let registers = load(REGMAP_YAML, "x").unwrap().registers.len();
    assert_eq!(
        printed(&["check", &map]),
        format!("{map}: no errors, {registers} registers, fingerprint {}\n", print())
    );
}

#[test]
fn every_error_of_a_bad_map_has_file_line_and_column() {
    let text = broken();
    let map = file("broken.yaml", &text);
    let (status, out, err) = regs(&["check", &map]);
    assert_eq!((status, out.as_str()), (Some(1), ""));
    for (code, piece, column) in [("unaligned", "0x0006", 17), ("field-outside-register", "[32, 0]", 36)] {
        assert!(err.contains(&format!("error[{code}]")), "{err}");
        assert!(err.contains(&format!("--> {map}:{}:{column}\n", line_of(&text, piece))), "{err}");
    }
    assert!(err.ends_with(&format!("{map}: 2 errors; see `hws regs explain unaligned`\n")), "{err}");
    assert!(!err.contains('\u{1b}'), "no colour where there is no terminal");
}

#[test]
fn a_map_is_read_from_standard_input() {
    let (status, _, err) = fed(&["regs", "check", "-"], b"name: \xff");
    assert_eq!(status, Some(1));
    assert!(err.contains("error[not-text]") && err.contains("standard input:1:7"), "{err}");
}

/// A map that is valid but for two warnings, on lines 6 and 7.
const DUBIOUS: &str = "\
name: T
window_bytes: 0x100
pages:
  - name: MAIN
    registers:
      - {name: CTRL, offset: 0x10, description: \"Starts the timer.\"}
      - {name: MODE, offset: 0x18}
";

#[test]
fn a_warning_does_not_fail_a_check() {
    let map = file("dubious.yaml", DUBIOUS);
    let (status, out, err) = regs(&["check", &map]);
    assert_eq!(status, Some(0));
    assert!(out.starts_with(&format!("{map}: no errors, 2 registers, ")), "{out}");
    assert!(err.contains("warning[missing-description]") && err.contains("warning[gap]"), "{err}");
    assert!(
        err.ends_with(&format!("{map}: 2 warnings; see `hws regs explain missing-description`\n")),
        "{err}"
    );
}

#[rstest]
#[case(&["--deny", "warnings"], 1, 2, 0)]
#[case(&["--deny", "gap"], 1, 1, 1)]
#[case(&["--allow", "gap"], 0, 0, 1)]
#[case(&["--allow", "warnings"], 0, 0, 0)]
#[case(&["--deny", "warnings", "--allow", "gap"], 1, 1, 0)]
#[case(&["--deny", "gap", "--allow", "warnings"], 1, 1, 0)]
#[case(&["--deny", "gap", "--allow", "gap"], 0, 0, 1)]
#[case(&["--deny", "unused-enum"], 0, 0, 2)]
fn a_warning_is_denied_or_allowed(
    #[case] options: &[&str],
    #[case] expected: i32,
    #[case] errors: usize,
    #[case] warnings: usize,
) {
    let map = file(&format!("levels_{}.yaml", options.join("_")), DUBIOUS);
    let (status, out, err) = regs(&[&["check", &map], options].concat());
    assert_eq!(status, Some(expected), "{err}");
    let counts = (err.matches("error[").count(), err.matches("warning[").count());
    assert_eq!(counts, (errors, warnings), "{err}");
    assert_eq!(out.contains("no errors"), errors == 0, "{out}");
}

#[test]
fn the_worst_of_several_maps_decides() {
    let (good, bad) = (file("worst_good.yaml", REGMAP_YAML), file("worst_bad.yaml", broken()));
    let (status, out, err) = regs(&["check", &good, &bad, &good]);
    assert_eq!(status, Some(1));
    assert_eq!(out.matches("no errors").count(), 2, "{out}");
    assert!(err.contains(&format!("{bad}: 2 errors")), "{err}");
    let (status, out, err) = regs(&["check", "no/such/file.yaml", &bad, &good]);
    assert_eq!(status, Some(2));
    assert!(out.contains("no errors") && err.contains("2 errors"), "{out}{err}");
    assert!(err.contains("error: no/such/file.yaml: cannot be read"), "{err}");
}

#[test]
fn diagnostics_are_objects_in_json() {
    let (good, bad) = (file("json_good.yaml", REGMAP_YAML), file("json_bad.yaml", broken()));
    assert_eq!(json(&["check", &good, "--format", "json"]), Value::Array(Vec::new()));
    let (status, out, err) = regs(&["check", &good, &bad, "--format", "json"]);
    assert_eq!((status, err.as_str()), (Some(1), ""));
    let line = line_of(&broken(), "0x0006");
    let end = json!({"line": line, "column": 23});
    let expected = json!({
        "code": "unaligned",
        "severity": "error",
        "message": "0x0006 is not a multiple of 4",
        "file": bad,
        "line": line,
        "column": 17,
        "end": end,
        "label": "not word-aligned",
        "notes": [],
        "remedy": "the bus accesses aligned words of 4 bytes only",
        "key": "", "candidates": ["0x0008"],
        "suggestion": {"file": bad, "line": line, "column": 17, "end": end, "replacement": "0x0008"},
    });
    let all: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(all[0], expected);
    assert_eq!(all[1]["code"], "field-outside-register");
}

#[test]
fn a_note_has_a_place_of_its_own_in_json() {
    let map = file("json_note.yaml", DUBIOUS);
    let gap = &json(&["check", &map, "--format", "json", "--allow", "missing-description"])[0];
    let note = json!({
        "file": map, "line": 6, "column": 30, "end": {"line": 6, "column": 34},
        "label": "CTRL ends before 0x0014",
    });
    assert_eq!((&gap["severity"], &gap["notes"][0]), (&json!("warning"), &note));
    assert_eq!(gap["suggestion"], Value::Null);
}

#[test]
fn diagnostics_are_results_in_sarif() {
    let map = file("sarif map.yaml", broken());
    let (status, out, err) = regs(&["check", &map, "--format", "sarif", "--deny", "warnings"]);
    assert_eq!((status, err.as_str()), (Some(1), ""));
    let log: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    assert_eq!(rules.len(), Code::ALL.len());
    let result = &run["results"][0];
    assert_eq!((&result["ruleId"], &result["level"]), (&json!("unaligned"), &json!("error")));
    assert_eq!(rules[result["ruleIndex"].as_u64().unwrap() as usize]["id"], "unaligned");
    let uri = map.replace(' ', "%20");
    let line = line_of(&broken(), "0x0006");
    let region = json!({"startLine": line, "startColumn": 17, "endLine": line, "endColumn": 23});
    let place = json!({"artifactLocation": {"uri": uri}, "region": region});
    assert_eq!(result["locations"][0]["physicalLocation"], place);
    let change = &result["fixes"][0]["artifactChanges"][0]["replacements"][0];
    assert_eq!(change, &json!({"deletedRegion": region, "insertedContent": {"text": "0x0008"}}));
}

/// A map that includes the file of its name with `_part`, and its path.
fn with_part(name: &str, part: &str) -> String {
    file(&format!("{name}_part.yaml"), part);
    let main = format!("name: T\nwindow_bytes: 0x100\ninclude: [{name}_part.yaml]\npages: []\n");
    file(&format!("{name}.yaml"), main)
}

const PART: &str = "pages: [{name: MAIN, registers: [{name: CTRL, offset: 0x10, description: d}]}]\n";

#[test]
fn every_command_that_takes_a_map_takes_includes() {
    let map = with_part("included", PART);
    assert!(printed(&["check", &map]).contains(": no errors, 1 register, "));
    assert!(printed(&["export", "--format", "c", &map]).contains("CTRL"));
    assert!(printed(&["show", "CTRL", "--map", &map]).starts_with("CTRL\n"));
    assert!(printed(&["grep", "ctrl", "--map", &map]).contains("CTRL: d"));
    assert_eq!(printed(&["diff", &map, &map]), "");
}

#[test]
fn an_error_in_an_included_file_names_that_file() {
    let map = with_part("part_error", &PART.replace("0x10", "0x11"));
    let (status, _, err) = regs(&["check", &map]);
    assert_eq!(status, Some(1));
    let part = map.replace(".yaml", "_part.yaml");
    assert!(err.contains(&format!("--> {part}:1:55\n")), "{err}");
    assert!(err.ends_with(&format!("{map}: 1 error; see `hws regs explain unaligned`\n")), "{err}");
    let all: Value = serde_json::from_str(&regs(&["check", &map, "--format", "json"]).1).unwrap();
    assert_eq!(all[0]["file"], part);
}

#[test]
fn a_missing_include_is_an_error_where_it_is_named() {
    let text = "name: T\nwindow_bytes: 0x100\ninclude: [no_such_part.yaml]\npages: []\n";
    let map = file("no_part.yaml", text);
    let (status, _, err) = regs(&["check", &map]);
    assert_eq!(status, Some(1));
    assert!(
        err.contains("error[cannot-include]: cannot read `") && err.contains("no_such_part.yaml`: "),
        "{err}"
    );
    assert!(err.contains(&format!("--> {map}:3:11\n")), "{err}");
}

#[rstest]
#[case(&["check", "--deny", "gpa", "x.yaml"], "`gpa` is unknown; did you mean `gap`? the warnings are ")]
#[case(&["check", "--allow", "unaligned", "x.yaml"], "`unaligned` is an error, which cannot be allowed or denied")]
#[case(&["check", "-", "-"], "standard input can be read only once")]
#[case(&["check", "no/such/file.yaml"], "no/such/file.yaml: cannot be read")]
#[case(&["check"], "Usage: hws regs check")]
#[case(&["explain", "E0308"], "unknown error code `E0308`; `hws regs explain` lists them")]
#[case(&["export", "--format", "cobol"], "unknown format `cobol`; the formats are ")]
#[case(&["export", "-f", "json", "--base", "0x1000"], "--base is not for format `json`; it is for rust, c, ")]
#[case(&["export", "-f", "python", "--prefix", "X"], "--prefix is not for format `python`; it is for c, ")]
#[case(&["export", "-f", "c", "--standalone"], "--standalone is not for format `c`; it is for rust")]
#[case(&["export", "-f", "rust", "--base", "0x1000"], "--base needs --standalone for format `rust`")]
#[case(&["export", "-f", "c", "--base", "0x1002"], "the base 0x1002 is not a multiple of 4")]
#[case(&["export", "-f", "c", "--base", "zero"], "--base: `zero` is not a 64-bit address")]
#[case(&["export", "-f", "c", "--base", "0xffff_ffff_ffff_f000"], "would end beyond the 64-bit address space")]
#[case(&["export", "-f", "c", "--prefix", "2X"], "`2X` is not a prefix of names")]
#[case(&["show", "PROMTE"], "unknown register `PROMTE`; did you mean `PROMOTE`?")]
#[case(&["show", "PROMOTE.RTASK_MX"], "unknown field `RTASK_MX` of PROMOTE; did you mean `RTASK_MAX`?")]
#[case(&["show", "PROMOTE.X"], "unknown field `X` of PROMOTE; its fields are RULE_THRESHOLD, ")]
#[case(&["show", "RS[32].FLAGS"], "there is no element 32; give 0 to 31 [register-index]")]
#[case(&["show", "PROMOT3"], "unknown register `PROMOT3`; did you mean `PROMOTE`?")]
#[case(&["show", "BACKFILL"], "did you mean `RSVD_SIP_BACKFILL_MARGIN_OFFSET` or `CNT_BACKFILL`?")]
#[case(&["show", "XMC_SIP_MAP[32]"], "there is no element 32; give 0 to 31 [register-index]")]
#[case(&["show", "SIP_USAGE_MASK[1]"], "SIP_USAGE_MASK[][] takes 2 indices")]
#[case(&["show", "0x0113"], "0x0113 is not a multiple of 4: an access is a bus error")]
#[case(&["show", "0x3ffc"], "no register at 0x3ffc: an access is a bus error")]
#[case(&["show", "0x103c"], "0x103c is a reserved word")]
#[case(&["show", "PROMOTE", "0x1_0000_0000"], "`0x1_0000_0000` is not a 32-bit number")]
#[case(&["show", "PROMOTE", "RTASK_MAX=9"], "not a legal value; legal values are 1 to 8")]
#[case(&["show", "PROMOTE", "RTASK_MAX=16"], "the largest value of the field is 15")]
#[case(&["show", "PROMOTE", "COLOUR=1"], "unknown field of PROMOTE; its fields are RULE_THRESHOLD, ")]
#[case(&["show", "HWS_WORK_MODE", "OUT_PATH=UPS"], "legal values are 0 MDMA, 1 MIH")]
#[case(&["show", "PROMOTE", "RTASK_MAX=2", "3"], "3: not a field and a value; give FIELD=VALUE")]
#[case(&["grep"], "Usage: hws regs grep")]
#[case(&["diff", "no/such/file.yaml"], "cannot be read")]
fn a_refusal_names_the_reason(#[case] arguments: &[&str], #[case] reason: &str) {
    let err = refused(arguments);
    assert!(err.contains(reason), "{err}");
}

#[test]
fn an_unknown_format_lists_all_formats() {
    let err = refused(&["export", "--format", "cobol"]);
    assert!(emit::FORMATS.iter().all(|format| err.contains(format.name)), "{err}");
}

#[test]
fn every_command_that_needs_a_valid_map_refuses_a_bad_one() {
    let map = file("bad_input.yaml", broken());
    for arguments in [
        ["export", "--format", "json", &map].as_slice(),
        &["show", "--map", &map],
        &["grep", "x", "--map", &map],
        &["diff", &map],
    ] {
        assert!(refused(arguments).contains("error[unaligned]"), "{arguments:?}");
    }
}

#[test]
fn every_code_is_listed_and_explained() {
    let list = printed(&["explain"]);
    assert_eq!(list.lines().count(), Code::ALL.len());
    for code in Code::ALL {
        assert!(list.contains(code.as_str()));
    }
    assert_eq!(printed(&["explain", "unaligned"]), Code::Unaligned.explanation());
}

#[test]
fn the_schema_is_json() {
    assert_eq!(json(&["schema"]), hws_regmap::schema());
}

#[test]
fn every_format_goes_to_standard_output_or_a_file() {
    let map = load(REGMAP_YAML, "regmap.yaml").unwrap();
    for format in emit::FORMATS {
        let expected = (format.emit)(&map, &emit::ExportOptions::default()).unwrap();
        assert!(printed(&["export", "--format", format.name]) == expected, "{}", format.name);
        let out = file(&format!("out.{}", format.name), "");
        assert_eq!(printed(&["export", "--format", format.name, "-o", &out]), "");
        assert!(fs::read_to_string(&out).unwrap() == expected, "{}", format.name);
    }
}

#[test]
fn another_map_is_exported_when_named() {
    let map = file("other.yaml", REGMAP_YAML.replacen("name: HWS\n", "name: OTHER\n", 1));
    assert_eq!(json(&["export", "--format", "json", &map])["name"], "OTHER");
}

/// Nothing else of the export changes, and a format that does not heed an option refuses it.
#[rstest]
#[case("c", "#define HWS_BASE UINT32_C(0x40000000)")]
#[case("systemverilog", "BASE = 32'h40000000;")]
#[case("uvm", "BASE = 64'h40000000;")]
#[case("svd", "<baseAddress>0x40000000</baseAddress>")]
#[case("markdown", "from 0x40000000")]
#[case("html", "data-base=\"1073741824\"")]
#[case("python", "BASE = 0x40000000 ")]
#[case("c-tests", "e.address = UINT64_C(0x40000000) + reg->offset;")]
#[case("cocotb", "BASE = 0x40000000\n")]
fn a_base_is_in_the_export(#[case] format: &str, #[case] line: &str) {
    let arguments = ["export", "--format", format];
    assert!(!printed(&arguments).contains(line));
    let text = printed(&[&arguments[..], &["--base", "0x4000_0000"]].concat());
    assert!(text.contains(line), "{format} has no {line}");
}

#[test]
fn names_begin_with_the_prefix() {
    let text = printed(&["export", "--format", "c", "--prefix", "sched0"]);
    assert!(text.contains("#define SCHED0_PROMOTE_OFFSET ") && !text.contains("HWS_PROMOTE"));
    let text = printed(&["export", "--format", "c-tests", "--prefix", "sched0"]);
    assert!(
        text.contains(" sched0_reset_test(const struct sched0_test_device *device)")
            && !text.contains("hws_reset_test")
    );
}

#[test]
fn standalone_rust_needs_no_crate() {
    let standalone = printed(&["export", "--format", "rust", "--standalone", "--base", "0x4000_0000"]);
    assert!(standalone.contains("pub const BASE: u64 = 0x40000000;") && !standalone.contains("bitfield"));
    assert!(printed(&["export", "--format", "rust"]).contains("bitfield"));
}

#[test]
fn a_field_is_shown_alone() {
    let whole = printed(&["show", "PROMOTE", "RTASK_MAX=4"]);
    let field = printed(&["show", "promote.rtask_max", "RTASK_MAX=4"]);
    assert!(whole.contains(" THRESHOLD ") && whole.contains(" RTASK_MAX "));
    assert!(!field.contains(" THRESHOLD ") && field.contains(" RTASK_MAX "));
    let fields = json(&["show", "RS[3].FLAGS.COOP", "--json"]);
    assert_eq!((&fields["name"], fields["fields"].as_array().unwrap().len()), (&json!("RS[3].FLAGS"), 1));
}

#[test]
fn names_in_lower_case_are_found() {
    let map = file(
        "lower.yaml",
        "{name: t, names: any, window_bytes: 16, pages: [{name: p, size: 16, registers: [{name: ctrl, offset: 0}]}]}",
    );
    for name in ["ctrl", "CTRL"] {
        assert_eq!(json(&["show", name, "--map", &map, "--json"])["name"], "ctrl");
    }
}

#[test]
fn the_fingerprint_is_reported() {
    let (_, out, _) = said(&hws(&["--version"]));
    assert!(out.starts_with("hws ") && out.contains(&print()), "{out}");
    assert!(printed(&["show"]).contains(&print()));
    assert!(printed(&["show", "PROMOTE"]).contains(&print()));
    assert_eq!(json(&["show", "--json"])["fingerprint"], print());
}

#[rstest]
#[case("PROMOTE", "PROMOTE", 0x114)]
#[case("promote", "PROMOTE", 0x114)]
#[case("0x114", "PROMOTE", 0x114)]
#[case("276", "PROMOTE", 0x114)]
#[case("RS[4].FLAGS", "RS[4].FLAGS", 0x1100)]
#[case("RS.FLAGS", "RS[].FLAGS", 0x1000)]
#[case("RS[].FLAGS", "RS[].FLAGS", 0x1000)]
#[case("0x1100", "RS[4].FLAGS", 0x1100)]
#[case("SIP_USAGE_MASK[3][4]", "SIP_USAGE_MASK[3][4]", 0x18c)]
#[case("0x18c", "SIP_USAGE_MASK[3][4]", 0x18c)]
fn a_register_is_found_by_name_and_address(#[case] what: &str, #[case] name: &str, #[case] offset: u32) {
    let shown = json(&["show", what, "--json"]);
    assert_eq!((shown["name"].as_str(), &shown["offset"]), (Some(name), &Value::from(offset)));
    assert!(printed(&["show", what]).starts_with(&format!("{name}\n")));
}

#[test]
fn the_reset_is_that_of_the_element() {
    assert_eq!(json(&["show", "SCALE_RATIO_TABLE_RANK[9]", "--json"])["reset"], 1000);
    assert_eq!(json(&["show", "XMC_SIP_MAP[31]", "--json"])["reset"], 31);
}

fn field<'a>(shown: &'a Value, name: &str) -> &'a Value {
    shown["fields"].as_array().unwrap().iter().find(|field| field["name"] == name).unwrap()
}

#[test]
fn a_value_is_decoded_field_by_field() {
    let shown = json(&["show", "HWS_WORK_MODE", "0x80000005", "--json"]);
    assert_eq!((&shown["value"], &shown["legal"]), (&Value::from(0x8000_0005_u32), &Value::from(true)));
    assert_eq!(shown["reserved"], 0x8000_0000_u32);
    assert_eq!(
        (&field(&shown, "OUT_PATH")["value_name"], &field(&shown, "REPORT_EN")["value"]),
        (&"MIH".into(), &1.into())
    );
    let text = printed(&["show", "PROMOTE", "0x00049003"]);
    assert!(
        text.contains("9 (illegal)") && text.contains("a write of this value is refused as a whole"),
        "{text}"
    );
}

#[test]
fn fields_are_encoded_over_the_reset() {
    let shown = json(&["show", "PROMOTE", "RTASK_MAX=4", "rule_top1=true", "--json"]);
    assert_eq!(shown["value"], 0x0004_4005);
    assert_eq!(json(&["show", "HWS_WORK_MODE", "OUT_PATH=mih", "--json"])["value"], 1);
}

#[test]
fn an_illegal_combination_is_reported() {
    assert_eq!(json(&["show", "SIP_TOPOLOGY", "CLUSTER_NUM=3", "--json"])["legal"], false);
    assert!(printed(&["show", "SIP_TOPOLOGY", "0x0310"]).contains("refused as a whole"));
}

#[test]
fn grep_finds_registers_fields_values_and_parameters() {
    let found = printed(&["grep", "MIH"]);
    for line in ["MIH_DATA_HI: ", "IRQ_STATUS.MIH: ", "HWS_WORK_MODE.OUT_PATH = 1 MIH: ", "MIH_FIFO = "] {
        assert!(found.contains(line), "{line} is not in\n{found}");
    }
    assert_eq!(printed(&["grep", "mih"]), found);
    assert_eq!(regs(&["grep", "no such word"]), (Some(1), String::new(), String::new()));
    assert_eq!(regs(&["grep", "no such word", "--json"]), (Some(1), "[]\n".to_owned(), String::new()));
    assert_eq!(json(&["grep", "PRESCALE", "--json"])[0]["offset"], 0x28);
}

#[test]
fn a_move_is_a_breaking_change_and_an_addition_is_not() {
    let old = file("old.yaml", REGMAP_YAML);
    assert_eq!(printed(&["diff", &old]), "");
    let wider = file("wider.yaml", REGMAP_YAML.replacen("range: [1, 8]", "range: [1, 9]", 1));
    assert!(printed(&["diff", &old, &wider]).starts_with("compatible: PROMOTE.RTASK_MAX: "));
    let moved = file("moved.yaml", REGMAP_YAML.replacen("offset: 0x0028", "offset: 0x002c", 1));
    let (status, out, err) = regs(&["diff", &old, &moved]);
    assert_eq!((status, err.as_str()), (Some(1), ""));
    assert_eq!(
        out,
        "breaking: TIME_UNIT: moved from 0x0028 to 0x002c (breaks firmware, RTL)\n\
         1 breaking change (for firmware, RTL)\n"
    );
    let (status, out, _) = regs(&["diff", &old, &moved, "--json"]);
    assert_eq!(status, Some(1));
    let change = json!({
        "kind": "register-moved",
        "severity": "breaking",
        "place": "TIME_UNIT",
        "change": "moved from 0x0028 to 0x002c",
        "before": "0x0028",
        "after": "0x002c",
        "breaks": ["firmware", "rtl"],
    });
    assert_eq!(serde_json::from_str::<Value>(&out).unwrap(), json!([change]));
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let mut child = started(&["regs", "export", "--format", "json"]);
    drop(child.stdout.take());
    let (status, _, err) = said(&child.wait_with_output().unwrap());
    assert_eq!((status, err.as_str()), (Some(0), ""));
}
