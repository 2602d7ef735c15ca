//! The machine, and what was counted on it.

use schemars::JsonSchema;
use serde::Serialize;

use super::bounds::narrow;
use crate::run::{RunRecord, Traffic};
use crate::workload::{Hardware, Workload};

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
}

impl Machine {
    pub(super) fn of(hardware: &Hardware) -> Self {
        let topology = hardware.topology;
        Self {
            topology: format!("{}x{}", topology.cluster_sip_num(), topology.cluster_num()),
            sips: topology.present().len(),
            time_unit: hardware.time_unit,
            bus_cycles: hardware.bus_cycles,
        }
    }
}

/// How long kernels waited, in cycles.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Waits {
    /// Kernels that were launched.
    pub kernels: u64,
    /// The sum of their waits.
    pub sum: u64,
    /// The mean, rounded down.
    pub mean: u64,
    /// The longest.
    pub max: u64,
}

impl Waits {
    pub(super) fn of(waits: impl Iterator<Item = u64>) -> Self {
        let (mut kernels, mut sum, mut max) = (0, 0_u128, 0);
        for wait in waits {
            kernels += 1;
            sum += u128::from(wait);
            max = max.max(wait);
        }
        let mean = sum.checked_div(u128::from(kernels)).unwrap_or(0);
        Self { kernels, sum: narrow(sum), mean: narrow(mean), max }
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
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, JsonSchema)]
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
