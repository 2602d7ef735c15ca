//! Options of `hws plan import`.

use std::path::PathBuf;

use super::values::ratio;
use crate::args::run::{Edges, Models};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Formats are recognised by content, gzip included: ONNX models, Gemini IR, CNN text files, Standard Task Graphs,
WfCommons instances, rank inputs, Task IR, workloads in YAML, plans. The plan has the kernels, their dependencies and
their upward ranks as priorities; the HWS chooses the SIPs.

Exit status: 0 imported, 2 usage error or invalid input.

Examples:
  hws plan import squeezenet.in.gz --prefetch -o plan.json
  hws plan import montage.json --bw 125000 --time-scale 1000/1
  hws plan import bert.onnx --dim batch=1 --dim sequence=128 --name bert
  hws plan import examples/detector.yaml | hws run -
")]
pub(crate) struct Import {
    /// The graph; standard input if - or omitted.
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    pub(crate) file: PathBuf,
    /// Write the plan to this file instead of standard output.
    #[arg(short, long, value_name = "PLAN")]
    pub(crate) out: Option<PathBuf>,
    /// Add a prefetch kernel for each kernel, which allocates its L2 in advance. A kernel waits for its prefetch, and
    /// a prefetch for the prefetches of the predecessors of its kernel.
    #[arg(long)]
    pub(crate) prefetch: bool,
    /// Multiply times by N/D, rounded up, to obtain SP cycles. Without it, times that are not cycles stay in the units
    /// of the file, and a run scales them.
    #[arg(long, value_name = "N/D", value_parser = ratio)]
    pub(crate) time_scale: Option<[i32; 2]>,
    /// The name of the plan, and of its graph if there is only one [default: the name of the file].
    #[arg(long, value_name = "NAME", value_parser = name)]
    pub(crate) name: Option<String>,
    #[command(flatten)]
    pub(crate) edges: Edges,
    #[command(flatten)]
    pub(crate) models: Models,
}

/// Kernels are named GRAPH/KERNEL, so the name of a graph cannot contain a slash.
fn name(text: &str) -> Result<String, String> {
    let is_name = !text.trim().is_empty() && !text.contains('/');
    is_name.then(|| text.to_owned()).ok_or_else(|| "give a name without `/`".to_owned())
}
