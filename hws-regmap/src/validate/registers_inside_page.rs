//! Every word is inside its page, and every page inside the window.

use super::arrays_are_indexable::is_indexable;
use super::occupied::{Occupied, occupied};
use crate::diagnostic::{Code, MapDiagnostic};
use crate::model::{Map, MapPage};
use std::collections::BTreeMap;

pub(super) fn check(map: &Map) -> Vec<MapDiagnostic> {
    // Another check reports two pages of one name; it is not known which one is meant.
    let mut pages: BTreeMap<&str, Option<&MapPage>> = BTreeMap::new();
    for page in &map.pages {
        pages.entry(&page.name.value).and_modify(|page| *page = None).or_insert(Some(page));
    }
    let window = map.window_bytes.value;
    if !super::window_is_addressable::is_legal(window) {
        return Vec::new();
    }
    // Other checks report what is outside the window as well, and arrays without an end.
    let bounded = occupied(map).filter(|thing| is_indexable(thing.dims));
    let words = bounded.filter_map(|thing| {
        let page = (*pages.get(thing.page)?)?;
        judge(&thing, page).filter(|_| thing.end <= window || end(page) > window)
    });
    let beyond = map.pages.iter().filter(|page| end(page) > window);
    words.chain(beyond.map(|page| leaves_the_window(map, page))).collect()
}

fn judge(thing: &Occupied<'_>, page: &MapPage) -> Option<MapDiagnostic> {
    let base = page.base.value;
    if base <= thing.first && thing.end <= end(page) {
        return None;
    }
    let outside = if thing.first < base { thing.first } else { thing.last() };
    let message = format!("{} at 0x{outside:04x} is outside page {}", thing.name, page.name.value);
    let diagnostic = MapDiagnostic::new(Code::OutsidePage, thing.place, message)
        .label("begins here")
        .note(
            page.base.place,
            format!("page {} has 0x{base:04x} to 0x{:04x}", page.name.value, end(page).saturating_sub(1)),
        )
        .remedy(format!(
            "move it to an offset from 0x{base:04x} to 0x{:04x}, or change the page",
            end(page).saturating_sub(thing.bytes)
        ));
    Some(diagnostic)
}

fn leaves_the_window(map: &Map, page: &MapPage) -> MapDiagnostic {
    let message = format!("page {} ends at 0x{:04x}, beyond the window", page.name.value, end(page));
    MapDiagnostic::new(Code::OutsidePage, page.size.place, message)
        .label("too large")
        .note(map.window_bytes.place, "the window")
        .remedy("shrink the page, or enlarge the window")
}

pub(super) fn end(page: &MapPage) -> u64 {
    page.base.value.saturating_add(page.size.value)
}
