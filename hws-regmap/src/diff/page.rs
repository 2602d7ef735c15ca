//! Pages: names, and where they begin.

use super::matched::{Renames, matched};
use super::{ChangeKind, Changes, hex};
use crate::model::MapPage;

pub(super) fn compare(old: &[MapPage], new: &[MapPage], changes: &mut Changes) -> Renames {
    let same = |old: &MapPage, new: &MapPage| old.base.value == new.base.value;
    let pages = matched(old, new, |page| &page.name, same);
    for gone in &pages.gone {
        changes.add(ChangeKind::PageRemoved, &gone.name.value, hex(gone.base.value), "");
    }
    pages.both.iter().for_each(|(old, new)| one(old, new, changes));
    for added in &pages.added {
        changes.add(ChangeKind::PageAdded, &added.name.value, "", hex(added.base.value));
    }
    pages.renames(|page| &page.name)
}

fn one(old: &MapPage, new: &MapPage, changes: &mut Changes) {
    // How offsets are written does not show outside the file.
    let MapPage { name, base, size, is_relative: _, description: _ } = old;
    let place = name.value.as_str();
    changes.differ(ChangeKind::PageRenamed, place, place, &new.name.value);
    changes.differ(ChangeKind::PageMoved, place, hex(base.value), hex(new.base.value));
    changes.differ(ChangeKind::PageResized, place, hex(size.value), hex(new.size.value));
}
