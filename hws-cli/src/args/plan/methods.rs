//! Options of `hws plan methods`.

use std::path::PathBuf;
use std::str::FromStr;

use hws_host::plan::periodic::PeriodicMethod;

use super::periodic::Cache;
use crate::args::run::Models;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Each graph is planned as by `hws plan periodic`, with each method on each number of PEs; the table has the planned total and
the number of PEs of a launch.

Exit status: 0 planned, 2 usage error or invalid input.

Examples:
  hws plan methods alexnet.in.gz squeezenet.in.gz
  hws plan methods net.in --pes 8,16 --iterations 1000 --method auto,resc --json
  hws plan methods net.in --cache-size 65536 --cache-speed 256 --dram-speed 64
")]
pub(crate) struct Methods {
    /// The graphs, as for `hws plan periodic`, optionally gzipped; - is standard input.
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Numbers of PEs of the machine.
    #[arg(long, value_name = "P,...", value_delimiter = ',', default_values_t = [16, 32, 64])]
    pub(crate) pes: Vec<i64>,
    /// Number of times that each graph is executed.
    #[arg(long, value_name = "I", default_value_t = 6000)]
    pub(crate) iterations: i64,
    /// The methods: `auto`, `resc` and `bala`, as for `hws plan periodic`.
    #[arg(long, value_name = "METHOD,...", value_delimiter = ',', value_parser = PeriodicMethod::from_str, default_value = "auto,resc,bala")]
    pub(crate) method: Vec<PeriodicMethod>,
    #[command(flatten)]
    pub(crate) cache: Cache,
    #[command(flatten)]
    pub(crate) models: Models,
    /// Print JSON instead of a table.
    #[arg(long)]
    pub(crate) json: bool,
}
