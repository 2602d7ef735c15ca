//! `--inject list`: the kinds of faults, with the unit of their rates.

use std::io::{self, Write};
use std::process::ExitCode;

use hws_host::outputs;
use hws_sim::fault::FaultKind;
use serde::Serialize;

use crate::failure::Failure;

/// A kind of fault in JSON.
#[derive(Serialize)]
struct Kind {
    kind: &'static str,
    occasion: &'static str,
    meaning: &'static str,
}

pub(super) fn print(json: bool) -> Result<ExitCode, Failure> {
    let mut out = io::stdout().lock();
    let kinds = FaultKind::ALL;
    if json {
        let kind =
            |kind: FaultKind| Kind { kind: kind.name(), occasion: kind.occasion(), meaning: kind.meaning() };
        outputs::json(&kinds.map(kind), &mut out)?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(out, "KIND=RATE, for `--inject`; RATE is 1/N or P%, of the occasions named:")?;
    for kind in kinds {
        writeln!(out, "\n{kind}\n    {}\n    rate    of each {}", kind.meaning(), kind.occasion())?;
    }
    Ok(ExitCode::SUCCESS)
}
