//! Lists are allowed only where a plan has lists; derived readers would also accept a list in place of an object.

use std::borrow::Cow;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};

use crate::input::{InputError, json_error};

/// The keys of a plan that hold lists; no list holds lists.
pub(super) const LISTS: [&str; 12] = [
    "buffers",
    "credits",
    "dags",
    "deps",
    "fifos",
    "kernels",
    "need",
    "notes",
    "options",
    "predicted_factor",
    "scale",
    "slots",
];

/// Checks the whole text.
pub(super) fn check(text: &str) -> Result<(), InputError> {
    let mut json = serde_json::Deserializer::from_str(text);
    Walk { key: "", may_be_list: false }
        .deserialize(&mut json)
        .and_then(|()| json.end())
        .map_err(json_error(text))
}

/// A value and everything in it.
#[derive(Clone, Copy)]
struct Walk<'k> {
    /// The key of the value; empty for the whole and for an entry of a list.
    key: &'k str,
    may_be_list: bool,
}

impl<'de> DeserializeSeed<'de> for Walk<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Walk<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value of a plan")
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        if !self.may_be_list {
            return Err(A::Error::custom(match self.key {
                "" => "a list where an object or a value is expected".to_owned(),
                key => {
                    let meant = hws_input::did_you_mean(hws_input::nearest(key, LISTS));
                    format!("a plan has no list `{key}`; {meant}the lists are {}", LISTS.join(", "))
                }
            }));
        }
        while let Some(()) = list.next_element_seed(Self { key: "", may_be_list: false })? {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<(), A::Error> {
        while let Some(key) = object.next_key::<Cow<'de, str>>()? {
            let may_be_list = LISTS.contains(&key.as_ref());
            object.next_value_seed(Walk { key: &key, may_be_list })?;
        }
        Ok(())
    }
}
