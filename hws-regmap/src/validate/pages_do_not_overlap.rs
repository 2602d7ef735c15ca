//! No address belongs to two pages.

use crate::diagnostic::{Code, MapDiagnostic};
use crate::model::{Map, MapPage};

pub(super) fn check(map: &Map) -> Vec<MapDiagnostic> {
    let mut pages: Vec<&MapPage> = map.pages.iter().collect();
    pages.sort_by_key(|page| page.base.value);
    pages.windows(2).filter_map(|pair| judge(pair[0], pair[1])).collect()
}

fn judge(first: &MapPage, second: &MapPage) -> Option<MapDiagnostic> {
    let end = first.base.value.saturating_add(first.size.value);
    if end <= second.base.value {
        return None;
    }
    let message = format!("page {} begins inside page {}", second.name.value, first.name.value);
    let diagnostic = MapDiagnostic::new(Code::PagesOverlap, second.base.place, message)
        .label("begins here")
        .note(first.size.place, format!("{} ends at 0x{end:04x}", first.name.value))
        .remedy(format!("begin it at 0x{end:04x} or later"));
    Some(diagnostic)
}
