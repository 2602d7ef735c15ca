//! The result of `hws plan lint`.

use std::fmt;

use serde_json::{Value, json};

use crate::PlannerAnswer;
use crate::plan::{PlanFinding, PlanSeverity, finding};
use crate::table::counted;

/// All findings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Linted {
    /// The findings, in the order found.
    pub findings: Vec<PlanFinding>,
}

impl Linted {
    pub(in crate::plan) fn new(findings: Vec<PlanFinding>) -> Self {
        Self { findings }
    }

    fn count(&self, severity: PlanSeverity) -> usize {
        self.findings.iter().filter(|finding| finding.rule.severity == severity).count()
    }
}

impl PlannerAnswer for Linted {
    fn json(&self) -> Value {
        json!({
            "ok": self.is_good(),
            "errors": self.count(PlanSeverity::Error),
            "warnings": self.count(PlanSeverity::Warning),
            "findings": self.findings.iter().map(PlanFinding::json).collect::<Vec<_>>(),
        })
    }

    /// Returns whether there are no errors; warnings are allowed.
    fn is_good(&self) -> bool {
        self.count(PlanSeverity::Error) == 0
    }
}

impl fmt::Display for Linted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.findings.is_empty() {
            writeln!(f, "{}", finding::table(&self.findings))?;
        }
        let errors = counted(self.count(PlanSeverity::Error), "error", "errors");
        writeln!(f, "{errors}, {}", counted(self.count(PlanSeverity::Warning), "warning", "warnings"))
    }
}
