//! Options of `hws plan compare`.

use std::num::NonZeroU64;
use std::path::PathBuf;

use super::Page;
use crate::args::run::{Edges, Machine, Models, Transfers};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Each file is evaluated separately, on the same machine, in cycles:
  SIPs           those of the plan, and those of the machine
  lower          the lower bound: no schedule on the SIPs of the plan is shorter
  static         the makespan of a plan: the placement in the file if it has one (Gemini IR, plans with slots),
                 otherwise insertion-based HEFT on all SIPs, with kernels of several threads on aligned groups
  static run     a run on the model with the placement and the order of that plan
  dynamic        a run on the model in which the HWS chooses among the SIPs of the plan
  whole machine  a run on the model in which the HWS chooses among all SIPs
  transfers      whether transfers between kernels and loads take time, in all columns

Exit status: 0 compared, 1 a run was not drained, 2 usage error or invalid input.

Examples:
  hws plan compare robot.stg sparse.stg squeezenet.in.gz
  hws plan compare resnet50.json.gz --json
  hws plan compare robot.stg --scale 100 --policy topology=8x4
  hws plan compare resnet50.json.gz --bw 16
  hws plan compare resnet50.json.gz --bw 16 --measured emulator.txt.gz
  hws plan compare robot.stg --html robot.html
")]
pub(crate) struct Compare {
    /// The graphs, in any format that `hws run` accepts; - is standard input.
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) machine: Machine,
    /// Multiply imported times by this factor [default: 1 for ONNX models, whose times are cycles; otherwise the
    /// smallest power of ten that makes the mean estimate at least 20 attempts long].
    #[arg(long, value_name = "FACTOR")]
    pub(crate) scale: Option<NonZeroU64>,
    #[command(flatten)]
    pub(crate) edges: Edges,
    #[command(flatten)]
    pub(crate) models: Models,
    #[command(flatten)]
    pub(crate) transfers: Transfers,
    /// Compare the times that an emulator measured with the planned ones and those of the run, for each workload of a single Gemini
    /// schedule: a line for each instruction, as `[NAME, {'wkl': N}, {'time': [START, END]}]`; gzip is accepted.
    #[arg(long, value_name = "TRACE")]
    pub(crate) measured: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) page: Page,
    /// Print JSON instead of a table.
    #[arg(long)]
    pub(crate) json: bool,
}
