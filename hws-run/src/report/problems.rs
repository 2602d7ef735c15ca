//! The problems of a run: errors of the HWS, and kernels that never finished.

use hws_types::Source;
use schemars::JsonSchema;
use serde::Serialize;

use super::kernels::name;
use crate::run::{ErrorRecord, RunRecord, error_field};
use crate::workload::Workload;

/// One ERR_STATUS condition.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ErrorReport {
    /// The cycle.
    pub cycle: u64,
    /// The bit of ERR_STATUS, by its datasheet name.
    pub error: &'static str,
    /// The kernel concerned, as GRAPH/KERNEL.
    pub kernel: Option<String>,
    /// The source of the task concerned: hdr or firmware.
    pub source: &'static str,
    /// hdr_id of the task concerned, or 0.
    pub hdr_id: u8,
    /// hdr_entry_id of the task concerned, or 0.
    pub hdr_entry_id: u8,
}

/// A kernel that never finished.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StuckReport {
    /// GRAPH/KERNEL.
    pub kernel: String,
    /// Why it made no further progress.
    pub reason: String,
}

pub(super) fn errors(workload: &Workload, record: &RunRecord) -> Vec<ErrorReport> {
    record.errors.iter().map(|error| one(workload, error)).collect()
}

fn one(workload: &Workload, error: &ErrorRecord) -> ErrorReport {
    ErrorReport {
        cycle: error.cycle.0,
        error: error_field(error.bit).map_or("ERR_STATUS", |field| field.name),
        kernel: error.kernel.map(|kernel_id| kernel_name(workload, kernel_id)),
        source: match error.ids.source {
            Source::Hdr => "hdr",
            Source::Firmware => "firmware",
        },
        hdr_id: error.ids.hdr_id,
        hdr_entry_id: error.ids.hdr_entry_id,
    }
}

pub(super) fn stuck(workload: &Workload, record: &RunRecord) -> Vec<StuckReport> {
    let reasons = record.stuck.iter().map(|stuck| StuckReport {
        kernel: kernel_name(workload, stuck.kernel),
        reason: stuck.reason.clone(),
    });
    reasons.collect()
}

/// GRAPH/KERNEL of a kernel_id; the id itself if there is no such kernel.
pub(super) fn kernel_name(workload: &Workload, kernel_id: u32) -> String {
    let kernel = workload.kernel_of_id(kernel_id);
    kernel.map_or_else(|| kernel_id.to_string(), |(dag, kernel)| name(dag, kernel))
}
