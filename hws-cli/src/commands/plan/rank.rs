//! `hws plan rank`.

use std::path::Path;
use std::process::ExitCode;

use hws_plan::rank::{Ranking, Rankings, Scale};
use hws_plan::{GraphError, InputError, TaskGraph};
use hws_run::workload::{ReadOptions, Workload};

use super::graphs::{self, Content};
use crate::args::plan::rank::Rank;
use crate::commands::inputs;
use crate::failure::Failure;

type Ranked = Vec<(String, Ranking)>;

pub(super) fn execute(args: &Rank) -> Result<ExitCode, Failure> {
    inputs::only_one_standard_input(args.files.iter())?;
    let options = inputs::importers(&args.models, &args.edges);
    let mut graphs = Ranked::new();
    for file in &args.files {
        graphs.extend(of_file(file, args.scale.scale(), &options)?);
    }
    super::print(&Rankings::new(graphs), args.json)
}

fn of_file(file: &Path, scale: Option<Scale>, options: &ReadOptions) -> Result<Ranked, Failure> {
    let name = inputs::name(file);
    let refused = || super::refused(file);
    match graphs::read(file, options)? {
        Content::Rank(name, input) => {
            let ranking = match scale {
                Some(scale) => Ranking::from_json_scaled(&input, scale),
                None => Ranking::from_json(&input),
            };
            Ok(vec![(name, ranking.map_err(refused())?)])
        }
        Content::Graph(graph) => Ok(vec![of_graph(&graph, scale, options).map_err(refused())?]),
        Content::Workload(workload) => {
            let graphs = of_workload(&workload).map_err(|error| Failure::Use(format!("{name}: {error}")))?;
            graphs.iter().map(|graph| of_graph(graph, scale, options).map_err(refused())).collect()
        }
    }
}

fn of_graph(
    graph: &TaskGraph,
    scale: Option<Scale>,
    options: &ReadOptions,
) -> Result<(String, Ranking), InputError> {
    let ranking = Ranking::from_graph(graph, options.bw, scale.unwrap_or(Scale::Coeff(1, 1)))?;
    Ok((graph.name().to_owned(), ranking))
}

fn of_workload(workload: &Workload) -> Result<Vec<TaskGraph>, GraphError> {
    workload.dags.iter().map(|dag| dag.task_graph(workload.hardware.topology)).collect()
}
