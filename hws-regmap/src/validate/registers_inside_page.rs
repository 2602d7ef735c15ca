//! Every word is inside its page, and every page inside the window.

use super::occupied::{Occupied, occupied};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Map, MapPage};
use std::collections::BTreeMap;

pub(super) fn check(map: &Map) -> Vec<Diagnostic> {
    let pages: BTreeMap<&str, &MapPage> =
        map.pages.iter().map(|page| (page.name.value.as_str(), page)).collect();
    let words = occupied(map).filter_map(|thing| judge(&thing, pages.get(thing.page)?));
    let beyond = map.pages.iter().filter(|page| end(page) > map.window_bytes.value);
    words.chain(beyond.map(|page| leaves_the_window(map, page))).collect()
}

fn judge(thing: &Occupied<'_>, page: &MapPage) -> Option<Diagnostic> {
    let base = page.base.value;
    if base <= thing.first && thing.end <= end(page) {
        return None;
    }
    let outside = if thing.first < base { thing.first } else { thing.last() };
    let message = format!("{} at 0x{outside:04x} is outside page {}", thing.name, page.name.value);
    let diagnostic = Diagnostic::new(Code::OutsidePage, thing.place, message)
        .label("begins here")
        .note(page.base.place, format!("page {} ends at 0x{:04x}", page.name.value, end(page)))
        .remedy(format!(
            "move it to an offset from 0x{base:04x} to 0x{:04x}, or change the page",
            end(page).saturating_sub(thing.bytes)
        ));
    Some(diagnostic)
}

fn leaves_the_window(map: &Map, page: &MapPage) -> Diagnostic {
    let message = format!("page {} ends at 0x{:04x}, beyond the window", page.name.value, end(page));
    Diagnostic::new(Code::OutsidePage, page.size.place, message)
        .label("too large")
        .note(map.window_bytes.place, "the window")
        .remedy("shrink the page, or enlarge the window")
}

fn end(page: &MapPage) -> u64 {
    page.base.value.saturating_add(page.size.value)
}
