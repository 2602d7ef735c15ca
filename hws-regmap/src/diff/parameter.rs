//! Parameters: hardware and software built for one value are wrong for another.

use super::{Changes, matched};
use crate::model::{Map, Parameter};

pub(super) fn compare(old: &Map, new: &Map, changes: &mut Changes) {
    let parameters = matched(&old.parameters, &new.parameters, |parameter| &parameter.name);
    parameters.gone.iter().for_each(|gone| changes.breaking(&gone.name.value, "parameter removed"));
    parameters.added.iter().for_each(|added| changes.compatible(&added.name.value, "parameter added"));
    parameters.both.iter().for_each(|(old, new)| one(old, new, changes));
}

fn one(old: &Parameter, new: &Parameter, changes: &mut Changes) {
    let name = &old.name.value;
    let (before, after) = (old.value.value, new.value.value);
    changes.differ(name, &before, &after, || format!("parameter was {before} and is {after}"));
    if (old.min, old.max) != (new.min, new.max) {
        let text = format!("may be {} to {} instead of {} to {}", new.min, new.max, old.min, old.max);
        changes.when(new.min > old.min || new.max < old.max, name, text);
    }
}
