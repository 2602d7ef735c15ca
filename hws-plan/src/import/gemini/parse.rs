//! Parses text as a [`GeminiIr`]. The top level has a manual deserialiser, since its keys are core numbers; the rest
//! is derived.

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error as _, IgnoredAny, MapAccess, Visitor};

use hws_input::json::quick;

use super::field::{GeminiField, in_range};
use super::ir::GeminiIr;
use super::keys::{UnknownKeys, is_known_below};
use super::options::{GeminiOptions, Given};
use super::shape::{Object, Objects};
use super::workload::GeminiWorkload;
use crate::import::error::ImportError;
use crate::input::{InputFault, json_error};

/// Reads a schedule, with or without options.
///
/// # Errors
/// An input that is unreadable by planner §7: invalid JSON, a missing key, an id that is not an integer, another value where a
/// list is required, an invalid option. The place is a line and a column; that of an option or of a misspelt key is its path.
pub fn parse(text: &str) -> Result<(GeminiIr<'_>, GeminiOptions), ImportError> {
    quickly(text).map_or_else(|| carefully(text), Ok)
}

/// Reads a schedule without unknown keys and without anything that refuses it.
fn quickly(text: &str) -> Option<(GeminiIr<'_>, GeminiOptions)> {
    let Document { ir, options } = quick::read::<Object<Document<'_>>>(text, is_known_below)?.0;
    Some((ir, options.check().ok()?))
}

/// Reads any schedule, and notes its unknown keys with their paths.
fn carefully(text: &str) -> Result<(GeminiIr<'_>, GeminiOptions), ImportError> {
    let mut json = serde_json::Deserializer::from_str(text);
    let mut unknown = UnknownKeys::default();
    let mut note = |path: serde_ignored::Path<'_>| unknown.note(&path);
    let strict = serde_ignored::Deserializer::new(&mut json, &mut note);
    let document = Object::<Document<'_>>::deserialize(strict).map_err(|error| refusal(error, text))?;
    json.end().map_err(json_error(text))?;
    let Document { mut ir, options } = document.0;
    let options = options.check()?;
    unknown.check()?;
    ir.unread = unknown.in_places(&ir);
    Ok((ir, options))
}

/// The refusal of a text for an error. It is read again for the path to the value: following it all the way through a file
/// without mistakes takes a copy of each key, a quarter of the time.
fn refusal(error: serde_json::Error, text: &str) -> ImportError {
    let mut json = serde_json::Deserializer::from_str(text);
    match serde_path_to_error::deserialize::<_, Object<Document<'_>>>(&mut json) {
        Ok(_) => json_error(text)(error).into(),
        Err(error) => in_schedule(error, text),
    }
}

/// The error with the path to its value: core, entry of its list, key.
fn in_schedule(error: serde_path_to_error::Error<serde_json::Error>, text: &str) -> ImportError {
    let path = error.path().to_string();
    let mut refused = json_error(text)(error.into_inner());
    if let InputFault::Json { message } = &mut refused.fault
        && path != "."
    {
        *message = format!("{path}: {message}");
    }
    refused.into()
}

struct Document<'a> {
    ir: GeminiIr<'a>,
    options: Given,
}

impl<'de: 'a, 'a> Deserialize<'de> for Document<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(DocumentVisitor { nested: false })
    }
}

/// A schedule inside the wrapper, where another wrapper is not allowed.
struct Inner<'a>(GeminiIr<'a>);

impl<'de: 'a, 'a> Deserialize<'de> for Inner<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(DocumentVisitor { nested: true }).map(|document| Self(document.ir))
    }
}

struct DocumentVisitor {
    nested: bool,
}

impl<'de> Visitor<'de> for DocumentVisitor {
    type Value = Document<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Document<'de>, A::Error> {
        let mut reader = Reader::default();
        let mut wrapped: Option<GeminiIr<'de>> = None;
        let mut options = None;
        while let Some(key) = map.next_key::<Cow<'de, str>>()? {
            match key.as_ref() {
                "ir" if !self.nested => wrapped = Some(map.next_value::<Object<Inner<'de>>>()?.0.0),
                "options" if !self.nested => options = map.next_value::<Option<Object<Given>>>()?,
                _ => reader.entry(key, &mut map)?,
            }
        }
        let options = options.map(|options| options.0);
        match wrapped {
            Some(mut ir) => {
                ir.unknown.extend(reader.ir.unknown);
                Ok(Document { ir, options: options.unwrap_or_default() })
            }
            None => Ok(Document { ir: reader.finish()?, options: Given::default() }),
        }
    }
}

/// Collects the top-level keys of a schedule.
#[derive(Default)]
struct Reader<'a> {
    ir: GeminiIr<'a>,
    seen: Vec<&'static str>,
}

impl<'de> Reader<'de> {
    fn entry<A: MapAccess<'de>>(&mut self, key: Cow<'de, str>, map: &mut A) -> Result<(), A::Error> {
        match key.as_ref() {
            "xlen" => self.ir.xlen = self.once("xlen", map)?,
            "ylen" => self.ir.ylen = self.once("ylen", map)?,
            "buffersize" => self.ir.buffersize = self.once("buffersize", map)?,
            "top_batch_cut" => self.ir.top_batch_cut = self.once("top_batch_cut", map)?,
            "-1" => match self.once("-1", map)? {
                GeminiField::Good(Object(memory)) => self.ir.memory = memory,
                GeminiField::Wrong(found) => self.ir.memory_is_wrong = Some(found),
                GeminiField::Absent => {}
            },
            other if is_core_key(other) => self.core(key, map)?,
            _ => {
                map.next_value::<IgnoredAny>()?;
                self.ir.unknown.push(key);
            }
        }
        Ok(())
    }

    fn once<A, T>(&mut self, key: &'static str, map: &mut A) -> Result<T, A::Error>
    where
        A: MapAccess<'de>,
        T: Deserialize<'de>,
    {
        if self.seen.contains(&key) {
            return Err(A::Error::duplicate_field(key));
        }
        self.seen.push(key);
        map.next_value()
    }

    fn core<A: MapAccess<'de>>(&mut self, key: Cow<'de, str>, map: &mut A) -> Result<(), A::Error> {
        let value: GeminiField<Objects<GeminiWorkload<'de>>> = map.next_value()?;
        let Some(core) = key.parse().ok().and_then(in_range).map(i32::unsigned_abs) else {
            self.ir.wrong_cores.push((key, None));
            return Ok(());
        };
        let workloads = match value {
            GeminiField::Good(list) => list.into_vec(),
            GeminiField::Wrong(found) => {
                self.ir.wrong_cores.push((key, Some(found)));
                Vec::new()
            }
            GeminiField::Absent => Vec::new(),
        };
        match self.ir.cores.insert(core, workloads) {
            Some(_) => Err(A::Error::custom(format_args!("duplicate field `{core}`"))),
            None => Ok(()),
        }
    }

    fn finish<E: serde::de::Error>(self) -> Result<GeminiIr<'de>, E> {
        let required = ["buffersize", "top_batch_cut", "xlen", "ylen", "-1"];
        match required.into_iter().find(|key| !self.seen.contains(key)) {
            Some(key) => Err(E::missing_field(key)),
            None => Ok(self.ir),
        }
    }
}

/// Returns whether a key is a decimal without leading zeros.
fn is_core_key(key: &str) -> bool {
    key == "0" || (!key.is_empty() && !key.starts_with('0') && key.bytes().all(|byte| byte.is_ascii_digit()))
}
