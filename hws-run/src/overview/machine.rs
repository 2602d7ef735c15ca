//! The machine, and the source of each setting.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::hardware::Hardware;
use crate::workload::{ErrorModel, Origins};

/// The machine of a workload.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MachineOverview {
    /// CLUSTER_SIP_NUM x CLUSTER_NUM, such as 16x2.
    pub topology: String,
    /// SIPs present.
    pub sips: u32,
    /// Cycles of a time unit.
    pub time_unit: u32,
    /// Cycles of a CF access of the firmware.
    pub bus_cycles: u32,
    /// Cycles by which a SIP announces the end of a block; 0: it does not.
    pub pre_complete_lead: u32,
    /// Cost of kernels that are given by operations and bytes.
    pub cost: CostOverview,
    /// The source of each of these keys that was set: a file, or a policy. The others have their defaults.
    pub set_by: BTreeMap<&'static str, String>,
}

/// Rates of one SIP.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CostOverview {
    /// Operations per cycle.
    pub ops_per_cycle: u64,
    /// Bytes moved per cycle.
    pub bytes_per_cycle: u64,
    /// Additional cycles of each block.
    pub overhead: u64,
}

/// The error model: how real times differ from estimates.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ErrorModelOverview {
    /// none, low or uniform:N%.
    pub kind: String,
    /// The seed.
    pub seed: u64,
}

impl From<ErrorModel> for ErrorModelOverview {
    fn from(model: ErrorModel) -> Self {
        Self { kind: model.kind.to_string(), seed: model.seed }
    }
}

impl MachineOverview {
    pub(super) fn new(hardware: &Hardware, origins: &Origins) -> Self {
        let topology = hardware.topology;
        let set = |key| Some((key, origins.of_key(key)?.to_owned()));
        Self {
            topology: topology.to_string(),
            sips: topology.present().len(),
            time_unit: hardware.time_unit,
            bus_cycles: hardware.bus_cycles,
            pre_complete_lead: hardware.pre_complete_lead,
            cost: CostOverview {
                ops_per_cycle: hardware.cost.ops_per_cycle_per_sip,
                bytes_per_cycle: hardware.cost.bytes_per_cycle_per_sip,
                overhead: hardware.cost.overhead_cycles,
            },
            set_by: ["topology", "time_unit", "bus_cycles", "pre_complete_lead", "cost"]
                .into_iter()
                .filter_map(set)
                .collect(),
        }
    }
}
