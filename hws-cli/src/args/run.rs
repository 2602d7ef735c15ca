//! What `hws run` takes beside the workloads: the machine and its policies.

use std::path::PathBuf;

use clap::ValueEnum;
use hws_sim::workload::ErrorKind;

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
    /// A register map, as `hws regs schema` prints it.
    Map,
}
