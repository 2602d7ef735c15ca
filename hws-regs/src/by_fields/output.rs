//! Serialization: from a register to its fields.

#![cfg(feature = "serde")]

use super::{is_flag, lasting};
use crate::{FieldInfo, Legal, Register};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

pub(crate) fn serialize<R: Register, S: Serializer>(register: R, serializer: S) -> Result<S::Ok, S::Error> {
    let bits = lasting::<R>(register.bits());
    if !serializer.is_human_readable() {
        return serializer.serialize_u32(bits);
    }
    let fields = || R::INFO.fields.iter().filter(|field| !field.pulse);
    let mut entry = serializer.serialize_struct(R::INFO.name, fields().count())?;
    for field in fields() {
        entry.serialize_field(field.name, &Part { field, value: field.extract(bits) })?;
    }
    entry.end()
}

/// The value of a field.
struct Part {
    field: &'static FieldInfo,
    value: u32,
}

impl Serialize for Part {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match (self.name(), is_flag(self.field)) {
            (Some(name), _) => serializer.serialize_str(name),
            (None, true) => serializer.serialize_bool(self.value != 0),
            (None, false) => serializer.serialize_u32(self.value),
        }
    }
}

impl Part {
    fn name(&self) -> Option<&'static str> {
        let Legal::Enumerated(values) = self.field.legal else { return None };
        values.iter().find(|(_, value)| *value == self.value).map(|(name, _)| *name)
    }
}
