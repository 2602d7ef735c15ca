//! The shape of a kernel in a plan file: descriptor, dependencies, triggers.

use super::is_default;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A kernel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a kernel, an object")]
#[schemars(rename = "Kernel")]
pub struct PlanKernel {
    /// Unique in its graph.
    pub id: String,
    /// Its graph.
    pub dag: String,
    /// Number of blocks (gridDim), 1 to 65535.
    #[schemars(range(min = 1))]
    pub block_num: u16,
    /// SIPs of a block: 1, 2, 3, 4, 6, 8, 9, 12 or 16.
    pub thread_num: u32,
    /// Estimated time of a block in the unit of the plan, at least 1.
    #[schemars(range(min = 1))]
    pub est: u64,
    /// offline_priority.
    pub priority: u32,
    /// Whether it is on a critical path of its graph.
    #[serde(default, skip_serializing_if = "is_default")]
    pub on_cp: bool,
    /// The logical SIPs that it may use, one bit each; all by default.
    #[serde(default = "every_sip")]
    pub affinity: u32,
    /// Context, 0 to 3.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(range(max = 3))]
    pub ctx: u8,
    /// Whether all blocks start together.
    #[serde(default, skip_serializing_if = "is_default")]
    pub coop: bool,
    /// Its dependencies.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deps: Vec<PlanDep>,
    /// The limit on the number of blocks that may start.
    #[serde(default, skip_serializing_if = "is_default")]
    pub triggers: PlanTriggers,
    /// Bytes of L2 that a block uses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub l2_bytes: Option<u32>,
    /// The parameter slots of its blocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub params: Option<PlanParams>,
    /// The kernel of its graph whose L2 this kernel allocates; a kernel with this key runs on no SIP.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prefetch: Option<String>,
    /// Whether it is a load, such as one over a channel to memory: it runs on no SIP, has no descriptor, and finishes est
    /// after its dependencies allow. Loads that wait for one another share a channel.
    #[serde(default, skip_serializing_if = "is_default")]
    pub load: bool,
    /// How many instances of its graph, from the first on, have this kernel; all by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub instances: Option<u32>,
}

impl PlanKernel {
    /// Whether its blocks run on SIPs; a prefetch and a load have no slots.
    #[must_use]
    pub const fn runs(&self) -> bool {
        self.prefetch.is_none() && !self.load
    }
}

pub(super) const fn every_sip() -> u32 {
    u32::MAX
}

/// A dependency of a kernel on another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a dependency, an object")]
#[schemars(rename = "Dep")]
pub struct PlanDep {
    /// The predecessor.
    pub kernel: String,
    /// The graph of the predecessor, if it is a different one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dag: Option<String>,
    /// The progress that it must have made.
    #[serde(default)]
    pub on: PlanOn,
    /// The reason.
    #[serde(default)]
    pub kind: DepKind,
    /// The time from that progress to the earliest start of the kernel, such as the time of a transfer, in the unit of
    /// the plan.
    #[serde(default, skip_serializing_if = "is_default")]
    pub transfer: u64,
}

/// The progress that a predecessor must have made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "On")]
pub enum PlanOn {
    /// All its blocks have finished.
    #[default]
    Finish,
    /// Its last block has started.
    Launch,
}

/// The reason why a kernel waits for another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DepKind {
    /// It reads data that the other writes.
    #[default]
    Data,
    /// The plan orders it after the other.
    Order,
}

/// The limit on the blocks of a kernel that may start: block_trigger_cnt.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "Triggers")]
pub enum PlanTriggers {
    /// All at once.
    #[default]
    All,
    /// At most this many started but not finished; at least 1.
    Window(u16),
    /// Each block once other kernels of its graph have made enough progress; all credits of the list must allow it.
    Credits(Vec<PlanCredit>),
}

/// The progress of another kernel for which the blocks of a kernel wait.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a credit, an object")]
#[schemars(rename = "Credit")]
pub struct PlanCredit {
    /// The other kernel, of the same graph.
    pub kernel: String,
    /// For each block, the number of first blocks of the other kernel that must have finished; never decreasing.
    pub need: Vec<u16>,
}

/// Slots for the parameters of blocks, used in turn: block b uses slot b mod `queue`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "parameters, an object")]
#[schemars(rename = "Params")]
pub struct PlanParams {
    /// Bytes of a slot, a multiple of 4, at least 8.
    #[schemars(range(min = 8), extend("multipleOf" = 4))]
    pub entry_bytes: u16,
    /// block_param_queue_size, at least 1.
    #[schemars(range(min = 1))]
    pub queue: u16,
}
