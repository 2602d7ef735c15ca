//! `hws plan rank`.

use std::path::Path;
use std::process::ExitCode;

use hws_host::plan::graphs::dimensions_of_each;
use hws_host::plan::rank::{RankedGraph, rank};
use hws_host::{files, outputs};
use hws_plan::page::PageKind;
use hws_plan::rank::{RankOptions, Rankings};
use hws_run::workload::ReadOptions;

use crate::args::plan::rank::Rank;
use crate::commands::inputs;
use crate::failure::Failure;

pub(super) fn execute(args: &Rank) -> Result<ExitCode, Failure> {
    files::only_one_standard_input(args.files.iter())?;
    let (options, reading) = (args.options(), inputs::importers(&args.models, &args.edges)?);
    let sources = args.files.iter().map(|file| files::source(file)).collect::<Result<Vec<_>, _>>()?;
    inputs::check_named(&sources, &inputs::with(reading.clone()), args.files())?;
    let each = dimensions_of_each(&sources, &reading)?;
    let mut graphs = Vec::new();
    for ((file, source), dims) in args.files.iter().zip(&sources).zip(each) {
        let reading = ReadOptions { dims, ..reading.clone() };
        graphs.extend(super::planning(file, || rank(source, &options, &reading))?);
    }
    if let Some(out) = &args.out {
        write(&graphs, &options, out)?;
    }
    let named = graphs.into_iter().map(|graph| (graph.name, graph.ranking));
    let rankings = Rankings::new(named.collect());
    if args.page.html.is_some() {
        super::page::write(
            &args.page,
            PageKind::Rank,
            super::only(&args.files),
            &rankings.input(),
            &rankings,
        )?;
    }
    super::print(&rankings, args.json)
}

/// Writes the plan of the only graph.
fn write(graphs: &[RankedGraph], options: &RankOptions, out: &Path) -> Result<(), Failure> {
    let [graph] = graphs else {
        let what = format!("--out takes one graph, but there are {} (rank one at a time)", graphs.len());
        return Err(Failure::usage(what));
    };
    let plan = graph.to_plan(options)?;
    Ok(outputs::file(out, |out| plan.write(out))?)
}
