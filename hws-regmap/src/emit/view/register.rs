//! A register for a template: its names, its dimensions, and every element with its own reset.

use super::field::{FieldView, SliceView, slices};
use crate::model::{Dim, HardwareAccess, Map, MapRegister, Reset};
use serde::Serialize;

/// A register, or an array of them.
#[derive(Serialize)]
pub(super) struct RegisterView<'a> {
    /// As the map names it: `RS[].FLAGS`.
    title: &'a str,
    /// In one word: `RS_FLAGS`.
    ident: String,
    /// Without the group: `FLAGS`.
    local: &'a str,
    /// `ident` without the prefix of the map, for formats that add it to every name.
    symbol: String,
    page: &'a str,
    offset: u32,
    dims: Vec<DimView<'a>>,
    count: u32,
    /// The distance of adjacent elements, if it is the same for the whole array.
    stride: Option<u32>,
    /// Whether elements are back to back.
    packed: bool,
    /// Whether elements differ in their reset value.
    linear: bool,
    access: &'static str,
    readable: bool,
    writable: bool,
    queued: bool,
    hardware: &'static str,
    /// Whether a read may differ from the last write.
    volatile: bool,
    field_mask: u32,
    write_mask: u32,
    pulse_mask: u32,
    /// Of element 0.
    reset: u32,
    instances: Vec<InstanceView>,
    fields: Vec<FieldView<'a>>,
    slices: Vec<SliceView>,
    combinations: Option<CombinationsView<'a>>,
    same_cycle: Option<&'a str>,
    description: &'a str,
    spec: &'a str,
}

#[derive(Serialize)]
struct DimView<'a> {
    count: u32,
    stride: u32,
    parameter: Option<&'a str>,
    index: &'a str,
}

/// One element of the array.
#[derive(Serialize)]
struct InstanceView {
    indices: Vec<u32>,
    offset: u64,
    reset: u32,
    /// In the order of the fields.
    field_resets: Vec<u64>,
}

#[derive(Serialize)]
struct CombinationsView<'a> {
    fields: Vec<&'a str>,
    tuples: Vec<&'a [u32]>,
}

impl<'a> RegisterView<'a> {
    /// Creates the view of a register.
    pub(super) fn new(map: &Map, register: &'a MapRegister) -> Self {
        let stride = stride(&register.dims);
        let access = register.access.value;
        Self {
            title: &register.name.value,
            ident: ident(register),
            local: local(register),
            symbol: symbol(map, register),
            page: &register.page,
            offset: register.offset.value,
            dims: register.dims.iter().map(dim).collect(),
            count: register.elements(),
            stride,
            packed: stride == Some(4),
            linear: register.has_linear_reset(),
            access: access.as_str(),
            readable: access.is_readable(),
            writable: access.is_writable(),
            queued: register.queued,
            hardware: register.hardware.as_str(),
            volatile: register.hardware != HardwareAccess::Reads || register.pulse_mask() != 0,
            field_mask: register.field_mask(),
            write_mask: register.write_mask(),
            pulse_mask: register.pulse_mask(),
            reset: register.reset(0),
            instances: instances(register),
            fields: register.fields.iter().map(FieldView::new).collect(),
            slices: slices(register),
            combinations: combinations(register),
            same_cycle: register.same_cycle.as_deref(),
            description: &register.description,
            spec: &register.spec,
        }
    }
}

/// `RS[].FLAGS` as `RS_FLAGS`.
fn ident(register: &MapRegister) -> String {
    register.name.value.replace("[]", "").replace('.', "_")
}

/// Returns the group and the word's own name: `RS` and `FLAGS`; no group for a single register.
pub(super) fn split(register: &MapRegister) -> (Option<&str>, &str) {
    match register.name.value.split_once("[].") {
        Some((group, word)) => (Some(group), word),
        None => (None, register.name.value.trim_end_matches("[]")),
    }
}

fn local(register: &MapRegister) -> &str {
    split(register).1.trim_end_matches("[]")
}

/// `HWS_CTRL` of the map `HWS` as `CTRL`, unless another register already has the short name.
fn symbol(map: &Map, register: &MapRegister) -> String {
    let full = ident(register);
    let short = full.strip_prefix(&format!("{}_", map.name.value));
    let is_free = |name: &str| {
        name.starts_with(|c: char| c.is_ascii_alphabetic())
            && map.registers.iter().all(|other| ident(other) != name)
    };
    short.filter(|name| is_free(name)).map_or(full.clone(), str::to_owned)
}

fn dim(dim: &Dim) -> DimView<'_> {
    DimView {
        count: dim.count.value,
        stride: dim.stride.value,
        parameter: dim.parameter.as_deref(),
        index: &dim.index,
    }
}

/// Returns the stride of the innermost dimension, if each outer one steps over exactly one run of the inner ones.
fn stride(dims: &[Dim]) -> Option<u32> {
    let fits = |pair: &[Dim]| {
        u64::from(pair[0].stride.value) == u64::from(pair[1].count.value) * u64::from(pair[1].stride.value)
    };
    let innermost = dims.last()?;
    dims.windows(2).all(fits).then_some(innermost.stride.value)
}

fn instances(register: &MapRegister) -> Vec<InstanceView> {
    let indices = register.dims.iter().fold(vec![Vec::new()], |prefixes, dim| {
        let longer = |prefix: Vec<u32>| (0..dim.count.value).map(move |i| [prefix.clone(), vec![i]].concat());
        prefixes.into_iter().flat_map(longer).collect()
    });
    let places = register.offsets().into_iter().zip(indices).zip(0..);
    places.map(|((offset, indices), index)| instance(register, index, offset, indices)).collect()
}

fn instance(register: &MapRegister, index: u32, offset: u64, indices: Vec<u32>) -> InstanceView {
    let of_element = |reset: Reset| reset.of_element(index);
    InstanceView {
        indices,
        offset,
        reset: register.reset(index),
        field_resets: register.fields.iter().map(|field| of_element(field.reset.value)).collect(),
    }
}

fn combinations(register: &MapRegister) -> Option<CombinationsView<'_>> {
    let combinations = register.combinations.as_ref()?;
    Some(CombinationsView {
        fields: combinations.fields.iter().map(|name| name.value.as_str()).collect(),
        tuples: combinations.tuples.iter().map(|tuple| tuple.value.as_slice()).collect(),
    })
}
