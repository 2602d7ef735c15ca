//! Options of `hws plan rank`.

use std::path::PathBuf;

use hws_plan::rank::Scale;

use super::values::{largest, ratio};
use crate::args::run::{Edges, Models};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
The input is the JSON of the planner specification:
  {\"tasks\": [{\"id\", \"cost\" or \"costs\"}], \"edges\": [{\"from\", \"to\", \"comm\"}], \"coeff\", \"normalise\"}
or any graph that `hws run` accepts, recognised by content. Each file, and each graph of a workload, is ranked
separately.

Exit status: 0 ranked, 2 usage error or invalid input.

Examples:
  hws plan rank graph.json
  hws plan rank --json < graph.json > ranks.json
  hws plan rank robot.stg sparse.stg --normalise max=255
  hws plan rank montage.json --bw 125000 --coeff 1/10
")]
pub(crate) struct Rank {
    /// The inputs, optionally gzipped; standard input if - or omitted.
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) scale: ScaleBy,
    #[command(flatten)]
    pub(crate) edges: Edges,
    #[command(flatten)]
    pub(crate) models: Models,
    /// Print JSON instead of tables.
    #[arg(long)]
    pub(crate) json: bool,
}

/// How ranks become priorities; overrides the input.
#[derive(Debug, clap::Args)]
#[group(multiple = false)]
pub(crate) struct ScaleBy {
    /// offline_priority = floor(N/D x rank) [default: as in the input, or 1/1].
    #[arg(long, value_name = "N/D", value_parser = ratio)]
    coeff: Option<[i32; 2]>,
    /// Scale ranks so that the largest of each graph becomes N; positive ranks become at least 1.
    #[arg(long, value_name = "max=N", value_parser = largest)]
    normalise: Option<i32>,
}

impl ScaleBy {
    /// Returns the scale, if one was given.
    pub(crate) fn scale(&self) -> Option<Scale> {
        let coeff = self.coeff.map(|[num, den]| Scale::Coeff(num.into(), den.into()));
        coeff.or(self.normalise.map(|most| Scale::Normalise(most.into())))
    }
}
