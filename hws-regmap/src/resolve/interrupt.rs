//! Interrupts: a set of sources becomes the registers that show, enable and test them.

use super::Context;
use crate::model::{
    HardwareAccess, InterruptPart, Map, MapAccess, MapField, MapLegal, MapRegister, Placed, Reset,
};
use crate::source::{InterruptCauseSource, InterruptRegisterSource, InterruptSource};

/// Adds the registers of a set of sources to the map.
pub(super) fn resolve(source: InterruptSource, context: &mut Context, map: &mut Map) {
    let InterruptSource { status, enable, test, sources, spec } = source;
    let name = |part: &Option<InterruptRegisterSource>| part.as_ref().map(|part| part.name.value.clone());
    let part = InterruptPart::Status { enable: name(&enable), test: name(&test) };
    let mut add = |register: InterruptRegisterSource, part, field: fn(&InterruptCauseSource) -> MapField| {
        let fields = sources.iter().map(field).collect();
        map.registers.push(assemble(register, part, fields, &spec, context));
    };
    add(status, part, status_field);
    if let Some(enable) = enable {
        add(enable, InterruptPart::Enable, |cause| {
            field(cause, MapAccess::Rw, HardwareAccess::Reads, "Enables the interrupt")
        });
    }
    if let Some(test) = test {
        add(test, InterruptPart::Test, |cause| MapField {
            pulse: true,
            ..field(cause, MapAccess::Wo, HardwareAccess::Reads, "Writing 1 raises the interrupt")
        });
    }
}

fn status_field(cause: &InterruptCauseSource) -> MapField {
    let status = match cause.is_level {
        true => field(cause, MapAccess::Ro, HardwareAccess::Writes, "Pending while its cause lasts"),
        false => field(cause, MapAccess::W1c, HardwareAccess::Sets, "Pending until 1 is written"),
    };
    match &cause.reset {
        Some(reset) => MapField { reset: reset.with(Reset::Constant(reset.value)), ..status },
        None => status,
    }
}

fn field(cause: &InterruptCauseSource, access: MapAccess, hardware: HardwareAccess, what: &str) -> MapField {
    let place = cause.name.place;
    let bit = cause.bit.clone().map(|bit| vec![u32::try_from(bit).unwrap_or(u32::MAX)]);
    let meaning = if cause.description.is_empty() { &cause.name.value } else { &cause.description };
    MapField {
        name: cause.name.clone(),
        bits: bit,
        access: Placed { value: access, place },
        hardware: Placed { value: hardware, place },
        reset: Placed { value: Reset::Constant(0), place },
        parameter: None,
        legal: MapLegal::Any,
        legal_at: place,
        constant: false,
        pulse: false,
        counter: None,
        guards: Vec::new(),
        hdl_path: None,
        description: format!("{what}: {meaning}"),
    }
}

fn assemble(
    source: InterruptRegisterSource,
    part: InterruptPart,
    mut fields: Vec<MapField>,
    spec: &str,
    context: &Context,
) -> MapRegister {
    fields.sort_by_key(MapField::lsb);
    let purpose = match part {
        InterruptPart::Status { .. } => "Pending interrupts.",
        InterruptPart::Enable => "Enabled interrupts.",
        InterruptPart::Test => "Raises interrupts for a test.",
    };
    MapRegister {
        name: source.name,
        page: context.page.clone(),
        offset: source.offset.map(|offset| context.base.saturating_add(offset)),
        width: context.width.clone(),
        dims: Vec::new(),
        queued: false,
        fields,
        combinations: None,
        same_cycle: None,
        alias_of: None,
        interrupt: Some(part),
        skipped_tests: source.skipped_tests,
        hdl_path: source.hdl_path,
        description: if source.description.is_empty() { purpose.to_owned() } else { source.description },
        spec: spec.to_owned(),
    }
}
