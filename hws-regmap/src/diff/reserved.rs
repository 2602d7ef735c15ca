//! Unnamed words of groups, which read 0 and ignore writes.

use super::{ChangeKind, Changes, field};
use crate::model::{Map, Reserved};

/// A word is the same if it has the same place, or the same number in the same group: what moves or renames the whole group is
/// told with its registers.
pub(super) fn compare(old: &Map, new: &Map, changes: &mut Changes) {
    let is_in = |one: &Reserved, all: &[Reserved]| {
        all.iter().any(|other| {
            one.offset == other.offset || (&one.group, one.word.value) == (&other.group, other.word.value)
        })
    };
    for gone in old.reserved.iter().filter(|one| !is_in(one, &new.reserved) && !is_harmless(one, new)) {
        changes.add(ChangeKind::ReservedRemoved, &gone.group, gone.word.value, "");
    }
    for added in new.reserved.iter().filter(|one| !is_in(one, &old.reserved)) {
        changes.add(ChangeKind::ReservedAdded, &added.group, "", added.word.value);
    }
}

/// Returns whether the word has become a register whose fields may all be added to reserved bits.
fn is_harmless(word: &Reserved, new: &Map) -> bool {
    let here = new.registers.iter().find(|register| register.offset.value == word.offset);
    here.is_some_and(|register| {
        register.fields.iter().all(|one| field::added_kind(one) == ChangeKind::FieldAdded)
    })
}
