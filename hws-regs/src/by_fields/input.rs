//! Deserialization: from fields to a register.

#![cfg(feature = "serde")]

use super::{is_flag, lasting};
use crate::{FieldError, FieldInfo, Legal, Register};
use core::fmt;
use core::marker::PhantomData;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, Visitor};

pub(crate) fn deserialize<'de, R: Register, D: Deserializer<'de>>(deserializer: D) -> Result<R, D::Error> {
    let bits = if deserializer.is_human_readable() {
        deserializer.deserialize_map(Entry::<R>(PhantomData))?
    } else {
        lasting::<R>(<u32 as serde::Deserialize>::deserialize(deserializer)?)
    };
    if R::INFO.is_stored() && !R::INFO.is_legal(bits) {
        return Err(D::Error::custom(format_args!("{bits:#x} is not a legal value of {}", R::INFO.name)));
    }
    Ok(R::from_bits(bits))
}

/// Reads the whole register and returns its bits.
struct Entry<R>(PhantomData<R>);

impl<'de, R: Register> Visitor<'de> for Entry<R> {
    type Value = u32;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the fields of {}", R::INFO.name)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<u32, A::Error> {
        let (mut bits, mut seen) = (0, 0);
        while let Some(field) = map.next_key_seed(Key::<R>(PhantomData))? {
            if seen & field.mask() != 0 {
                return Err(A::Error::duplicate_field(field.name));
            }
            seen |= field.mask();
            let value = map.next_value_seed(Part { field, is_stored: R::INFO.is_stored() })?;
            bits |= (value & field.max()).wrapping_shl(u32::from(field.lsb));
        }
        match R::INFO.fields.iter().find(|field| !field.pulse && field.mask() & seen == 0) {
            Some(missing) => Err(A::Error::missing_field(missing.name)),
            None => Ok(bits),
        }
    }
}

/// Reads the name of a field and returns the field.
struct Key<R>(PhantomData<R>);

impl<'de, R: Register> DeserializeSeed<'de> for Key<R> {
    type Value = &'static FieldInfo;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl<R: Register> Visitor<'_> for Key<R> {
    type Value = &'static FieldInfo;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the name of a field of {}", R::INFO.name)
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Self::Value, E> {
        let register = R::INFO.name;
        match R::INFO.field(name) {
            Some(field) if field.pulse => {
                Err(E::custom(format_args!("{register}.{name} is a pulse, not part of a value")))
            }
            Some(field) => Ok(field),
            None => Err(E::custom(format_args!("{register} has no field {name}"))),
        }
    }
}

/// Reads the value of a field and returns the number.
struct Part {
    field: &'static FieldInfo,
    is_stored: bool,
}

impl<'de> DeserializeSeed<'de> for Part {
    type Value = u32;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<u32, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl Visitor<'_> for Part {
    type Value = u32;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FieldInfo { register, name, .. } = self.field;
        match self.field.legal {
            Legal::Enumerated(_) => write!(f, "a named value of {register}.{name} or its number"),
            _ if is_flag(self.field) => write!(f, "true, false, 0 or 1 for {register}.{name}"),
            _ => write!(f, "a number for {register}.{name}, at most {}", self.field.max()),
        }
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<u32, E> {
        if is_flag(self.field) {
            return Ok(u32::from(value));
        }
        Err(E::invalid_type(serde::de::Unexpected::Bool(value), &self))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<u32, E> {
        let value = u32::try_from(value)
            .map_err(|_| E::invalid_value(serde::de::Unexpected::Unsigned(value), &self))?;
        match self.field.check(value) {
            // Hardware state and write-only registers may have a value without a name.
            Err(FieldError::Illegal { .. }) if !self.is_stored => Ok(value),
            Err(error) => Err(E::custom(error)),
            Ok(()) => Ok(value),
        }
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<u32, E> {
        match u64::try_from(value) {
            Ok(value) => self.visit_u64(value),
            Err(_) => Err(E::invalid_value(serde::de::Unexpected::Signed(value), &self)),
        }
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<u32, E> {
        let unexpected = || E::invalid_value(serde::de::Unexpected::Str(name), &self);
        let Legal::Enumerated(values) = self.field.legal else { return Err(unexpected()) };
        values.iter().find(|(known, _)| *known == name).map(|(_, value)| *value).ok_or_else(unexpected)
    }
}
