//! An outline in a file, and the checks when it is read.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::super::axis::{Axis, AxisValue};
use super::super::grid::Grid;
use super::super::key::KeyBase;
use super::super::plan::RUNS_MOST;
use super::super::row::RowOptions;
use super::super::seeds::Seeds;
use super::SweepOutline;
use crate::workload::UnknownErrorKind;

/// The keys of an outline.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Written {
    settings: Vec<WrittenAxis>,
    seeds: Vec<u64>,
    error_model: String,
    defaults: Option<usize>,
    workloads: Vec<WrittenBase>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenAxis {
    key: String,
    values: Vec<String>,
}

/// The workload under some settings.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenBase {
    /// The index of the value of each axis; 0 for those that do not shape the workload.
    values: Vec<usize>,
    base: KeyBase,
}

impl From<SweepOutline> for Written {
    fn from(outline: SweepOutline) -> Self {
        let axes = outline.grid.axes().iter();
        Self {
            settings: axes
                .map(|axis| WrittenAxis {
                    key: axis.key.clone(),
                    values: axis.values.iter().map(|value| value.text.clone()).collect(),
                })
                .collect(),
            seeds: outline.seeds.as_slice().to_vec(),
            error_model: outline.options.error_kind.to_string(),
            defaults: outline.defaults,
            workloads: outline.bases.into_iter().map(|(values, base)| WrittenBase { values, base }).collect(),
        }
    }
}

impl TryFrom<Written> for SweepOutline {
    type Error = String;

    fn try_from(written: Written) -> Result<Self, String> {
        let axes: Vec<Axis> = written.settings.into_iter().map(axis).collect::<Result<_, _>>()?;
        let grid = Grid::new(axes).map_err(|error| error.to_string())?;
        let seeds = Seeds::from_list(written.seeds).ok_or("`seeds` is empty, or has one twice")?;
        if grid.combinations().saturating_mul(seeds.as_slice().len() as u128) > RUNS_MOST {
            return Err(format!("more than {RUNS_MOST} runs"));
        }
        let error_kind = written
            .error_model
            .parse()
            .map_err(|error: UnknownErrorKind| format!("`error_model`: {error}"))?;
        let bases = written.workloads.into_iter().map(|one| (one.values, one.base)).collect();
        let defaults = written.defaults;
        let outline = Self { grid, seeds, options: RowOptions { error_kind }, defaults, bases };
        if defaults.is_some_and(|combination| combination >= outline.combinations()) {
            return Err("`defaults` is not one of the settings".to_owned());
        }
        let is_known = |combination| outline.bases.contains_key(&outline.shape(combination));
        match (0..outline.combinations()).all(is_known) {
            true => Ok(outline),
            false => Err("`workloads` lacks the workload of a setting".to_owned()),
        }
    }
}

fn axis(written: WrittenAxis) -> Result<Axis, String> {
    let WrittenAxis { key, values } = written;
    let distinct: BTreeSet<&String> = values.iter().collect();
    if values.is_empty() || distinct.len() < values.len() {
        return Err(format!("the values of `{key}` are missing, or one is given twice"));
    }
    let option = format!("{key}={}", values.join(","));
    // Problems of a value are reported when a sweep is described, not when it is read again.
    let values = values.into_iter().map(|text| AxisValue { text, column: 1 }).collect();
    Ok(Axis { key, values, option })
}
