//! Options of `hws explore`.

use std::path::PathBuf;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Prints a row for each configuration: states, transitions, depth, bytes of a state, and the findings. docs/explore.md
describes the files and the output.

Exit status: 0 complete, no property violated, exactly the expected kernels starve; 1 anything else was found; 2 usage
error or invalid input.

Examples:
  hws explore examples/explore/three_on_two.yaml
  hws explore examples/explore/*.yaml --out found
  hws replay --check found/d02_backfill_with_estimates_of_0.big.jsonl
")]
pub(crate) struct Explore {
    /// The configurations (YAML); - is standard input.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Write the run of each finding to this folder, as a stimulus (.jsonl) and as a story (.txt). The folder is created
    /// if necessary.
    #[arg(short, long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Stop each exploration beyond this many states, incomplete; the files set other limits.
    #[arg(long, value_name = "N")]
    pub(crate) most_states: Option<u32>,
}
