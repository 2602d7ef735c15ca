//! Options of `hws run` except the workloads: the machine and its policies, real times, the import of graphs.

use std::num::{NonZeroU32, NonZeroU64};
use std::path::PathBuf;

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap_complete::ArgValueCompleter;
use hws_gdb::GdbAddress;
use hws_host::run::RunFile;
use hws_plan::import::onnx::UnknownOp;
use hws_run::workload::ErrorKind;
use hws_sim::fault::{Chance, FaultKind, UnknownChance, UnknownFault};

use crate::completion::{faults, policies};

/// The machine and its policies, which override the files.
#[derive(Debug, Default, PartialEq, Eq, clap::Args)]
pub(crate) struct Machine {
    /// Take `hardware` and `contexts` from this YAML file; its keys override those of the workloads.
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Set a scheduling policy, overriding all files; repeatable. `list` lists the policies.
    #[arg(long = "policy", value_name = "KEY=VALUE", value_parser = policy, add = ArgValueCompleter::new(policies))]
    pub(crate) policies: Vec<Policy>,
}

impl Machine {
    /// Returns whether `--policy list` asks for the list instead of a run.
    pub(crate) fn lists_policies(&self) -> bool {
        self.policies.contains(&Policy::List)
    }
}

/// The firmware that schedules the workload.
#[derive(Debug, Default, PartialEq, Eq, clap::Args)]
pub(crate) struct Firmware {
    /// Run this compiled firmware (ELF, RV32IMAC) on a RISC-V core instead of the built-in Amos; it gets the workload in
    /// memory (docs/firmware-image.md).
    #[arg(long = "firmware", value_name = "IMAGE", conflicts_with = "explain_workload")]
    pub(crate) image: Option<PathBuf>,
    /// Take the memory map and the timing of the core from this YAML file.
    #[arg(long, value_name = "FILE", requires = "image")]
    pub(crate) platform: Option<PathBuf>,
    /// Wait for gdb on this port of this machine before the first instruction (0: any free port), and let it control the
    /// firmware: `gdb-multiarch IMAGE -ex 'target remote :PORT'` (docs/firmware-debugging.md). Files and report are those
    /// of a run without gdb, unless gdb changes registers or memory.
    #[arg(long, value_name = "[HOST:]PORT", requires = "image")]
    pub(crate) gdb: Option<GdbAddress>,
}

/// The real execution times of blocks.
#[derive(Debug, Default, PartialEq, Eq, clap::Args)]
pub(crate) struct RealTimes {
    /// Let real execution times differ from the estimates: none, low (up to 39 % longer, 1.1 % on average), or
    /// uniform:N% (up to N % shorter or longer). A kernel with `actual` keeps that time.
    #[arg(long, value_name = "MODEL")]
    pub(crate) error_model: Option<ErrorKind>,
    /// Seed of the real times and of injected faults; the same seed gives the same ones [default: 0].
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
}

/// Whether other settings are tried after the run.
#[derive(Debug, Default, PartialEq, Eq, clap::Args)]
pub(crate) struct Advice {
    /// After the run, try a few other settings on a workload of any size, and name those that would have ended it at least 1 % earlier; with
    /// --json and in report.json as `advice`. By default, `hws` tries them only if that takes a few milliseconds, and prints
    /// nothing if none is better (docs/tuning.md).
    #[arg(long, conflicts_with_all = ["image", "injections", "explain_workload"])]
    pub(crate) advise: bool,
    /// Do not try other settings after the run.
    #[arg(long, conflicts_with = "advise")]
    pub(crate) no_advice: bool,
}

/// Faults between the HWS and its surroundings.
#[derive(Debug, Default, PartialEq, Eq, clap::Args)]
pub(crate) struct Faults {
    /// Inject faults of this kind, at about one in N of its occasions (1/N) or at a percentage of them (P%); repeatable.
    /// `list` lists the kinds. Amos recovers from them, and the summary says how (docs/faults.md).
    #[arg(
        long = "inject",
        value_name = "KIND=RATE",
        value_parser = injection,
        add = ArgValueCompleter::new(faults),
        conflicts_with_all = ["image", "explain_workload"]
    )]
    pub(crate) injections: Vec<Injection>,
}

impl Faults {
    /// Returns whether `--inject list` asks for the list instead of a run.
    pub(crate) fn lists_kinds(&self) -> bool {
        self.injections.contains(&Injection::List)
    }
}

/// A fault to inject, or the request to list all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Injection {
    List,
    Rate(FaultKind, Chance),
}

impl Injection {
    /// Returns the kind and its rate, unless the list is asked for.
    pub(crate) const fn rate(&self) -> Option<(FaultKind, Chance)> {
        match *self {
            Self::List => None,
            Self::Rate(kind, chance) => Some((kind, chance)),
        }
    }
}

fn injection(text: &str) -> Result<Injection, String> {
    if matches!(text, "list" | "help") {
        return Ok(Injection::List);
    }
    let (kind, rate) = text.split_once('=').unwrap_or((text, ""));
    let kind = kind.parse().map_err(|error: UnknownFault| error.to_string())?;
    if rate.is_empty() {
        return Err(format!("give {kind}=RATE, such as {kind}=1/200 or {kind}=0.5%"));
    }
    let chance = rate.parse().map_err(|error: UnknownChance| error.to_string())?;
    Ok(Injection::Rate(kind, chance))
}

/// Settings that imported graphs leave open.
#[derive(Debug, Default, PartialEq, Eq, clap::Args)]
pub(crate) struct Imports {
    /// The SIPs on which the kernels of an imported graph may run.
    #[arg(long, value_enum, default_value_t = Mapping::Dynamic)]
    pub(crate) mapping: Mapping,
    /// Multiply imported times by this factor [default: 1 for ONNX models, whose times are cycles; otherwise the
    /// smallest power of ten that makes the mean estimate at least 20 attempts long, or as long as a plan asks for].
    #[arg(long, value_name = "FACTOR", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) scale: Option<u64>,
    /// Run only the first N instances of each graph of a plan that repeats.
    #[arg(long, value_name = "N")]
    pub(crate) instances: Option<NonZeroU32>,
    #[command(flatten)]
    pub(crate) models: Models,
    #[command(flatten)]
    pub(crate) edges: Edges,
    #[command(flatten)]
    pub(crate) transfers: Transfers,
}

/// Settings that ONNX models leave open.
#[derive(Debug, Default, PartialEq, Eq, clap::Args)]
pub(crate) struct Models {
    /// Fuse element-wise operators of ONNX models into the operator before them.
    #[arg(long)]
    pub(crate) fuse: bool,
    /// Set a dimension that an ONNX model leaves open, or an input of one integer or truth value; repeatable.
    #[arg(long = "dim", value_name = "NAME=N", value_parser = dimension)]
    pub(crate) dims: Vec<(String, u64)>,
    /// Count ONNX operators without a rule: `cost=bytes` moves inputs and outputs, `cost=N` does N operations for each
    /// element of the outputs, too; `,shape=input` gives an output without a declared shape that of the first input.
    #[arg(long, value_name = "cost=bytes")]
    pub(crate) unknown_op: Option<UnknownOp>,
    /// Take rules for ONNX operators from this YAML file; they take precedence over those of `hws`.
    #[arg(long, value_name = "FILE")]
    pub(crate) ops: Option<PathBuf>,
}

/// Settings that graphs with bytes on their edges leave open.
#[derive(Debug, Default, PartialEq, Eq, clap::Args)]
pub(crate) struct Edges {
    /// Bandwidth between kernels, in bytes per time unit of the file (WfCommons: milliseconds): bytes on edges take
    /// time, rounded up, also in the ranks; Gemini schedules load from DRAM over one channel. By default, bytes take no
    /// time.
    #[arg(long, value_name = "N")]
    pub(crate) bw: Option<NonZeroU64>,
}

/// Whether transfers between kernels take time in a run.
#[derive(Debug, Default, PartialEq, Eq, clap::Args)]
pub(crate) struct Transfers {
    /// Ignore the time of transfers and loads in the run; the priorities stay the same.
    #[arg(long)]
    pub(crate) no_transfers: bool,
}

/// `NAME=N`; the name may contain `=`.
fn dimension(text: &str) -> Result<(String, u64), String> {
    let (name, value) = text.rsplit_once('=').filter(|(name, _)| !name.is_empty()).ok_or("give NAME=N")?;
    let value = value.parse().map_err(|_| format!("`{value}` is not a dimension; give an integer from 0"))?;
    Ok((name.to_owned(), value))
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, ValueEnum)]
pub(crate) enum Mapping {
    /// Any SIP: the HWS decides.
    #[default]
    Dynamic,
    /// The cores and the order of the file.
    Static,
}

/// A file of the folder of a run.
pub(crate) fn run_file() -> impl TypedValueParser<Value = RunFile> {
    PossibleValuesParser::new(RunFile::ALL.map(RunFile::key)).try_map(|key| key.parse())
}

/// A policy, or the request to list all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Policy {
    List,
    Set { key: String, value: String },
}

fn policy(text: &str) -> Result<Policy, String> {
    if matches!(text, "list" | "help") {
        return Ok(Policy::List);
    }
    let (key, value) = text.split_once('=').ok_or("give KEY=VALUE, or list")?;
    Ok(Policy::Set { key: key.to_owned(), value: value.to_owned() })
}

/// The formats that have a schema.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum SchemaOf {
    /// A workload in YAML.
    Workload,
    /// The file of `--config`.
    Config,
    /// report.json.
    Report,
    /// The output of `--explain-workload --json`.
    Overview,
    /// A plan, as written by `hws plan` and read by `hws run`.
    Plan,
    /// A register map; `hws regs schema` prints the same.
    Map,
    /// interfaces.yaml: words, ports, events and rules.
    Interfaces,
    /// A line of a stimulus.
    Stimulus,
    /// A line of a trace.
    Trace,
    /// Rules for ONNX operators, the file of `--ops`.
    Ops,
}
