//! `hws plan import`.

use std::io::{self, Write};
use std::process::ExitCode;

use hws_host::plan::graphs;
use hws_host::{HostError, files, outputs};
use hws_plan::import::{self, Content, ImportFormat};
use hws_plan::plan::{GraphPlanOptions, Plan, PlanTimeUnit};
use hws_run::workload::InputFile;

use crate::args::plan::import::Import;
use crate::commands::inputs;
use crate::failure::Failure;

pub(super) fn execute(args: &Import) -> Result<ExitCode, Failure> {
    let mut plan = read(args)?;
    if let Some(name) = &args.name {
        rename(&mut plan, name);
    }
    if args.prefetch {
        plan.insert_prefetches();
    }
    match &args.out {
        Some(out) => outputs::file(out, |out| plan.write(out))?,
        None => {
            let mut out = io::BufWriter::new(io::stdout().lock());
            plan.write(&mut out)?;
            out.flush()?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn read(args: &Import) -> Result<Plan, Failure> {
    let source = files::source(&args.file)?;
    let refused = HostError::import(&source.name);
    let (format, content) = import::recognise(&source.bytes).map_err(&refused)?;
    let plan = match format {
        ImportFormat::Plan => {
            let text = content.text().map_err(&refused)?;
            Plan::read(text).map_err(HostError::input(&source.name))?
        }
        ImportFormat::Workload => {
            let options = inputs::importers(&args.models, &args.edges)?;
            inputs::check_named([&source], &inputs::with(options.clone()), args.files())?;
            graphs::workload(&source, &options)?.to_plan(source.stem(), Some(source.name.clone()))
        }
        format => return of_graph(args, &source, format, &content),
    };
    match (args.time_scale, plan.time.unit) {
        (Some(_), PlanTimeUnit::Cycles) => {
            let why =
                "--time-scale is for times that are not cycles, but those of the file are; leave it out";
            Err(Failure::file(&source.name, why))
        }
        (Some(_), PlanTimeUnit::Units) => {
            let why = "--time-scale is for graphs, but the file is a plan; import its graph again";
            Err(Failure::file(&source.name, why))
        }
        (None, _) => Ok(plan),
    }
}

fn of_graph(
    args: &Import,
    source: &InputFile,
    format: ImportFormat,
    content: &Content<'_>,
) -> Result<Plan, Failure> {
    let reading = inputs::importers(&args.models, &args.edges)?;
    graphs::check_dimensions(source, &reading)?;
    let options = reading.import_by_default();
    let graph =
        import::graph(format, content, source.stem(), &options).map_err(HostError::import(&source.name))?;
    let options = GraphPlanOptions {
        source: Some(source.name.clone()),
        bw: args.edges.bw,
        time_scale: args.time_scale.map(|scale| scale.map(i32::unsigned_abs)),
    };
    Plan::from_graph(&graph, &options).map_err(|error| Failure::file(&source.name, error))
}

/// Renames the plan, and its graph if there is only one.
fn rename(plan: &mut Plan, name: &str) {
    name.clone_into(&mut plan.name);
    let [dag] = plan.dags.as_mut_slice() else { return };
    let named = [&mut dag.id].into_iter();
    let kernels = plan.kernels.iter_mut().map(|kernel| &mut kernel.dag);
    let slots = plan.slots.iter_mut().map(|slot| &mut slot.dag);
    let fifos = plan.fifos.iter_mut().map(|fifo| &mut fifo.dag);
    let buffers = plan.buffers.iter_mut().filter_map(|buffer| buffer.dag.as_mut());
    named.chain(kernels).chain(slots).chain(fifos).chain(buffers).for_each(|dag| name.clone_into(dag));
    let deps = plan.kernels.iter_mut().flat_map(|kernel| &mut kernel.deps);
    deps.filter_map(|dep| dep.dag.as_mut()).for_each(|dag| name.clone_into(dag));
}
