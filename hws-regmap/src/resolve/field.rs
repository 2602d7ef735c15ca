//! Fields: what they do not say themselves comes from their register or group, and the three ways to restrict values
//! become one [`MapLegal`].

use super::Context;
use crate::diagnostic::{Code, MapDiagnostic};
use crate::model::{
    Enumeration, HardwareAccess, MapAccess, MapCounter, MapField, MapLegal, Place, Placed, Reset, WriteGuard,
};
use crate::source::{Defaults, FieldSource, GuardSource, Restriction};

/// What a field has if it does not say otherwise.
pub(super) struct Inherited {
    access: Placed<MapAccess>,
    hardware: Option<Placed<HardwareAccess>>,
    guards: Vec<GuardSource>,
    constant: bool,
    queued: bool,
}

impl Inherited {
    /// Combines what a register and its group say.
    pub(super) fn new(own: &Defaults, outer: Option<&Defaults>, queued: bool, place: Place) -> Self {
        let access = own.access.clone().or_else(|| outer?.access.clone());
        // The hardware side of a group belongs to the access of the group.
        let outer_hardware = outer.filter(|_| own.access.is_none()).and_then(|outer| outer.hardware.clone());
        let guards = if own.guards.is_empty() { outer.map(|outer| &outer.guards) } else { Some(&own.guards) };
        Self {
            access: access.unwrap_or(Placed { value: MapAccess::Rw, place }),
            hardware: own.hardware.clone().or(outer_hardware),
            guards: guards.cloned().unwrap_or_default(),
            constant: own.constant,
            queued,
        }
    }

    /// For a register of which a field could not be read: the guards may be meant for that one.
    pub(super) fn forget_guards(&mut self) {
        self.guards.clear();
    }

    /// For an alias: the hardware side of a group is meant for the registers that have the storage.
    pub(super) fn take_hardware_of(&mut self, own: &Defaults) {
        self.hardware.clone_from(&own.hardware);
    }

    /// Returns the access and the hardware side of a field.
    fn sides(&self, own: &Defaults) -> (Placed<MapAccess>, Placed<HardwareAccess>) {
        let access = own.access.clone().unwrap_or_else(|| self.access.clone());
        let inherited = self.hardware.clone().filter(|_| own.access.is_none());
        let usual = match access.value {
            MapAccess::Rw if self.queued => HardwareAccess::Both,
            other => other.usual_hardware(),
        };
        let hardware = own.hardware.clone().or(inherited).unwrap_or(access.with(usual));
        (access, hardware)
    }
}

/// Resolves the fields of a register, from bit 0 up; VALUE over all bits when none is named. `whole` is the place and
/// the width of a register whose fields could all be read.
pub(super) fn resolve_all(
    sources: Vec<FieldSource>,
    whole: Option<(Place, u32)>,
    inherited: &Inherited,
    context: &mut Context,
) -> Vec<MapField> {
    let mut fields: Vec<MapField> =
        sources.into_iter().map(|source| resolve(source, inherited, context)).collect();
    if fields.is_empty()
        && let Some((place, width)) = whole
    {
        fields.push(value_field(place, width, inherited));
    }
    fields.sort_by_key(MapField::lsb);
    fields
}

fn resolve(source: FieldSource, inherited: &Inherited, context: &mut Context) -> MapField {
    let (access, hardware) = inherited.sides(&source.defaults);
    let guards = if source.defaults.guards.is_empty() { &inherited.guards } else { &source.defaults.guards };
    let saturates = source.saturates;
    MapField {
        access,
        hardware,
        guards: guards.iter().map(guard).collect(),
        legal_at: first_place(&source.restriction).unwrap_or(source.name.place),
        legal: legal(source.restriction, source.name.place, context),
        name: source.name,
        bits: source
            .bits
            .map(|bits| bits.into_iter().map(|bit| u32::try_from(bit).unwrap_or(u32::MAX)).collect()),
        reset: source.reset,
        parameter: source.parameter,
        constant: source.defaults.constant || inherited.constant,
        pulse: source.pulse,
        counter: source.counter.map(|direction| MapCounter { direction, saturates }),
        hdl_path: source.hdl_path,
        description: source.description,
    }
}

/// The register and the field are looked up when all registers are known.
fn guard(source: &GuardSource) -> WriteGuard {
    let (register, field) = (String::new(), String::new());
    WriteGuard { target: source.target.clone(), register, field, opens_at: source.opens_at }
}

fn first_place(restriction: &Restriction) -> Option<Place> {
    let range = restriction.range.as_ref().map(|range| range.place);
    let multiple = restriction.multiple_of.as_ref().map(|step| step.place);
    let enumeration = restriction.enumeration.as_ref().map(|name| name.place);
    range.or(multiple).or(enumeration)
}

/// Returns the one restriction of the field; more than one is reported, and none of them is preferred.
fn legal(source: Restriction, place: Place, context: &mut Context) -> MapLegal {
    let Restriction { range, multiple_of, enumeration, values, is_open } = source;
    match (range, multiple_of, enumeration, values.is_empty()) {
        (None, None, None, true) => MapLegal::Any,
        (Some(range), None, None, true) => MapLegal::Range { min: range.value.0, max: range.value.1 },
        (None, Some(step), None, true) => MapLegal::MultipleOf(step.value),
        (None, None, Some(type_name), true) if context.is_broken(&type_name.value) => MapLegal::Any,
        (None, None, Some(type_name), true) => MapLegal::Enumerated(context.enumeration(type_name, is_open)),
        (None, None, Some(type_name), false) => MapLegal::Enumerated(Enumeration {
            type_name,
            variants: values,
            is_open,
            is_shared: false,
            description: String::new(),
        }),
        (None, None, None, false) => {
            context.report(nameless(place));
            MapLegal::Any
        }
        _ => {
            context.report(contradiction(place));
            MapLegal::Any
        }
    }
}

impl Context {
    /// Returns whether nothing is known about a shared type, because of a fault that has been reported.
    fn is_broken(&self, type_name: &str) -> bool {
        let is_known = || self.enums.iter().any(|shared| shared.type_name.value == type_name);
        self.broken_enums.contains(type_name) || !self.has_all_enums && !is_known()
    }

    /// Returns the shared type of that name as a field has it; one without values if there is none.
    fn enumeration(&self, type_name: Placed<String>, is_open: bool) -> Enumeration {
        let shared = self.enums.iter().find(|shared| shared.type_name.value == type_name.value);
        match shared {
            Some(shared) => Enumeration { is_open, ..shared.clone() },
            None => Enumeration {
                type_name,
                variants: Vec::new(),
                is_open,
                is_shared: false,
                description: String::new(),
            },
        }
    }
}

fn nameless(place: Place) -> MapDiagnostic {
    MapDiagnostic::new(Code::IllegalRange, place, "named values without a type name")
        .label("has `values` but no `enum`")
        .remedy("name their type, as in `enum: OutPath`")
}

fn contradiction(place: Place) -> MapDiagnostic {
    MapDiagnostic::new(Code::IllegalRange, place, "a field restricts its values in more than one way")
        .label("this field")
        .remedy("keep one of `range`, `multiple_of`, and `enum` with `values`")
}

fn value_field(place: Place, width: u32, inherited: &Inherited) -> MapField {
    let nothing = Defaults {
        width: None,
        access: None,
        hardware: None,
        guards: Vec::new(),
        constant: false,
        spec: None,
    };
    let (access, hardware) = inherited.sides(&nothing);
    MapField {
        name: Placed { value: "VALUE".to_owned(), place },
        bits: Placed { value: vec![width.saturating_sub(1), 0], place },
        access,
        hardware,
        reset: Placed { value: Reset::Constant(0), place },
        parameter: None,
        legal: MapLegal::Any,
        legal_at: place,
        constant: inherited.constant,
        pulse: false,
        counter: None,
        guards: inherited.guards.iter().map(guard).collect(),
        hdl_path: None,
        description: "The whole word.".to_owned(),
    }
}
