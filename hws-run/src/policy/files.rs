//! `workload`: files as the values of an axis of a sweep.

use super::keys::{Act, PolicyGroup, PolicyKey};
use super::values::PolicyValues;

/// The key of the files.
pub const WORKLOAD: &str = "workload";

pub(super) fn keys() -> Vec<PolicyKey> {
    vec![PolicyKey {
        name: WORKLOAD.into(),
        group: PolicyGroup::Workload,
        values: PolicyValues::Form("files; those joined by + share the machine"),
        unit: "",
        sets: "FILE".into(),
        doc: "the graphs; only in a sweep".into(),
        shapes_workload: true,
        act: Act::Files,
    }]
}
