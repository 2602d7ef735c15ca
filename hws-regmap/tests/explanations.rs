//! Explanations: their wrong examples produce their code, their right examples no diagnostic.

use hws_regmap::{Code, MapDiagnostic, check};
use std::collections::BTreeSet;

const HEAD: &str = "name: T\nwindow_bytes: 0x100\nsame_cycle: x\n";
const PARAMETERS: &str =
    "parameters: [{name: N_ENTRIES, value: 4, min: 1, max: 8, spec: s, description: d}]\n";
const PAGE: &str = "pages:\n  - name: MAIN\n    base: 0\n    size: 0x100\n    description: d\n";

/// Codes that a short map cannot produce.
const WITHOUT_EXAMPLE: [Code; 4] =
    [Code::NotText, Code::TooLarge, Code::TooManyRegisters, Code::NotForHwsRegs];

/// Returns the block under a heading: its kind and its lines.
fn example<'a>(text: &'a str, heading: &str) -> Option<(&'a str, &'a str)> {
    let (_, behind) = text.split_once(heading)?;
    let (_, block) = behind.split_once("```yaml ")?;
    let (block, _) = block.split_once("```")?;
    block.split_once('\n')
}

/// A whole map around a fragment.
fn map((kind, fragment): (&str, &str)) -> String {
    let indented = |by: &str| fragment.lines().map(|line| format!("{by}{line}\n")).collect::<String>();
    match kind {
        "whole" => fragment.to_owned(),
        "parameters" => format!("{HEAD}parameters:\n{}pages: []\n", indented("  ")),
        "pages" => format!("{HEAD}{PARAMETERS}pages:\n{}", indented("  ")),
        "registers" | "groups" => format!("{HEAD}{PARAMETERS}{PAGE}    {kind}:\n{}", indented("      ")),
        other => panic!("{other} is not a kind of example"),
    }
}

/// The errors, or the warnings that the code is among.
fn diagnostics(example: (&str, &str), code: Code) -> Vec<MapDiagnostic> {
    let mut diagnostics = check(map(example).as_bytes(), "example.yaml").diagnostics;
    diagnostics.retain(|diagnostic| diagnostic.severity >= code.severity());
    diagnostics
}

#[test]
fn every_code_has_a_text_with_its_name_and_summary() {
    for code in Code::ALL {
        let mut lines = code.explanation().lines();
        assert_eq!(lines.next(), Some(format!("# {code}").as_str()));
        assert_eq!(lines.nth(1), Some(code.summary()));
        assert!(code.explanation().lines().count() >= 5, "{code} is not explained");
    }
}

#[test]
fn a_wrong_example_produces_its_code_and_no_other() {
    for code in Code::ALL.iter().filter(|code| !WITHOUT_EXAMPLE.contains(code)) {
        let wrong =
            example(code.explanation(), "## Wrong").unwrap_or_else(|| panic!("{code} has no example"));
        let codes: BTreeSet<Code> =
            diagnostics(wrong, *code).into_iter().map(|diagnostic| diagnostic.code).collect();
        assert_eq!(codes, BTreeSet::from([*code]), "{code}");
    }
}

#[test]
fn a_right_example_has_no_diagnostics() {
    for code in Code::ALL.iter().filter(|code| !WITHOUT_EXAMPLE.contains(code)) {
        let right = example(code.explanation(), "## Right").unwrap_or_else(|| panic!("{code} is not mended"));
        assert_eq!(diagnostics(right, *code), [], "{code}");
    }
}
