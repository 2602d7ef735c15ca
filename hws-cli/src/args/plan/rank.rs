//! What `hws plan rank` takes.

use super::Input;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
The input is the JSON of the planner specification:
  {\"tasks\": [{\"id\", \"cost\" or \"costs\"}], \"edges\": [{\"from\", \"to\", \"comm\"}], \"coeff\", \"normalise\"}

Exit status: 0 ranked, 2 bad use or bad input.

Examples:
  hws plan rank graph.json
  hws plan rank --json < graph.json > ranks.json
")]
pub(crate) struct Rank {
    #[command(flatten)]
    pub(crate) input: Input,
}
