//! The space of a tuning: the default values, and those of `--set`.
//!
//! A setting that the command line fixes is not tuned, unless `--set` names it. A value that does not change any machine is skipped.

use hws_run::policy::{self, PolicyGroup, PolicyKey};
use hws_run::run::{RunError, settings};
use hws_run::sweep::{Axis, Grid, PolicySetting, Seeds, SweepError};
use hws_run::tune::{DEFAULT_SPACE, TuneDimension, TuneSpace};
use hws_run::workload::Workload;

use super::{Source, TuneRequest};
use crate::HostError;

/// Returns the space.
///
/// # Errors
/// An illegal value of `--set`, or nothing to tune.
pub(super) fn space(request: &TuneRequest, sources: &[Source]) -> Result<TuneSpace, HostError> {
    check(&request.axes, sources)?;
    let given = |key: &str| request.axes.iter().find(|axis| axis.key == key);
    let is_set = |key: &str| request.axes.iter().any(|axis| policy::overlap(&axis.key, key));
    let mut dimensions = Vec::new();
    for &(key, values) in DEFAULT_SPACE {
        let is_fixed = sources.iter().any(|source| source.fixes(key));
        match given(key) {
            Some(axis) => dimensions.push(of_axis(axis)),
            None if request.only_axes || is_fixed || is_set(key) => (),
            None => dimensions.push(usual(key, values, sources)),
        }
    }
    let is_usual = |key: &str| DEFAULT_SPACE.iter().any(|&(usual, _)| usual == key);
    dimensions.extend(request.axes.iter().filter(|axis| !is_usual(&axis.key)).map(of_axis));
    for dimension in &mut dimensions {
        retain_changes(dimension, sources)?;
    }
    let space = TuneSpace::new(dimensions);
    match space.dimensions() {
        [] => Err(HostError::request(
            "there is nothing to tune: every setting is fixed or has only the value of the workload; give values with --set".to_owned(),
        )),
        _ => Ok(space),
    }
}

/// Validates every value of `--set`, alone, for every workload; then that no two settings are the same.
fn check(axes: &[Axis], sources: &[Source]) -> Result<(), HostError> {
    for axis in axes {
        is_a_choice(axis)?;
        let grid = Grid::new(vec![axis.clone()]).map_err(SweepError::from)?;
        for source in sources {
            source.sweep(grid.clone(), Seeds::default())?;
        }
    }
    let first = |axis: &Axis| Axis { values: axis.values[..1].to_vec(), ..axis.clone() };
    let together = Grid::new(axes.iter().map(first).collect()).map_err(SweepError::from)?;
    sources.iter().try_for_each(|source| source.sweep(together.clone(), Seeds::default()).map(drop))?;
    Ok(())
}

/// Refuses what firmware does not choose.
fn is_a_choice(axis: &Axis) -> Result<(), HostError> {
    let is = |key: &&PolicyKey| key.name == axis.key;
    let group = policy::KEYS.iter().find(is).map(|key| key.group);
    let remedy = match group {
        Some(PolicyGroup::RealTimes) => "give --error-model",
        Some(PolicyGroup::Faults) => "give --policy",
        _ if axis.key == policy::WORKLOAD => "give the files themselves",
        _ => return Ok(()),
    };
    let message = format!("{} is part of what is run, not a choice; {remedy}", axis.key);
    Err(HostError::argument("set", message))
}

fn of_axis(axis: &Axis) -> TuneDimension {
    let values = axis.values.iter().map(|value| value.text.clone());
    TuneDimension { key: axis.key.clone(), values: values.collect() }
}

/// The default values that every workload takes.
fn usual(key: &str, values: &[&str], sources: &[Source]) -> TuneDimension {
    let is_taken = |value: &&&str| {
        let setting = setting(key, value);
        sources.iter().all(|source| source.plan(&setting, &[]).is_ok())
    };
    let values = values.iter().filter(is_taken).map(|&value| value.to_owned());
    TuneDimension { key: key.to_owned(), values: values.collect() }
}

/// Removes the values that change no machine.
fn retain_changes(dimension: &mut TuneDimension, sources: &[Source]) -> Result<(), HostError> {
    let mut changing = Vec::new();
    for value in &dimension.values {
        if changes_some(&setting(&dimension.key, value), sources)? {
            changing.push(value.clone());
        }
    }
    dimension.values = changing;
    Ok(())
}

fn changes_some(setting: &[PolicySetting], sources: &[Source]) -> Result<bool, HostError> {
    for source in sources {
        if changes(source.base(), &source.workload(setting)?)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether two workloads differ in anything but the way in which registers are set.
fn changes(one: &Workload, other: &Workload) -> Result<bool, RunError> {
    let without_registers = |workload: &Workload| {
        let mut workload = workload.clone();
        workload.hardware.registers.clear();
        workload
    };
    Ok(without_registers(one) != without_registers(other) || settings(one)? != settings(other)?)
}

fn setting(key: &str, value: &str) -> Vec<PolicySetting> {
    vec![PolicySetting { key: key.to_owned(), value: value.to_owned() }]
}
