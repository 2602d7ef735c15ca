//! Plan files in and out, and their JSON Schema (planner §6).

use std::io::{self, Write};

use schemars::generate::SchemaSettings;
use serde::Deserialize;
use serde_json::Value;

use super::{Plan, VERSION, check, shape};
use crate::input::{InputError, InputFault, json_error};

/// The key that tells the version, whatever else the version has.
#[derive(Deserialize)]
#[serde(expecting = "a plan, an object")]
struct Versioned {
    hws_plan: Option<Value>,
}

impl Plan {
    /// Reads a plan that means something: its names name something, its values are in range, and nothing
    /// waits for itself. Whether its slots keep what the plan says is for [`check`](Self::check).
    ///
    /// # Errors
    /// Line and column of what is no JSON or of the wrong type, else the path of the first thing that means nothing.
    pub fn read(text: &str) -> Result<Self, InputError> {
        let plan = Self::parse(text)?;
        plan.sound()?;
        Ok(plan)
    }

    /// Reads the shape of a plan: keys, types and version.
    ///
    /// # Errors
    /// Line and column of what is no JSON or of the wrong type; another version; a key that no plan has.
    pub fn parse(text: &str) -> Result<Self, InputError> {
        check_version(serde_json::from_str::<Versioned>(text).map_err(json_error)?.hws_plan.as_ref())?;
        shape::check(text)?;
        serde_json::from_str(text).map_err(json_error)
    }

    /// Whether the plan means something, as [`read`](Self::read) wants it.
    ///
    /// # Errors
    /// The first thing that means nothing.
    pub fn sound(&self) -> Result<(), InputError> {
        check::meaning(self).into_iter().next().map_or(Ok(()), |finding| Err(finding.refusal()))
    }

    /// Writes the file: JSON that people can read.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        serde_json::to_writer_pretty(&mut *out, self)?;
        writeln!(out)
    }

    /// The JSON Schema (draft 2020-12) of plan files. What needs more than one key (names, cycles, what fits
    /// where) only the reader can judge.
    #[must_use]
    pub fn schema() -> Value {
        let settings = SchemaSettings::draft2020_12().for_deserialize();
        settings.into_generator().into_root_schema_for::<Self>().to_value()
    }
}

fn check_version(version: Option<&Value>) -> Result<(), InputError> {
    let fault = match version {
        Some(version) if version.as_u64() == Some(VERSION.into()) => return Ok(()),
        None => InputFault::Missing,
        Some(other) => InputFault::Infeasible {
            what: format!("version {other}, where this program reads {VERSION}"),
            remedy: "make the plan anew with this program, or read it with the program that made it",
        },
    };
    Err(InputError::new("hws_plan", fault))
}
