//! `hws plan lint`.

use std::process::ExitCode;

use hws_host::plan::graphs;
use hws_host::{HostError, files};
use hws_plan::import::{self, Content, ImportFormat};
use hws_plan::plan::{LintTarget, Linted, Plan};
use hws_run::workload::{InputFile, Inputs, ReadOptions, WorkloadError};

use crate::args::plan::lint::Lint;
use crate::failure::Failure;

pub(super) fn execute(args: &Lint) -> Result<ExitCode, Failure> {
    let paths = [&args.input.file].into_iter().chain(&args.config);
    files::only_one_standard_input(paths)?;
    let config = args.config.as_deref().map(files::source).transpose()?;
    let source = files::source(&args.input.file)?;
    super::print(&linted(&source, &Inputs { config, ..Inputs::default() })?, args.input.json)
}

fn linted(source: &InputFile, machine: &Inputs) -> Result<Linted, Failure> {
    let refused = HostError::import(&source.name);
    let (format, content) = import::recognise(&source.bytes).map_err(&refused)?;
    let plan = match format {
        ImportFormat::Plan => {
            let text = content.text().map_err(&refused)?;
            Plan::parse(text).map_err(HostError::input(&source.name))?
        }
        ImportFormat::Workload => graphs::workload(source, &ReadOptions::default())?
            .to_plan(source.stem(), Some(source.name.clone())),
        format => return graph(source, format, &content, machine),
    };
    Ok(plan.lint(&target(machine, Some(&plan))?))
}

fn graph(
    source: &InputFile,
    format: ImportFormat,
    content: &Content<'_>,
    machine: &Inputs,
) -> Result<Linted, Failure> {
    let options = ReadOptions::default().import_by_default();
    let graph =
        import::graph(format, content, source.stem(), &options).map_err(HostError::import(&source.name))?;
    let no_plan = |error| Failure::file(&source.name, error);
    Linted::from_graph(&graph, &target(machine, None)?).map_err(no_plan)
}

/// Returns the machine of the configuration; keys that it leaves open are taken from the machine of the plan.
fn target(machine: &Inputs, plan: Option<&Plan>) -> Result<LintTarget, WorkloadError> {
    let (hardware, usage_masks) = machine.configuration(plan.and_then(Plan::topology))?;
    Ok(LintTarget { topology: hardware.topology, top_k: hardware.top_k(), usage_masks })
}
