//! A page with nothing on it.

use crate::diagnostic::{Code, MapDiagnostic};
use crate::model::{Map, MapPage};
use std::collections::BTreeSet;

pub(super) fn warn(map: &Map) -> Vec<MapDiagnostic> {
    let registers = map.registers.iter().map(|register| register.page.as_str());
    let used: BTreeSet<&str> =
        registers.chain(map.memories.iter().map(|memory| memory.page.as_str())).collect();
    map.pages.iter().filter(|page| !used.contains(page.name.value.as_str())).map(diagnose).collect()
}

fn diagnose(page: &MapPage) -> MapDiagnostic {
    let message = format!("there is nothing on page {}", page.name.value);
    MapDiagnostic::new(Code::EmptyPage, page.name.place, message)
        .label("no registers, groups, interrupts or memories")
        .remedy("add its contents, or remove the page")
}
