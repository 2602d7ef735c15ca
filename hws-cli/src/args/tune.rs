//! Options of `hws tune`.

use std::path::PathBuf;

use clap_complete::ArgValueCompleter;
use hws_host::sweep::TuneLimit;
use hws_run::workload::ErrorKind;

use super::run::{Imports, Machine};
use super::sweep_folder::SweepFolder;
use crate::completion::policies;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Objectives: makespan, worst_slowdown, mean_slowdown, unfairness, turnaround_mean, turnaround_p95, wait_mean, wait_p95,
deadline_misses, tardiness_max, and weighted sums of their ratios to the defaults, such as makespan+0.5*unfairness. Less is better.

Without --set, the scheduling policies are tuned. Hardware (topology, time_unit, bus_cycles, pre_complete_lead) is tuned only
if --set names it. Settings of --policy are fixed.

With a budget in runs, the result does not depend on --jobs or on the machine; with minutes, it does. With --out, DIR/rows.jsonl
keeps each run as it finishes, and DIR gets the table of all runs, the report and the recommendation. Repeat an interrupted command
to continue.

Exit status: 0 tuned, even if the defaults are best, 2 usage error or invalid input, 130 interrupted.

Examples:
  hws tune robot.stg
  hws tune robot.stg sparse.stg detector.yaml --objective makespan+0.5*unfairness --budget 10m --out tuned
  hws tune robot.stg+sparse.stg --objective makespan --objective worst_slowdown
  hws tune robot.stg --only --set p_top_k=1..4 --set early_launch=off,estimate --exhaustive
")]
pub(crate) struct Tune {
    /// The workloads, each run by itself; A+B are two that share the machine; - is standard input [default: the built-in
    /// example].
    #[arg(value_name = "FILE")]
    pub(crate) workloads: Vec<PathBuf>,
    /// What to minimise; repeatable: several objectives give a Pareto front [default: makespan].
    #[arg(long = "objective", value_name = "NAME")]
    pub(crate) objectives: Vec<String>,
    /// Stop after this many runs of all workloads, or minutes (5m) [default: 400 runs for each workload].
    #[arg(long, value_name = "RUNS|MINUTESm", value_parser = TuneLimit::parse, conflicts_with = "exhaustive")]
    pub(crate) budget: Option<TuneLimit>,
    /// Try every combination with every seed.
    #[arg(long)]
    pub(crate) exhaustive: bool,
    /// Try these values of a setting, instead of the default ones or in addition to the default settings; repeatable, each
    /// setting once.
    #[arg(long = "set", value_name = "KEY=VALUES", add = ArgValueCompleter::new(policies))]
    pub(crate) axes: Vec<String>,
    /// Tune only the settings of --set.
    #[arg(long, requires = "axes")]
    pub(crate) only: bool,
    /// The search seeds: a count or a range, below 1000000 [default: 1 to 9, as the budget allows].
    #[arg(long, value_name = "N")]
    pub(crate) seeds: Option<String>,
    /// The number of further seeds on which the gain is measured [default: 2 to 16, as the budget allows].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..=10_000))]
    pub(crate) held_out: Option<u64>,
    /// How real times differ from the estimates: none, low or uniform:N%; see `hws run --help`
    /// [default: that of each workload, if any; otherwise low].
    #[arg(long, value_name = "MODEL")]
    pub(crate) error_model: Option<ErrorKind>,
    #[command(flatten)]
    pub(crate) machine: Machine,
    #[command(flatten)]
    pub(crate) imports: Imports,
    #[command(flatten)]
    pub(crate) folder: SweepFolder,
    /// Print everything as JSON instead of text.
    #[arg(long)]
    pub(crate) json: bool,
}
