//! How late a plan ends on the machine alone: decisions and firmware delay a plan whose times are short beside them, or
//! that is short as a whole.
//!
//! A run is deterministic, so a run of the plan tells exactly. Of a plan with more kernels than a run takes, two parts are
//! run, one twice as long as the other. Between their ends all graphs repeat without a beginning or an end, so the rest
//! of the plan takes as much longer.

use std::io;

use hws_plan::plan::Plan;
use hws_regs::params;
use thiserror::Error;

use crate::run::{RunError, run};
use crate::workload::{InputFile, Inputs, Workload, WorkloadError};

/// Most kernels of a plan that is run as a whole, and of a part of one: those that a run takes.
pub const PREDICTION_KERNELS: u128 = 1 << 20;
/// A plan of so few kernels is run in any case: what firmware does before the first of them counts there.
const FEW_KERNELS: u128 = 1000;

/// Why a plan that repeats cannot run to its planned end.
#[derive(Debug, Error)]
pub enum PredictionError {
    /// A run refuses it.
    #[error(transparent)]
    Refused(#[from] WorkloadError),
    /// It cannot be passed to a run.
    #[error("the plan cannot be written: {0}")]
    Unwritten(#[from] io::Error),
    /// Its run ends early.
    #[error(transparent)]
    Failed(#[from] RunError),
    /// Its run gets stuck.
    #[error("a run of the plan `{0}` does not end")]
    Stuck(String),
}

/// Returns the end of a run of the plan and its planned end, in cycles; none if the run is at most 5 % late, or if nothing
/// is planned. A plan of many kernels whose times are long beside decisions
/// ([`mean_attempts`](hws_plan::plan::Time::mean_attempts)) is not late, and not run.
///
/// # Errors
/// [`PredictionError`] if the plan cannot run, or not to its end.
pub fn predicted_factor(plan: &Plan, most_kernels: u128) -> Result<Option<[u64; 2]>, PredictionError> {
    let kernels = plan.kernel_count();
    let first = part(plan, 0, 1)?;
    if kernels > FEW_KERNELS && is_long_beside_decisions(&first, plan.time.mean_attempts.unwrap_or(0)) {
        return Ok(None);
    }
    let planned = plan.end().saturating_mul(first.est_scale.into());
    let run = run_end(plan, most_kernels)?;
    let is_late = planned > 0 && run * 20 > planned.saturating_mul(21);
    let both = u64::try_from(run).ok().zip(u64::try_from(planned).ok());
    Ok(both.filter(|_| is_late).map(<[u64; 2]>::from))
}

/// The end of a run of the plan, as far as it is run.
fn run_end(plan: &Plan, most_kernels: u128) -> Result<u128, PredictionError> {
    // The shorter part is one of them, the longer one has two.
    let parts = match plan.kernel_count() {
        count if count <= most_kernels => 2,
        count => u64::try_from(count.div_ceil((most_kernels / 2).max(1))).unwrap_or(u64::MAX),
    };
    let end_of = |number| end(&part(plan, number, parts)?, &plan.name);
    let long = end_of(2)?;
    let each = if parts == 2 { 0 } else { long.saturating_sub(end_of(1)?) };
    Ok(u128::from(long) + u128::from(each) * u128::from(parts - 2))
}

/// The workload of the first parts of a plan, but at least of the first instances.
fn part(plan: &Plan, part: u64, of: u64) -> Result<Workload, PredictionError> {
    let mut first = plan.clone();
    first.keep_part(part, of);
    let mut file = InputFile { name: plan.name.clone(), bytes: Vec::new() };
    first.write(&mut file.bytes)?;
    let inputs = Inputs { files: vec![file], ..Inputs::default() };
    Ok(inputs.read(&mut |_, _| Err(io::ErrorKind::NotFound.into()))?)
}

fn is_long_beside_decisions(workload: &Workload, mean_attempts: u32) -> bool {
    let kernels = workload.kernels().filter(|(_, kernel)| kernel.runs());
    let cycles: Vec<u64> = kernels.map(|(_, kernel)| workload.block_cycles(kernel)).collect();
    let mean = u128::from(mean_attempts) * params::ATTEMPT_CYCLES as u128;
    cycles.iter().map(|&cycles| u128::from(cycles)).sum::<u128>() >= mean * cycles.len() as u128
}

/// The end of a run.
fn end(workload: &Workload, name: &str) -> Result<u64, PredictionError> {
    let (record, ()) = run(workload, ())?;
    if record.drained { Ok(record.makespan) } else { Err(PredictionError::Stuck(name.to_owned())) }
}

#[cfg(test)]
mod tests;
