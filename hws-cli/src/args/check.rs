//! The arguments of `hws check`.

use std::path::PathBuf;

use clap::ValueEnum;
use hws_dv::check::DEFAULT_MIN_COVERAGE;
use hws_dv::diff::WaiverDate;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
A dump is VCD, FST or GHW, recognised by its content, also as .gz; - is standard input. The model runs in lock-step with
the dump and is compared after every clock edge up to the first difference. docs/dv.md describes maps and reports.

Exit status: 0 equal, 1 RTL and model differ, 2 usage error, a dump that cannot be read, or equal up to a cut, 3 nothing
or too little compared; of several dumps the worst in the order 1, 2, 3, 0. The last line is for programs.

Examples:
  hws check nightly.fst
  hws check --map soc.yaml nightly.vcd.gz
  hws check --junit results.xml --json results.json dumps/*.fst
  hws check nightly.fst --minimise short.jsonl --simulate './simulate {stimulus} {dump}'
  hws check --map soc.yaml --monitor hws_monitor.sv nightly.fst
  fsdb2vcd nightly.fsdb -o - | hws check -
")]
pub(crate) struct Check {
    /// The dumps.
    #[arg(value_name = "DUMP", required_unless_present = "monitor")]
    pub(crate) dumps: Vec<PathBuf>,
    /// The names in the dumps (YAML), if they are not those of the reference RTL.
    #[arg(long, value_name = "FILE")]
    pub(crate) map: Option<PathBuf>,
    /// Print lines of a map for the signals that a dump does not have by their names, each with a confidence, and compare nothing.
    #[arg(long, conflicts_with_all = ["json", "junit", "monitor", "stimulus", "minimise"])]
    pub(crate) suggest_map: bool,
    /// Write a SystemVerilog module that compares the design with the model during simulation, and compare nothing now
    /// (docs/systemverilog.md). With a dump it samples the signals that the dump has, otherwise all signals of the map.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["start", "json", "junit", "stimulus", "minimise"])]
    pub(crate) monitor: Option<PathBuf>,
    /// A finished FST of the same design, or a `.hier` file, with the names of dumps that their simulator has not closed;
    /// without it, the file `DUMP.hier` is read.
    #[arg(long, value_name = "FILE")]
    pub(crate) hierarchy: Option<PathBuf>,
    /// Begin in the middle of a run: `quiet`, after the first tick at which the registers show the whole state, or a snapshot
    /// of `hws replay --snapshot`.
    #[arg(long, value_name = "SNAPSHOT|quiet", conflicts_with_all = ["stimulus", "minimise"])]
    pub(crate) start: Option<PathBuf>,
    /// Exit with 3 if fewer values than this were compared in a dump.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) min_compared: u64,
    /// Known differences, in a YAML file: the comparison goes on after them.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["stimulus", "minimise", "monitor"])]
    pub(crate) waivers: Option<PathBuf>,
    /// The day that decides whether waivers have expired; today by default.
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = WaiverDate::parse, requires = "waivers")]
    pub(crate) today: Option<WaiverDate>,
    /// Go on after differences that are not waived, up to this many.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..), conflicts_with_all = ["stimulus", "minimise", "monitor"])]
    pub(crate) max_differences: u32,
    /// List at most this many broken rules that explain the first difference; 0 does not search them.
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub(crate) causes: usize,
    /// Equal is exit status 3, PARTIAL, if less than this percentage of the map's register bits was compared.
    #[arg(long, value_name = "PERCENT", default_value_t = DEFAULT_MIN_COVERAGE, value_parser = clap::value_parser!(u8).range(0..=100))]
    pub(crate) min_coverage: u8,
    /// What becomes of outputs and registers with unknown bits (x, z); an unknown control always ends the comparison.
    #[arg(long, value_enum, value_name = "RULE", default_value_t)]
    pub(crate) unknown: Unknown,
    /// Write the report as JSON.
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
    /// Write the report as JUnit XML, one test case per dump.
    #[arg(long, value_name = "FILE")]
    pub(crate) junit: Option<PathBuf>,
    /// Write the inputs of the dump, up to the first difference, as a stimulus for `hws replay` and `hws explain`.
    #[arg(long, value_name = "FILE")]
    pub(crate) stimulus: Option<PathBuf>,
    /// Write this stimulus, shortened to the operations that the first difference needs, and a test in Rust beside it.
    #[arg(long, value_name = "FILE")]
    pub(crate) minimise: Option<PathBuf>,
    /// The command that simulates the RTL for --minimise, with {stimulus} and {dump}; without it, a stimulus is shortened
    /// while the model does the same at the difference.
    #[arg(long, value_name = "COMMAND", requires = "minimise")]
    pub(crate) simulate: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Unknown {
    /// The first is a difference.
    Strict,
    /// They are counted and listed, not compared.
    #[default]
    Report,
    /// They are counted, not listed.
    Ignore,
}
