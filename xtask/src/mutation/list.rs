//! The list of mutants that cargo-mutants writes.

use crate::repository::{Outcome, bash, succeed, text};
use serde::{Deserialize, Serialize};

const INSTALL: &str =
    "cargo mutants --version 2>/dev/null | grep -qF 27.1.0 || crate cargo-mutants cargo-mutants 27.1.0";

/// What is altered: packages, with the files that are wanted if it is not all.
const PARTS: [&str; 3] =
    ["hws-model", "fw-api", "hws-sim --file hws-sim/src/check.rs --file 'hws-sim/src/check/**'"];

/// The genre of mutants that replace the body of a function by a value.
const BODY: &str = "FnValue";

/// One mutant, with what this step and the program of tests/mutation need of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Mutant {
    pub(super) package: String,
    /// From the root of the repository.
    pub(super) file: String,
    /// Place and what is altered, in words.
    pub(super) name: String,
    pub(super) genre: String,
    pub(super) replacement: String,
    pub(super) function: Option<Function>,
    pub(super) span: Span,
}

/// The function in which a mutant lies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Function {
    /// With its arrow; empty without one.
    pub(super) return_type: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Span {
    pub(super) start: Start,
}

/// Where a mutant begins, from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Start {
    pub(super) line: usize,
    pub(super) column: usize,
}

impl Mutant {
    /// Whether it returns a value in place of some iterator: such a function returns the same type everywhere.
    pub(super) fn is_opaque(&self) -> bool {
        let is_some_type = |function: &Function| function.return_type.contains("impl ");
        self.genre == BODY && self.function.as_ref().is_some_and(is_some_type)
    }
}

/// The mutants of all parts.
pub(super) fn mutants() -> Outcome<Vec<Mutant>> {
    succeed(&mut bash(INSTALL))?;
    let mut mutants = Vec::new();
    for part in PARTS {
        let line = format!("cargo mutants --list --json --package {part}");
        mutants.extend(from_json(&text(&mut bash(&line))?)?);
    }
    Ok(mutants)
}

pub(super) fn from_json(text: &str) -> Outcome<Vec<Mutant>> {
    serde_json::from_str(text).map_err(|error| format!("the list of mutants: {error}"))
}

pub(super) fn to_json(mutants: &[Mutant]) -> Outcome<String> {
    serde_json::to_string(mutants).map_err(|error| format!("the list of mutants: {error}"))
}

/// A mutant for tests, which alters the first line of a file.
#[cfg(test)]
pub(super) fn example(file: &str, name: &str) -> Mutant {
    Mutant {
        package: file.split('/').next().unwrap_or_default().to_owned(),
        file: file.to_owned(),
        name: name.to_owned(),
        genre: "BinaryOperator".to_owned(),
        replacement: String::new(),
        function: None,
        span: Span { start: Start { line: 1, column: 1 } },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"[{"package": "a", "file": "a/src/b.rs", "name": "a/src/b.rs:7:5: replace c -> impl Iterator with d",
        "genre": "FnValue", "replacement": "d", "diff": "-c\n+d\n",
        "function": {"function_name": "c", "return_type": "-> impl Iterator<Item = u8>", "span": {}},
        "span": {"start": {"line": 7, "column": 5}, "end": {"line": 8, "column": 6}}},
        {"package": "a", "file": "a/src/b.rs", "name": "n", "genre": "UnaryOperator", "replacement": "", "function": null,
        "span": {"start": {"line": 1, "column": 2}, "end": {"line": 1, "column": 3}}}]"#;

    #[test]
    fn a_list_is_read_and_written_without_what_is_not_needed() {
        let mutants = from_json(TEXT).expect("a list");
        assert_eq!(mutants.len(), 2);
        assert_eq!((mutants[0].span.start.line, mutants[0].span.start.column), (7, 5));
        let json = to_json(&mutants).expect("JSON");
        assert!(!json.contains("diff"), "{json}");
        assert_eq!(from_json(&json).expect("a list"), mutants);
        assert!(from_json(r#"[{"package": "a"}]"#).is_err());
    }

    #[test]
    fn only_a_body_in_place_of_some_type_is_opaque() {
        let mut mutants = from_json(TEXT).expect("a list");
        assert!(mutants[0].is_opaque() && !mutants[1].is_opaque());
        mutants[0].genre = "BinaryOperator".to_owned();
        assert!(!mutants[0].is_opaque());
    }
}
