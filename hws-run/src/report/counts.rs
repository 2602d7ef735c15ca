//! The machine, and what was counted on it.

use hws_regs::RegId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::bounds::narrow;
use crate::run::{RunRecord, Traffic};
use crate::workload::Workload;

/// What the workload ran on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Machine {
    /// CLUSTER_SIP_NUM x CLUSTER_NUM, such as 16x2.
    pub topology: String,
    /// SIPs present.
    pub sips: u32,
    /// Cycles of a time unit.
    pub time_unit: u32,
    /// Cycles of a CF access of the firmware.
    pub bus_cycles: u32,
    /// Register settings of the workload, in its order.
    pub registers: Vec<Setting>,
    /// Usage masks of the workload, in its order.
    pub usage_masks: Vec<UsageMask>,
}

/// A register that the workload sets.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Setting {
    /// Its name.
    pub register: String,
    /// What is written to it.
    pub value: u32,
}

/// The SIPs that kernels of one context and size class may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UsageMask {
    /// Context.
    pub ctx: u8,
    /// A thread count of the size class.
    pub threads: u32,
    /// Bit i: logical SIP i.
    pub mask: u32,
}

impl Machine {
    pub(super) fn of(workload: &Workload) -> Self {
        let hardware = &workload.hardware;
        let topology = hardware.topology;
        let setting = |&(register, value): &(RegId, u32)| Setting { register: register.to_string(), value };
        let masks = workload.usage_masks.iter();
        Self {
            topology: topology.to_string(),
            sips: topology.present().len(),
            time_unit: hardware.time_unit,
            bus_cycles: hardware.bus_cycles,
            registers: hardware.registers.iter().map(setting).collect(),
            usage_masks: masks
                .map(|&(ctx, threads, mask)| UsageMask { ctx, threads: threads.get(), mask: mask.0 })
                .collect(),
        }
    }
}

/// Scheduling attempts.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Attempts {
    /// All.
    pub total: u64,
    /// Those that chose nothing.
    pub failed: u64,
}

impl Attempts {
    pub(super) fn of(record: &RunRecord) -> Self {
        record.counters.map_or_else(Self::default, |counters| Self {
            total: counters.attempts.into(),
            failed: counters.failed.into(),
        })
    }
}

/// Launches by the pool that they came from.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Launches {
    /// From the R-pool.
    pub r: u64,
    /// From the P-pool.
    pub p: u64,
    /// From the O-pool.
    pub o: u64,
    /// Those of all pools with a block on a SIP that was not idle yet.
    pub early: u64,
}

impl Launches {
    pub(super) fn of(record: &RunRecord) -> Self {
        record.counters.map_or_else(Self::default, |counters| Self {
            r: counters.launches_r.into(),
            p: counters.launches_p.into(),
            o: counters.launches_o.into(),
            early: counters.early.into(),
        })
    }
}

/// CF accesses of the firmware.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TrafficReport {
    /// Reads.
    pub reads: u64,
    /// Writes.
    pub writes: u64,
}

impl From<Traffic> for TrafficReport {
    fn from(traffic: Traffic) -> Self {
        Self { reads: traffic.reads, writes: traffic.writes }
    }
}

/// Busy SIP cycles of a thousand; 0 when nothing ran.
pub(super) fn utilisation_permille(workload: &Workload, record: &RunRecord) -> u64 {
    let sips = workload.hardware.topology.present().len();
    let all = u128::from(sips) * u128::from(record.makespan);
    narrow((u128::from(record.busy_sip_cycles) * 1000).checked_div(all).unwrap_or(0))
}
