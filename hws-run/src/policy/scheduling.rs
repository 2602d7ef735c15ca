//! The policies of scheduling, each with its registers.

use fw_api::PromotionPolicy;
use hws_regs::{
    DynDagPrio, EarlyLaunchMode, EarlyMode, EnableEarlyLaunchSip, EnableSecondRscSch, LaunchSipDelay, PTopK,
    PreIdleOffset, Promote, RegId, RegIndex, RsvdSipBackfillMarginOffset, Sign, SipFillupTaskFirst,
    UseRsvdSipFirst, params,
};

use super::keys::{Act, Get, PolicyGroup, PolicyKey, Set};
use super::setters;
use super::settings::RunSettings;
use super::settings_bus::{read, word};
use super::values::{PolicyValues, form_of, on_off, words_of};
use crate::hardware::Hardware;

const TIME_UNITS: &str = "time units";
/// Largest magnitude of a margin.
const MARGIN_MOST: i64 = i32::MAX as i64;

type Row = (&'static str, PolicyValues, &'static str, &'static str, &'static str, Set, Get);

/// Every policy of scheduling: name, values, unit, what it sets, its meaning, and its functions.
pub(super) fn keys() -> Vec<PolicyKey> {
    let rows = promotion().into_iter().chain(early_launch()).chain(selection());
    rows.map(|(name, values, unit, sets, doc, set, get)| PolicyKey {
        name: name.into(),
        group: PolicyGroup::Scheduling,
        values,
        unit,
        sets: sets.into(),
        doc: doc.into(),
        shapes_workload: false,
        act: Act::Own { set, get },
    })
    .collect()
}

fn promotion() -> [Row; 5] {
    let integers = |least, most| PolicyValues::Integers { least, most };
    [
        (
            "promote.rules",
            PolicyValues::Form("none, or any of threshold, top1_full_vg, top1 and on_cp, joined by +"),
            "",
            "PROMOTE.RULE_*",
            "rules by which a P-task becomes an R-task and gets a reservation",
            setters::promote_rules,
            |settings| words_of(promotion_of(settings).rules),
        ),
        (
            "promote.threshold",
            integers(0, u16::MAX.into()),
            "failed attempts",
            "PROMOTE.THRESHOLD",
            "failed attempts required by the rule `threshold`",
            setters::promote_threshold,
            |settings| promotion_of(settings).threshold.to_string(),
        ),
        (
            "promote.rtask_max",
            integers(1, 8),
            "R-tasks",
            "PROMOTE.RTASK_MAX",
            "largest number of R-tasks at once; more than one can starve a cooperative kernel",
            setters::promote_rtask_max,
            |settings| promotion_of(settings).r_tasks_max.to_string(),
        ),
        (
            "promote.most_failed_first",
            PolicyValues::Switch,
            "",
            "PROMOTE.MOST_FAILED_FIRST",
            "the rule `threshold` considers the task with the most failed attempts first",
            setters::promote_most_failed_first,
            |settings| on_off(promotion_of(settings).most_failed_first),
        ),
        (
            "backfill.margin",
            PolicyValues::WordOrIntegers { word: "safe", least: -MARGIN_MOST, most: MARGIN_MOST },
            TIME_UNITS,
            "RSVD_SIP_BACKFILL_MARGIN_OFFSET",
            "margin of the backfill condition; `safe` is the smallest one that never starves a reserved task",
            setters::backfill_margin,
            |settings| margin(&settings.hardware),
        ),
    ]
}

fn early_launch() -> [Row; 3] {
    [
        (
            "early_launch",
            PolicyValues::Words(vec!["off".into(), "report".into(), "estimate".into()]),
            "",
            "ENABLE_EARLY_LAUNCH_SIP, EARLY_LAUNCH_MODE",
            "launch on SIPs that are about to become idle, as they report (see `pre_complete_lead`) or as the HWS estimates",
            setters::early_launch,
            |settings| source(&settings.hardware).to_owned(),
        ),
        (
            "early_launch.offset",
            PolicyValues::WORD,
            TIME_UNITS,
            "PRE_IDLE_OFFSET",
            "estimated remaining time at which a SIP becomes pre-idle",
            setters::early_launch_offset,
            |settings| read::<PreIdleOffset>(&settings.hardware).units().to_string(),
        ),
        (
            "launch_delay",
            PolicyValues::WORD,
            TIME_UNITS,
            "LAUNCH_SIP_DELAY",
            "time that the HWS adds to the estimate of a launch on an idle SIP; the SIP itself starts at once",
            setters::launch_delay,
            |settings| read::<LaunchSipDelay>(&settings.hardware).units().to_string(),
        ),
    ]
}

fn selection() -> [Row; 6] {
    [
        (
            "p_top_k",
            PolicyValues::Integers { least: 1, most: 4 },
            "kernels",
            "P_TOP_K",
            "number of kernels of a graph that compete in the P-pool",
            setters::p_top_k,
            |settings| read::<PTopK>(&settings.hardware).k().to_string(),
        ),
        (
            "fillup_first",
            PolicyValues::Switch,
            "",
            "SIP_FILLUP_TASK_FIRST",
            "prefer a task that takes every ready SIP of the clusters it uses",
            setters::fillup_first,
            |settings| on_off(read::<SipFillupTaskFirst>(&settings.hardware).enable()),
        ),
        (
            "reserved_first",
            PolicyValues::Switch,
            "",
            "USE_RSVD_SIP_FIRST",
            "backfill reserved SIPs before taking free ones",
            setters::reserved_first,
            |settings| on_off(read::<UseRsvdSipFirst>(&settings.hardware).enable()),
        ),
        (
            "second_resources",
            PolicyValues::Words(vec!["auto".into(), "off".into(), "on".into()]),
            "",
            "ENABLE_SECOND_RSC_SCH",
            "blocks wait for L2 and VC grants; `auto`: firmware enables it if a kernel needs grants or is a prefetch",
            setters::second_resources,
            |settings| second_resources(&settings.hardware),
        ),
        (
            "age_boost",
            PolicyValues::Switch,
            "",
            "DYN_DAG_PRIO",
            "each admission to a dynamic graph raises the priority of its other kernels",
            setters::age_boost,
            |settings| on_off(read::<DynDagPrio>(&settings.hardware).age_boost()),
        ),
        (
            "scale.curve",
            PolicyValues::Form(
                "linear:FIRST:LAST, geometric:FIRST:NUMERATOR/DENOMINATOR or points:RANK=RATIO:RANK=RATIO…",
            ),
            "",
            "SCALE_RATIO_TABLE_RANK[0..31]",
            "scale of a static graph's priorities by its remaining share, from rank 0 (all of it) on",
            setters::scale_curve,
            |settings| curve(&settings.hardware),
        ),
    ]
}

fn promotion_of(settings: &RunSettings) -> PromotionPolicy {
    PromotionPolicy::from(read::<Promote>(&settings.hardware))
}

/// Firmware uses the safe margin when nothing sets another.
fn margin(hardware: &Hardware) -> String {
    let Some(word) = hardware.setting(RegId::RsvdSipBackfillMarginOffset) else { return "safe".to_owned() };
    let margin = RsvdSipBackfillMarginOffset::from_bits(word);
    let units = i64::from(margin.magnitude());
    match margin.sign() {
        Sign::Negative => (-units).to_string(),
        Sign::Positive => units.to_string(),
    }
}

fn source(hardware: &Hardware) -> &'static str {
    if !read::<EnableEarlyLaunchSip>(hardware).enable() {
        return "off";
    }
    match read::<EarlyLaunchMode>(hardware).mode() {
        EarlyMode::SipReport => "report",
        EarlyMode::HwsEstimate => "estimate",
    }
}

/// Firmware decides when nothing is set.
fn second_resources(hardware: &Hardware) -> String {
    let set = hardware.setting(RegId::EnableSecondRscSch);
    set.map_or_else(|| "auto".to_owned(), |word| on_off(EnableSecondRscSch::from_bits(word).enable()))
}

fn curve(hardware: &Hardware) -> String {
    let ranks = 0..params::N_RANK as u32;
    let ratios: Vec<u32> =
        ranks.map(|rank| word(hardware, RegId::ScaleRatioTableRank(RegIndex::wrapping(rank)))).collect();
    form_of(&ratios)
}
