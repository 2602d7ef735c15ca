//! What `hws regs` takes.

use std::path::PathBuf;

use clap::Subcommand;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Without a map file the built-in map is meant; - is standard input.

Exit status: 0 success, 1 the map has errors or a change is breaking, 2 bad use or bad input.
")]
pub(crate) struct Regs {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Check a register map and say everything that is wrong with it.
    Check(Check),
    /// Explain a kind of error; without a code, list them.
    Explain(Explain),
    /// Print the JSON Schema of a register map, for editors.
    Schema,
    /// Export a register map in another format.
    Export(Export),
    /// Describe a register, decode a value or encode one; without a name, summarise the map.
    Show(Show),
    /// Find registers, fields and named values by a word.
    Grep(Grep),
    /// Say what changed between two maps, and what of it is breaking.
    Diff(Diff),
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  hws regs check regmap.yaml
  hws regs check - < regmap.yaml
")]
pub(crate) struct Check {
    /// The map.
    pub(crate) map: PathBuf,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  hws regs explain
  hws regs explain registers-overlap
")]
pub(crate) struct Explain {
    /// The code, as it stands in the brackets of an error.
    pub(crate) code: Option<String>,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  hws regs export --format c -o hws_regs.h
  hws regs export --format json regmap.yaml
")]
pub(crate) struct Export {
    /// The format; an unknown one lists them.
    #[arg(short, long)]
    pub(crate) format: String,
    /// Write to this file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// The map; without one, the built-in map.
    pub(crate) map: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  hws regs show
  hws regs show PROMOTE
  hws regs show 0x0114 0x00041001
  hws regs show 'RS[4].FLAGS' 3
  hws regs show PROMOTE RTASK_MAX=4 THRESHOLD=2
  hws regs show HWS_WORK_MODE OUT_PATH=MIH --json
")]
pub(crate) struct Show {
    /// The register's name, with or without indices, or its byte offset in the window.
    #[arg(value_name = "NAME|ADDRESS")]
    pub(crate) what: Option<String>,
    /// A word to decode, or FIELD=VALUE to encode over the reset value.
    #[arg(value_name = "VALUE")]
    pub(crate) values: Vec<String>,
    #[command(flatten)]
    pub(crate) of: Of,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  hws regs grep backfill
  hws regs grep N_RANK --map regmap.yaml
")]
pub(crate) struct Grep {
    /// The word; capitals do not count.
    pub(crate) word: String,
    #[command(flatten)]
    pub(crate) of: Of,
}

/// Which map, and how it is shown.
#[derive(Debug, clap::Args)]
pub(crate) struct Of {
    /// The map; without one, the built-in map.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) map: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit status: 0 nothing or only additions, 1 a breaking change, 2 bad use or bad input.

Examples:
  hws regs diff published.yaml regmap.yaml
  hws regs diff published.yaml
")]
pub(crate) struct Diff {
    /// The map that is known.
    pub(crate) old: PathBuf,
    /// The map that is new; without one, the built-in map.
    pub(crate) new: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}
