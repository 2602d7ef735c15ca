//! Options of `hws plan dataflow`.

use std::path::PathBuf;

use super::{Input, Page, values};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
The input is the JSON of the planner specification, a TIR program of TyBEC, or a graph that `hws run` reads, optionally gzipped:
  {\"functions\": {NAME: {\"nodes\": [{\"id\", \"kind\", ...}], \"edges\": [{\"from\", \"to\"}], \"stream_size\"}}, \"top\": NAME}
Options override the keys of the file. The tasks of a graph become instructions, their times latencies.

Exit status: 0 scheduled (even with a stall or a buffer that is too small), 2 usage error or invalid input.

Examples:
  hws plan dataflow program.json
  hws plan dataflow program.json --sd-rule tight --fifo-limit 64
  hws plan dataflow --json < program.json > schedule.json
  hws plan dataflow program.tirl --cost add.float32=5 --stream-size 64
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

/// The plan made from the program.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Plan")]
pub(crate) struct Output {
    /// Write the program as a plan: one streaming kernel per node, one credit window per edge.
    #[arg(short, long, value_name = "PLAN")]
    pub(crate) out: Option<PathBuf>,
    /// Output tokens per block.
    #[arg(long, value_name = "TOKENS", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..1 << 31))]
    pub(crate) block_tokens: u32,
    /// Bytes per token, for the buffers of the plan.
    #[arg(long, value_name = "BYTES", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..1 << 31))]
    pub(crate) token_bytes: u32,
}

/// Each option overrides the key of its name.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Keys of the input")]
pub(crate) struct Choices {
    /// The top function of the program.
    #[arg(long, value_name = "NAME")]
    pub(crate) top: Option<String>,
    /// The timing model of linear reductions.
    #[arg(long, value_name = "MODEL", value_parser = ["fpo", "latency", "literal"])]
    pub(crate) reduction_model: Option<String>,
    /// The alignment of the outputs of a function: by their first output (opd) or by their start (sd).
    #[arg(long, value_name = "RULE", value_parser = ["opd", "sd"])]
    pub(crate) output_sync: Option<String>,
    /// The rule for the firing interval of a function.
    #[arg(long, value_name = "RULE", value_parser = ["exact", "max", "input"])]
    pub(crate) lfi_rule: Option<String>,
    /// When the first token of an edge counts as available.
    #[arg(long, value_name = "RULE", value_parser = ["seed", "tight"])]
    pub(crate) sd_rule: Option<String>,
    /// The FIFO depth, in tokens, above which the producer stalls instead.
    #[arg(long, value_name = "TOKENS", value_parser = at_least(0))]
    pub(crate) fifo_limit: Option<i64>,
    /// The start of the top function.
    #[arg(long, value_name = "CYCLE", value_parser = at_least(0))]
    pub(crate) sd0: Option<i64>,
    /// The number of firings of every function's input.
    #[arg(long, value_name = "FIRINGS", value_parser = clap::value_parser!(i64).range(1..=1 << 20))]
    pub(crate) stream_size: Option<i64>,
    /// The latency of an opcode, such as `fmul=3`; in TIR programs `OPCODE.TYPE`, such as `mul.float32=3`.
    #[arg(long = "cost", value_name = "OPCODE=LAT", value_parser = values::cost)]
    pub(crate) costs: Vec<(String, i64)>,
}

fn at_least(least: i64) -> clap::builder::RangedI64ValueParser<i64> {
    clap::value_parser!(i64).range(least..1 << 31)
}
