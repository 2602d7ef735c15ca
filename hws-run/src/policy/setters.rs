//! The setters of the policies of scheduling: calls of the firmware API.

use fw_api::{AllocationOrder, BackfillMargin, PreIdleSource, PromotionPolicy};
use hws_regs::{
    EarlyLaunchMode, EarlyMode, PreIdleOffset, Promote, RegId, SipFillupTaskFirst, UseRsvdSipFirst,
};

use super::error::Problem;
use super::settings::RunSettings;
use super::settings_bus::{call, read};
use super::values;
use crate::hardware::Hardware;

type Done = Result<(), Problem>;

/// Changes some fields of PROMOTE.
fn promotion(hardware: &mut Hardware, change: impl FnOnce(&mut PromotionPolicy)) -> Done {
    let mut policy = PromotionPolicy::from(read::<Promote>(hardware));
    change(&mut policy);
    call(hardware, |hws| hws.set_promotion(&policy))
}

pub(super) fn promote_rules(settings: &mut RunSettings, value: &str) -> Done {
    let hardware = &mut settings.hardware;
    let rules = values::rules(value)?;
    promotion(hardware, |policy| policy.rules = rules)
}

pub(super) fn promote_threshold(settings: &mut RunSettings, value: &str) -> Done {
    let hardware = &mut settings.hardware;
    let threshold = values::number(value)?;
    promotion(hardware, |policy| policy.threshold = threshold)
}

pub(super) fn promote_rtask_max(settings: &mut RunSettings, value: &str) -> Done {
    let hardware = &mut settings.hardware;
    let most = values::number(value)?;
    promotion(hardware, |policy| policy.r_tasks_max = most)
}

pub(super) fn promote_most_failed_first(settings: &mut RunSettings, value: &str) -> Done {
    let hardware = &mut settings.hardware;
    let first = values::switch(value)?;
    promotion(hardware, |policy| policy.most_failed_first = first)
}

/// Without a setting, firmware uses the smallest safe margin for the launch delay and time unit in use.
pub(super) fn backfill_margin(settings: &mut RunSettings, value: &str) -> Done {
    let hardware = &mut settings.hardware;
    if value == "safe" {
        hardware.registers.retain(|&(register, _)| register != RegId::RsvdSipBackfillMarginOffset);
        return Ok(());
    }
    let units = value.parse().map_err(|_| Problem::Value)?;
    call(hardware, |hws| hws.set_backfill(BackfillMargin::exact(units)))
}

pub(super) fn p_top_k(settings: &mut RunSettings, value: &str) -> Done {
    let hardware = &mut settings.hardware;
    let kernels = values::number(value)?;
    call(hardware, |hws| hws.set_p_top_k(kernels))
}

/// The offset is unchanged, and with `off` the source, too.
pub(super) fn early_launch(settings: &mut RunSettings, value: &str) -> Done {
    let hardware = &mut settings.hardware;
    let offset = read::<PreIdleOffset>(hardware).units();
    let estimate = PreIdleSource::HwsEstimate { offset };
    let now = match read::<EarlyLaunchMode>(hardware).mode() {
        EarlyMode::HwsEstimate => estimate,
        EarlyMode::SipReport => PreIdleSource::SipReport,
    };
    let (enable, source) = match value {
        "off" => (false, now),
        "report" => (true, PreIdleSource::SipReport),
        "estimate" => (true, estimate),
        _ => return Err(Problem::Value),
    };
    call(hardware, |hws| hws.set_early_launch(enable, source))
}

/// Switch and source are unchanged.
pub(super) fn early_launch_offset(settings: &mut RunSettings, value: &str) -> Done {
    let hardware = &mut settings.hardware;
    let offset = values::number(value)?;
    hardware.set_register(RegId::PreIdleOffset, PreIdleOffset::from_bits(0).with_units(offset).bits());
    Ok(())
}

pub(super) fn fillup_first(settings: &mut RunSettings, value: &str) -> Done {
    let hardware = &mut settings.hardware;
    let fillup_first = values::switch(value)?;
    let use_reserved_first = read::<UseRsvdSipFirst>(hardware).enable();
    call(hardware, |hws| hws.set_allocation_order(AllocationOrder { use_reserved_first, fillup_first }))
}

pub(super) fn reserved_first(settings: &mut RunSettings, value: &str) -> Done {
    let hardware = &mut settings.hardware;
    let use_reserved_first = values::switch(value)?;
    let fillup_first = read::<SipFillupTaskFirst>(hardware).enable();
    call(hardware, |hws| hws.set_allocation_order(AllocationOrder { use_reserved_first, fillup_first }))
}

/// Without a setting, firmware decides by the kernels.
pub(super) fn second_resources(settings: &mut RunSettings, value: &str) -> Done {
    let hardware = &mut settings.hardware;
    if value == "auto" {
        hardware.registers.retain(|&(register, _)| register != RegId::EnableSecondRscSch);
        return Ok(());
    }
    let enable = values::switch(value)?;
    call(hardware, |hws| hws.set_second_resources(enable))
}

pub(super) fn age_boost(settings: &mut RunSettings, value: &str) -> Done {
    let hardware = &mut settings.hardware;
    let enable = values::switch(value)?;
    call(hardware, |hws| hws.set_age_boost(enable))
}

pub(super) fn launch_delay(settings: &mut RunSettings, value: &str) -> Done {
    let hardware = &mut settings.hardware;
    let units = values::number(value)?;
    call(hardware, |hws| hws.set_launch_delay(units))
}

pub(super) fn scale_curve(settings: &mut RunSettings, value: &str) -> Done {
    let hardware = &mut settings.hardware;
    let table = values::curve(value)?;
    call(hardware, |hws| hws.set_priority_table(&table))
}
