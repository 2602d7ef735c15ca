//! I6: a launch by a non-R task on a reserved SIP satisfied the backfill condition at its LATCH.
//!
//! The condition of scheduler.md §5.5 is computed again from the latched registers, in signed 64-bit
//! arithmetic.

use hws_model::Pool;
use hws_regs::{RsvdSipBackfillMarginOffset, Sign};
use hws_types::{Rule, Sip};

use super::launched::Judged;
use super::violation::{Invariant, Resource, Violation};

pub(super) fn backfills_fit(judged: &Judged<'_>) -> Result<(), Violation> {
    if judged.launch.pool == Pool::R {
        return Ok(());
    }
    let reserved = judged.launch.sips & judged.latched.reserved;
    reserved.iter().try_for_each(|sip| backfill_fits(judged, sip))
}

fn backfill_fits(judged: &Judged<'_>, sip: Sip) -> Result<(), Violation> {
    let (latched, task) = (judged.latched, judged.task);
    let threads = latched.sips[sip.index()].reserved_for;
    if threads <= 1 {
        return violated(judged, sip, "is reserved for one thread and must not be backfilled".to_owned());
    }
    let remain = latched.group_remain(sip, latched.reserved_slot(sip));
    let offset = offset(latched.regs.rsvd_sip_backfill_margin_offset);
    let needed = i64::from(task.est) + offset;
    if i64::from(remain) >= needed {
        return Ok(());
    }
    let how = format!(
        "is reserved for {threads} threads, whose group stays busy for {remain} units, less than {} {offset:+}",
        task.est
    );
    violated(judged, sip, how)
}

fn offset(margin: RsvdSipBackfillMarginOffset) -> i64 {
    match margin.sign() {
        Sign::Positive => i64::from(margin.magnitude()),
        Sign::Negative => -i64::from(margin.magnitude()),
    }
}

fn violated(judged: &Judged<'_>, sip: Sip, how: String) -> Result<(), Violation> {
    let launch = judged.launch;
    let how =
        format!("{how}: launch {} of kernel {} from the {:?}-pool", launch.id.get(), launch.seq, launch.pool);
    let violation = Violation::new(Invariant::I6, launch.cycle, Resource::Sip(sip), how, Rule::Scheduler5_5);
    Err(violation.since("latched", judged.latched_at()))
}
