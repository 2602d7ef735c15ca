//! One value type for each register.

use super::accessors;
use super::infos;
use super::layout::{block, doc, items, members};
use super::reg_id::index_type;
use super::text::{getter_ident, hex, masked, type_ident};
use crate::model::{Map, MapRegister};

pub(super) fn text(map: &Map, register: &MapRegister) -> String {
    [
        definition(map, register),
        methods(register),
        default(register),
        identity(register),
        permits(register),
        serde(register),
        debug(register),
    ]
    .concat()
}

fn definition(map: &Map, register: &MapRegister) -> String {
    let (about, name) = (doc("", &register_docs(map, register)), type_ident(register));
    items(format!("{about}#[derive(Clone, Copy, PartialEq, Eq, Hash)]\npub struct {name}(raw::{name});\n"))
}

fn register_docs(map: &Map, register: &MapRegister) -> Vec<String> {
    let queued = if register.queued { ", queued until the boundary" } else { "" };
    let access = format!("{}{queued}; the hardware {}", register.access_text(), hardware(register));
    let mut lines = vec![format!("`{}`: {}", register.name.value, register.description), String::new()];
    lines.push(format!("Offset 0x{:04x}; {access}; {}.", register.offset.value, register.spec));
    for (dim, index) in register.dims.iter().zip(["First", "Second"]) {
        lines.push(format!("{index} index: {}, {} elements.", dim.index, dim.count.value));
    }
    lines.push(register.same_cycle.clone().unwrap_or_else(|| map.same_cycle.clone()));
    lines
}

fn hardware(register: &MapRegister) -> String {
    match register.hardware_text() {
        both if both == "both" => "reads the write and provides the read".to_owned(),
        other => other,
    }
}

fn methods(register: &MapRegister) -> String {
    let name = type_ident(register);
    let bits = masked("bits", register.field_mask());
    let conversions = format!(
        "    /// Returns the register with these bits; reserved bits become 0.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u32) -> Self {{
        Self(raw::{name}({bits}))
    }}
    /// Returns the word as the bus sees it.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u32 {{
        self.0.0
    }}
"
    );
    let fields = || register.fields.iter();
    let mut inside: String = fields().map(|field| infos::field(register, field)).collect();
    inside.push_str(&members(conversions));
    inside.extend(fields().map(|field| accessors::text(register, field)));
    block(&format!("impl {name}"), &inside)
}

fn default(register: &MapRegister) -> String {
    let inside = format!(
        "    /// Returns the reset value (of element 0).
    fn default() -> Self {{
        Self::from_bits({})
    }}
",
        hex(register.reset(0))
    );
    block(&format!("impl Default for {}", type_ident(register)), &inside)
}

fn identity(register: &MapRegister) -> String {
    let (kind, pattern, id) = index(register);
    let inside = [
        members(format!("    type Index = {kind};\n")),
        infos::register(register),
        members(format!(
            "    #[inline]
    fn id({pattern}: Self::Index) -> RegId {{
        {id}
    }}
    #[inline]
    fn from_bits(bits: u32) -> Self {{
        Self::from_bits(bits)
    }}
    #[inline]
    fn bits(self) -> u32 {{
        self.bits()
    }}
"
        )),
    ];
    block(&format!("impl crate::Register for {}", type_ident(register)), &inside.concat())
}

/// Returns the index type, a pattern that destructures it, and the register's id.
fn index(register: &MapRegister) -> (String, &'static str, String) {
    let name = type_ident(register);
    let kinds: Vec<String> = register.dims.iter().map(index_type).collect();
    match &kinds[..] {
        [] => ("()".to_owned(), "()", format!("RegId::{name}")),
        [kind] => (kind.clone(), "index", format!("RegId::{name}(index)")),
        _ => (format!("({})", kinds.join(", ")), "(first, second)", format!("RegId::{name}(first, second)")),
    }
}

fn permits(register: &MapRegister) -> String {
    let mut permits = Vec::new();
    if register.is_readable() {
        permits.push("Readable");
    }
    if register.is_writable() {
        permits.push("Writable");
    }
    if register.is_stored() && register.pulse_mask() == 0 {
        permits.push("Modifiable");
    }
    let name = type_ident(register);
    permits.iter().map(|permit| items(format!("impl crate::{permit} for {name} {{}}\n"))).collect()
}

fn serde(register: &MapRegister) -> String {
    let name = type_ident(register);
    let serialize =
        "    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        crate::by_fields::serialize(*self, serializer)
    }
";
    let deserialize = "    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        crate::by_fields::deserialize(deserializer)
    }
";
    let feature = "#[cfg(feature = \"serde\")]\n";
    [
        block(&format!("{feature}impl serde::Serialize for {name}"), serialize),
        block(&format!("{feature}impl<'de> serde::Deserialize<'de> for {name}"), deserialize),
    ]
    .concat()
}

fn debug(register: &MapRegister) -> String {
    let name = type_ident(register).to_string();
    let fields = register.fields.iter().map(|field| {
        let getter = getter_ident(field);
        format!(".field(\"{getter}\", &self.{getter}())")
    });
    let fields: Vec<String> = fields.collect();
    let mut calls = format!("f.debug_struct(\"{name}\"){}.finish()", fields.concat());
    if calls.len() > LONGEST_CHAIN {
        // A call on each line.
        let lines: String = fields.iter().map(|field| format!("            {field}\n")).collect();
        calls = format!("f.debug_struct(\"{name}\")\n{lines}            .finish()");
    }
    let head = "fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result";
    let inside = members(format!("    {head} {{\n        {calls}\n    }}\n"));
    block(&format!("impl core::fmt::Debug for {name}"), &inside)
}

/// Behind the indentation; a longer one certainly does not fit on a line.
const LONGEST_CHAIN: usize = 82;
