//! What `hws plan emit` takes.

use std::path::PathBuf;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Writes what firmware needs (docs/planner/emit.md), exactly as hws run would write it:
  descriptors.bin, descriptors.json   task descriptors, and where each belongs
  registers.txt, registers.jsonl      register writes before the first kernel
  edges.jsonl                         dependency edges of the resolver
  triggers.jsonl                      how block triggers rise

The input is a plan, or anything else that hws run takes.

Exit status: 0 written, 1 firmware could not do it, 2 bad use or bad input.

Examples:
  hws plan emit plan.json --out firmware
  hws plan emit plan.json --out firmware --config board.yaml
")]
pub(crate) struct Emit {
    /// The plan; - is standard input. gzip is inflated.
    #[arg(value_name = "PLAN")]
    pub(crate) file: PathBuf,
    /// The folder, which is made if need be.
    #[arg(short, long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) machine: crate::args::run::Machine,
    #[command(flatten)]
    pub(crate) imports: crate::args::run::Imports,
}
