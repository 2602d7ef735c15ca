//! The answer of `hws plan lint`.

use std::fmt;

use serde_json::{Value, json};

use crate::Answer;
use crate::plan::{Finding, Severity, finding};
use crate::table::counted;

/// Everything that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Linted {
    /// In the order found.
    pub findings: Vec<Finding>,
}

impl Linted {
    pub(in crate::plan) fn new(findings: Vec<Finding>) -> Self {
        Self { findings }
    }

    fn count(&self, severity: Severity) -> usize {
        self.findings.iter().filter(|finding| finding.rule.severity == severity).count()
    }
}

impl Answer for Linted {
    fn json(&self) -> Value {
        json!({
            "ok": self.is_good(),
            "errors": self.count(Severity::Error),
            "warnings": self.count(Severity::Warning),
            "findings": self.findings.iter().map(Finding::json).collect::<Vec<_>>(),
        })
    }

    /// Warnings are no errors.
    fn is_good(&self) -> bool {
        self.count(Severity::Error) == 0
    }
}

impl fmt::Display for Linted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.findings.is_empty() {
            writeln!(f, "{}", finding::table(&self.findings))?;
        }
        let errors = counted(self.count(Severity::Error), "error", "errors");
        writeln!(f, "{errors}, {}", counted(self.count(Severity::Warning), "warning", "warnings"))
    }
}
