//! Upward ranks, and schedules on equal processors.

use hws_plan::import::FilePlace;
use hws_plan::plan::{Naming, Plan, PlanTimeUnit};
use hws_plan::rank::{RankOptions, Ranking};
use hws_plan::{GraphError, InputError, TaskGraph};
use hws_run::workload::{InputFile, ReadOptions, Workload};

use super::graphs::{self, GraphSource};
use crate::HostError;

/// A ranked graph.
#[derive(Clone, Debug)]
pub struct RankedGraph {
    /// Its name.
    pub name: String,
    /// The name of the file it comes from.
    pub file: String,
    /// The unit of its times.
    pub unit: PlanTimeUnit,
    /// Its ranks.
    pub ranking: Ranking,
}

/// Ranks every graph of a file.
///
/// # Errors
/// A file or an option that is refused.
pub fn rank(
    source: &InputFile,
    options: &RankOptions,
    reading: &ReadOptions,
) -> Result<Vec<RankedGraph>, HostError> {
    let ranked = |name: String, unit, ranking: Result<Ranking, InputError>| {
        let ranking = ranking.map_err(|error| refused(error, &source.name, options))?;
        Ok(RankedGraph { name, file: source.name.clone(), unit, ranking })
    };
    let of_graph = |graph: &TaskGraph, unit| {
        ranked(graph.name().to_owned(), unit, Ranking::from_graph(graph, reading.bw, options))
    };
    match graphs::read(source, reading)? {
        GraphSource::Rank(name, input) => {
            let ranking = Ranking::from_json_with(&input, options);
            Ok(vec![ranked(name, PlanTimeUnit::Units, ranking)?])
        }
        GraphSource::Graph(graph) => {
            let unit = PlanTimeUnit::of(&graph);
            Ok(vec![of_graph(&graph, unit)?])
        }
        GraphSource::Workload(workload) => {
            let graphs = of_workload(&workload).map_err(|error| HostError::file(&source.name, error))?;
            graphs.iter().map(|graph| of_graph(graph, PlanTimeUnit::Cycles)).collect()
        }
    }
}

fn of_workload(workload: &Workload) -> Result<Vec<TaskGraph>, GraphError> {
    workload.dags.iter().map(|dag| dag.task_graph(workload.hardware.topology)).collect()
}

/// The number of processors is the only option that an input has as well.
fn refused(error: InputError, file: &str, options: &RankOptions) -> HostError {
    if options.pes.is_some() && error.place == FilePlace::Path("pes".to_owned()) {
        return HostError::option(&error);
    }
    HostError::input(file)(error)
}

impl RankedGraph {
    /// Returns the shortest schedule as a plan: processor i is SIP i.
    ///
    /// # Errors
    /// A graph that was not placed, or that is not a plan.
    pub fn to_plan(&self, options: &RankOptions) -> Result<Plan, HostError> {
        let naming = Naming { name: &self.name, source: &self.file, unit: self.unit };
        self.ranking.to_plan(&naming).map_err(|error| refused(error, &self.file, options))
    }
}
