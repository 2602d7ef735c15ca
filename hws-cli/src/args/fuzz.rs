//! Options of `hws fuzz`.

use std::path::PathBuf;

use clap::Subcommand;
use clap::builder::PossibleValuesParser;
use hws_fuzz::TARGETS;

/// Works with the inputs of fuzz targets.
#[derive(Debug, clap::Args)]
pub(crate) struct Fuzz {
    /// What to do.
    #[command(subcommand)]
    pub(crate) action: Action,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Action {
    /// Write the run of an input as a stimulus, and tell the story of its failure.
    ToStimulus(ToStimulus),
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
The stimulus goes to standard output, the story and the command that replays it to standard error. docs/fuzz.md
describes both.

Exit status: 0 written; 1 a replay of the stimulus does not show what the input shows; 2 usage error, or no failure to
shrink.

Examples:
  hws fuzz to-stimulus fuzz/artifacts/registers/crash-0a1b -o crash.jsonl
  hws fuzz to-stimulus fuzz/artifacts/registers/crash-0a1b --shrink -o short.jsonl
  hws replay --check short.jsonl
")]
pub(crate) struct ToStimulus {
    /// The input, as libFuzzer writes it; - is standard input.
    #[arg(value_name = "ARTIFACT")]
    pub(crate) input: PathBuf,
    /// The fuzz target that the input is for.
    #[arg(long, value_name = "NAME", default_value = TARGETS[0].name, value_parser = names())]
    pub(crate) target: String,
    /// Leave out the operations that the failure does not need.
    #[arg(long)]
    pub(crate) shrink: bool,
    /// Write the stimulus to this file.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

fn names() -> PossibleValuesParser {
    TARGETS.map(|target| target.name).into()
}
