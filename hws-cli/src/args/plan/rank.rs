//! What `hws plan rank` takes.

use std::path::PathBuf;

use hws_plan::rank::Scale;

use super::values::{largest, ratio};
use crate::args::run::{Edges, Models};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
The input is the JSON of the planner specification:
  {\"tasks\": [{\"id\", \"cost\" or \"costs\"}], \"edges\": [{\"from\", \"to\", \"comm\"}], \"coeff\", \"normalise\"}
or any graph that `hws run` takes, recognised by content. Several files, and the graphs of a workload, are ranked
each for itself.

Exit status: 0 ranked, 2 bad use or bad input.

Examples:
  hws plan rank graph.json
  hws plan rank --json < graph.json > ranks.json
  hws plan rank robot.stg sparse.stg --normalise max=255
  hws plan rank montage.json --bw 125000 --coeff 1/10
")]
pub(crate) struct Rank {
    /// The inputs; - or nothing is standard input. gzip is inflated.
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

/// How ranks become priorities; wins over the input.
#[derive(Debug, clap::Args)]
#[group(multiple = false)]
pub(crate) struct ScaleBy {
    /// offline_priority = floor(N/D x rank) [default: that of the input, or 1/1].
    #[arg(long, value_name = "N/D", value_parser = ratio)]
    coeff: Option<[i32; 2]>,
    /// The largest rank of each graph becomes N, the others in proportion, a positive one at least 1.
    #[arg(long, value_name = "max=N", value_parser = largest)]
    normalise: Option<i32>,
}

impl ScaleBy {
    /// What is asked for, if anything.
    pub(crate) fn scale(&self) -> Option<Scale> {
        let coeff = self.coeff.map(|[num, den]| Scale::Coeff(num.into(), den.into()));
        coeff.or(self.normalise.map(|most| Scale::Normalise(most.into())))
    }
}
