//! Gemini schedules: every finding has a place in the file, a schedule is imported exactly if it has no error, and a plan that is
//! written and read again is the same.

use hws_plan::PlannerAnswer;
use hws_plan::gemini::{GeminiMapping, GeminiReport};
use hws_plan::import::{Content, ImportError, ImportFormat, ImportOptions, graph};

use crate::edit::Edited;
use crate::place::has_remedy;
use crate::plans::{is_read_again, shown};
use crate::target::{Checked, FileVerdict, ParserTarget};

/// The target `gemini`.
pub static GEMINI: ParserTarget = ParserTarget::new(
    "gemini",
    &[
        include_bytes!("../../hws-plan/tests/data/tiny.gemini.in.json"),
        include_bytes!("../../hws-plan/tests/data/tiny_dram16.gemini.in.json"),
        include_bytes!("../../hws-plan/tests/data/snapshots.gemini.in.json"),
    ],
    Vec::new,
    Edited::Text,
    check,
);

fn check(file: &[u8]) -> Checked {
    let Ok(text) = str::from_utf8(file) else { return Ok(FileVerdict::Refused) };
    let imported = graph(ImportFormat::Gemini, &Content::Text(text.into()), "g", &ImportOptions::default());
    if let Err(error) = &imported {
        refused(error)?;
    }
    match GeminiReport::from_text(text, Default::default()) {
        Ok(report) => {
            accepted(&report)?;
            if imported.is_ok() && !report.is_good() {
                return Err("a schedule with errors is imported as a graph".to_owned());
            }
            Ok(if report.is_good() { FileVerdict::Accepted } else { FileVerdict::Refused })
        }
        Err(error) => refused(&error).map(|()| FileVerdict::Refused),
    }
}

fn refused(error: &ImportError) -> Result<(), String> {
    has_remedy(&error.diagnostic())
}

fn accepted(report: &GeminiReport) -> Result<(), String> {
    shown(report);
    for mapping in [GeminiMapping::Static, GeminiMapping::Dynamic] {
        match report.to_plan("g", None, mapping) {
            Ok(_) if !report.is_good() => return Err("a schedule with errors has a plan".to_owned()),
            // A schedule with times of 0 has a plan that is not sound, as documented.
            Ok(plan) => is_read_again(&plan)?,
            Err(error) => has_remedy(&error.diagnostic())?,
        }
    }
    Ok(())
}
