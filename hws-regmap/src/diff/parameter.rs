//! Parameters: hardware and software built for one value are wrong for another.

use super::matched::matched;
use super::{ChangeKind, Changes};
use crate::model::{Map, Parameter};

pub(super) fn compare(old: &Map, new: &Map, changes: &mut Changes) {
    let parameters = matched(&old.parameters, &new.parameters, |parameter| &parameter.name, |_, _| false);
    for gone in parameters.gone {
        changes.add(ChangeKind::ParameterRemoved, &gone.name.value, gone.value.value, "");
    }
    for added in parameters.added {
        changes.add(ChangeKind::ParameterAdded, &added.name.value, "", added.value.value);
    }
    parameters.both.iter().for_each(|(old, new)| one(old, new, changes));
}

fn one(old: &Parameter, new: &Parameter, changes: &mut Changes) {
    let Parameter { name, value, min, max, bounds: _, unit, fixed, description: _, spec: _ } = old;
    let place = name.value.as_str();
    changes.differ(ChangeKind::ParameterChanged, place, value.value, new.value.value);
    let is_narrower = new.min > *min || new.max < *max;
    let kind = if is_narrower { ChangeKind::ParameterNarrowed } else { ChangeKind::ParameterWidened };
    changes.differ(kind, place, format!("{min} to {max}"), format!("{} to {}", new.min, new.max));
    changes.differ(ChangeKind::ParameterUnitChanged, place, unit.as_str(), new.unit.as_str());
    let kind = if new.fixed { ChangeKind::ParameterFixed } else { ChangeKind::ParameterFreed };
    changes.differ(kind, place, fixed, new.fixed);
}
