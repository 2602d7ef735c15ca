//! Options of `hws plan periodic`.

use std::path::PathBuf;
use std::str::FromStr;

use clap::ValueEnum;
use hws_host::plan::periodic::PeriodicMethod;
use serde_json::Value;

use super::{Input, Page};
use crate::args::run::Models;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
The input is the JSON of the planner specification, or a graph that `hws run` reads, optionally gzipped:
  {\"mode\", \"pes\", \"iterations\", \"nodes\": [{\"id\", \"cost\"}],
   \"edges\": [{\"from\", \"to\", \"size\", \"t_cache\", \"t_dram\"}],
   \"cache\": {\"size\", \"cache_speed\", \"dram_speed\"}, \"ratio_limit\", \"i_limit\", \"alpha\", \"arrange\", \"width\",
   \"max_latency\", \"exact\"}
Options override these keys. The times of a graph become costs, the bytes on its edges sizes.

Exit status: 0 planned, or the schedule is valid; 1 it is not (mode check), or the plan cannot run; 2 usage error or
invalid input.

Examples:
  hws plan periodic graph.json
  hws plan periodic graph.stg --pes 8 --iterations 1000 --out plan.json
  hws plan periodic graph.stg --pes 8 --iterations 1000 --width auto --max-latency 5000
  hws plan periodic net.in.gz --pes 16 --iterations 6000 --method bala
  hws plan periodic net.in --pes 4 --iterations 100 --cache-size 65536 --cache-speed 256 --dram-speed 64 --json
  hws plan periodic schedule.json --mode check
  hws plan periodic graph.json --html graph.html
")]
pub(crate) struct Periodic {
    #[command(flatten)]
    pub(crate) input: Input,
    #[command(flatten)]
    pub(crate) page: Page,
    /// How the width is chosen and a period packed: `auto` (the width `auto`), or a method of the publications, `resc` (the
    /// width `mode`) or `bala` (all copies of a period packed together to a ratio
    /// of 99/100, on half of the PEs). Other options override what it sets.
    #[arg(long, value_name = "METHOD", value_parser = PeriodicMethod::from_str)]
    pub(crate) method: Option<PeriodicMethod>,
    #[command(flatten)]
    pub(crate) keys: Keys,
    #[command(flatten)]
    pub(crate) models: Models,
    /// Write the plan to this file: one graph per launch, which repeats, one kernel per copy of a task.
    #[arg(short, long, value_name = "PLAN")]
    pub(crate) out: Option<PathBuf>,
    /// The largest number of graphs in the plan [default: no limit].
    #[arg(long, value_name = "N", requires = "out")]
    pub(crate) instances: Option<u64>,
    /// Also write a plan that cannot run, with a mark that says so.
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
}

/// Keys of the input; the planner checks their values.
#[derive(Debug, clap::Args, serde::Serialize)]
pub(crate) struct Keys {
    /// The task [default: plan].
    #[arg(long, value_enum)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) mode: Option<Mode>,
    /// Number of PEs of the machine.
    #[arg(long, value_name = "P")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) pes: Option<i64>,
    /// Number of times that the graph is executed.
    #[arg(long, value_name = "I")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) iterations: Option<i64>,
    #[command(flatten)]
    pub(crate) cache: Cache,
    /// The share of busy time that ends the search for a period [default: 9/10].
    #[arg(long, value_name = "N/D", value_parser = fraction)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) ratio_limit: Option<(i64, i64)>,
    /// The largest number of iterations in a period [default: 10].
    #[arg(long, value_name = "N")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) i_limit: Option<i64>,
    /// Tasks with at least this fraction of the longest time are key tasks [default: 8/10]. The value does not change
    /// the plan.
    #[arg(long, value_name = "N/D", value_parser = fraction)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) alpha: Option<(i64, i64)>,
    /// The way a period is packed [default: incremental].
    #[arg(long, value_enum)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) arrange: Option<Arrange>,
    /// Number of PEs of a launch: a number, `auto` for the shortest total, or `mode` for the widest level or, if the
    /// machine is narrower, the most frequent width of a level [default: auto for a graph; for JSON of the planner its
    /// `width`, or the widest level].
    #[arg(long, value_name = "M", value_parser = width)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) width: Option<Value>,
    /// The longest time from the first start to the last end of an iteration.
    #[arg(long, value_name = "TIME")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) max_latency: Option<i64>,
    /// Refuse an input for which a search would have to be approximated.
    #[arg(long)]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) exact: bool,
}

/// The key `cache`.
#[derive(Debug, clap::Args, serde::Serialize)]
pub(crate) struct Cache {
    /// Cache of each PE, in bytes [default: 0].
    #[arg(long = "cache-size", value_name = "BYTES")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) size: Option<i64>,
    /// Bandwidth of the cache, in bytes per time unit.
    #[arg(long, value_name = "N")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cache_speed: Option<i64>,
    /// Bandwidth of DRAM, in bytes per time unit.
    #[arg(long, value_name = "N")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) dram_speed: Option<i64>,
}

/// An integer, `auto` or `mode`; the planner checks the value.
fn width(text: &str) -> Result<Value, String> {
    match text {
        "auto" | "mode" => Ok(text.into()),
        _ => text
            .parse::<i64>()
            .map(Value::from)
            .map_err(|_| "give a number of PEs, `auto` or `mode`".to_owned()),
    }
}

/// `N/D`; the planner checks the values.
fn fraction(text: &str) -> Result<(i64, i64), String> {
    let whole = |part: &str| part.parse().map_err(|_| format!("`{part}` is not an integer; give N/D"));
    let (num, den) = text.split_once('/').ok_or("give N/D")?;
    Ok((whole(num)?, whole(den)?))
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Mode {
    /// Make a plan.
    Plan,
    /// Check the `schedule` of the input.
    Check,
    /// Try every schedule of at most 7 nodes.
    Bruteforce,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, serde::Serialize)]
#[serde(rename_all = "snake_case")]
#[value(rename_all = "snake_case")]
pub(crate) enum Arrange {
    /// Each iteration on top of the previous ones.
    Incremental,
    /// All copies together, the longest first.
    GlobalLpt,
}
