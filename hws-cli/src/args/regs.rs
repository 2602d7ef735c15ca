//! Options of `hws regs`.

use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};
use clap_complete::ArgValueCompleter;

use super::words;
use crate::completion::{codes, field_values, formats, register_names};
use crate::diagnostics::ErrorFormat;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Without a map file, the built-in map is used; - is standard input.

Exit status: 0 success, 1 the map has errors or a change is breaking, 2 usage error or invalid input.
")]
pub(crate) struct Regs {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Check register maps: report every error, and warn of probable mistakes.
    Check(Check),
    /// Explain an error code; without one, list all codes.
    Explain(Explain),
    /// Print the JSON Schema of a register map, for editors.
    Schema,
    /// Export a register map in another format.
    Export(Export),
    /// Import a register map from SystemRDL, CMSIS-SVD or IP-XACT.
    Import(Import),
    /// Describe a register, decode or encode a value; without a name, summarise the map.
    Show(Show),
    /// Find registers, fields and named values that contain a word.
    Grep(Grep),
    /// List the changes between two maps, and which of them break users.
    Diff(Diff),
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  hws regs check regmap.yaml
  hws regs check uart.yaml timer.yaml --deny warnings --allow gap
  hws regs check regmap.yaml --format sarif > regmap.sarif
  hws regs check - < regmap.yaml
")]
pub(crate) struct Check {
    /// The maps; the exit status is that of the worst one.
    #[arg(required = true, value_name = "MAP")]
    pub(crate) maps: Vec<PathBuf>,
    /// The form of the diagnostics: text on standard error, or JSON or SARIF on standard output.
    /// [default: human]
    #[arg(long, value_parser = words::<ErrorFormat>())]
    pub(crate) format: Option<String>,
    /// Treat the warnings with this code as errors; `warnings` for all of them.
    #[arg(long, value_name = "CODE", add = ArgValueCompleter::new(codes))]
    pub(crate) deny: Vec<String>,
    /// Leave out the warnings with this code; `warnings` for all of them.
    #[arg(long, value_name = "CODE", add = ArgValueCompleter::new(codes))]
    pub(crate) allow: Vec<String>,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  hws regs explain
  hws regs explain registers-overlap
")]
pub(crate) struct Explain {
    /// The code, as shown in the brackets of an error or warning.
    #[arg(add = ArgValueCompleter::new(codes))]
    pub(crate) code: Option<String>,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  hws regs export --format c -o hws_regs.h
  hws regs export --format json regmap.yaml
  hws regs export --format svd --base 0x4000_0000 uart.yaml
  hws regs export --format rust --standalone uart.yaml
")]
pub(crate) struct Export {
    /// The format; any other word lists the formats.
    #[arg(short, long, add = ArgValueCompleter::new(formats))]
    pub(crate) format: String,
    /// Write to this file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Rust: one file that needs no other crate, for any map.
    #[arg(long)]
    pub(crate) standalone: bool,
    /// The address of the window in the system [default: 0].
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) base: Option<String>,
    /// The prefix of names in C, SystemVerilog and UVM [default: the name of the map].
    #[arg(long, value_name = "NAME")]
    pub(crate) prefix: Option<String>,
    /// The map [default: the built-in map].
    pub(crate) map: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Standard error lists the properties that a map cannot hold. The Python package systemrdl-compiler reads
SystemRDL: python3 -m pip install systemrdl-compiler

Exit status: 0 success, 1 with --strict if anything is lost, with --all if a block does not make a
map (the others are written), 2 usage error or invalid input.

Examples:
  hws regs import uart.svd -o uart.yaml
  hws regs import chip.svd --list
  hws regs import chip.svd --block UART0 -o uart0.yaml
  hws regs import chip.svd --all -o maps
  hws regs import uart.rdl --include lib -o uart.yaml
")]
pub(crate) struct Import {
    /// The file; its format is recognised by its content.
    pub(crate) file: PathBuf,
    /// The format [default: that of the content].
    #[arg(short, long, value_parser = words::<ImportFrom>())]
    pub(crate) format: Option<String>,
    /// The block of a file with several: a peripheral, a memory map or an address map.
    #[arg(short, long, value_name = "NAME", conflicts_with_all = ["all", "list"])]
    pub(crate) block: Option<String>,
    /// Import every block; --out is a folder, in which each gets a file of its own.
    #[arg(long, requires = "out", conflicts_with = "list")]
    pub(crate) all: bool,
    /// List the blocks of the file.
    #[arg(long, conflicts_with = "out")]
    pub(crate) list: bool,
    /// Write the map to this file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Overwrite existing files.
    #[arg(long)]
    pub(crate) force: bool,
    /// Write nothing if the map cannot hold something in the file.
    #[arg(long)]
    pub(crate) strict: bool,
    /// SystemRDL: search this folder for included files.
    #[arg(short = 'I', long, value_name = "FOLDER")]
    pub(crate) include: Vec<PathBuf>,
    /// SystemRDL: the Python interpreter that has the package systemrdl-compiler.
    #[arg(long, value_name = "PROGRAM", default_value = "python3")]
    pub(crate) python: PathBuf,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ImportFrom {
    /// SystemRDL 2.0.
    Systemrdl,
    /// CMSIS-SVD.
    Svd,
    /// IP-XACT: IEEE 1685-2009, 2014 or 2022.
    Ipxact,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  hws regs show
  hws regs show PROMOTE
  hws regs show PROMOTE.RTASK_MAX
  hws regs show 0x0114 0x00041001
  hws regs show 'RS[4].FLAGS' 3
  hws regs show PROMOTE RTASK_MAX=4 THRESHOLD=2
  hws regs show HWS_WORK_MODE OUT_PATH=MIH --json
")]
pub(crate) struct Show {
    /// The name of a register or field, with or without indices, or a byte offset in the window.
    #[arg(value_name = "NAME|ADDRESS", add = ArgValueCompleter::new(register_names))]
    pub(crate) what: Option<String>,
    /// A word to decode, or FIELD=VALUE to encode over the reset value.
    #[arg(value_name = "VALUE", add = ArgValueCompleter::new(field_values))]
    pub(crate) values: Vec<String>,
    #[command(flatten)]
    pub(crate) of: Of,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit status: 0 something was found, 1 nothing, 2 usage error or invalid input.

Examples:
  hws regs grep backfill
  hws regs grep N_RANK --map regmap.yaml
")]
pub(crate) struct Grep {
    /// The word, in upper or lower case.
    pub(crate) word: String,
    #[command(flatten)]
    pub(crate) of: Of,
}

/// The map, and the form of the output.
#[derive(Debug, clap::Args)]
pub(crate) struct Of {
    /// The map [default: the built-in map].
    #[arg(short, long, value_name = "FILE")]
    pub(crate) map: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit status: 0 no change or only compatible ones, 1 a breaking change, 2 usage error or invalid input.
Every kind of change, and whom it breaks: docs/map-changes.md.

Examples:
  hws regs diff published.yaml regmap.yaml
  hws regs diff published.yaml --json
")]
pub(crate) struct Diff {
    /// The old map.
    pub(crate) old: PathBuf,
    /// The new map [default: the built-in map].
    pub(crate) new: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

impl Import {
    /// The format that is given.
    pub(crate) fn given(&self) -> Option<ImportFrom> {
        self.format.as_deref().and_then(|word| ImportFrom::from_str(word, false).ok())
    }
}
