//! The arguments of `hws coverage`.

use std::path::PathBuf;

use hws_dv::coverage::BinPattern;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
A file is recognised by its content: a stimulus is replayed, a workload runs with the machine and the settings that it
names, a dump (VCD, FST, GHW, also .gz) drives the model in lock-step up to the first difference, and saved coverage is
merged. In a folder of `hws run --out`, the stimulus is replayed. docs/coverage.md describes the coverage model and the report.

PATTERN is GROUP, GROUP.ITEM or `GROUP.ITEM: BIN`; * is any text.

Exit status: 0 counted, and every goal is reached; 1 a goal is missed, a dump differs from the model, or a bin was hit that
the model excludes; 2 usage error, or a file that cannot be read to its end. The last line is for programs.

Examples:
  hws coverage tests/golden/*.jsonl
  hws coverage --rank --html coverage.html tests/golden/*.jsonl
  hws coverage --save monday.cov nightly/*.fst
  hws coverage --min 80 --require launch.pool monday.cov tuesday.cov
  hws coverage --model
")]
pub(crate) struct Coverage {
    /// Stimuli, workloads, dumps, saved coverage; - is standard input.
    #[arg(value_name = "FILE", required_unless_present = "model")]
    pub(crate) files: Vec<PathBuf>,
    /// Print the coverage model: every bin with its rule, and every exclusion with its reason.
    #[arg(long, conflicts_with_all = ["files", "map", "hierarchy", "min", "require", "at_least", "rank", "holes", "json", "html", "ucis", "save"])]
    pub(crate) model: bool,
    /// The names in the dumps (YAML), if they are not those of the reference RTL.
    #[arg(long, value_name = "FILE")]
    pub(crate) map: Option<PathBuf>,
    /// A finished FST of the same design, or a `.hier` file, with the names of dumps that their simulator has not closed;
    /// without it, the file `DUMP.hier` is read.
    #[arg(long, value_name = "FILE")]
    pub(crate) hierarchy: Option<PathBuf>,
    /// Exit with 1 if less than this percentage of all bins is covered, 0 to 100, with at most one decimal.
    #[arg(long, value_name = "PERCENT", value_parser = permille)]
    pub(crate) min: Option<usize>,
    /// Exit with 1 if a bin that fits is not covered; can be given several times.
    #[arg(long, value_name = "PATTERN", value_parser = BinPattern::new)]
    pub(crate) require: Vec<BinPattern>,
    /// Count a bin as covered from this many hits on.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) at_least: u64,
    /// Show a small subset of the files that has the coverage of all, the most useful file first.
    #[arg(long)]
    pub(crate) rank: bool,
    /// Show at most this many holes of each coverpoint or cross.
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub(crate) holes: usize,
    /// Write the report as JSON.
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
    /// Write the report as one HTML page.
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Write the report as UCIS XML, for the tools that merge and show coverage.
    #[arg(long, value_name = "FILE")]
    pub(crate) ucis: Option<PathBuf>,
    /// Write the counts of each file, so that another `hws coverage` can merge them.
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
}

/// Tenths of a percent.
fn permille(text: &str) -> Result<usize, String> {
    let number = text.strip_suffix('%').unwrap_or(text).trim();
    let (whole, tenth) = number.split_once('.').unwrap_or((number, "0"));
    let digits = |text: &str| {
        text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse::<usize>().ok()).flatten()
    };
    match (digits(whole), digits(tenth)) {
        (Some(whole), Some(tenth)) if tenth < 10 && whole <= 100 && whole * 10 + tenth <= 1000 => {
            Ok(whole * 10 + tenth)
        }
        _ => Err("expected a percentage from 0 to 100, such as 85 or 85.5".to_owned()),
    }
}
