//! Options of `hws plan emit`.

use std::path::PathBuf;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Writes the data that firmware needs (docs/planner/emit.md), exactly as hws run would write it:
  descriptors.bin, descriptors.json   task descriptors, and the address of each
  registers.txt, registers.jsonl      register writes before the first kernel
  edges.jsonl                         dependency edges of the resolver
  triggers.jsonl                      when block triggers are raised

The input is a plan, or anything else that hws run accepts.

Exit status: 0 written, 1 the firmware cannot run the plan, 2 usage error or invalid input.

Examples:
  hws plan emit plan.json --out firmware
  hws plan emit plan.json --out firmware --config board.yaml
")]
pub(crate) struct Emit {
    /// The plan, optionally gzipped; - is standard input.
    #[arg(value_name = "PLAN")]
    pub(crate) file: PathBuf,
    /// Write the files to this folder, which is created if necessary.
    #[arg(short, long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) machine: crate::args::run::Machine,
    #[command(flatten)]
    pub(crate) imports: crate::args::run::Imports,
}
