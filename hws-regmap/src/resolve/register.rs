//! Registers and arrays of them, on a page or in a group.

use super::Context;
use super::field::{self, Inherited};
use crate::model::{Dim, MapRegister, Placed};
use crate::source::{Defaults, DimSource, RegisterSource};

/// What a group gives to its words.
pub(super) struct Element<'a> {
    pub(super) name: &'a str,
    pub(super) offset: u64,
    pub(super) dims: &'a [Dim],
    pub(super) defaults: &'a Defaults,
}

/// Resolves a register of a page, or a word of a group.
pub(super) fn resolve(
    source: RegisterSource,
    element: Option<&Element<'_>>,
    context: &mut Context,
) -> MapRegister {
    let outer = element.map(|element| element.defaults);
    let width = source.defaults.width.clone().or_else(|| outer?.width.clone());
    let width = width.unwrap_or_else(|| context.width.clone());
    let mut inherited = Inherited::new(&source.defaults, outer, source.queued, source.name.place);
    if source.alias_of.is_some() {
        inherited.take_hardware_of(&source.defaults);
    }
    if !source.is_whole {
        inherited.forget_guards();
    }
    let (own, place) = (source.dims.len(), source.name.place);
    let spec = source.defaults.spec.clone().or_else(|| outer?.spec.clone());
    let whole = Some((place, width.value)).filter(|_| source.is_whole);
    let start = element.map_or(0, |element| element.offset);
    MapRegister {
        name: name(source.name, element, own),
        page: context.page.clone(),
        offset: source.offset.map(|offset| context.base.saturating_add(start).saturating_add(offset)),
        dims: dims(source.dims, element),
        queued: source.queued,
        fields: field::resolve_all(source.fields, whole, &inherited, context),
        width,
        combinations: source.legal,
        same_cycle: source.same_cycle,
        alias_of: source.alias_of,
        interrupt: None,
        skipped_tests: source.skipped_tests,
        hdl_path: source.hdl_path,
        description: source.description,
        spec: spec.unwrap_or_default(),
    }
}

/// `RS[].FLAGS`: the group with its indices, the register with its own.
fn name(name: Placed<String>, element: Option<&Element<'_>>, own: usize) -> Placed<String> {
    let group = element.map(|element| format!("{}{}.", element.name, "[]".repeat(element.dims.len())));
    name.map(|name| format!("{}{name}{}", group.unwrap_or_default(), "[]".repeat(own)))
}

fn dims(own: Vec<DimSource>, element: Option<&Element<'_>>) -> Vec<Dim> {
    let outer = element.map_or(&[][..], |element| element.dims);
    outer.iter().cloned().chain(own.into_iter().map(dim)).collect()
}

/// A count that is far too large is as wrong as the greatest of 32 bits.
pub(super) fn dim(source: DimSource) -> Dim {
    Dim {
        count: source.count.map(|count| u32::try_from(count).unwrap_or(u32::MAX)),
        parameter: source.parameter,
        stride: source.stride,
        index: source.index,
    }
}
