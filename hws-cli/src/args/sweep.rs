//! What `hws sweep` takes.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::ValueEnum;
use hws_run::workload::ErrorKind;

use super::run::{Imports, Machine};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
VALUES are separated by commas: integers, words, and ranges FIRST..LAST or FIRST..LAST:STEP, which include
LAST when a step falls on it: 0..400:50 are nine values. `hws sweep --policy list` lists the settings.
Every combination is run with every seed; the differences of the table are to the first combination.

With --out, DIR/rows.jsonl keeps each run as it finishes. The same command goes on where it was
interrupted: a run with the same workload, settings, seed and program is not made again.

Exit status: 0 all runs made, 1 some were not drained, 2 bad use or bad input, 130 interrupted.

Examples:
  hws sweep --set backfill.margin=0..400:50 --set promote.threshold=1,4,16 --seeds 20 --out result
  hws sweep detector.yaml --set early_launch=off,estimate --seeds 5..9 --json
  hws sweep robot.stg --set topology=16x2,8x4 --out result --format both
")]
pub(crate) struct Sweep {
    /// The workloads, which share one machine; - is standard input. Without one, the built-in example.
    #[arg(value_name = "FILE")]
    pub(crate) workloads: Vec<PathBuf>,
    /// A setting and the values that it takes; repeatable, each setting once.
    #[arg(long = "set", value_name = "KEY=VALUES")]
    pub(crate) axes: Vec<String>,
    /// Draw real execution times with these seeds: a count (20 are the seeds 0 to 19) or a range (5..9).
    /// The same seed gives the same times under every setting [default: the seed of the workload].
    #[arg(long, value_name = "N")]
    pub(crate) seeds: Option<String>,
    /// How real times differ from the estimates: none, low or uniform:N%; see `hws run --help`
    /// [default: that of the workload; without one, low if --seeds is given, else none].
    #[arg(long, value_name = "MODEL")]
    pub(crate) error_model: Option<ErrorKind>,
    #[command(flatten)]
    pub(crate) machine: Machine,
    #[command(flatten)]
    pub(crate) imports: Imports,
    /// Write one row for each run to this folder, which is made if need be, and go on there.
    #[arg(short, long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// What to write to DIR: sweep.parquet, sweep.csv or both.
    #[arg(long, value_enum, default_value_t = Format::Parquet, requires = "out")]
    pub(crate) format: Format,
    /// Make every run, whatever DIR/rows.jsonl holds.
    #[arg(long, requires = "out")]
    pub(crate) restart: bool,
    /// How many runs to make at once [default: the number of cores].
    #[arg(long, value_name = "N")]
    pub(crate) jobs: Option<NonZeroUsize>,
    /// Print all metrics as JSON instead of the table.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Which files to write.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Format {
    /// sweep.parquet
    Parquet,
    /// sweep.csv
    Csv,
    /// Both files.
    Both,
}

impl Format {
    pub(crate) fn has_parquet(self) -> bool {
        self != Self::Csv
    }

    pub(crate) fn has_csv(self) -> bool {
        self != Self::Parquet
    }
}
