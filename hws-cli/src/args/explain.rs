//! Options of `hws explain`.

use std::path::PathBuf;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
A file that is not a stimulus is run as a workload first, with the machine and the settings that it names, and the
stimulus of that run is explained. docs/explain.md describes the output.

Exit status: 0 explained, 2 usage error or invalid input.

Examples:
  hws explain tests/golden/09_promote_2001.jsonl --at 600
  hws explain stimulus.jsonl --kernel 3
  hws explain examples/detector.yaml --sip 7 --json
")]
pub(crate) struct Explain {
    /// The stimulus (JSON Lines), a folder of `hws run --out`, or a workload; - is standard input.
    pub(crate) file: PathBuf,
    /// Explain the attempt that covers this cycle: candidates, choice, rules, and what would have started the others.
    #[arg(long, value_name = "CYCLE")]
    pub(crate) at: Option<u64>,
    /// Explain the life of the kernel with this kernel_id: why it waited, and what would have started it.
    #[arg(long, value_name = "ID")]
    pub(crate) kernel: Option<u32>,
    /// Explain what a SIP ran, and why it was idle.
    #[arg(long, value_name = "N")]
    pub(crate) sip: Option<u32>,
    /// Print JSON instead of text.
    #[arg(long)]
    pub(crate) json: bool,
}
