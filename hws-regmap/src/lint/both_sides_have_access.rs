//! A field with a value that one side writes and the other never sees.

use crate::diagnostic::{Code, MapDiagnostic};
use crate::model::{HardwareAccess, Map, MapField, MapRegister, Reset};

pub(super) fn warn(map: &Map) -> Vec<MapDiagnostic> {
    let registers = map.registers.iter().filter(|register| register.alias_of.is_none());
    let mut found: Vec<MapDiagnostic> = registers
        .flat_map(|register| register.fields.iter().filter_map(move |field| judge(register, field)))
        .collect();
    // The sides of a register or group are shared by its fields.
    found.sort_by_key(|diagnostic| diagnostic.place.span);
    found.dedup_by_key(|diagnostic| diagnostic.place);
    found
}

fn judge(register: &MapRegister, field: &MapField) -> Option<MapDiagnostic> {
    if field.hardware.value != HardwareAccess::Neither || field.pulse {
        return None;
    }
    let access = field.access.value;
    let name = format!("{}.{}", register.name.value, field.name.value);
    let (message, remedy) = if !access.is_readable() {
        (format!("nothing ever uses what is written to {name}"), "write `hardware: r`, or allow reads")
    } else if !access.is_writable() && field.reset.value == Reset::Unknown {
        (format!("nothing ever gives {name} a value"), "write `hardware: w`, or give it a `reset`")
    } else {
        return None;
    };
    let diagnostic = MapDiagnostic::new(Code::Unobservable, field.hardware.place, message);
    let (label, bus) = ("the hardware has no part in it", format!("the bus has {}", access.as_str()));
    Some(diagnostic.label(label).note(field.access.place, bus).remedy(remedy))
}
