//! Options of `hws debug`.

use std::path::PathBuf;

use super::explain::OfRun;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
A file that is not a stimulus is run as a workload first, and the stimulus of that run is stepped; the options of `hws run`
for the machine, real times and imports apply to that run. `?` lists the keys; docs/debug.md describes the screen.

Exit status: 0 the debugger was left, 2 usage error, invalid input, or no terminal.

Examples:
  hws debug tests/golden/09_promote_2001.jsonl
  hws debug examples/detector.yaml --policy p_top_k=4
  hws debug target/detector --break 'rule backfill'
")]
pub(crate) struct Debug {
    /// The stimulus (JSON Lines), a folder of `hws run --out`, or a workload; without one, the built-in example.
    pub(crate) file: Option<PathBuf>,
    /// Begin at this cycle, or at the end if it is later.
    #[arg(long, value_name = "CYCLE", default_value_t = 0)]
    pub(crate) at: u64,
    /// Add a breakpoint: `rule NAME`, `entry N`, `sip N` or `reg NAME`; repeatable.
    #[arg(long = "break", value_name = "BREAKPOINT")]
    pub(crate) breakpoints: Vec<hws_inspect::debug::Breakpoint>,
    #[command(flatten)]
    pub(crate) of_run: OfRun,
}
