//! Options of `hws plan gemini`.

use std::path::PathBuf;

use clap::ValueEnum;
use hws_plan::gemini;

use super::values::ratio;
use super::{Input, Page};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
The input is a Gemini Scheduler IR, alone or as {\"ir\": …, \"options\": {\"dram_bw\", \"thread_num\", \"rank_div\",
\"time_scale\"}}; the command line overrides these options. docs/planner/gemini.md describes the rules.

Exit status: 0 no errors (warnings do not count), 1 the schedule has errors, 2 usage error or invalid input.

Examples:
  hws plan gemini resnet.json
  hws plan gemini --json < resnet.json > report.json
  hws plan gemini resnet.json --dram-bw 16 --time-scale 3/2
  hws plan gemini resnet.json.gz --mapping dynamic --out plan.json
  hws plan gemini resnet.json --dram-bw 16 --html resnet.html
")]
pub(crate) struct Gemini {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Make loads from DRAM take time: bytes per (scaled) cycle of the single channel.
    #[arg(long, value_name = "BYTES", value_parser = positive())]
    pub(crate) dram_bw: Option<i64>,
    /// SIPs per kernel in the plan [default: 1].
    #[arg(long, value_name = "N", value_parser = positive())]
    pub(crate) thread_num: Option<i64>,
    /// Divide the ranks by this to obtain priorities.
    #[arg(long, value_name = "N", value_parser = positive())]
    pub(crate) rank_div: Option<i64>,
    /// Multiply times by N/D, rounded up, to obtain SP cycles.
    #[arg(long, value_name = "N/D", value_parser = ratio)]
    pub(crate) time_scale: Option<[i32; 2]>,
    /// The SIPs on which the kernels of the plan may run.
    #[arg(long, value_enum, default_value_t = Mapping::Static)]
    pub(crate) mapping: Mapping,
    /// Write the plan to this file; a schedule with errors has no plan.
    #[arg(short, long, value_name = "PLAN")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) page: Page,
}

fn positive() -> clap::builder::RangedI64ValueParser<i64> {
    clap::value_parser!(i64).range(1..=i64::from(i32::MAX))
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Mapping {
    /// Core i is SIP i, each core keeps its order, and every kernel has a planned time.
    Static,
    /// Any SIP: the HWS decides.
    Dynamic,
}

impl From<Mapping> for gemini::GeminiMapping {
    fn from(mapping: Mapping) -> Self {
        match mapping {
            Mapping::Static => Self::Static,
            Mapping::Dynamic => Self::Dynamic,
        }
    }
}
