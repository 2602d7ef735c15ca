//! Which warnings are errors, and which are not shown.

use hws_input::nearest;
use hws_regmap::{CheckedMap, Code, DiagnosticSeverity};

use crate::failure::Failure;

/// The word that stands for every warning.
const ALL: &str = "warnings";

/// The choices of `--deny` and `--allow`; a code goes before `warnings`, and `--allow` before `--deny`.
pub(super) struct LintLevels {
    denied: Vec<Choice>,
    allowed: Vec<Choice>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    All,
    One(Code),
}

impl LintLevels {
    /// Fails for a word that is not a warning.
    pub(super) fn new(denied: &[String], allowed: &[String]) -> Result<Self, Failure> {
        let choices = |words: &[String]| words.iter().map(|word| choice(word)).collect::<Result<Vec<_>, _>>();
        Ok(Self { denied: choices(denied)?, allowed: choices(allowed)? })
    }

    /// Returns what is left of the diagnostics.
    pub(super) fn applied(&self, mut checked: CheckedMap) -> CheckedMap {
        checked.diagnostics.retain_mut(|diagnostic| {
            if diagnostic.severity == DiagnosticSeverity::Error {
                return true;
            }
            if self.denies(diagnostic.code) {
                diagnostic.severity = DiagnosticSeverity::Error;
                return true;
            }
            !self.allows(diagnostic.code)
        });
        checked
    }

    fn allows(&self, code: Code) -> bool {
        self.allowed.contains(&Choice::One(code)) || self.allowed.contains(&Choice::All)
    }

    fn denies(&self, code: Code) -> bool {
        let (one, all) = (Choice::One(code), Choice::All);
        if self.allowed.contains(&one) {
            return false;
        }
        self.denied.contains(&one) || self.denied.contains(&all) && !self.allowed.contains(&all)
    }
}

fn choice(word: &str) -> Result<Choice, Failure> {
    let warnings = || Code::ALL.iter().copied().filter(|code| code.severity() == DiagnosticSeverity::Warning);
    match Code::from_name(word) {
        _ if word == ALL => Ok(Choice::All),
        Some(code) if code.severity() == DiagnosticSeverity::Warning => Ok(Choice::One(code)),
        known => {
            let known =
                if known.is_some() { "an error, which cannot be allowed or denied" } else { "unknown" };
            let words: Vec<&str> = warnings().map(Code::as_str).chain([ALL]).collect();
            let (near, remedy) =
                (nearest(word, words.iter().copied()), format!("the warnings are {}", words.join(", ")));
            Err(Failure::refused("unknown-word", format!("`{word}` is {known}"), &remedy, near))
        }
    }
}
