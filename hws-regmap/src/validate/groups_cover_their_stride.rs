//! The words of a group, named and reserved, fill an element exactly: no word of a group is unmapped.

use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Map, Placed};
use std::collections::BTreeMap;

pub(super) fn check(map: &Map) -> Vec<Diagnostic> {
    let mut groups: BTreeMap<&str, (&Placed<u32>, u32)> = BTreeMap::new();
    for register in &map.registers {
        if let (Some((group, _)), Some(dim)) = (register.name.value.split_once('.'), register.dims.first()) {
            groups.entry(group).or_insert((&dim.stride, 0)).1 += 1;
        }
    }
    for reserved in &map.reserved {
        if let Some((_, words)) = groups.get_mut(reserved.group.as_str()) {
            *words += 1;
        }
    }
    groups.into_iter().filter_map(|(name, (stride, words))| judge(name, stride, words)).collect()
}

fn judge(name: &str, stride: &Placed<u32>, words: u32) -> Option<Diagnostic> {
    if words.saturating_mul(4) == stride.value {
        return None;
    }
    let message = format!("{name} has {words} words but a stride of {} bytes", stride.value);
    Some(Diagnostic::new(
        Code::GroupNotCovered,
        stride.position,
        message,
        "list the words without a name as reserved",
    ))
}
