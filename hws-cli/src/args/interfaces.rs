//! Options of `hws interfaces`.

use std::path::PathBuf;

use clap::Subcommand;

use super::words;
use crate::diagnostics::ErrorFormat;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
`hws schema interfaces` prints the JSON Schema of the file, for editors.

Exit status: 0 success, 1 the file has faults or a change breaks a layout, 2 usage error or unreadable input.

Examples:
  hws interfaces check interfaces.yaml
  hws interfaces diff old.yaml interfaces.yaml
")]
pub(crate) struct Interfaces {
    #[command(subcommand)]
    pub(crate) action: Action,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Action {
    /// Check files: report every fault with its place and a remedy.
    Check {
        /// The files; - is standard input.
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Print the faults as a JSON array on standard output.
        #[arg(long)]
        json: bool,
        /// The form of the faults: text on standard error, or JSON or SARIF on standard output.
        /// [default: human]
        #[arg(long, conflicts_with = "json", value_parser = words::<ErrorFormat>())]
        format: Option<String>,
    },
    /// List the changes between two files, and which of them break a layout.
    Diff {
        /// The file before.
        old: PathBuf,
        /// The file after.
        new: PathBuf,
        /// Print a JSON array.
        #[arg(long)]
        json: bool,
    },
}
