//! What `hws plan` takes.

pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod dataflow;
pub(crate) mod emit;
pub(crate) mod gemini;
pub(crate) mod import;
pub(crate) mod lint;
pub(crate) mod periodic;
pub(crate) mod pipeline;
pub(crate) mod rank;
pub(crate) mod values;

use std::path::PathBuf;

use clap::Subcommand;

/// Decides before a run what runs when and where.
#[derive(Debug, clap::Args)]
pub(crate) struct Plan {
    /// The planner.
    #[command(subcommand)]
    pub(crate) planner: Planner,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Planner {
    /// Make a plan of a graph in any format: kernels, dependencies, upward ranks.
    Import(import::Import),
    /// Upward ranks, critical path and priorities; HEFT when costs per processor are given.
    Rank(rank::Rank),
    /// A periodic schedule by retiming, for a graph that runs many times.
    Periodic(periodic::Periodic),
    /// Check a Gemini schedule; kernels, ranks, a timeline, and the plan it becomes.
    Gemini(gemini::Gemini),
    /// Starting delays and FIFO depths of a dataflow program.
    Dataflow(dataflow::Dataflow),
    /// Rows and packets between the units of a TianjicX core: timeline, credits, buffers.
    Pipeline(Box<pipeline::Pipeline>),
    /// Static plan, dynamic run and lower bound of graphs in one table.
    Compare(compare::Compare),
    /// Everything that a plan file can be wrong about by itself.
    Check(check::Check),
    /// What a machine would make of a plan: its limits, and what it would not keep.
    Lint(lint::Lint),
    /// What firmware needs to run a plan: descriptors, register writes, edges, triggers.
    Emit(emit::Emit),
}

/// What a planner takes whose answers can be drawn.
#[derive(Debug, clap::Args)]
pub(crate) struct Page {
    /// Write a page that shows the answer: one file of HTML, to look at in a browser without a network.
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
}

/// What every planner takes.
#[derive(Debug, clap::Args)]
pub(crate) struct Input {
    /// The input; - or nothing is standard input. gzip is inflated.
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    pub(crate) file: PathBuf,
    /// Print JSON instead of tables.
    #[arg(long)]
    pub(crate) json: bool,
}
