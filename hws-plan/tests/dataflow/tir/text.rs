//! Hostile texts: cut, nested, explosive, random.

use proptest::prelude::*;

use super::{BLUR, body, program, read, refusal};
use crate::dataflow::dataflow;

/// A file cut anywhere is read or refused with a place in it and a remedy, and never panics.
#[test]
fn cut_files() {
    let lines = BLUR.lines().count();
    let mut refused = 0;
    for (end, _) in BLUR.char_indices() {
        let Err(error) = read(&BLUR[..end]) else { continue };
        let said = error.to_string();
        let line: usize = said.split(':').next().and_then(|line| line.parse().ok()).unwrap_or(0);
        assert!(said.contains("; ") && line <= lines + 1, "{said}");
        refused += 1;
    }
    // All but the ends of functions and the comment at the start.
    assert!(refused > BLUR.len() / 2, "{refused}");
}

/// Macros that double 40 times are refused after a bounded number of tokens, those in a long chain by their depth.
#[test]
fn explosive_macros() {
    let double = |i: usize| format!("#define m{} m{i} m{i}\n", i + 1);
    let text: String = (0..40).map(double).collect();
    let said = refusal(&format!("{text}m40\n"));
    assert!(said.starts_with("41:1: the macros give more than 1048576 tokens"), "{said}");
    let next = |i: usize| format!("#define m{} m{i}\n", i + 1);
    let text: String = (0..1000).map(next).collect();
    let said = refusal(&format!("{text}m1000\n"));
    assert!(said.starts_with("1001:1: more than 64 macros that name each other"), "{said}");
    // In a circle, a macro stands for itself.
    let said = refusal("#define a b\n#define b a\na");
    assert!(said.starts_with("3:1: `a` where `define`"), "{said}");
}

#[test]
fn deep_nesting() {
    let levels = 200_000;
    let text = format!(
        "{}{}{}",
        "#if 1\n".repeat(levels),
        body("i32 %y = load i32 %a\n"),
        "#endif\n".repeat(levels)
    );
    assert_eq!(program(&text.replace("}#", "}\n#"))["top"], "f");
    let said = refusal(&body(&format!("i32 %y = add i32 %a, {}1", "(".repeat(levels))));
    assert!(said.contains("more than 64 brackets and signs around a number"), "{said}");
}

/// A long chain is read in time that grows with its length.
#[test]
fn long_functions() {
    let line = |i: usize| format!("i32 %v{} = add i32 %v{i}, %a\n", i + 1);
    let text = format!(
        "i32 %v0 = load i32 %a\n{}i32 %y = load i32 %v50000",
        (0..50_000).map(line).collect::<String>()
    );
    assert_eq!(program(&body(&text))["functions"]["f"]["nodes"].as_array().unwrap().len(), 50_003);
}

fn words() -> impl Strategy<Value = String> {
    let words = [
        "define",
        "void",
        "@f",
        "@main",
        "(",
        ")",
        "{",
        "}",
        "<",
        ">",
        "[",
        "]",
        ",",
        "=",
        "!",
        "*",
        "+",
        "-",
        ":",
        "\"",
        "pipe",
        "i32",
        "float32",
        "%a",
        "%y",
        "add",
        "load",
        "icmp eq",
        "select",
        "call",
        "ret",
        "store",
        "alloca",
        "streamread",
        "streamwrite",
        "offstream",
        "autoindex",
        "split",
        "merge",
        "to",
        "x",
        "2",
        "1.5",
        "\n",
        "\n#if 1\n",
        "\n#else\n",
        "\n#endif\n",
        "\n#define x 3\n",
        "!tir.stream.size !4",
        "!tir.reduction.size !4",
        "!tir.stream.offset !+1",
        ";",
        "é",
    ];
    prop::collection::vec(prop::sample::select(words.to_vec()), 0..60).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    /// Any text and any words of the language: read or refused with a remedy; what is read is a dataflow input.
    #[test]
    fn any_text(text in prop_oneof![any::<String>(), words(), words().prop_map(|line| body(&line))]) {
        match read(&text) {
            Ok(input) => {
                let said = dataflow(&input).err().map(|error| error.to_string());
                prop_assert!(said.as_ref().is_none_or(|said| said.contains("AFI") || said.contains("64 bits")), "{said:?}");
            }
            Err(error) => prop_assert!(error.to_string().contains("; "), "{error}"),
        }
    }
}
