//! The bound of the makespan with the cost of scheduling.

use hws_regs::params;

use crate::bounds::{Bounds, narrow};
use crate::run::RunRecord;

/// Cycles of an attempt.
const ATTEMPT: u128 = params::ATTEMPT_CYCLES as u128;
/// Cycles to read a descriptor.
const TD_READ: u128 = params::TD_READ_CYCLES as u128;

/// Graham's bound plus the cycles of attempts, descriptors and firmware.
pub(super) fn new(bounds: &Bounds, record: &RunRecord) -> u64 {
    let attempts = record.counters.map_or(0, |counters| u128::from(counters.attempts));
    let each = TD_READ + ATTEMPT + u128::from(record.firmware_latency);
    let scheduling = ATTEMPT * attempts + each.saturating_mul(bounds.chain);
    narrow(bounds.graham.saturating_add(scheduling))
}
