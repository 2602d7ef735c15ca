//! Options of `hws explain`.

use std::path::PathBuf;

use super::run::{Imports, Machine, RealTimes};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
If the file is not a stimulus, `hws` runs it as a workload first and explains the stimulus of that run. The options of
`hws run` for the machine, real times and imports apply to that run. docs/explain.md describes the output.

Exit status: 0 explained, 2 usage error or invalid input.

Examples:
  hws explain tests/golden/09_promote_2001.jsonl --at 600
  hws explain stimulus.jsonl --kernel 3
  hws explain examples/detector.yaml --sip 7 --json
  hws explain examples/detector.yaml --kernel 3 --policy p_top_k=4
")]
pub(crate) struct Explain {
    /// The stimulus (JSON Lines), a folder of `hws run --out`, or a workload; - is standard input.
    pub(crate) file: PathBuf,
    /// Explain the attempt that covers this cycle: candidates, choice, rules, and which change would have started the others.
    #[arg(long, value_name = "CYCLE")]
    pub(crate) at: Option<u64>,
    /// Explain the life of the kernel with this kernel_id: why it waited, and which change would have started it.
    #[arg(long, value_name = "ID")]
    pub(crate) kernel: Option<u32>,
    /// Explain what a SIP ran, and why it was idle.
    #[arg(long, value_name = "N")]
    pub(crate) sip: Option<u32>,
    /// Print JSON instead of text.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) of_run: OfRun,
}

/// Options that a stimulus does not have, because the run that recorded it had decided them.
#[derive(Debug, Default, PartialEq, Eq, clap::Args)]
pub(crate) struct OfRun {
    #[command(flatten)]
    pub(crate) machine: Machine,
    #[command(flatten)]
    pub(crate) real_times: RealTimes,
    #[command(flatten)]
    pub(crate) imports: Imports,
}
