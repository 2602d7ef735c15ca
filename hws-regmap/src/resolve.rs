//! From the file's structs to the [`Map`]: defaults are filled in, groups and interrupts become registers, and the
//! names of other registers and types are looked up.

mod field;
mod group;
mod interrupt;
mod reference;
mod register;

use crate::diagnostic::MapDiagnostic;
use crate::model::{Enumeration, Map, MapMemory, MapPage, Placed};
use crate::source::{EnumSource, PageSource, Source};
use std::collections::BTreeSet;

/// Resolves a parsed file; the diagnostics are about names that do not exist and contradicting restrictions.
pub(crate) fn resolve(source: Source) -> (Map, Vec<MapDiagnostic>) {
    let mut context = Context {
        width: source.width.clone(),
        broken_enums: source
            .enums
            .iter()
            .filter(|one| !one.is_whole)
            .map(|one| one.name.value.clone())
            .collect(),
        enums: source.enums.into_iter().filter(|one| one.is_whole).map(shared).collect(),
        has_all_enums: source.has_all_enums,
        page: String::new(),
        base: 0,
        diagnostics: Vec::new(),
    };
    let mut map = Map {
        name: source.name,
        description: source.description,
        any_case: source.any_case,
        window_bytes: source.window_bytes,
        width: source.width.value,
        same_cycle: source.same_cycle,
        origin: source.origin,
        parameters: source.parameters,
        shared_enums: Vec::new(),
        pages: Vec::new(),
        groups: Vec::new(),
        registers: Vec::new(),
        memories: Vec::new(),
        reserved: Vec::new(),
    };
    source.pages.into_iter().for_each(|page| context.page(page, &mut map));
    map.registers.sort_by_key(|register| register.offset.value);
    map.memories.sort_by_key(|memory| memory.offset.value);
    map.reserved.sort_by_key(|reserved| reserved.offset);
    reference::resolve(&mut map, &mut context.diagnostics);
    map.shared_enums = context.enums;
    (map, context.diagnostics)
}

/// What the entries of a page have in common, and the faults found so far.
struct Context {
    width: Placed<u32>,
    enums: Vec<Enumeration>,
    /// Shared enums with values that could not be read.
    broken_enums: BTreeSet<String>,
    has_all_enums: bool,
    page: String,
    /// What offsets count from.
    base: u64,
    diagnostics: Vec<MapDiagnostic>,
}

impl Context {
    fn page(&mut self, source: PageSource, map: &mut Map) {
        self.page.clone_from(&source.name.value);
        self.base = if source.relative { source.base.value } else { 0 };
        let registers = source.registers.into_iter().map(|source| register::resolve(source, None, self));
        map.registers.extend(registers);
        source.groups.into_iter().for_each(|source| group::resolve(source, self, map));
        source.interrupts.into_iter().for_each(|source| interrupt::resolve(source, self, map));
        map.memories.extend(source.memories.into_iter().map(|memory| self.memory(memory)));
        let rest = map.window_bytes.value.saturating_sub(source.base.value);
        map.pages.push(MapPage {
            size: source.size.unwrap_or(source.name.with(rest)),
            name: source.name,
            base: source.base,
            is_relative: source.relative,
            description: source.description,
        });
    }

    fn memory(&self, memory: MapMemory) -> MapMemory {
        let offset = memory.offset.map(|offset| self.base.saturating_add(offset));
        MapMemory { page: self.page.clone(), offset, ..memory }
    }

    /// Adds a diagnostic, up to the limit.
    fn report(&mut self, diagnostic: MapDiagnostic) {
        if self.diagnostics.len() < crate::MOST_DIAGNOSTICS {
            self.diagnostics.push(diagnostic);
        }
    }
}

fn shared(source: EnumSource) -> Enumeration {
    Enumeration {
        type_name: source.name,
        variants: source.values,
        is_open: false,
        is_shared: true,
        description: source.description,
    }
}
