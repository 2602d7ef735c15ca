//! What the program proposes to a shell.

use std::process::Command;

use rstest::rstest;

use crate::common::{file, printed};

/// The words after `hws`, of which the last one is being typed, as the script of each shell passes them.
fn proposed(shell: &str, words: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hws"));
    command
        .env("COMPLETE", shell)
        .env("_CLAP_COMPLETE_INDEX", words.len().to_string())
        .env("_CLAP_IFS", "\n");
    let output = command.args(["--", "hws"]).args(words).output().unwrap();
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

fn words(line: &[&str]) -> Vec<String> {
    let out = proposed("fish", line);
    out.lines().filter_map(|line| line.split('\t').next()).map(str::to_owned).collect()
}

#[rstest]
#[case::a_register(&["regs", "show", "PROM"], &["PROMOTE"])]
#[case::in_any_case(&["regs", "show", "prom"], &["PROMOTE"])]
#[case::a_field(&["regs", "show", "PROMOTE.RT"], &["PROMOTE.RTASK_MAX"])]
#[case::an_array(&["regs", "show", "RS[].FL"], &["RS[].FLAGS"])]
#[case::an_element(&["regs", "show", "RS[3].FL"], &["RS[3].FLAGS"])]
#[case::a_field_of_an_element(&["regs", "show", "RS[3].FLAGS.COO"], &["RS[3].FLAGS.COOP"])]
#[case::a_field_to_encode(&["regs", "show", "PROMOTE", "THR"], &["THRESHOLD="])]
#[case::a_named_value(&["regs", "show", "HWS_WORK_MODE", "OUT_PATH="], &["OUT_PATH=MDMA", "OUT_PATH=MIH"])]
#[case::a_format(&["regs", "export", "--format", "sys"], &["systemverilog", "systemrdl"])]
#[case::a_code(&["regs", "explain", "unal"], &["unaligned"])]
#[case::a_denied_code(&["regs", "check", "--deny", "ga"], &["gap"])]
#[case::a_policy(&["run", "--policy", "promote.rt"], &["promote.rtask_max="])]
#[case::a_setting(&["sweep", "--set", "promote.rt"], &["promote.rtask_max="])]
#[case::a_command(&["cov"], &["coverage"])]
#[case::an_option(&["serve", "--q"], &["--qtest"])]
#[case::nothing_fits(&["regs", "show", "XYZ"], &[])]
fn names_are_proposed(#[case] line: &[&str], #[case] expected: &[&str]) {
    assert_eq!(words(line), expected);
}

#[test]
fn registers_are_those_of_the_map_on_the_line() {
    let text = "{name: t, names: any, window_bytes: 16, pages: [{name: p, size: 16, registers: [{name: ctrl, offset: 0}]}]}";
    let map = file("completion.yaml", text);
    assert_eq!(words(&["regs", "show", "--map", &map, "c"]), ["ctrl"]);
    assert_eq!(words(&["regs", "show", "--map", &map, "PROM"]), [""; 0]);
}

/// A line that is not finished may name a map that is not there or not valid.
#[rstest]
#[case("no/such/map.yaml")]
#[case("Cargo.toml")]
#[case("-")]
fn a_bad_map_is_no_error(#[case] map: &str) {
    assert_eq!(words(&["regs", "show", "--map", map, "PROM"]), [""; 0]);
}

#[rstest]
#[case("bash", "PROMOTE")]
#[case("zsh", "PROMOTE:Rules by which a P-task that keeps failing becomes an R-task.")]
#[case("fish", "PROMOTE\tRules by which a P-task that keeps failing becomes an R-task.")]
#[case("elvish", "PROMOTE")]
#[case("powershell", "PROMOTE\tRules by which a P-task that keeps failing becomes an R-task.")]
fn every_shell_is_answered_in_its_form(#[case] shell: &str, #[case] expected: &str) {
    assert_eq!(proposed(shell, &["regs", "show", "PROM"]).trim_end(), expected);
    let script = printed(&["completions", shell]);
    assert!(script.contains("COMPLETE") && script.contains("hws"), "{script}");
}
