//! How `hws sweep` and `hws tune` make runs, and what they write.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::ValueEnum;
use hws_host::sweep::{SweepFormat, SweepOptions};
use hws_run::sweep::{RunTable, Shard};

use super::words;

/// The folder and the threads.
#[derive(Debug, clap::Args)]
pub(crate) struct SweepFolder {
    /// Write one row per run, and the results, to this folder, which is created if necessary; `hws` continues an earlier sweep or
    /// tuning in it.
    #[arg(short, long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// The files of the tables in DIR, beside the page sweep.html: sweep.parquet, sweep.csv or both.
    #[arg(long, default_value = "parquet", requires = "out", value_parser = words::<Format>())]
    format: String,
    /// Write further tables to DIR, separated by commas: graphs with a row for each graph of every run, kernels with a row for each
    /// kernel. Runs without these rows in DIR are repeated.
    #[arg(long, value_name = "TABLES", value_delimiter = ',', requires = "out")]
    pub(crate) tables: Vec<RunTable>,
    /// Repeat every run, even those in DIR/rows.jsonl.
    #[arg(long, requires = "out")]
    restart: bool,
    /// Number of parallel runs [default: the number of cores].
    #[arg(long, value_name = "N")]
    pub(crate) jobs: Option<NonZeroUsize>,
}

impl SweepFolder {
    /// The options, for all runs or those of a shard.
    pub(crate) fn options(&self, shard: Option<Shard>) -> SweepOptions<'_> {
        SweepOptions {
            jobs: self.jobs,
            out: self.out.as_deref(),
            restart: self.restart,
            format: self.format(),
            tables: self.tables.iter().copied().collect(),
            shard,
        }
    }

    /// The files of each table.
    pub(crate) fn format(&self) -> SweepFormat {
        match Format::from_str(&self.format, false) {
            Ok(Format::Csv) => SweepFormat::Csv,
            Ok(Format::Both) => SweepFormat::Both,
            Ok(Format::Parquet) | Err(_) => SweepFormat::Parquet,
        }
    }
}

/// The files to write.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    /// sweep.parquet
    Parquet,
    /// sweep.csv
    Csv,
    /// Both files.
    Both,
}
