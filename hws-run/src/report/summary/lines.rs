//! The lines before and after the table of graphs.

use std::fmt::{Formatter, Result};

use super::{FaultsReport, Report};
use crate::text::{counted, cycles, line, percent};

/// Largest number of errors that are printed one by one.
const ERRORS_MOST: usize = 20;

/// How the run ended, and its makespan between the bounds.
pub(super) fn outcome(f: &mut Formatter<'_>, report: &Report) -> Result {
    let machine = &report.machine;
    let state = match (report.drained, report.stopped) {
        (true, _) => "drained",
        (false, true) => "STOPPED",
        (false, false) => "NOT DRAINED",
    };
    line(
        f,
        "run",
        &format!("{state} at cycle {} on {} ({} SIPs)", report.end, machine.topology, machine.sips),
    )?;
    if report.drained {
        line(f, "", "every kernel done, every SIP idle, nothing reserved")?;
    }
    makespan(f, report)?;
    line(f, "lower bound", &cycles(report.lower_bound))?;
    line(f, "overhead bound", &cycles(report.overhead_bound))?;
    line(f, "", &judgement(report))?;
    line(f, "est scale", &report.est_scale.to_string())?;
    line(f, "utilisation", &percent(report.utilisation_permille))
}

/// What a compiled firmware printed, and how it ended.
pub(super) fn firmware(f: &mut Formatter<'_>, report: &Report) -> Result {
    let Some(firmware) = &report.firmware else { return Ok(()) };
    firmware.uart.iter().try_for_each(|text| line(f, "uart", text))?;
    line(
        f,
        "firmware",
        &format!("the image {}, after {}", firmware.end, counted(firmware.instructions, "instruction")),
    )
}

/// The makespan; of a run that did not drain it would only be a time until something went wrong.
fn makespan(f: &mut Formatter<'_>, report: &Report) -> Result {
    match (report.drained, report.makespan) {
        (true, makespan) => line(f, "makespan", &cycles(makespan)),
        (false, 0) => line(f, "makespan", "none: no block has finished"),
        (false, last) => line(f, "makespan", &format!("none: the last finished block ended at cycle {last}")),
    }
}

/// The position of the makespan relative to the bounds.
fn judgement(report: &Report) -> String {
    let (makespan, lower, upper) = (report.makespan, report.lower_bound, report.overhead_bound);
    if !report.drained {
        "the bounds do not apply to a run that did not drain".to_owned()
    } else if report.within_bounds {
        "the makespan is between the bounds".to_owned()
    } else if makespan < lower {
        format!("the makespan is {} below the lower bound: report this as a bug", cycles(lower - makespan))
    } else {
        let above = cycles(makespan.saturating_sub(upper));
        format!(
            "the makespan is {above} above the overhead bound, which is proven for kernels of one SIP only"
        )
    }
}

/// The largest delay of a first launch against the plan, if there is one.
pub(super) fn behind_plan(f: &mut Formatter<'_>, report: &Report) -> Result {
    let late = report.kernels.iter().filter_map(|kernel| {
        let (planned, start) = kernel.planned_start.zip(kernel.first_launch)?;
        Some((start.saturating_sub(planned), &kernel.id))
    });
    // The first one of equal delays.
    match late.rev().max_by_key(|&(behind, _)| behind) {
        None => Ok(()),
        Some((0, _)) => line(f, "behind plan", "no kernel"),
        Some((behind, kernel)) => line(f, "behind plan", &format!("at most {} ({kernel})", cycles(behind))),
    }
}

/// The largest lead of a first launch over the plan, if there is one, and its reason.
pub(super) fn ahead_of_plan(f: &mut Formatter<'_>, report: &Report) -> Result {
    let early = report.kernels.iter().filter_map(|kernel| {
        let (planned, start) = kernel.planned_start.zip(kernel.first_launch)?;
        Some((planned.checked_sub(start).filter(|&ahead| ahead > 0)?, &kernel.id))
    });
    let why = if report.transfers { "the plan has slack" } else { "transfers are not modelled" };
    match early.rev().max_by_key(|&(ahead, _)| ahead) {
        None => Ok(()),
        Some((ahead, kernel)) => {
            line(f, "ahead of plan", &format!("at most {} ({kernel}): {why}", cycles(ahead)))
        }
    }
}

/// How far the run is from its prediction, if there is one.
pub(super) fn predicted_end(f: &mut Formatter<'_>, report: &Report) -> Result {
    let Some(predicted) = report.predicted_end else { return Ok(()) };
    let off = u128::from(report.makespan.abs_diff(predicted)) * 1000 / u128::from(predicted.max(1));
    let side = if report.makespan < predicted { "earlier" } else { "later" };
    let off = percent(u64::try_from(off).unwrap_or(u64::MAX));
    line(f, "predicted end", &format!("{}; the run ends {off} {side}", cycles(predicted)))
}

/// The counters of scheduling and firmware.
pub(super) fn counts(f: &mut Formatter<'_>, report: &Report) -> Result {
    let (waits, attempts, launches) = (report.waits, report.attempts, report.launches);
    line(f, "waits", &format!("mean {}, longest {}", cycles(waits.mean), cycles(waits.max)))?;
    line(f, "attempts", &format!("{}, of which {} failed", attempts.total, attempts.failed))?;
    let pools = format!("{} R, {} P, {} O; {} early", launches.r, launches.p, launches.o, launches.early);
    line(f, "launches", &pools)?;
    line(f, "promotions", &format!("{}, and {} cancelled", report.promotions, report.cancels))?;
    line(f, "backfills", &report.backfills.to_string())?;
    let traffic = report.traffic;
    line(f, "register traffic", &format!("{} reads, {} writes", traffic.reads, traffic.writes))?;
    line(f, "firmware latency", &format!("at most {}", cycles(report.firmware_latency)))
}

/// What else the faults did.
pub(super) fn end_by_faults(f: &mut Formatter<'_>, faults: &FaultsReport) -> Result {
    if faults.slow_threads > 0 {
        line(f, "slow threads", &format!("{} started again without a fault", faults.slow_threads))?;
    }
    faults.end.as_ref().map_or(Ok(()), |end| line(f, "Amos gave up", end))
}

/// The first errors, and the number of further ones.
pub(super) fn errors(f: &mut Formatter<'_>, report: &Report) -> Result {
    let total = report.errors.len();
    let count = if total == 0 { "none".to_owned() } else { total.to_string() };
    line(f, "errors", &count)?;
    for error in report.errors.iter().take(ERRORS_MOST) {
        let kernel = error.kernel.as_deref().map(|kernel| format!(" of {kernel}")).unwrap_or_default();
        writeln!(f, "  cycle {}: {}{kernel}", error.cycle, error.error)?;
    }
    if total > ERRORS_MOST {
        writeln!(f, "  and {} more", total - ERRORS_MOST)?;
    }
    match report.bus_errors {
        0 => Ok(()),
        refused => line(f, "refused accesses", &refused.to_string()),
    }
}

/// Each kernel that got stuck, with its reason.
pub(super) fn stuck(f: &mut Formatter<'_>, report: &Report) -> Result {
    if report.stuck.is_empty() {
        return Ok(());
    }
    let width = report.stuck.iter().map(|stuck| stuck.kernel.chars().count()).max().unwrap_or(0);
    let kernels: u64 = report.dags.iter().map(|dag| dag.kernels).sum();
    writeln!(f, "\nstuck: {} of {kernels} kernels never finished", report.stuck.len())?;
    for stuck in &report.stuck {
        writeln!(f, "  {:<width$}  {}", stuck.kernel, stuck.reason)?;
    }
    Ok(())
}
