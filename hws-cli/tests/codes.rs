//! The codes of diagnostics: `hws explain-error` knows each one that a source file gives.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::{as_text, fed, file, hws, printed, refused, root, said};

/// What stands before a code in a source file.
const MAKERS: [&str; 5] = ["Diagnostic::new(", ".at(", "of_file(", ".fault(", "Failure::refused("];

/// The codes in the sources of this crate and of its neighbours, apart from tests.
fn in_sources() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    for entry in fs::read_dir(root).unwrap() {
        let sources = entry.unwrap().path().join("src");
        if sources.is_dir() {
            collect(&sources, &mut found);
        }
    }
    found
}

fn collect(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            let text = text.split("#[cfg(test)]").next().unwrap();
            found.extend(MAKERS.iter().flat_map(|maker| codes(text, maker)));
        }
    }
}

/// The words in quotes directly behind a maker, if they look like a code.
fn codes(text: &str, maker: &str) -> Vec<String> {
    let is_code =
        |word: &&str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
    let of = |rest: &str| {
        rest.trim_start().strip_prefix('"')?.split('"').next().filter(is_code).map(str::to_owned)
    };
    let is_documentation =
        |before: &str| before.lines().last().is_some_and(|line| line.trim_start().starts_with("//"));
    let places = text.match_indices(maker).filter(|&(at, _)| !is_documentation(&text[..at]));
    places.filter_map(|(at, _)| of(&text[at + maker.len()..])).collect()
}

fn known() -> BTreeSet<String> {
    printed(&["explain-error"]).lines().map(|line| line.split(' ').next().unwrap().to_owned()).collect()
}

#[test]
fn every_code_of_a_source_file_is_explained() {
    let (found, known) = (in_sources(), known());
    assert!(found.len() > 25, "{found:?}");
    let unknown: Vec<&String> = found.difference(&known).collect();
    assert!(unknown.is_empty(), "no explanation: {unknown:?}");
}

#[test]
fn a_code_is_explained_with_or_without_its_brackets() {
    let plain = printed(&["explain-error", "text-after-end"]);
    assert!(plain.starts_with("# text-after-end\n") && plain.contains("**stimulus**"), "{plain}");
    assert_eq!(printed(&["explain-error", "[text-after-end]"]), plain);
    let error = refused(&["explain-error", "text-after-ned"]);
    assert_eq!(
        error,
        "error: unknown error code `text-after-ned`; did you mean `text-after-end`? `hws explain-error` lists them \
         [unknown-word]\n"
    );
}

#[test]
fn a_refusal_is_an_object_in_json() {
    let bad = file("codes/bad.yaml", "dags: [{ id: g, kernls: [] }]\n");
    for option in ["--format", "--error-format"] {
        let (status, out, err) = said(&hws(&["run", &bad, option, "json"]));
        assert_eq!((status, out.as_str()), (Some(2), ""));
        let all: Value = serde_json::from_str(&err).unwrap();
        let found = &all[0];
        assert_eq!((found["file"].as_str(), found["line"].as_u64()), (Some(bad.as_str()), Some(1)));
        assert_eq!((found["column"].as_u64(), found["code"].as_str()), (Some(17), Some("unknown-key")));
        assert_eq!(found["message"], "unknown key `kernls` in a graph");
        assert_eq!(found["candidates"][0], "kernels");
        assert!(found["remedy"].as_str().unwrap().starts_with("the keys are id, "), "{found}");
    }
}

/// The `--format` of a sweep is that of its tables.
#[test]
fn a_refusal_is_a_result_in_sarif() {
    let bad = file("codes/sarif.yaml", "dags: 3\n");
    let (status, _, err) = said(&hws(&["sweep", &bad, "--error-format", "sarif"]));
    assert_eq!(status, Some(2));
    let log: Value = serde_json::from_str(&err).unwrap();
    let run = &log["runs"][0];
    assert_eq!(run["results"][0]["ruleId"], "illegal-value");
    let rule = run["results"][0]["ruleIndex"].as_u64().unwrap();
    assert_eq!(run["tool"]["driver"]["rules"][rule as usize]["id"], "illegal-value");
    let place = &run["results"][0]["locations"][0]["physicalLocation"];
    assert_eq!(
        (place["artifactLocation"]["uri"].as_str(), place["region"]["startColumn"].as_u64()),
        (Some(bad.as_str()), Some(7))
    );
    let (status, _, err) = said(&hws(&["regs", "export", "--format", "json", &bad]));
    assert_eq!(status, Some(2));
    assert!(err.starts_with("error"), "{err}");
}

/// Each of these reads none of the others' formats.
#[test]
fn a_file_of_another_format_is_named() {
    let workload = "examples/contended.yaml";
    let stimulus = "tests/golden/01_basic_2001.jsonl";
    let map = "examples/maps/uart.yaml";
    let copy = as_text(Path::new(stimulus));
    for (words, expected) in [
        (&["replay", workload][..], format!("{workload}: this is a workload; `hws run` takes it")),
        (&["plan", "check", workload], format!("{workload}: this is a workload; `hws run` takes it")),
        (&["compare", workload, workload], format!("{workload}: this is a workload; `hws run` takes it")),
        (&["run", stimulus], format!("{copy}: this is a stimulus; `hws replay` takes it")),
        (&["check", stimulus], format!("{copy}: this is a stimulus; `hws replay` takes it")),
        (&["run", map], format!("{map}: this is a register map; `hws regs check` takes it")),
        (&["coverage", map], format!("{map}: this is a register map; `hws regs check` takes it")),
        (&["compare", stimulus, stimulus], format!("{copy}: this is a stimulus; `hws replay` takes it")),
        (
            &["check", "x.vcd", "--start", workload],
            format!("{workload}: this is a workload; `hws run` takes it"),
        ),
        (
            &["regs", "import", "regmap.yaml"],
            "regmap.yaml: this is a register map; `hws regs check` takes it".to_owned(),
        ),
        (&["explore", "interfaces.yaml"], "interfaces.yaml: this is a file of interfaces".to_owned()),
    ] {
        let (status, out, err) = said(&hws(words));
        assert_eq!(status, Some(2), "{words:?}");
        assert!((out + &err).contains(&expected), "{words:?}: {err}");
    }
    for words in [["regs", "check"], ["regs", "import"], ["interfaces", "check"]] {
        let (status, _, err) = said(&hws(&[words[0], words[1], workload]));
        assert_eq!(status, Some(2), "{words:?}");
        let expected = "this is a workload; `hws run` takes it [other-format]";
        assert_eq!(
            err,
            format!("{}{workload}: {expected}\n", if words[0] == "interfaces" { "" } else { "error: " })
        );
    }
}

/// Standard input cannot be read a second time.
#[test]
fn standard_input_of_another_format_is_named() {
    let workload = std::fs::read(root().join("examples/contended.yaml")).unwrap();
    let stimulus = std::fs::read(root().join("tests/golden/01_basic_2001.jsonl")).unwrap();
    for (words, input, expected) in [
        (&["replay", "-"][..], &workload, "standard input: this is a workload; `hws run` takes it"),
        (&["check", "-"], &workload, "standard input: this is a workload; `hws run` takes it"),
        (&["plan", "check", "-"], &workload, "standard input: this is a workload; `hws run` takes it"),
        (&["regs", "check", "-"], &workload, "standard input: this is a workload; `hws run` takes it"),
        (&["regs", "import", "-"], &workload, "standard input: this is a workload; `hws run` takes it"),
        (&["interfaces", "check", "-"], &workload, "standard input: this is a workload; `hws run` takes it"),
        (&["run", "-"], &stimulus, "standard input: this is a stimulus; `hws replay` takes it"),
        (&["explore", "-"], &stimulus, "standard input: this is a stimulus; `hws replay` takes it"),
    ] {
        let (status, out, err) = fed(words, input);
        assert_eq!(status, Some(2), "{words:?}: {out}{err}");
        assert!((out + &err).contains(expected), "{words:?}: {err}");
    }
}

/// Returns what a command that is refused prints on standard error with `--error-format json`, and its exit status.
fn in_json(words: &[&str]) -> (Option<i32>, Vec<Value>) {
    let words: Vec<&str> = words.iter().copied().chain(["--error-format", "json"]).collect();
    let (status, _, err) = said(&hws(&words));
    (status, serde_json::from_str(&err).unwrap_or_else(|error| panic!("{words:?}: {error}: {err}")))
}

/// Commands that go on with other files, and refuse what is not a file.
#[test]
fn every_command_refuses_in_json() {
    let map = "examples/maps/uart.yaml";
    let cut = file("codes/cut.vcd", "$timescale 1ns $end\n$scope module t $end\n$var wire 1 ! clk");
    for (words, status, code, file) in [
        (&["check", map][..], 2, "other-format", map),
        (&["check", &cut], 2, "unreadable-dump", &cut),
        (&["diff", &cut, map], 2, "unreadable-dump", &cut),
        (&["coverage", &cut], 2, "unreadable-dump", &cut),
        (&["regs", "check", "interfaces.yaml"], 2, "other-format", "interfaces.yaml"),
        (&["interfaces", "check", map], 2, "other-format", map),
        (&["regs", "import", &cut], 2, "other-format", &cut),
        (&["regs", "show", "PROMOT3"], 2, "unknown-register", ""),
        (&["regs", "show", "RS[99].FLAGS"], 2, "register-index", ""),
        (&["run", "--colour"], 2, "usage", "command line"),
        (&["check", "absent.vcd"], 2, "cannot-read", "absent.vcd"),
        (&["diff", "absent.vcd", &cut], 2, "cannot-read", "absent.vcd"),
        (&["coverage", "absent.vcd"], 2, "cannot-read", "absent.vcd"),
        (&["run", "absent.yaml"], 2, "cannot-read", "absent.yaml"),
        (&["check", &cut, "--suggest-map"], 2, "unreadable-dump", &cut),
    ] {
        let (found_status, found) = in_json(words);
        assert_eq!(found_status, Some(status), "{words:?}");
        assert_eq!((&found[0]["code"], &found[0]["file"]), (&code.into(), &file.into()), "{words:?}");
    }
    let (_, found) = in_json(&["diff", &cut, map]);
    assert_eq!(found[1]["code"], "other-format", "both files are refused");
    let (_, found) = in_json(&["regs", "show", "PROMOTE.RTASK_MX"]);
    assert_eq!(found[0]["candidates"], serde_json::json!(["RTASK_MAX"]));
}
