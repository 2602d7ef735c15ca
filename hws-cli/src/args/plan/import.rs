//! What `hws plan import` takes.

use std::path::PathBuf;

use super::values::ratio;
use crate::args::run::{Edges, Models};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
The format is recognised by content, gzip included: ONNX models, Gemini IR JSON, CNN text files, Standard Task
Graphs, WfCommons instances, rank inputs, our YAML, plan files. The plan has the kernels, their dependencies and
their upward ranks as priorities; where a kernel runs is left to the HWS.

Exit status: 0 imported, 2 bad use or bad input.

Examples:
  hws plan import squeezenet.in.gz --prefetch -o plan.json
  hws plan import montage.json --bw 125000 --time-scale 1000/1
  hws plan import bert.onnx --dim batch=1 --dim sequence=128 --name bert
  hws plan import examples/detector.yaml | hws run -
")]
pub(crate) struct Import {
    /// The graph; - or nothing is standard input.
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    pub(crate) file: PathBuf,
    /// Write the plan to this file instead of standard output.
    #[arg(short, long, value_name = "PLAN")]
    pub(crate) out: Option<PathBuf>,
    /// Give each kernel a prefetch, which allocates its L2 ahead: the kernel waits for its prefetch, and a prefetch
    /// for the prefetches of the kernels that its kernel waits for.
    #[arg(long)]
    pub(crate) prefetch: bool,
    /// Multiply times by N/D, rounded up, to make SP cycles of them. Without it times that are no cycles stay in
    /// units of the file, which a run scales.
    #[arg(long, value_name = "N/D", value_parser = ratio)]
    pub(crate) time_scale: Option<[i32; 2]>,
    /// Call the plan so, and its graph if it has one only [default: after the file].
    #[arg(long, value_name = "NAME", value_parser = name)]
    pub(crate) name: Option<String>,
    #[command(flatten)]
    pub(crate) edges: Edges,
    #[command(flatten)]
    pub(crate) models: Models,
}

/// A kernel is called GRAPH/KERNEL, so the first slash has to end the graph's name.
fn name(text: &str) -> Result<String, String> {
    let is_name = !text.trim().is_empty() && !text.contains('/');
    is_name.then(|| text.to_owned()).ok_or_else(|| "give a name without `/`".to_owned())
}
