//! A field for a template, with its legal values, and the gaps between fields.

use crate::model::{Enumeration, Map, MapField, MapLegal, MapRegister, Variant};
use serde::Serialize;
use std::collections::BTreeSet;

/// A field.
#[derive(Serialize)]
pub(super) struct FieldView<'a> {
    name: &'a str,
    lsb: u32,
    msb: u32,
    width: u32,
    mask: u32,
    max: u32,
    /// Of element 0.
    reset: u32,
    pulse: bool,
    legal: LegalView<'a>,
    description: &'a str,
}

/// The legal values; `kind` determines which of the other fields are meaningful.
#[derive(Serialize)]
struct LegalView<'a> {
    kind: &'static str,
    min: u32,
    max: u32,
    step: u32,
    enumeration: Option<EnumView<'a>>,
}

/// A type of named values.
#[derive(Serialize)]
pub(super) struct EnumView<'a> {
    type_name: &'a str,
    width: u32,
    values: Vec<VariantView<'a>>,
}

#[derive(Serialize)]
struct VariantView<'a> {
    name: &'a str,
    value: u32,
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
    pub(super) fn new(field: &'a MapField) -> Self {
        Self {
            name: &field.name.value,
            lsb: field.lsb(),
            msb: field.msb(),
            width: field.width(),
            mask: field.mask(),
            max: field.max(),
            // The cast loses nothing: `resets_fit_their_field` has refused maps in which it would.
            reset: field.reset.value.of_element(0) as u32,
            pulse: field.pulse,
            legal: LegalView::new(field),
            description: &field.description,
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
                Self { kind: "enum", enumeration: Some(EnumView::new(list, field)), ..any }
            }
        }
    }
}

impl<'a> EnumView<'a> {
    fn new(enumeration: &'a Enumeration, field: &MapField) -> Self {
        Self {
            type_name: &enumeration.type_name.value,
            width: field.width(),
            values: enumeration.variants.iter().map(variant).collect(),
        }
    }

    /// Returns every type once, in the order of the map.
    pub(super) fn all(map: &'a Map) -> Vec<Self> {
        let mut seen = BTreeSet::new();
        let fields = map.registers.iter().flat_map(|register| &register.fields);
        let views = fields.filter_map(|field| LegalView::new(field).enumeration);
        views.filter(|view| seen.insert(view.type_name)).collect()
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
    slices.extend(gap(next, u32::BITS));
    slices.reverse();
    slices
}

/// Returns the bits from `from` up to, not including, `to`.
fn gap(from: u32, to: u32) -> Option<SliceView> {
    (from < to).then(|| SliceView { msb: to - 1, lsb: from, width: to - from, field: None })
}
