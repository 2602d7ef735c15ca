//! The scheduling policy: early launch, promotion, backfill, the order of resources, competition.

use fw_api::{
    AllocationOrder, BackfillMargin, PreIdleSource, PromotionPolicy, PromotionRule, PromotionRules,
};

use crate::boundary::{Answer, call, from_c};
use crate::number::{byte, either, half};
use crate::{hws_bus, hws_error, hws_status};

/// What determines that a SIP is about to become idle: one of the HWS_PRE_IDLE constants. EARLY_LAUNCH_MODE has the
/// two values the other way round.
pub type hws_pre_idle = u32;
/// The HWS uses its own estimate.
pub const HWS_PRE_IDLE_BY_HWS: u32 = 0;
/// The SIP reports (`sipPreComplete`).
pub const HWS_PRE_IDLE_BY_SIP: u32 = 1;

/// Promotion rule: the kernel's failed attempts have reached the threshold.
pub const HWS_PROMOTE_THRESHOLD: u32 = 1;
/// Promotion rule: the kernel is first in the pool and needs a whole cluster.
pub const HWS_PROMOTE_TOP1_FULL_VG: u32 = 2;
/// Promotion rule: the kernel is first in the pool, and another was launched past it.
pub const HWS_PROMOTE_TOP1: u32 = 4;
/// Promotion rule: the kernel is on the critical path, and one that is not was launched past the first in the pool.
pub const HWS_PROMOTE_ON_CP: u32 = 8;

/// Switches early launch on or off and chooses the source of pre-idle.
///
/// `pre_idle_offset` is the remaining time, in time units, at which the HWS makes a SIP pre-idle; it is ignored if
/// SIPs report. The estimate is kept even while early launch is off; pre-idle is then only a status.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn configEarlyLaunch(
    bus: *const hws_bus,
    enable: u32,
    source: hws_pre_idle,
    pre_idle_offset: u32,
) -> hws_status {
    from_c!(call(bus, |hws| {
        let estimate = PreIdleSource::HwsEstimate { offset: pre_idle_offset };
        let source = either("source", source, estimate, PreIdleSource::SipReport)?;
        Ok(hws.set_early_launch(enable != 0, source)?)
    }))
}

/// Sets when a kernel is promoted, from the next COMMIT on. Existing reservations stay.
///
/// `rules` is a set of the HWS_PROMOTE constants. `threshold` counts failed attempts, 0..=65535 (a single digit is
/// recommended). `r_tasks_max` is the maximum number of R-tasks at once, 1..=8 (more than one can starve a
/// cooperative kernel). If `most_failed_first` is not 0, the threshold rule tries the task with the most failures
/// first, instead of the pool's order. The reset value is (HWS_PROMOTE_THRESHOLD, 4, 1, 0).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn configPromotionPolicy(
    bus: *const hws_bus,
    rules: u32,
    threshold: u32,
    r_tasks_max: u32,
    most_failed_first: u32,
) -> hws_status {
    from_c!(call(bus, |hws| {
        Ok(hws.set_promotion(&PromotionPolicy {
            rules: promotion_rules(rules)?,
            threshold: half("threshold", threshold)?,
            r_tasks_max: byte("r_tasks_max", r_tasks_max)?,
            most_failed_first: most_failed_first != 0,
        })?)
    }))
}

fn promotion_rules(bits: u32) -> Answer<PromotionRules> {
    const RULES: [(u32, PromotionRule); 4] = [
        (HWS_PROMOTE_THRESHOLD, PromotionRule::Threshold),
        (HWS_PROMOTE_TOP1_FULL_VG, PromotionRule::Top1FullVg),
        (HWS_PROMOTE_TOP1, PromotionRule::Top1),
        (HWS_PROMOTE_ON_CP, PromotionRule::OnCp),
    ];
    let all = RULES.iter().fold(0, |all, (bit, _)| all | bit);
    if bits & !all != 0 {
        return Err(hws_error::range("rules", bits.into(), 0, all.into()));
    }
    let chosen = RULES.iter().filter(|(bit, _)| bits & bit != 0);
    Ok(chosen.fold(PromotionRules::NONE, |rules, &(_, rule)| rules.with(rule)))
}

/// Sets the backfill margin to exactly `margin` time units. A positive margin is kept; a negative one allows the
/// reserved task to be delayed by at most that much. Nothing is added, so tasks can starve; prefer
/// `hws_config_backfill_safe`.
///
/// Errors: HWS_ARGUMENT for INT32_MIN.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn configBackfill(bus: *const hws_bus, margin: i32) -> hws_status {
    from_c!(call(bus, |hws| Ok(hws.set_backfill(BackfillMargin::exact(margin))?)))
}

/// Sets the backfill margin to the smallest one with which no reserved task starves, plus `extra` time units.
///
/// It is computed from the current launch delay and time unit; repeat the call after changing either.
///
/// Errors: HWS_ARGUMENT if the margin does not fit in 31 bits.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_config_backfill_safe(bus: *const hws_bus, extra: u32) -> hws_status {
    from_c!(call(bus, |hws| Ok(hws.set_backfill(BackfillMargin::safe(extra))?)))
}

/// Sets the order in which resources are tried: reserved SIPs before free ones, and tasks that take every ready SIP
/// of the clusters they use before the highest priority.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn configRscAllocation(
    bus: *const hws_bus,
    use_reserved_first: u32,
    fillup_first: u32,
) -> hws_status {
    from_c!(call(bus, |hws| {
        let order =
            AllocationOrder { use_reserved_first: use_reserved_first != 0, fillup_first: fillup_first != 0 };
        Ok(hws.set_allocation_order(order)?)
    }))
}

/// Sets how many kernels of one DAG compete in the P-pool, 1..=4.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_set_p_top_k(bus: *const hws_bus, kernels: u32) -> hws_status {
    from_c!(call(bus, |hws| Ok(hws.set_p_top_k(byte("kernels", kernels)?)?)))
}

/// If `enable` is not 0, each admission to a dynamic DAG raises the offline priority of the DAG's other resident
/// kernels by one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_set_age_boost(bus: *const hws_bus, enable: u32) -> hws_status {
    from_c!(call(bus, |hws| Ok(hws.set_age_boost(enable != 0)?)))
}

/// If `enable` is not 0, blocks wait for their L2 and VC grants. Switching this off strands allocation-only kernels,
/// which finish only while it is on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_set_second_resources(bus: *const hws_bus, enable: u32) -> hws_status {
    from_c!(call(bus, |hws| Ok(hws.set_second_resources(enable != 0)?)))
}
