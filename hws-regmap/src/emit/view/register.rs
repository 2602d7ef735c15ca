//! A register for a template: its names, its dimensions, and every element with its own reset.

use super::field::{FieldView, SliceView, slices};
use super::layout::Layout;
use super::notes::RegisterNotes;
use crate::model::{Dim, InterruptPart, MapField, MapRegister, offsets};
use crate::names::ident;
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
    offset: u64,
    /// In bits.
    width: u32,
    bytes: u64,
    /// Hexadecimal digits of a value.
    digits: u32,
    dims: Vec<DimView<'a>>,
    count: u32,
    /// The dimensions in an element of its group.
    own_dims: Vec<DimView<'a>>,
    own_count: u32,
    /// The distance of adjacent elements, if it is the same for the whole array and nothing else is between them.
    stride: Option<u64>,
    own_stride: Option<u64>,
    /// Whether elements are back to back.
    packed: bool,
    own_packed: bool,
    /// Whether elements differ in their reset value.
    linear: bool,
    /// `RW`; every distinct one if the fields differ: `RO, W1C`.
    access: String,
    /// The access of all fields, if it is the same.
    uniform: Option<&'static str>,
    readable: bool,
    writable: bool,
    /// Whether a read changes the register.
    read_effect: bool,
    /// Whether a read pops.
    popped: bool,
    queued: bool,
    hardware: String,
    /// Whether a read may differ from the last write.
    volatile: bool,
    all_bits: u64,
    field_mask: u64,
    write_mask: u64,
    pulse_mask: u64,
    /// The bits that reset determines.
    reset_mask: u64,
    /// Of element 0.
    reset: u64,
    /// Of every element, where elements differ or a format cannot show the array as one.
    instances: Vec<InstanceView>,
    fields: Vec<FieldView<'a>>,
    slices: Vec<SliceView>,
    combinations: Option<CombinationsView<'a>>,
    same_cycle: Option<&'a str>,
    alias_of: Option<&'a str>,
    /// Its part in a set of interrupt sources: status, enable, test.
    interrupt: Option<InterruptView<'a>>,
    /// Some of reset, access, bit_bash.
    skipped_tests: Vec<&'static str>,
    hdl_path: Option<&'a str>,
    description: &'a str,
    spec: &'a str,
    /// The description with its reference, and sentences for what most formats have no other place for.
    full_description: String,
    notes: RegisterNotes,
}

#[derive(Serialize)]
pub(super) struct DimView<'a> {
    count: u32,
    stride: u64,
    parameter: Option<&'a str>,
    index: &'a str,
}

/// One element of the array.
#[derive(Serialize)]
pub(super) struct InstanceView {
    indices: Vec<u32>,
    offset: u64,
    reset: u64,
    /// In the order of the fields.
    field_resets: Vec<u64>,
}

#[derive(Serialize)]
struct InterruptView<'a> {
    part: &'static str,
    enable: Option<&'a str>,
    test: Option<&'a str>,
}

#[derive(Serialize)]
struct CombinationsView<'a> {
    fields: Vec<&'a str>,
    tuples: Vec<&'a [u64]>,
}

impl<'a> RegisterView<'a> {
    /// Creates the view of a register.
    pub(super) fn new(register: &'a MapRegister, layout: &Layout<'a>) -> Self {
        let outer = split(register).2;
        let own = register.dims.get(outer..).unwrap_or_default();
        let is_alone = !layout.is_interleaved(register);
        let (stride, own_stride) = (regular_stride(&register.dims), regular_stride(own));
        let stride = stride.filter(|_| is_alone);
        Self {
            title: &register.name.value,
            ident: ident(&register.name.value),
            local: split(register).1,
            symbol: layout.symbols.of(&register.name.value),
            page: &register.page,
            offset: register.offset.value,
            width: register.width.value,
            bytes: register.bytes(),
            digits: register.width.value / 4,
            dims: register.dims.iter().map(dim).collect(),
            count: register.elements(),
            own_count: own.iter().fold(1, |product, dim| product * dim.count.value),
            own_dims: own.iter().map(dim).collect(),
            stride,
            own_stride,
            packed: is_packed(stride, &register.dims, register.bytes()),
            own_packed: is_packed(own_stride, own, register.bytes()),
            linear: register.has_linear_reset(),
            access: register.access_text(),
            uniform: register.uniform_access().map(|access| access.as_str()),
            readable: register.is_readable(),
            writable: register.is_writable(),
            read_effect: register.has_read_effect(),
            popped: register.is_popped(),
            queued: register.queued,
            hardware: register.hardware_text(),
            volatile: register.is_volatile(),
            all_bits: register.all_bits(),
            field_mask: register.field_mask(),
            write_mask: register.write_mask(),
            pulse_mask: register.pulse_mask(),
            reset_mask: register.reset_mask(),
            reset: register.reset(0),
            instances: instances(register, stride),
            fields: register.fields.iter().map(|field| FieldView::new(register, field)).collect(),
            slices: slices(register),
            combinations: combinations(register),
            same_cycle: register.same_cycle.as_deref(),
            alias_of: register.alias_of.as_ref().map(|alias| alias.value.as_str()),
            interrupt: register.interrupt.as_ref().map(interrupt),
            skipped_tests: register.skipped_tests.iter().map(|test| test.as_str()).collect(),
            hdl_path: register.hdl_path.as_deref(),
            description: &register.description,
            spec: &register.spec,
            full_description: super::notes::of_register(register),
            notes: RegisterNotes::new(register),
        }
    }
}

/// Returns the group, the word's own name and the number of the group's dimensions: `RS`, `FLAGS` and 1; no group for
/// a register on its own.
pub(super) fn split(register: &MapRegister) -> (Option<&str>, &str, usize) {
    match register.name.value.split_once('.') {
        Some((group, word)) => {
            let outer = group.matches("[]").count();
            (Some(group.trim_end_matches("[]")), word.trim_end_matches("[]"), outer)
        }
        None => (None, register.name.value.trim_end_matches("[]"), 0),
    }
}

pub(super) fn dim(dim: &Dim) -> DimView<'_> {
    DimView {
        count: dim.count.value,
        stride: dim.stride.value,
        parameter: dim.parameter.as_deref(),
        index: &dim.index,
    }
}

/// Returns the stride of the innermost dimension, if each outer one steps over exactly one run of the inner ones. A
/// dimension of one element has no steps.
pub(super) fn regular_stride(dims: &[Dim]) -> Option<u64> {
    let fits = |pair: &[&Dim]| match pair {
        [outer, inner] => outer.stride.value == u64::from(inner.count.value) * inner.stride.value,
        _ => false,
    };
    let stepping: Vec<&Dim> = dims.iter().filter(|dim| dim.count.value > 1).collect();
    let innermost = stepping.last().copied().or(dims.last())?;
    stepping.windows(2).all(fits).then_some(innermost.stride.value)
}

/// Returns whether the elements of an array are back to back.
fn is_packed(stride: Option<u64>, dims: &[Dim], bytes: u64) -> bool {
    let is_single = dims.iter().all(|dim| dim.count.value == 1);
    stride.is_some_and(|stride| stride == bytes || is_single)
}

fn interrupt(part: &InterruptPart) -> InterruptView<'_> {
    match part {
        InterruptPart::Status { enable, test } => {
            InterruptView { part: "status", enable: enable.as_deref(), test: test.as_deref() }
        }
        InterruptPart::Enable => InterruptView { part: "enable", enable: None, test: None },
        InterruptPart::Test => InterruptView { part: "test", enable: None, test: None },
    }
}

/// Returns the elements that some format has to name one by one; element 0 alone of any other array.
fn instances(register: &MapRegister, stride: Option<u64>) -> Vec<InstanceView> {
    let is_one_run = stride == Some(register.bytes()) && register.dims.len() == 1;
    if register.dims.is_empty() || is_one_run && !register.has_linear_reset() {
        return vec![InstanceView::of(register, 0, register.offset.value, vec![0; register.dims.len()])];
    }
    let places = register.offsets().into_iter().zip(indices(&register.dims)).zip(0..);
    places.map(|((offset, indices), index)| InstanceView::of(register, index, offset, indices)).collect()
}

/// Returns the elements of a group, by their indices and offsets.
pub(super) fn instances_of(offset: u64, dims: &[Dim]) -> Vec<InstanceView> {
    let places = offsets(offset, dims).into_iter().zip(indices(dims));
    let element = |(offset, indices)| InstanceView { indices, offset, reset: 0, field_resets: Vec::new() };
    places.map(element).collect()
}

fn indices(dims: &[Dim]) -> Vec<Vec<u32>> {
    dims.iter().fold(vec![Vec::new()], |prefixes, dim| {
        let longer = |prefix: Vec<u32>| (0..dim.count.value).map(move |i| [prefix.clone(), vec![i]].concat());
        prefixes.into_iter().flat_map(longer).collect()
    })
}

impl InstanceView {
    fn of(register: &MapRegister, index: u32, offset: u64, indices: Vec<u32>) -> Self {
        // The cast loses nothing: `resets_fit_their_field` has refused maps in which it would.
        let reset = |field: &MapField| field.reset.value.of_element(index) as u64;
        Self {
            indices,
            offset,
            reset: register.reset(index),
            field_resets: register.fields.iter().map(reset).collect(),
        }
    }
}

fn combinations(register: &MapRegister) -> Option<CombinationsView<'_>> {
    let combinations = register.combinations.as_ref()?;
    Some(CombinationsView {
        fields: combinations.fields.iter().map(|name| name.value.as_str()).collect(),
        tuples: combinations.tuples.iter().map(|tuple| tuple.value.as_slice()).collect(),
    })
}
