//! What `hws plan dataflow` takes.

use std::path::PathBuf;

use super::{Input, Page};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
The input is the JSON of the planner specification, or a graph that `hws run` reads, gzip included:
  {\"functions\": {NAME: {\"nodes\": [{\"id\", \"kind\", ...}], \"edges\": [{\"from\", \"to\"}], \"stream_size\"}}, \"top\": NAME}
Options set keys of it and win over the file. Of a graph, tasks are instructions, and times their latencies.

Exit status: 0 scheduled (a buffer too small or a stall does not change it), 2 bad use or bad input.

Examples:
  hws plan dataflow program.json
  hws plan dataflow program.json --sd-rule tight --fifo-limit 64
  hws plan dataflow --json < program.json > schedule.json
  hws plan dataflow program.json --html program.html
  hws plan dataflow program.json --block-tokens 64 --out program.plan.json
")]
pub(crate) struct Dataflow {
    #[command(flatten)]
    pub(crate) input: Input,
    #[command(flatten)]
    pub(crate) choices: Choices,
    #[command(flatten)]
    pub(crate) page: Page,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// The plan that the program becomes.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Plan")]
pub(crate) struct Output {
    /// Write the program as a plan: a streaming kernel for each node, a credit window for each edge.
    #[arg(short, long, value_name = "PLAN")]
    pub(crate) out: Option<PathBuf>,
    /// Output tokens of a block.
    #[arg(long, value_name = "TOKENS", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..1 << 31))]
    pub(crate) block_tokens: u32,
    /// Bytes of a token, for the buffers of the plan.
    #[arg(long, value_name = "BYTES", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..1 << 31))]
    pub(crate) token_bytes: u32,
}

/// Each sets the key of its name, whatever the input says.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Keys of the input")]
pub(crate) struct Choices {
    /// The function that the program starts with.
    #[arg(long, value_name = "NAME")]
    pub(crate) top: Option<String>,
    /// Timing of a linear reduction.
    #[arg(long, value_name = "MODEL", value_parser = ["fpo", "latency", "literal"])]
    pub(crate) reduction_model: Option<String>,
    /// What the outputs of a function have in common: their first output or their start.
    #[arg(long, value_name = "RULE", value_parser = ["opd", "sd"])]
    pub(crate) output_sync: Option<String>,
    /// The firing interval of a function.
    #[arg(long, value_name = "RULE", value_parser = ["exact", "max", "input"])]
    pub(crate) lfi_rule: Option<String>,
    /// When the first token of an edge counts as there.
    #[arg(long, value_name = "RULE", value_parser = ["seed", "tight"])]
    pub(crate) sd_rule: Option<String>,
    /// Tokens of a FIFO above which its producer stalls.
    #[arg(long, value_name = "TOKENS", value_parser = at_least(0))]
    pub(crate) fifo_limit: Option<i64>,
    /// Start of the top function.
    #[arg(long, value_name = "CYCLE", value_parser = at_least(0))]
    pub(crate) sd0: Option<i64>,
    /// Firings of the input of every function.
    #[arg(long, value_name = "FIRINGS", value_parser = clap::value_parser!(i64).range(1..=1 << 20))]
    pub(crate) stream_size: Option<i64>,
}

fn at_least(least: i64) -> clap::builder::RangedI64ValueParser<i64> {
    clap::value_parser!(i64).range(least..1 << 31)
}
