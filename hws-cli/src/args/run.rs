//! What `hws run` takes beside the workloads: the machine and its policies, real times, how graphs are imported.

use std::num::NonZeroU64;
use std::path::PathBuf;

use clap::ValueEnum;
use hws_run::workload::ErrorKind;

/// What overrides the files.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct Machine {
    /// Take `hardware` and `contexts` from this YAML file; key by key it wins over the workloads.
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Set a scheduling policy, which wins over all files; repeatable. `list` lists them.
    #[arg(long = "policy", value_name = "KEY=VALUE", value_parser = policy)]
    pub(crate) policies: Vec<Policy>,
}

/// How long blocks really take.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct RealTimes {
    /// Let real execution times differ from the estimates: none, low (they are up to 39 % longer, 1.1 %
    /// on average), or uniform:N% (up to N % shorter or longer). A kernel's `actual` stands.
    #[arg(long, value_name = "MODEL")]
    pub(crate) error_model: Option<ErrorKind>,
    /// Draw the real times anew; the same seed gives the same times [default: 0].
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
}

/// What imported graphs do not say.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct Imports {
    /// Where the kernels of an imported graph may run.
    #[arg(long, value_enum, default_value_t = Mapping::Dynamic)]
    pub(crate) mapping: Mapping,
    /// Multiply imported times by this; by default the smallest power of ten that makes the mean
    /// estimate at least 20 attempts long, and 1 for ONNX models, whose times are cycles.
    #[arg(long, value_name = "FACTOR", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) scale: Option<u64>,
    #[command(flatten)]
    pub(crate) models: Models,
    #[command(flatten)]
    pub(crate) edges: Edges,
}

/// What ONNX models leave open.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct Models {
    /// Fuse operators of ONNX models that work element by element into the one before them.
    #[arg(long)]
    pub(crate) fuse: bool,
    /// Give a dimension that an ONNX model leaves open its value; may be repeated.
    #[arg(long = "dim", value_name = "NAME=N", value_parser = dimension)]
    pub(crate) dims: Vec<(String, u64)>,
}

/// What graphs with bytes on their edges leave open.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct Edges {
    /// Bytes per unit of the file's times (WfCommons: milliseconds) from kernel to kernel: communication
    /// counts in ranks, rounded up. Without it bytes on edges take no time.
    #[arg(long, value_name = "N")]
    pub(crate) bw: Option<NonZeroU64>,
}

/// `NAME=N`; a name may have the sign, too.
fn dimension(text: &str) -> Result<(String, u64), String> {
    let (name, value) = text.rsplit_once('=').filter(|(name, _)| !name.is_empty()).ok_or("give NAME=N")?;
    let value = value.parse().map_err(|_| format!("`{value}` is no dimension (give an integer from 0)"))?;
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

/// A policy, or the wish to see them.
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

/// What `hws run` reads and writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum SchemaOf {
    /// A workload in our YAML.
    Workload,
    /// What `--config` takes.
    Config,
    /// report.json.
    Report,
    /// What `--explain-workload --json` prints.
    Overview,
    /// A plan, as `hws plan` writes and `hws run` takes it.
    Plan,
    /// A register map, as `hws regs schema` prints it.
    Map,
}
