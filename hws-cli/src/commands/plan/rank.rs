//! `hws plan rank`.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::ExitCode;

use hws_plan::import::FilePlace;
use hws_plan::page::PageKind;
use hws_plan::plan::{Naming, PlanTimeUnit};
use hws_plan::rank::{RankOptions, Ranking, Rankings};
use hws_plan::{GraphError, InputError, TaskGraph};
use hws_run::workload::{ReadOptions, Workload};

use super::graphs::{self, Content};
use crate::args::plan::rank::Rank;
use crate::commands::{inputs, outputs};
use crate::failure::Failure;

/// A ranked graph.
struct Ranked {
    name: String,
    /// The file it comes from.
    file: String,
    unit: PlanTimeUnit,
    ranking: Ranking,
}

pub(super) fn execute(args: &Rank) -> Result<ExitCode, Failure> {
    inputs::only_one_standard_input(args.files.iter())?;
    let reading = inputs::importers(&args.models, &args.edges)?;
    let mut known = BTreeSet::new();
    let mut graphs = Vec::new();
    for file in &args.files {
        graphs.extend(super::planning(file, || of_file(file, &args.options(), &reading, &mut known))?);
    }
    graphs::check_dimensions(&reading, &known)?;
    if let Some(out) = &args.out {
        write(&graphs, &args.options(), out)?;
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

fn of_file(
    file: &Path,
    options: &RankOptions,
    reading: &ReadOptions,
    known: &mut BTreeSet<String>,
) -> Result<Vec<Ranked>, Failure> {
    let source = inputs::name(file);
    let refused = |error: InputError| refused(&error, &source, options);
    let ranked = |name: String, unit, ranking: Result<Ranking, InputError>| {
        Ok(Ranked { name, file: source.clone(), unit, ranking: ranking.map_err(refused)? })
    };
    let of_graph = |graph: &TaskGraph, unit| {
        ranked(graph.name().to_owned(), unit, Ranking::from_graph(graph, reading.bw, options))
    };
    match graphs::read(file, reading, known)? {
        Content::Rank(name, input) => {
            let ranking = Ranking::from_json_with(&input, options);
            Ok(vec![ranked(name, PlanTimeUnit::Units, ranking)?])
        }
        Content::Graph(graph) => {
            let unit = PlanTimeUnit::of(&graph);
            Ok(vec![of_graph(&graph, unit)?])
        }
        Content::Workload(workload) => {
            let graphs =
                of_workload(&workload).map_err(|error| Failure::Use(format!("{source}: {error}")))?;
            graphs.iter().map(|graph| of_graph(graph, PlanTimeUnit::Cycles)).collect()
        }
    }
}

fn of_workload(workload: &Workload) -> Result<Vec<TaskGraph>, GraphError> {
    workload.dags.iter().map(|dag| dag.task_graph(workload.hardware.topology)).collect()
}

/// Returns the error of a refused input; if `pes` is wrong as an option, the place is the command line.
fn refused(error: &InputError, source: &str, options: &RankOptions) -> Failure {
    let is_option = options.pes.is_some() && error.place == FilePlace::Path("pes".to_owned());
    Failure::Use(error.in_file(if is_option { "command line" } else { source }))
}

/// Writes the plan of the only graph.
fn write(graphs: &[Ranked], options: &RankOptions, out: &Path) -> Result<(), Failure> {
    let [graph] = graphs else {
        let what = format!("--out takes one graph, but there are {} (rank one at a time)", graphs.len());
        return Err(Failure::Use(what));
    };
    let naming = Naming { name: &graph.name, source: &graph.file, unit: graph.unit };
    let plan = graph.ranking.to_plan(&naming).map_err(|error| refused(&error, &graph.file, options))?;
    outputs::file(out, |out| plan.write(out))
}
