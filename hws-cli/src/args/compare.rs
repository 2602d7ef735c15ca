//! Options of `hws compare`.

use std::path::PathBuf;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Every run is compared with the first. docs/reports.md describes the figures.

Two runs are also compared event by event, which needs the stimulus of both: where they diverge, the first decision that
differs and why, and the kernels that became faster or slower. docs/compare.md describes the output.

Exit status: 0 compared, 2 usage error, a file that is not a report, or two runs that cannot be compared event by event.

Examples:
  hws compare before after
  hws compare before after --html compare.html
  hws compare before after --tables
  hws compare a/report.json b c --json
")]
pub(crate) struct Compare {
    /// Folders of `hws run --out`, or report.json files; `hws` looks for the stimulus beside a report.
    #[arg(required = true, num_args = 2..)]
    pub(crate) runs: Vec<PathBuf>,
    /// Only compare the reports; the stimuli are not read.
    #[arg(long, conflicts_with = "html")]
    pub(crate) tables: bool,
    /// Write both timelines, one above the other, as an HTML page: a single file for any browser, without a network.
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Print JSON instead of tables.
    #[arg(long)]
    pub(crate) json: bool,
}
