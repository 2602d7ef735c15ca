//! Options of `hws plan rank`.

use std::path::PathBuf;

use clap::ValueEnum;
use hws_plan::rank::{PlaceMethod, RankOptions, Scale};

use super::Page;
use super::values::{largest, ratio};
use crate::args::run::{Edges, Models};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
The input is the JSON of the planner specification:
  {\"tasks\": [{\"id\", \"cost\" or \"costs\"}], \"edges\": [{\"from\", \"to\", \"comm\"}], \"coeff\", \"normalise\", \"pes\"}
or any graph that `hws run` accepts, recognised by content. Each file, and each graph of a workload, is ranked
separately.

With a number of processors, the tasks are placed: by HEFT and by the chosen method, with a lower bound.

Exit status: 0 ranked, 2 usage error or invalid input.

Examples:
  hws plan rank graph.json
  hws plan rank --json < graph.json > ranks.json
  hws plan rank robot.stg sparse.stg --normalise max=255
  hws plan rank montage.json --bw 125000 --coeff 1/10
  hws plan rank sparse.stg --pes 16 --out plan.json
  hws plan rank graph.json --pes 3 --optimal --json
  hws plan rank sparse.stg --pes 16 --html schedule.html
")]
pub(crate) struct Rank {
    /// The inputs, optionally gzipped; standard input if - or omitted.
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) scale: ScaleBy,
    #[command(flatten)]
    pub(crate) placing: Placing,
    /// Write the shortest schedule as a plan to this file: processor i is SIP i.
    #[arg(short, long, value_name = "PLAN")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) page: Page,
    #[command(flatten)]
    pub(crate) edges: Edges,
    #[command(flatten)]
    pub(crate) models: Models,
    /// Print JSON instead of tables.
    #[arg(long)]
    pub(crate) json: bool,
}

impl Rank {
    /// Returns the options of the planner.
    pub(crate) fn options(&self) -> RankOptions {
        let Placing { pes, method, optimal, nodes } = self.placing;
        RankOptions {
            scale: self.scale.scale(),
            pes,
            method: method.map(Into::into),
            optimal: optimal.then_some(nodes),
        }
    }
}

/// The processors, and how the tasks are placed on them.
#[derive(Debug, clap::Args)]
pub(crate) struct Placing {
    /// Place the tasks on N equal processors, 1 to 65536 [default: as in the input, or one for each of its costs].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=65536))]
    pes: Option<u32>,
    /// The method [default: best if the number of processors is given, or else heft].
    #[arg(long, value_enum)]
    method: Option<Method>,
    /// Look for an optimal schedule, for graphs of at most 256 tasks.
    #[arg(long)]
    optimal: bool,
    /// The largest number of nodes of that search.
    #[arg(long, value_name = "N", default_value_t = 10_000_000, requires = "optimal")]
    nodes: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Method {
    /// Insertion-based HEFT.
    Heft,
    /// Critical path on a processor.
    Cpop,
    /// HEFT with a look at the successors.
    Lookahead,
    /// The shortest of these and of forward-backward passes, improved by local search.
    Best,
}

impl From<Method> for PlaceMethod {
    fn from(method: Method) -> Self {
        match method {
            Method::Heft => Self::Heft,
            Method::Cpop => Self::Cpop,
            Method::Lookahead => Self::Lookahead,
            Method::Best => Self::Best,
        }
    }
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
