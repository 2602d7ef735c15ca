//! A breach of a rule by a plan.

use std::fmt;

use hws_input::Diagnose;
use serde_json::{Value, json};

use super::PlanRule;
use crate::TextTable;
use crate::input::{InputError, InputFault};

/// A breach: the rule, the place and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanFinding {
    /// The rule.
    pub rule: PlanRule,
    /// A path in the plan such as `kernels[3].deps[0].kernel`; empty for the plan as a whole.
    pub path: String,
    /// The reason.
    pub reason: String,
}

impl PlanFinding {
    /// Returns the breach as a refusal.
    pub(super) fn refusal(self) -> InputError {
        InputError::new(self.path, InputFault::Plan(PlanBreach { rule: self.rule, reason: self.reason }))
    }

    /// Returns the finding as JSON: rule, severity, path, reason and remedy.
    #[must_use]
    pub fn json(&self) -> Value {
        json!({
            "rule": self.rule.name,
            "severity": self.rule.severity,
            "path": self.path,
            "reason": self.reason,
            "remedy": self.rule.remedy,
        })
    }
}

/// A breach without its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanBreach {
    /// The rule.
    pub rule: PlanRule,
    /// The reason.
    pub reason: String,
}

impl Diagnose for PlanBreach {
    fn code(&self) -> &'static str {
        self.rule.code()
    }

    fn message(&self) -> String {
        self.reason.clone()
    }

    fn remedy(&self) -> String {
        self.rule.remedy.to_owned()
    }

    fn candidate(&self) -> Option<&str> {
        None
    }
}

/// Breaches in the order in which they were found.
#[derive(Debug, Default)]
pub(super) struct Findings(pub(super) Vec<PlanFinding>);

impl Findings {
    /// Adds one.
    pub(super) fn add(&mut self, rule: PlanRule, path: impl fmt::Display, reason: impl fmt::Display) {
        self.0.push(PlanFinding { rule, path: path.to_string(), reason: reason.to_string() });
    }

    /// Adds one unless `holds`.
    pub(super) fn unless(
        &mut self,
        holds: bool,
        rule: PlanRule,
        path: impl fmt::Display,
        reason: impl fmt::Display,
    ) {
        if !holds {
            self.add(rule, path, reason);
        }
    }
}

/// Returns a table of breaches.
pub(super) fn table(findings: &[PlanFinding]) -> TextTable {
    let mut table = TextTable::new(&["rule", "severity", "place and reason"]).ending_with_text();
    for PlanFinding { rule, path, reason } in findings {
        let colon = if path.is_empty() { "" } else { ": " };
        let text = format!("{path}{colon}{reason}; {}", rule.remedy);
        table.row([rule.name.to_owned(), rule.severity.to_string(), text]);
    }
    table
}
