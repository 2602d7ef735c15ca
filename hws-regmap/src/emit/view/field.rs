//! A field for a template, with its legal values, and the gaps between fields.

use super::notes::FieldNotes;
use crate::model::{
    Enumeration, Map, MapField, MapLegal, MapRegister, ReadEffect, Reset, Variant, WriteEffect, WriteGuard,
};
use crate::names::field_symbol;
use serde::Serialize;
use std::collections::BTreeMap;

/// A field.
#[derive(Serialize)]
pub(super) struct FieldView<'a> {
    name: &'a str,
    /// The name, made distinct from the constants that every register has in C and SystemVerilog.
    symbol: String,
    lsb: u32,
    msb: u32,
    width: u32,
    mask: u64,
    max: u64,
    access: &'static str,
    readable: bool,
    writable: bool,
    /// The effect of a read: hidden, kept, clears, sets, pops.
    read: &'static str,
    /// The effect of a write: ignored, stores, once, one_clears, one_sets, one_toggles, zero_clears, zero_sets,
    /// zero_toggles, clears, sets.
    write: &'static str,
    hardware: &'static str,
    /// Whether a read may differ from the last write.
    volatile: bool,
    /// Whether reset determines the value.
    known: bool,
    /// Of element 0.
    reset: u64,
    parameter: Option<&'a str>,
    pulse: bool,
    counter: Option<CounterView>,
    guards: Vec<GuardView<'a>>,
    hdl_path: Option<&'a str>,
    legal: LegalView<'a>,
    description: &'a str,
    /// The description with sentences for what most formats have no other place for.
    full_description: String,
    notes: FieldNotes,
}

/// How the hardware counts.
#[derive(Serialize)]
struct CounterView {
    /// up, down or up_down.
    direction: &'static str,
    saturates: bool,
}

/// A bit that decides whether a write has an effect.
#[derive(Serialize)]
struct GuardView<'a> {
    /// By its full name, `CH[].LOCK`.
    register: &'a str,
    /// Its name in the group, and in other formats than the map's, `LOCK`.
    local: &'a str,
    field: &'a str,
    opens_at: bool,
}

/// The legal values; `kind` determines which of the other fields are meaningful.
#[derive(Serialize)]
struct LegalView<'a> {
    kind: &'static str,
    min: u64,
    max: u64,
    step: u64,
    enumeration: Option<EnumView<'a>>,
}

/// A type of named values.
#[derive(Serialize)]
pub(super) struct EnumView<'a> {
    type_name: &'a str,
    /// Of the widest field that has it; of one value more than fits if no field has it.
    width: u32,
    /// Whether the map defines it on its own.
    shared: bool,
    /// Whether values without a name are legal too, in the field that the view is of.
    open: bool,
    description: &'a str,
    values: Vec<VariantView<'a>>,
}

#[derive(Serialize)]
struct VariantView<'a> {
    name: &'a str,
    value: u64,
    description: &'a str,
}

/// Some bits of a word: a field, or a gap between fields.
#[derive(Serialize)]
pub(super) struct SliceView {
    msb: u32,
    lsb: u32,
    width: u32,
    /// The index of the field in the register's list.
    field: Option<usize>,
}

impl<'a> FieldView<'a> {
    /// Creates the view of a field.
    pub(super) fn new(register: &MapRegister, field: &'a MapField) -> Self {
        Self {
            name: &field.name.value,
            lsb: field.lsb(),
            msb: field.msb(),
            width: field.width(),
            symbol: field_symbol(&field.name.value),
            mask: field.mask(),
            max: field.max(),
            access: field.access.value.as_str(),
            readable: field.access.value.is_readable(),
            writable: field.access.value.is_writable(),
            read: read_word(field.access.value.read()),
            write: write_word(field.access.value.write()),
            hardware: field.hardware.value.as_str(),
            volatile: field.is_volatile(),
            known: field.reset.value != Reset::Unknown,
            // The cast loses nothing: `resets_fit_their_field` has refused maps in which it would.
            reset: field.reset.value.of_element(0) as u64,
            parameter: field.parameter.as_deref(),
            pulse: field.pulse,
            counter: field.counter.map(|counter| CounterView {
                direction: counter.direction.as_str(),
                saturates: counter.saturates,
            }),
            guards: field.guards.iter().map(guard).collect(),
            hdl_path: field.hdl_path.as_deref(),
            legal: LegalView::new(field),
            description: &field.description,
            full_description: super::notes::of_field(field),
            notes: FieldNotes::new(register, field),
        }
    }
}

impl<'a> LegalView<'a> {
    fn new(field: &'a MapField) -> Self {
        let any = Self { kind: "any", min: 0, max: field.max(), step: 1, enumeration: None };
        match &field.legal {
            MapLegal::Any => any,
            MapLegal::Range { min, max } => Self { kind: "range", min: *min, max: *max, ..any },
            MapLegal::MultipleOf(step) => Self { kind: "multiple", step: *step, ..any },
            MapLegal::Enumerated(list) => {
                Self { kind: "enum", enumeration: Some(EnumView::new(list, field.width())), ..any }
            }
        }
    }
}

impl<'a> EnumView<'a> {
    fn new(enumeration: &'a Enumeration, width: u32) -> Self {
        Self {
            type_name: &enumeration.type_name.value,
            width,
            shared: enumeration.is_shared,
            open: enumeration.is_open,
            description: &enumeration.description,
            values: enumeration.variants.iter().map(variant).collect(),
        }
    }

    /// Returns every type once, in the order of the map.
    pub(super) fn all(map: &'a Map) -> Vec<Self> {
        let widths = enum_widths(map);
        let width = |name: &str| widths.get(name).copied().unwrap_or(1);
        let view = |enumeration: &'a Enumeration| Self::new(enumeration, width(&enumeration.type_name.value));
        map.enumerations().into_iter().map(view).collect()
    }
}

/// Returns the bits of each type: those of the widest field that has it, or of its greatest value if no field has it.
pub(super) fn enum_widths(map: &Map) -> BTreeMap<&str, u32> {
    let mut widths: BTreeMap<&str, u32> = BTreeMap::new();
    for field in map.registers.iter().flat_map(|register| &register.fields) {
        if let Some(enumeration) = field.enumeration() {
            let width = widths.entry(&enumeration.type_name.value).or_default();
            *width = field.width().max(*width);
        }
    }
    for unused in &map.shared_enums {
        let greatest = unused.variants.iter().map(|variant| variant.value.value).max().unwrap_or(0);
        let bits = (u64::BITS - greatest.leading_zeros()).max(1);
        widths.entry(&unused.type_name.value).or_insert(bits);
    }
    widths
}

fn guard(guard: &WriteGuard) -> GuardView<'_> {
    let local = guard.register.rsplit('.').next().unwrap_or_default().trim_end_matches("[]");
    GuardView { register: &guard.register, local, field: &guard.field, opens_at: guard.opens_at }
}

pub(super) fn read_word(effect: ReadEffect) -> &'static str {
    match effect {
        ReadEffect::Hidden => "hidden",
        ReadEffect::Kept => "kept",
        ReadEffect::Clears => "clears",
        ReadEffect::Sets => "sets",
        ReadEffect::Pops => "pops",
    }
}

pub(super) fn write_word(effect: WriteEffect) -> &'static str {
    match effect {
        WriteEffect::Ignored => "ignored",
        WriteEffect::Stores => "stores",
        WriteEffect::StoresOnce => "once",
        WriteEffect::OneClears => "one_clears",
        WriteEffect::OneSets => "one_sets",
        WriteEffect::OneToggles => "one_toggles",
        WriteEffect::ZeroClears => "zero_clears",
        WriteEffect::ZeroSets => "zero_sets",
        WriteEffect::ZeroToggles => "zero_toggles",
        WriteEffect::Clears => "clears",
        WriteEffect::Sets => "sets",
    }
}

fn variant(variant: &Variant) -> VariantView<'_> {
    VariantView { name: &variant.name.value, value: variant.value.value, description: &variant.description }
}

/// Returns a word from its highest bit down, gaps included, for a packed structure or a diagram.
pub(super) fn slices(register: &MapRegister) -> Vec<SliceView> {
    let mut order: Vec<(usize, &MapField)> = register.fields.iter().enumerate().collect();
    order.sort_by_key(|(_, field)| field.lsb());
    let (mut slices, mut next) = (Vec::new(), 0);
    for (index, field) in order {
        slices.extend(gap(next, field.lsb()));
        slices.push(SliceView {
            msb: field.msb(),
            lsb: field.lsb(),
            width: field.width(),
            field: Some(index),
        });
        next = field.msb() + 1;
    }
    slices.extend(gap(next, register.width.value));
    slices.reverse();
    slices
}

/// Returns the bits from `from` up to, not including, `to`.
fn gap(from: u32, to: u32) -> Option<SliceView> {
    (from < to).then(|| SliceView { msb: to - 1, lsb: from, width: to - from, field: None })
}
