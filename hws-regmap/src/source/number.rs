//! Numbers that may be written as a parameter's name or as a linear form of the index.

use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor};
use std::fmt;

/// A number, or the name of a parameter that holds it.
#[derive(Clone, Debug)]
pub(crate) enum Number {
    Literal(u32),
    Parameter(String),
}

/// A reset value: a number, a parameter, or `{base, step}` for arrays.
#[derive(Clone, Debug)]
pub(crate) enum ResetValue {
    Number(Number),
    Linear { base: u32, step: u32 },
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match ResetValue::deserialize(deserializer)? {
            ResetValue::Number(number) => Ok(number),
            ResetValue::Linear { .. } => {
                Err(de::Error::custom("a number or a parameter's name is expected here"))
            }
        }
    }
}

impl<'de> Deserialize<'de> for ResetValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ResetVisitor)
    }
}

struct ResetVisitor;

impl<'de> Visitor<'de> for ResetVisitor {
    type Value = ResetValue;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a 32-bit number, a parameter's name, or {base, step}")
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<ResetValue, E> {
        match u32::try_from(value) {
            Ok(value) => Ok(ResetValue::Number(Number::Literal(value))),
            Err(_) => Err(E::custom(format_args!("{value} does not fit in 32 bits"))),
        }
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<ResetValue, E> {
        match u64::try_from(value) {
            Ok(value) => self.visit_u64(value),
            Err(_) => Err(E::custom(format_args!("{value} is negative"))),
        }
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<ResetValue, E> {
        Ok(ResetValue::Number(Number::Parameter(name.to_owned())))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ResetValue, A::Error> {
        let (mut base, mut step) = (None, None);
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "base" => base = Some(map.next_value()?),
                "step" => step = Some(map.next_value()?),
                _ => return Err(de::Error::unknown_field(&key, &["base", "step"])),
            }
        }
        let base = base.ok_or_else(|| de::Error::missing_field("base"))?;
        let step = step.ok_or_else(|| de::Error::missing_field("step"))?;
        Ok(ResetValue::Linear { base, step })
    }
}
