//! Options of `hws plan lint`.

use std::path::PathBuf;

use super::Input;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
The input is a plan file (docs/planner/plan-file.md), or a graph that can be imported: an ONNX model, Gemini IR, a
Standard Task Graph, CNN text, WfCommons JSON or the JSON of hws plan rank. An error is a part of the plan that the machine
cannot do, a warning a part that it does differently.

Exit status: 0 no errors, 1 errors found, 2 usage error or invalid input.

Examples:
  hws plan lint plan.json
  hws plan lint plan.json --config board.yaml --json
")]
pub(crate) struct Lint {
    #[command(flatten)]
    pub(crate) input: Input,
    /// The machine and its settings, in a file as for `hws run --config` [default: the full machine].
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
}
