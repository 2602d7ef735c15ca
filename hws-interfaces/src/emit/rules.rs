//! The rules as an enum of Rust.

use std::fmt::Write;

use super::GENERATED;
use super::names::{quoted, variant};
use crate::model::{Interfaces, RuleEntry};

/// Returns the enum `Rule`, with citation, title, and what each rule reads and writes.
#[must_use]
pub fn rules(interfaces: &Interfaces) -> String {
    let rules = &interfaces.rules;
    let mut text = format!("// {GENERATED}\n\nuse super::RuleInfo;\n\n");
    text += "/// A rule of the specification (docs/spec).\n";
    text += "#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]\npub enum Rule {\n";
    for RuleEntry { rule, title, .. } in rules {
        let _ = writeln!(text, "    /// {rule}: {title}.\n    {},", variant(rule));
    }
    text +=
        "}\n\nimpl Rule {\n    /// All rules, in the order of the pages.\n    pub const ALL: &[Self] = &[\n";
    for RuleEntry { rule, .. } in rules {
        let _ = writeln!(text, "        Self::{},", variant(rule));
    }
    let _ = write!(
        text,
        "    ];\n}}\n\n/// What is known of each rule, in their order.\npub(super) const RULES: [RuleInfo; {}] = [\n",
        rules.len()
    );
    for RuleEntry { rule, title, reads, writes } in rules {
        let _ = writeln!(text, "    RuleInfo {{");
        let _ = writeln!(text, "        cite: {},\n        title: {},", quoted(rule), quoted(title));
        let _ = writeln!(text, "        reads: &[{}],\n        writes: &[{}],", list(reads), list(writes));
        let _ = writeln!(text, "    }},");
    }
    text + "];\n"
}

fn list(names: &[String]) -> String {
    names.iter().map(|name| quoted(name)).collect::<Vec<_>>().join(", ")
}
