//! Counters, errors and pre-idle bits change with their events only.

use hws_model::ErrorBit;
use hws_regs::EarlyLaunchMode;
use hws_types::{Cycle, LaunchId, Rule, Sip, SipMask};

use super::violated;
use crate::check::view::{TOTALS, Total, Touched, View};
use crate::check::violation::{Invariant, Resource, Violation};

/// The counters are those of the events. They are read with the whole state only.
pub(in crate::check) fn totals_agree(
    now: &View,
    touched: &Touched,
    counted: &[u32; Total::COUNT],
) -> Result<(), Violation> {
    if !touched.totals || now.totals == *counted {
        return Ok(());
    }
    let wrong = (0..TOTALS.len()).find(|&at| now.totals[at] != counted[at]).unwrap_or(0);
    let how = format!("is {} after {} events", now.totals[wrong], counted[wrong]);
    Err(violated(now, Resource::Register(TOTALS[wrong]), how, Rule::Registers7))
}

/// Over time, ERR_STATUS gains exactly the bits of the error events. What an access does to it is checked by the access.
pub(in crate::check) fn errors_add_up(
    before: &View,
    now: &View,
    errors: &[ErrorBit],
    has_act: bool,
) -> Result<(), Violation> {
    let raised = errors.iter().fold(0, |bits, bit| bits | bit.status().bits());
    let expected = before.errors.bits() | raised;
    if has_act || now.errors.bits() == expected {
        return Ok(());
    }
    let how = format!("is {:#x} where the errors so far give {expected:#x}", now.errors.bits());
    Err(violated(now, Resource::Named("ERR_STATUS"), how, Rule::Registers5))
}

/// An ERROR message has the code of the error that it reports, which comes before it.
pub(in crate::check) fn rejection_names_its_error(
    cycle: Cycle,
    code: u8,
    errors: &[ErrorBit],
) -> Result<(), Violation> {
    let last = errors.last().map(|bit| bit.code());
    if last == Some(code) {
        return Ok(());
    }
    let how = format!("names error {code} after error {last:?}");
    Err(Violation::new(Invariant::I11, cycle, Resource::Named("an ERROR message"), how, Rule::Scheduler2_3))
}

/// A busy SIP becomes pre-idle by its report, or by the estimate if that is on.
pub(in crate::check) fn pre_idle_is_caused(
    before: &View,
    now: &View,
    reports: &[(Sip, LaunchId)],
) -> Result<(), Violation> {
    let new = (now.pre_idle - before.pre_idle) - now.idle;
    if new.is_empty() || now.regs.early_launch_mode != EarlyLaunchMode::from_bits(0) {
        return Ok(());
    }
    let reported = reports.iter().fold(SipMask::EMPTY, |all, (sip, _)| all | sip.mask());
    match (new - reported).first() {
        Some(sip) => Err(violated(
            now,
            Resource::Sip(sip),
            "becomes pre-idle without a report".to_owned(),
            Rule::Scheduler7_3,
        )),
        None => Ok(()),
    }
}
