//! A hole of one register between two registers of the same size, which is more often a slip than a plan. Larger holes
//! separate parts of a page.

use crate::diagnostic::{Code, MapDiagnostic};
use crate::model::{Dim, Map, MapRegister};
use std::collections::BTreeMap;

/// What occupies the bytes from `first` to `end`; a hole is between two that have a register.
struct Run<'a> {
    register: Option<&'a MapRegister>,
    first: u64,
    end: u64,
}

pub(super) fn warn(map: &Map) -> Vec<MapDiagnostic> {
    let mut areas: BTreeMap<(&str, &str), Vec<Run<'_>>> = BTreeMap::new();
    for register in &map.registers {
        let group = register.name.value.rsplit_once('.').map(|(group, _)| group);
        let mut add = |area, run| areas.entry((register.page.as_str(), area)).or_default().push(run);
        match group {
            Some(group) => {
                add(group, Run::of(register, group.matches("[]").count()));
                // On the page, a group is where no hole can be.
                add(PAGE, Run { register: None, ..Run::of(register, 0) });
            }
            None => add(PAGE, Run::of(register, 0)),
        }
    }
    for reserved in &map.reserved {
        let run = Run::unnamed(reserved.offset, 4);
        areas.entry((&reserved.page, &reserved.group)).or_default().push(run);
    }
    for memory in &map.memories {
        let run = Run::unnamed(memory.offset.value, memory.bytes.value);
        areas.entry((&memory.page, PAGE)).or_default().push(run);
    }
    areas.into_values().flat_map(holes).collect()
}

/// The area of what is in no group.
const PAGE: &str = "";

impl<'a> Run<'a> {
    fn unnamed(first: u64, bytes: u64) -> Self {
        Self { register: None, first, end: first.saturating_add(bytes) }
    }

    /// Leaves out the outer dimensions, those of a group.
    fn of(register: &'a MapRegister, outer: usize) -> Self {
        let run = Self::unnamed(register.offset.value, register.bytes());
        let own = register.dims.get(outer..).unwrap_or_default();
        let steps = |dim: &Dim| u64::from(dim.count.value.saturating_sub(1)).saturating_mul(dim.stride.value);
        let end = own.iter().map(steps).fold(run.end, u64::saturating_add);
        Self { register: Some(register), end, ..run }
    }
}

/// Compares each register with the one before it that reaches farthest.
fn holes(mut runs: Vec<Run<'_>>) -> Vec<MapDiagnostic> {
    runs.sort_by_key(|run| run.first);
    let mut found = Vec::new();
    let mut farthest: Option<&Run<'_>> = None;
    for run in &runs {
        found.extend(farthest.and_then(|before| hole(before, run)));
        if farthest.is_none_or(|before| before.end < run.end) {
            farthest = Some(run);
        }
    }
    found
}

fn hole(before: &Run<'_>, after: &Run<'_>) -> Option<MapDiagnostic> {
    let (one, other) = (before.register?, after.register?);
    let bytes = other.bytes();
    if after.first.checked_sub(before.end)? != bytes || one.bytes() != bytes {
        return None;
    }
    let (name, end) = (&other.name.value, before.end);
    let message =
        format!("there is a hole of {bytes} bytes at 0x{end:04x}, between {} and {name}", one.name.value);
    let diagnostic = MapDiagnostic::new(Code::Gap, other.offset.place, message)
        .label(format!("{name} begins here"))
        .note(one.offset.place, format!("{} ends before 0x{end:04x}", one.name.value));
    Some(diagnostic.remedy("move the register, or allow `gap` if the hole is meant"))
}
