//! The shape of a plan file.
//!
//! The JSON Schema is public: its definitions keep the names of the format, without the `Plan` that tells these
//! types from those of other crates.

mod kernel;
mod new;
mod repeat;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use kernel::{DepKind, PlanCredit, PlanDep, PlanKernel, PlanOn, PlanParams, PlanTriggers};
pub use repeat::{PlanOrder, PlanRepeat};

/// The version of the format that this program reads and writes.
pub const VERSION: u32 = 1;

/// A plan: what runs where and when, as decided before the run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a plan, an object")]
pub struct Plan {
    /// Version of the format; the key identifies a file as a plan.
    #[schemars(range(min = 1, max = 1))]
    pub hws_plan: u32,
    /// Name for people.
    pub name: String,
    /// The origin of the plan.
    pub provenance: Provenance,
    /// The meaning of its times.
    pub time: Time,
    /// The machine for which the plan is made; any machine if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub machine: Option<PlanMachine>,
    /// What orders the kernels on their SIPs.
    #[serde(default, skip_serializing_if = "is_default")]
    pub order: PlanOrder,
    /// Why no machine can run the plan; absent from a plan that can run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_runnable: Option<String>,
    /// The graphs; each has its own tag.
    pub dags: Vec<PlanDag>,
    /// The kernels of all graphs.
    pub kernels: Vec<PlanKernel>,
    /// The planned places and times of blocks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub slots: Vec<PlanSlot>,
    /// FIFOs between streaming kernels.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fifos: Vec<PlanFifo>,
    /// Memory that the plan relies on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub buffers: Vec<PlanBuffer>,
}

/// The origin of a plan.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a provenance, an object")]
pub struct Provenance {
    /// The planner or importer, such as `periodic`.
    pub planner: String,
    /// The input file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The options, as `key=value`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// Notes for people.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// The meaning of the times of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "the time of a plan, an object")]
pub struct Time {
    /// Cycles of the scheduler, or units of the source that a run scales.
    pub unit: PlanTimeUnit,
    /// The factor by which the times of the source were multiplied, rounded up: numerator and denominator.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub scale: [u64; 2],
    /// How long a run that scales units makes the mean estimate at least, in attempts of the scheduler; a run has a
    /// default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean_attempts: Option<u32>,
    /// How much later than planned a run ends on the machine alone, in cycles: its end and the planned one. It is
    /// there if decisions and firmware delay the run by more than 5 %.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub predicted_factor: Option<[u64; 2]>,
}

/// Values that readers assume are not written.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

fn one() -> [u64; 2] {
    [1, 1]
}

fn is_one(scale: &[u64; 2]) -> bool {
    *scale == one()
}

/// Unit of the times of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlanTimeUnit {
    /// SP cycles.
    Cycles,
    /// Units of the source; `hws run` multiplies all of them by one constant.
    Units,
}

/// A machine: CLUSTER_SIP_NUM × CLUSTER_NUM.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a machine, an object")]
#[schemars(rename = "Machine")]
pub struct PlanMachine {
    /// SIPs of a cluster.
    pub cluster_sip_num: u32,
    /// Clusters.
    pub cluster_num: u32,
}

/// A graph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a graph, an object")]
#[schemars(rename = "Dag")]
pub struct PlanDag {
    /// Unique in the plan.
    pub id: String,
    /// The time at which firmware receives it, in the unit of the plan.
    #[serde(default)]
    pub arrival: u64,
    /// Whether the whole graph is known before it starts.
    #[serde(default)]
    pub kind: PlanDagKind,
    /// Periodic arrivals, for which the graph is a template.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeat: Option<PlanRepeat>,
}

/// Whether the whole graph is known before it starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "DagKind")]
pub enum PlanDagKind {
    /// dag_total_kernel_cnt is known.
    #[default]
    Static,
    /// dag_total_kernel_cnt is not known.
    Dynamic,
}

/// The planned place and time of a block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a slot, an object")]
#[schemars(rename = "Slot")]
pub struct PlanSlot {
    /// The graph.
    pub dag: String,
    /// The kernel.
    pub kernel: String,
    /// The block, from 0.
    #[serde(default, skip_serializing_if = "is_default")]
    pub block: u16,
    /// The first of its thread_num logical SIPs.
    pub sip: u8,
    /// Start, in the unit of the plan.
    pub start: u64,
    /// End.
    pub end: u64,
}

/// A FIFO between two streaming kernels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a FIFO, an object")]
#[schemars(rename = "Fifo")]
pub struct PlanFifo {
    /// The graph of both.
    pub dag: String,
    /// The producer.
    pub from: String,
    /// The consumer.
    pub to: String,
    /// The number of tokens that it must hold.
    pub depth: u64,
    /// The most blocks of the producer in flight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window: Option<u16>,
}

/// Memory that a plan relies on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a buffer, an object")]
#[schemars(rename = "Buffer")]
pub struct PlanBuffer {
    /// Unique in the plan.
    pub id: String,
    /// Its purpose, such as `cache`, `dram`, `fifo` or `rows`.
    pub kind: String,
    /// Bytes.
    pub bytes: u64,
    /// The graph it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dag: Option<String>,
    /// The kernels that use it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kernels: Vec<String>,
    /// The logical SIP to which it is adjacent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sip: Option<u8>,
}
