//! Memories and windows of other blocks.

use super::matched::{Renames, matched};
use super::{ChangeKind, Changes, hex};
use crate::model::{Map, MapMemory};

pub(super) fn compare(old: &Map, new: &Map, pages: &Renames, changes: &mut Changes) {
    let same = |old: &MapMemory, new: &MapMemory| {
        (old.offset.value, old.bytes.value) == (new.offset.value, new.bytes.value)
    };
    let memories = matched(&old.memories, &new.memories, |memory| &memory.name, same);
    for gone in memories.gone {
        changes.add(ChangeKind::MemoryRemoved, &gone.name.value, hex(gone.offset.value), "");
    }
    memories.both.iter().for_each(|(old, new)| one(old, new, pages, changes));
    for added in memories.added {
        changes.add(ChangeKind::MemoryAdded, &added.name.value, "", hex(added.offset.value));
    }
}

fn one(old: &MapMemory, new: &MapMemory, pages: &Renames, changes: &mut Changes) {
    let MapMemory { name, page, offset, bytes, width, access, hdl_path, description: _ } = old;
    let place = name.value.as_str();
    changes.differ(ChangeKind::MemoryRenamed, place, place, &new.name.value);
    changes.differ(ChangeKind::RegisterRepaged, place, pages.now(page), &new.page);
    changes.differ(ChangeKind::MemoryMoved, place, hex(offset.value), hex(new.offset.value));
    let is_more = new.bytes.value > bytes.value;
    let kind = if is_more { ChangeKind::MemoryGrown } else { ChangeKind::MemoryShrunk };
    changes.differ(kind, place, hex(bytes.value), hex(new.bytes.value));
    changes.differ(ChangeKind::MemoryWidthChanged, place, width.value, new.width.value);
    let (before, after) = (access.value.as_str(), new.access.value.as_str());
    changes.differ(ChangeKind::MemoryAccessChanged, place, before, after);
    changes.hdl_path(place, hdl_path.as_ref(), new.hdl_path.as_ref());
}
