//! Options of `hws plan`.

pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod dataflow;
pub(crate) mod emit;
pub(crate) mod gemini;
pub(crate) mod import;
pub(crate) mod lint;
pub(crate) mod methods;
pub(crate) mod periodic;
pub(crate) mod pipeline;
pub(crate) mod rank;
pub(crate) mod values;

use std::path::PathBuf;

use clap::Subcommand;

/// Plans what runs when and where, before a run.
#[derive(Debug, clap::Args)]
pub(crate) struct Plan {
    /// The planner.
    #[command(subcommand)]
    pub(crate) planner: Planner,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Planner {
    /// Turn a graph in any format into a plan: kernels, dependencies, upward ranks.
    Import(import::Import),
    /// Upward ranks, critical path and priorities; schedules if the processors are given.
    Rank(rank::Rank),
    /// A periodic schedule by retiming, for a graph that is executed many times.
    Periodic(periodic::Periodic),
    /// Totals of periodic schedules in one table: graphs by numbers of PEs and methods.
    Methods(methods::Methods),
    /// Check a Gemini schedule: its errors, kernels, ranks and timeline; write it as a plan.
    Gemini(gemini::Gemini),
    /// Starting delays and FIFO depths of a dataflow program.
    Dataflow(dataflow::Dataflow),
    /// Rows and packets between the units of a TianjicX core: timeline, credits, buffers.
    Pipeline(Box<pipeline::Pipeline>),
    /// Compare static plan, dynamic run and lower bound of graphs in one table.
    Compare(compare::Compare),
    /// Check a plan file without a machine: names, cycles, credits, slots.
    Check(check::Check),
    /// Check a plan against a machine: its limits, and where a run would differ from the plan.
    Lint(lint::Lint),
    /// Write the data that firmware needs to run a plan: descriptors, register writes, edges, triggers.
    Emit(emit::Emit),
}

/// The page of a planner whose result can be drawn.
#[derive(Debug, clap::Args)]
pub(crate) struct Page {
    /// Write the result as an HTML page: a single file for any browser, without a network.
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
}

/// The input of every planner.
#[derive(Debug, clap::Args)]
pub(crate) struct Input {
    /// The input, optionally gzipped; standard input if - or omitted.
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    pub(crate) file: PathBuf,
    /// Print JSON instead of tables.
    #[arg(long)]
    pub(crate) json: bool,
}
