//! A breach of a rule by a plan.

use std::fmt;

use serde_json::{Value, json};

use super::Rule;
use crate::Table;
use crate::input::{Fault, InputError};

/// A breach: which rule, where, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The rule.
    pub rule: Rule,
    /// A path in the plan such as `kernels[3].deps[0].kernel`; empty for the plan as a whole.
    pub path: String,
    /// What is wrong there.
    pub reason: String,
}

impl Finding {
    /// The breach as a refusal.
    pub(super) fn refusal(self) -> InputError {
        let fault = Fault::Infeasible { what: self.reason, remedy: self.rule.remedy };
        InputError::at(self.path, fault)
    }

    /// As JSON: rule, severity, path, reason and remedy.
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

/// Breaches in the order in which they were found.
#[derive(Debug, Default)]
pub(super) struct Findings(pub(super) Vec<Finding>);

impl Findings {
    /// Adds one.
    pub(super) fn add(&mut self, rule: Rule, path: impl fmt::Display, reason: impl fmt::Display) {
        self.0.push(Finding { rule, path: path.to_string(), reason: reason.to_string() });
    }

    /// Adds one unless `holds`.
    pub(super) fn unless(
        &mut self,
        holds: bool,
        rule: Rule,
        path: impl fmt::Display,
        reason: impl fmt::Display,
    ) {
        if !holds {
            self.add(rule, path, reason);
        }
    }
}

/// A table of breaches.
pub(super) fn table(findings: &[Finding]) -> Table {
    let mut table = Table::new(&["rule", "severity", "place and reason"]).ending_with_text();
    for Finding { rule, path, reason } in findings {
        let colon = if path.is_empty() { "" } else { ": " };
        let text = format!("{path}{colon}{reason} ({})", rule.remedy);
        table.row([rule.name.to_owned(), rule.severity.to_string(), text]);
    }
    table
}
