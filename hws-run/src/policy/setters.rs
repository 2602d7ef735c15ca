//! The setter of each key.

use fw_api::{AllocationOrder, BackfillMargin, PreIdleSource, PromotionPolicy};
use hws_regs::{
    EarlyLaunchMode, EarlyMode, PreIdleOffset, Promote, RegId, SipFillupTaskFirst, UseRsvdSipFirst,
};

use super::error::Problem;
use super::settings_bus::{call, read};
use super::values;
use crate::hardware::{CYCLES_MOST, Hardware, parse_topology};

type Done = Result<(), Problem>;

/// Changes some fields of PROMOTE.
fn promotion(hardware: &mut Hardware, change: impl FnOnce(&mut PromotionPolicy)) -> Done {
    let mut policy = PromotionPolicy::from(read::<Promote>(hardware));
    change(&mut policy);
    call(hardware, |hws| hws.set_promotion(&policy))
}

pub(super) fn promote_rules(hardware: &mut Hardware, value: &str) -> Done {
    let rules = values::rules(value)?;
    promotion(hardware, |policy| policy.rules = rules)
}

pub(super) fn promote_threshold(hardware: &mut Hardware, value: &str) -> Done {
    let threshold = values::number(value)?;
    promotion(hardware, |policy| policy.threshold = threshold)
}

pub(super) fn promote_rtask_max(hardware: &mut Hardware, value: &str) -> Done {
    let most = values::number(value)?;
    promotion(hardware, |policy| policy.r_tasks_max = most)
}

pub(super) fn promote_most_failed_first(hardware: &mut Hardware, value: &str) -> Done {
    let first = values::switch(value)?;
    promotion(hardware, |policy| policy.most_failed_first = first)
}

/// Without a setting, firmware uses the smallest safe margin for the launch delay and time unit in use.
pub(super) fn backfill_margin(hardware: &mut Hardware, value: &str) -> Done {
    if value == "safe" {
        hardware.registers.retain(|&(register, _)| register != RegId::RsvdSipBackfillMarginOffset);
        return Ok(());
    }
    let units = value.parse().map_err(|_| Problem::Value)?;
    call(hardware, |hws| hws.set_backfill(BackfillMargin::exact(units)))
}

pub(super) fn p_top_k(hardware: &mut Hardware, value: &str) -> Done {
    let kernels = values::number(value)?;
    call(hardware, |hws| hws.set_p_top_k(kernels))
}

/// The offset is unchanged, and with `off` the source, too.
pub(super) fn early_launch(hardware: &mut Hardware, value: &str) -> Done {
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
pub(super) fn early_launch_offset(hardware: &mut Hardware, value: &str) -> Done {
    let offset = values::number(value)?;
    hardware.set_register(RegId::PreIdleOffset, PreIdleOffset::from_bits(0).with_units(offset).bits());
    Ok(())
}

pub(super) fn fillup_first(hardware: &mut Hardware, value: &str) -> Done {
    let fillup_first = values::switch(value)?;
    let use_reserved_first = read::<UseRsvdSipFirst>(hardware).enable();
    call(hardware, |hws| hws.set_allocation_order(AllocationOrder { use_reserved_first, fillup_first }))
}

pub(super) fn reserved_first(hardware: &mut Hardware, value: &str) -> Done {
    let use_reserved_first = values::switch(value)?;
    let fillup_first = read::<SipFillupTaskFirst>(hardware).enable();
    call(hardware, |hws| hws.set_allocation_order(AllocationOrder { use_reserved_first, fillup_first }))
}

pub(super) fn second_resources(hardware: &mut Hardware, value: &str) -> Done {
    let enable = values::switch(value)?;
    call(hardware, |hws| hws.set_second_resources(enable))
}

pub(super) fn age_boost(hardware: &mut Hardware, value: &str) -> Done {
    let enable = values::switch(value)?;
    call(hardware, |hws| hws.set_age_boost(enable))
}

pub(super) fn launch_delay(hardware: &mut Hardware, value: &str) -> Done {
    let units = values::number(value)?;
    call(hardware, |hws| hws.set_launch_delay(units))
}

pub(super) fn scale_curve(hardware: &mut Hardware, value: &str) -> Done {
    let table = values::curve(value)?;
    call(hardware, |hws| hws.set_priority_table(&table))
}

pub(super) fn topology(hardware: &mut Hardware, value: &str) -> Done {
    hardware.topology = parse_topology(value).ok_or(Problem::Value)?;
    Ok(())
}

pub(super) fn time_unit(hardware: &mut Hardware, value: &str) -> Done {
    hardware.time_unit = values::cycles(value, 1, CYCLES_MOST)?;
    Ok(())
}

pub(super) fn bus_cycles(hardware: &mut Hardware, value: &str) -> Done {
    hardware.bus_cycles = values::cycles(value, 1, CYCLES_MOST)?;
    Ok(())
}

pub(super) fn pre_complete_lead(hardware: &mut Hardware, value: &str) -> Done {
    hardware.pre_complete_lead = values::number(value)?;
    Ok(())
}
