//! No input panics.

use proptest::prelude::*;

use super::read_text;

const FILE: &str = r#"hardware: { topology: 16x2, time_unit: 2, registers: { P_TOP_K: 2 } }
contexts: { 0: { "1": 0xF0, 3_4: [1, 2] } }
dags:
  - id: g
    arrival: 5
    repeat: 2
    every: 9
    kernels:
      - { id: a, threads: 8, blocks: 16, est: 1200, affinity: 0xFFFF }
      - { id: p, prefetch: b }
      - { id: b, threads: 8, cost: { ops: 118e6, bytes: 1 }, deps: [a, { kernel: p, on: launch }] }
  - { id: h, import: g.stg }
"#;

/// Texts that a mutation inserts.
const PIECES: [&str; 24] = [
    "-1",
    "0",
    "1e308",
    "4294967296",
    "18446744073709551615",
    "99999999999999999999999",
    "{",
    "}",
    "[",
    "]",
    ":",
    "&a ",
    "*a",
    "<<: ",
    "\n",
    "\t",
    "é",
    "~",
    "!!binary ",
    "---\n",
    "? ",
    "| ",
    "'",
    "\"",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn mutated_files_never_panic(
        at in 0..FILE.len(),
        cut in 0_usize..12,
        piece in 0..PIECES.len(),
    ) {
        let end = (at + cut).min(FILE.len());
        let text = format!("{}{}{}", &FILE[..at], PIECES[piece], &FILE[end..]);
        if let Err(error) = read_text(&text) {
            prop_assert!(error.to_string().contains("; "), "no remedy: {error}");
        }
    }

    #[test]
    fn any_text_under_dags_never_panics(text in "\\PC{0,60}") {
        let _ = read_text(&format!("dags: {text}"));
        let _ = read_text(&format!("dags:\n- {text}"));
    }
}
