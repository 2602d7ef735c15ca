//! Reading and writing of plan files, and their JSON Schema (planner §6).

use std::borrow::Cow;
use std::io::{self, Write};

use schemars::generate::SchemaSettings;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::expand::{Expanded, WrittenOut};
use super::lines::Lines;
use super::{Plan, PlanFinding, VERSION, check, shape};
use crate::input::{InputError, InputFault, json_error};

/// The key with the version, whatever else that version has.
#[derive(Deserialize)]
#[serde(expecting = "a plan, an object")]
struct Versioned {
    hws_plan: Option<Value>,
}

impl Plan {
    /// Reads a consistent plan: its references exist, its values are in range, and nothing waits for itself. Whether
    /// its slots are valid is for [`check`](Self::check). Repetitions and the order `planned` are written out.
    ///
    /// # Errors
    /// Invalid JSON or a value of the wrong type, with line and column; else the first inconsistency, with its path.
    pub fn read(text: &str) -> Result<Self, InputError> {
        Self::parse(text)?.into_expanded()
    }

    /// Reads the shape of a plan: keys, types and version.
    ///
    /// # Errors
    /// Invalid JSON, a value of the wrong type or an unknown key, with line and column; another version.
    pub fn parse(text: &str) -> Result<Self, InputError> {
        check_version(serde_json::from_str::<Versioned>(text).map_err(json_error(text))?.hws_plan.as_ref())?;
        shape::check(text)?;
        serde_json::from_str(text).map_err(json_error(text))
    }

    /// Checks that the plan is consistent, as [`read`](Self::read) requires.
    ///
    /// # Errors
    /// The first inconsistency.
    pub fn sound(&self) -> Result<(), InputError> {
        self.consistent().map(|_| ())
    }

    /// Returns the plan with repetitions and the order `planned` written out, if it is consistent.
    ///
    /// # Errors
    /// The first inconsistency, or a plan too large to be written out.
    pub fn expanded(&self) -> Result<Cow<'_, Self>, InputError> {
        self.consistent().map(|expanded| expanded.plan)
    }

    /// Returns the plan as [`expanded`](Self::expanded) does.
    ///
    /// # Errors
    /// Those of [`expanded`](Self::expanded).
    pub fn into_expanded(self) -> Result<Self, InputError> {
        self.into_written_out().map(|written_out| written_out.plan)
    }

    /// Returns the plan as [`expanded`](Self::expanded) does, and the way back to its file.
    ///
    /// # Errors
    /// Those of [`expanded`](Self::expanded).
    pub fn into_written_out(self) -> Result<WrittenOut, InputError> {
        let expanded = self.consistent()?;
        let origin = expanded.origin;
        let written_out = match expanded.plan {
            Cow::Owned(plan) => Some(plan),
            Cow::Borrowed(_) => None,
        };
        Ok(WrittenOut { plan: written_out.unwrap_or(self), origin })
    }

    fn consistent(&self) -> Result<Expanded<'_>, InputError> {
        let expanded = match self.expand() {
            Ok(expanded) => expanded,
            Err(findings) => {
                return first(findings).map(|()| Expanded { plan: Cow::Borrowed(self), origin: None });
            }
        };
        let findings = check::resolve(&expanded.plan).err().unwrap_or_default();
        first(expanded.in_file(findings))?;
        Ok(expanded)
    }

    /// Writes the file as JSON, with a line for each entry of a list.
    ///
    /// # Errors
    /// Errors of the writer.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let lines = Lines::default();
        self.serialize(&mut serde_json::Serializer::with_formatter(&mut *out, lines))?;
        writeln!(out)
    }

    /// Returns the JSON Schema (draft 2020-12) of plan files. Conditions on more than one key (references, cycles,
    /// placement) are checked by the reader.
    #[must_use]
    pub fn schema() -> Value {
        let settings = SchemaSettings::draft2020_12().for_deserialize();
        settings.into_generator().into_root_schema_for::<Self>().to_value()
    }
}

fn first(findings: Vec<PlanFinding>) -> Result<(), InputError> {
    findings.into_iter().next().map_or(Ok(()), |finding| Err(finding.refusal()))
}

fn check_version(version: Option<&Value>) -> Result<(), InputError> {
    let fault = match version {
        Some(version) if version.as_u64() == Some(VERSION.into()) => return Ok(()),
        None => InputFault::Missing,
        Some(other) => InputFault::Version { found: other.to_string(), ours: VERSION },
    };
    Err(InputError::new("hws_plan", fault))
}
