//! `inject.KIND`: the rates of injected faults.

use hws_sim::fault::FaultKind;

use super::error::Problem;
use super::keys::{Act, PolicyGroup, PolicyKey};
use super::settings::RunSettings;
use super::values::PolicyValues;

/// A kind that is not injected; a rate of 0 is the same.
const OFF: &str = "off";

/// A key for each kind.
pub(super) fn keys() -> Vec<PolicyKey> {
    let key = |kind: FaultKind| PolicyKey {
        name: format!("inject.{kind}").into(),
        group: PolicyGroup::Faults,
        values: PolicyValues::Form("off, 1/N with N from 1, or 0% to 100%"),
        unit: "of its occasions",
        sets: format!("--inject {kind}").into(),
        doc: format!("of each {}: {}", kind.occasion(), kind.meaning()).into(),
        shapes_workload: false,
        act: Act::Rate(kind),
    };
    FaultKind::ALL.into_iter().map(key).collect()
}

pub(super) fn set(settings: &mut RunSettings, kind: FaultKind, value: &str) -> Result<(), Problem> {
    let chance = match value {
        OFF => None,
        _ => Some(value.parse().map_err(|_| Problem::Value)?),
    };
    settings.faults.retain(|&(other, _)| other != kind);
    settings.faults.extend(chance.map(|chance| (kind, chance)));
    Ok(())
}

pub(super) fn get(settings: &RunSettings, kind: FaultKind) -> String {
    let last = settings.faults.iter().rev().find(|&&(other, _)| other == kind);
    last.map_or_else(|| OFF.to_owned(), |(_, chance)| chance.to_string())
}
