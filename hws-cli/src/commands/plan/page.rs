//! `--html FILE`: the page of an answer.

use std::io::{self, Write};
use std::path::Path;

use hws_host::{files, outputs};
use hws_plan::PlannerAnswer;
use hws_plan::page::{self, PageKind};
use serde_json::Value;

use crate::args::plan::Page;
use crate::failure::Failure;

/// Writes the page if `--html` is given. An answer without a page is refused before the file is created.
pub(super) fn write(
    wanted: &Page,
    kind: PageKind,
    source: Option<&Path>,
    input: &Value,
    answer: &dyn PlannerAnswer,
) -> Result<(), Failure> {
    let Some(path) = &wanted.html else { return Ok(()) };
    let mut page = Vec::new();
    page::write(kind, &title(kind, source), input, &answer.json(), &mut page).map_err(refused(source))?;
    Ok(outputs::file(path, |out| out.write_all(&page))?)
}

/// Returns the title of a page: the name of its input.
fn title(kind: PageKind, source: Option<&Path>) -> String {
    let file = source.filter(|path| *path != Path::new(files::STANDARD_INPUT)).and_then(Path::file_name);
    file.map_or_else(|| kind.name().to_owned(), |name| name.to_string_lossy().into_owned())
}

fn refused(source: Option<&Path>) -> impl FnOnce(io::Error) -> Failure {
    let name = source.map_or_else(|| "command line".to_owned(), files::name);
    move |error| Failure::usage(format!("{name}: {error}"))
}
