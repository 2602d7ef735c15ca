//! Options of `hws sweep`.

use std::path::PathBuf;

use clap_complete::ArgValueCompleter;
use hws_run::sweep::{Shard, SweepOrder};
use hws_run::workload::ErrorKind;

use super::run::{Imports, Machine};
use super::sweep_folder::SweepFolder;
use crate::completion::policies;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
VALUES are separated by commas: integers, words, and ranges FIRST..LAST or FIRST..LAST:STEP, which include
LAST when a step falls on it: 0..400:50 has nine values. `hws sweep --policy list` lists the settings; among
them are files (workload=a.yaml,b.yaml+c.yaml: `+` joins those that share the machine), reg.REGISTER.FIELD and
inject.KIND. Every combination runs with every seed. The table lists the best combination first, and shows differences to
the defaults if they are among the combinations, otherwise to the first combination.

With --out, DIR/rows.jsonl keeps each run as it finishes. --tables adds a table with a row for each graph, or each kernel, of every run. Repeat an interrupted command to continue: a run with
the same workload, settings, seed and program is not repeated.

Several machines share a sweep as --shard 1/N to --shard N/N of the same command, each with its own folder;
--merge combines the folders. The result is the same as on one machine, to the byte.

Exit status: 0 all runs done, 1 some were not drained or, with --merge, are missing, 2 usage error or invalid input, 130 interrupted.

Examples:
  hws sweep --set backfill.margin=0..400:50 --set promote.threshold=1,4,16 --seeds 20 --out result
  hws sweep detector.yaml --set early_launch=off,estimate --seeds 5..9 --json
  hws sweep robot.stg --set topology=16x2,8x4 --out result --format both --tables graphs,kernels
  hws sweep --set workload=a.yaml,b.yaml --set reg.PROMOTE.THRESHOLD=4,8 --set inject.stuck-sip=off,1/100
  hws sweep detector.yaml --set p_top_k=1..4 --seeds 20 --shard 2/4 --out part2
  hws sweep --merge part1 part2 part3 part4 --out result
  hws sweep detector.yaml --set p_top_k=1..4 --seeds 20 --list-runs --json
")]
pub(crate) struct Sweep {
    /// The workloads, all on one machine; - is standard input. Without any, the built-in example.
    #[arg(value_name = "FILE")]
    pub(crate) workloads: Vec<PathBuf>,
    /// A setting and its values; repeatable, each setting once.
    #[arg(long = "set", value_name = "KEY=VALUES", add = ArgValueCompleter::new(policies))]
    pub(crate) axes: Vec<String>,
    /// Draw real execution times with these seeds: a count (20 means the seeds 0 to 19) or a range (5..9).
    /// The same seed gives the same times under every setting [default: the seed of the workload].
    #[arg(long, value_name = "N")]
    pub(crate) seeds: Option<String>,
    /// How real times differ from the estimates: none, low or uniform:N%; see `hws run --help`
    /// [default: that of the workload, if any; otherwise low with --seeds, none without].
    #[arg(long, value_name = "MODEL")]
    pub(crate) error_model: Option<ErrorKind>,
    #[command(flatten)]
    pub(crate) machine: Machine,
    #[command(flatten)]
    pub(crate) imports: Imports,
    #[command(flatten)]
    pub(crate) folder: SweepFolder,
    /// Sort the settings by this metric, the best first, or as `given` by the options.
    #[arg(long, value_name = "METRIC", default_value = "makespan")]
    pub(crate) sort: SweepOrder,
    /// Print all metrics as JSON instead of the table; with --list-runs, the runs.
    #[arg(long)]
    pub(crate) json: bool,
    /// Execute only every N-th run, from the I-th (1 to N), for a sweep on N machines.
    #[arg(long, value_name = "I/N")]
    pub(crate) shard: Option<Shard>,
    /// Print the runs instead of executing them: number, key, settings and seed of each.
    #[arg(long, conflicts_with_all = ["SweepFolder"])]
    pub(crate) list_runs: bool,
    /// Merge the folders of shards, or of parts of one sweep, into the folder of --out, and list the missing runs. To
    /// execute these, repeat the command of their shard, or that of the sweep with the same --out.
    #[arg(
        long,
        value_name = "DIR",
        num_args = 1..,
        requires = "out",
        conflicts_with_all = [
            "workloads", "axes", "seeds", "error_model", "Machine", "Imports", "restart", "jobs", "shard", "list_runs"
        ]
    )]
    pub(crate) merge: Vec<PathBuf>,
}
