//! The machine of a run, and its counters.

use hws_regs::RegId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::bounds::narrow;
use crate::run::{RunRecord, Traffic};
use crate::workload::Workload;

/// The machine of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MachineReport {
    /// CLUSTER_SIP_NUM x CLUSTER_NUM, such as 16x2.
    pub topology: String,
    /// SIPs present.
    pub sips: u32,
    /// Cycles of a time unit.
    pub time_unit: u32,
    /// Cycles of a CF access of the firmware.
    pub bus_cycles: u32,
    /// Register settings of the workload, in its order.
    pub registers: Vec<RegisterSetting>,
    /// Usage masks of the workload, in its order.
    pub usage_masks: Vec<UsageMask>,
}

/// A register that the workload sets.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RegisterSetting {
    /// Its name.
    pub register: String,
    /// The value written.
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

impl MachineReport {
    pub(super) fn new(workload: &Workload) -> Self {
        let hardware = &workload.hardware;
        let topology = hardware.topology;
        let setting =
            |&(register, value): &(RegId, u32)| RegisterSetting { register: register.to_string(), value };
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
pub struct AttemptCounts {
    /// All attempts.
    pub total: u64,
    /// Attempts that launched nothing.
    pub failed: u64,
}

impl AttemptCounts {
    pub(super) fn new(record: &RunRecord) -> Self {
        record.counters.map_or_else(Self::default, |counters| Self {
            total: counters.attempts.into(),
            failed: counters.failed.into(),
        })
    }
}

/// Launches by pool.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LaunchCounts {
    /// From the R-pool.
    pub r: u64,
    /// From the P-pool.
    pub p: u64,
    /// From the O-pool.
    pub o: u64,
    /// Launches of all pools with a block on a SIP that was not idle yet.
    pub early: u64,
}

impl LaunchCounts {
    pub(super) fn new(record: &RunRecord) -> Self {
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

/// Busy SIP cycles per thousand; 0 if nothing ran.
pub(super) fn utilisation_permille(workload: &Workload, record: &RunRecord) -> u64 {
    let sips = workload.hardware.topology.present().len();
    let all = u128::from(sips) * u128::from(record.makespan);
    narrow((u128::from(record.busy_sip_cycles) * 1000).checked_div(all).unwrap_or(0))
}
