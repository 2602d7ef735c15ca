//! The checks of a restored HWS. Each may rely on those before it.

use super::error::RestoreError;
use super::{
    attempt, commands, counters, dags, error_log, kernels, launches, loader, mih, ownership, registers,
    reservations, sips, time, vc_runs,
};
use crate::Hws;

type Check = fn(&Hws) -> Result<(), RestoreError>;

const CHECKS: [Check; 15] = [
    registers::check,
    time::check,
    dags::check,
    kernels::check,
    reservations::check,
    launches::check,
    sips::check,
    vc_runs::check,
    ownership::check,
    loader::check,
    attempt::check,
    commands::check,
    error_log::check,
    mih::check,
    counters::check,
];

/// The first inconsistency.
pub(super) fn all(hws: &Hws) -> Result<(), RestoreError> {
    CHECKS.iter().try_for_each(|check| check(hws))
}
