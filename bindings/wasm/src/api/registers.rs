//! The registers as the page lists them.

use hws_regs::{Access, FieldInfo, Legal, RegId, RegInfo};
use serde::Serialize;

/// A register, or an element of an array of them; in the order of the offsets, which is that of their values in a view.
#[derive(Serialize)]
pub(super) struct ListedRegister {
    name: String,
    offset: u32,
    page: &'static str,
    access: &'static str,
    description: &'static str,
    spec: &'static str,
    fields: Vec<ListedField>,
}

#[derive(Serialize)]
struct ListedField {
    name: &'static str,
    lsb: u8,
    width: u8,
    description: &'static str,
    /// The names of values, if they have any.
    values: Vec<(&'static str, u32)>,
}

/// Every register.
pub(super) fn all() -> Vec<ListedRegister> {
    RegId::all().map(|id| register(id.to_string(), id.offset(), id.info())).collect()
}

fn register(name: String, offset: u32, info: &RegInfo) -> ListedRegister {
    ListedRegister {
        name,
        offset,
        page: info.page().map_or("", |page| page.name),
        access: access(info.access),
        description: info.description,
        spec: info.spec,
        fields: info.fields.iter().map(field).collect(),
    }
}

fn field(info: &FieldInfo) -> ListedField {
    let values = if let Legal::Enumerated(values) = info.legal { values.to_vec() } else { Vec::new() };
    ListedField { name: info.name, lsb: info.lsb, width: info.width, description: info.description, values }
}

fn access(access: Access) -> &'static str {
    match access {
        Access::Ro => "RO",
        Access::Rw => "RW",
        Access::Wo => "WO",
        Access::W1c => "W1C",
        Access::Rp => "RP",
    }
}
