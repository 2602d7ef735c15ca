//! Every call once, in its plain successful form, with the register sequence that its documentation promises.

use std::iter;

use fw_api::regs::*;
use fw_api::types::{Entry, LaunchId, Sip, SipMask, TaskDescriptor, ThreadNum, Topology};
use fw_api::*;

use crate::calls::script_bus::{Access, Answer, Driver, IDS, ScriptBus, TASK, four, r, report, w};

pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) script: fn(&mut ScriptBus),
    pub(crate) call: fn(&mut Driver<'_>) -> Answer,
    pub(crate) sequence: Vec<Access>,
}

/// The last rank of the scale-ratio table.
const LAST_RANK: u8 = params::N_RANK as u8 - 1;

/// SIPs 4 to 7 for every context and class.
const MASKS: UsageMasks = [[SipMask(0xF0); 5]; 4];

/// Contexts and classes, in order.
fn places() -> impl Iterator<Item = (u32, u32)> {
    (0..4).flat_map(|ctx| (0..5).map(move |class| (ctx, class)))
}

fn none(_: &mut ScriptBus) {}

fn firmware_input(bus: &mut ScriptBus) {
    bus.answer((), [HwsWorkMode::default().with_in_path(InPath::Firmware)]);
    bus.answer((), [ErrStatus::from_bits(0)]);
}

fn claim_answers(bus: &mut ScriptBus) {
    bus.answer((), [HrmFwRefused::from_bits(0).with_mask(0b0100)]);
    bus.answer((), [HrmFwOwned::from_bits(0).with_mask(0b1001)]);
}

fn message_waits(bus: &mut ScriptBus) {
    bus.answer((), [MihStatus::from_bits(0).with_count_masked(1)]);
}

fn launch_in_flight(bus: &mut ScriptBus) {
    bus.answer(5, [LaunchInfo::from_bits(0).with_valid(true)]);
}

macro_rules! case {
    ($name:ident, $script:expr, |$hws:ident| $call:expr, [$($access:expr),* $(,)?]) => {
        Case {
            name: stringify!($name),
            script: $script,
            call: |$hws| $call.map(|_| ()),
            sequence: iter::empty()$(.chain($access))*.collect(),
        }
    };
}

#[rustfmt::skip]
pub(crate) fn all() -> Vec<Case> {
    let mut cases = configuration();
    cases.extend(commands());
    cases.extend(state());
    cases
}

#[rustfmt::skip]
fn configuration() -> Vec<Case> {
    vec![
        case!(identify, none, |hws| hws.identify(), [
            r::<HwsId>(()), r::<HwsVersion>(()), r::<HwsParam0>(()), r::<HwsParam1>(())]),
        case!(status, none, |hws| hws.status(), [r::<HwsStatus>(())]),
        case!(set_mode, none, |hws| hws.set_mode(OutPath::Mih, InPath::Firmware), [
            r::<HwsWorkMode>(()),
            w((), HwsWorkMode::default().with_out_path(OutPath::Mih).with_in_path(InPath::Firmware))]),
        case!(set_report, none, |hws| hws.set_report(true), [
            r::<HwsWorkMode>(()), w((), HwsWorkMode::default().with_report_en(true))]),
        case!(mode, none, |hws| hws.mode(), [r::<HwsWorkMode>(())]),
        case!(enable, none, |hws| hws.enable(), [
            w((), HwsCtrl::default().with_enable(true)), r::<HwsCtrl>(())]),
        case!(disable, |bus| bus.answer((), [HwsStatus::default().with_attempt_busy(true), HwsStatus::default()]),
            |hws| hws.disable(), [
            w((), HwsCtrl::default()), r::<HwsStatus>(()), r::<HwsStatus>(())]),
        case!(is_enabled, none, |hws| hws.is_enabled(), [r::<HwsCtrl>(())]),
        case!(set_topology, none, |hws| hws.set_topology(Topology::new(3, 8).unwrap()), [
            w((), SipTopology::default().with_cluster_sip_num(3).unwrap().with_cluster_num(8).unwrap()),
            r::<SipTopology>(())]),
        case!(topology, none, |hws| hws.topology(), [r::<SipTopology>(())]),
        case!(present_sips, none, |hws| hws.present_sips(), [r::<SipPresentMask>(())]),
        case!(set_xmc_map, none, |hws| hws.set_xmc_map(&std::array::from_fn(|i| Sip::wrapping(31 - i as u32))), [
            r::<HwsCtrl>(()), r::<HwsStatus>(()), r::<SipIdleMask>(()),
            (0..32).map(|i| w(i, XmcSipMap::from_bits(0).with_phy_id(31 - i).unwrap()))]),
        case!(physical_sip, none, |hws| hws.physical_sip(Sip::wrapping(7)), [r::<XmcSipMap>(7)]),
        case!(set_time_unit, none, |hws| hws.set_time_unit(10), [
            w((), TimeUnit::default().with_prescale(9).unwrap())]),
        case!(time_unit, none, |hws| hws.time_unit(), [r::<TimeUnit>(())]),
        case!(set_descriptor_offset, none, |hws| hws.set_descriptor_offset(128), [
            w((), TdpCfg::default().with_offset(128).unwrap())]),
        case!(set_launch_delay, none, |hws| hws.set_launch_delay(30), [
            w((), LaunchSipDelay::default().with_units(30))]),
        case!(set_priority_ratio, none, |hws| hws.set_priority_ratio(LAST_RANK, 7), [
            w(LAST_RANK.into(), ScaleRatioTableRank::default().with_ratio(7))]),
        case!(set_priority_table, none, |hws| hws.set_priority_table(&std::array::from_fn(|i| 5 * i as u32)), [
            (0..=LAST_RANK.into()).map(|i| w(i, ScaleRatioTableRank::default().with_ratio(5 * i)))]),
        case!(early_launch_by_estimate, none,
            |hws| hws.set_early_launch(true, PreIdleSource::HwsEstimate { offset: 6 }), [
            w((), PreIdleOffset::default().with_units(6)),
            w((), EarlyLaunchMode::default().with_mode(EarlyMode::HwsEstimate)),
            w((), EnableEarlyLaunchSip::default().with_enable(true))]),
        case!(early_launch_by_report, none, |hws| hws.set_early_launch(false, PreIdleSource::SipReport), [
            w((), EarlyLaunchMode::default().with_mode(EarlyMode::SipReport)),
            w((), EnableEarlyLaunchSip::default().with_enable(false))]),
        case!(set_promotion, none, |hws| hws.set_promotion(&PromotionPolicy {
            rules: PromotionRules::NONE.with(PromotionRule::OnCp).with(PromotionRule::Top1FullVg),
            threshold: 6, r_tasks_max: 8, most_failed_first: true }), [
            w((), Promote::from_bits(0).with_rule_on_cp(true).with_rule_top1_full_vg(true)
                .with_threshold(6).unwrap().with_rtask_max(8).unwrap().with_most_failed_first(true))]),
        case!(set_backfill_exact, none, |hws| hws.set_backfill(BackfillMargin::exact(-5)), [
            w((), RsvdSipBackfillMarginOffset::default().with_magnitude(5).unwrap().with_sign(Sign::Negative))]),
        case!(set_backfill_safe, |bus| {
                bus.answer((), [LaunchSipDelay::default().with_units(30)]);
                bus.answer((), [TimeUnit::default().with_prescale(9).unwrap()]);
            }, |hws| hws.set_backfill(BackfillMargin::safe(2)), [
            r::<LaunchSipDelay>(()), r::<TimeUnit>(()),
            // 30 + ceil(48 / 10) + 1 + 2
            w((), RsvdSipBackfillMarginOffset::default().with_magnitude(38).unwrap().with_sign(Sign::Positive))]),
        case!(set_allocation_order, none,
            |hws| hws.set_allocation_order(AllocationOrder { use_reserved_first: true, fillup_first: false }), [
            w((), UseRsvdSipFirst::default().with_enable(true)),
            w((), SipFillupTaskFirst::default().with_enable(false))]),
        case!(set_p_top_k, none, |hws| hws.set_p_top_k(4), [w((), PTopK::default().with_k(4).unwrap())]),
        case!(set_age_boost, none, |hws| hws.set_age_boost(true), [
            w((), DynDagPrio::default().with_age_boost(true))]),
        case!(set_second_resources, none, |hws| hws.set_second_resources(true), [
            w((), EnableSecondRscSch::default().with_enable(true))]),
        case!(set_usage_mask, |bus| bus.answer((), [HwsStatus::default().with_attempt_busy(true), HwsStatus::default()]),
            |hws| hws.set_usage_mask(2, four(), SipMask(0xF0)), [
            w((2, 2), SipUsageMask::default().with_mask(0xF0)), r::<SipUsageMask>((2, 2)),
            r::<CntAttempt>(()), r::<HwsStatus>(()), r::<CntAttempt>(()), r::<HwsStatus>(())]),
        case!(set_usage_mask_no_wait, none, |hws| hws.set_usage_mask_no_wait(3, four(), SipMask(0)), [
            w((3, 2), SipUsageMask::default().with_mask(0))]),
        case!(usage_mask, none, |hws| hws.usage_mask(1, ThreadNum::ONE), [r::<SipUsageMask>((1, 0))]),
        case!(usage_masks, none, |hws| hws.usage_masks(), [places().map(r::<SipUsageMask>)]),
        case!(set_usage_masks, none, |hws| hws.set_usage_masks(&MASKS), [
            places().flat_map(|place| [w(place, SipUsageMask::default().with_mask(0xF0)), r::<SipUsageMask>(place)]),
            r::<CntAttempt>(()), r::<HwsStatus>(())]),
        case!(enable_interrupts, none, |hws| hws.enable_interrupts(Interrupts { message: true, error: false }), [
            w((), IrqEnable::default().with_mih(true))]),
    ]
}

#[rustfmt::skip]
fn commands() -> Vec<Case> {
    let check = BlockTriggerCnt::from_bits(0).with_count(7).unwrap()
        .with_hdr_id(9).unwrap().with_entry_id(0xA5).unwrap().with_check(true);
    let refresh = TdRefresh::from_bits(0).with_entry(30).unwrap()
        .with_hdr_id(9).unwrap().with_entry_id(0xA5).unwrap().with_check(true);
    let busy = |bus: &mut ScriptBus| {
        bus.answer((), [DagCmdStatus::from_bits(0).with_busy(true), DagCmdStatus::from_bits(0)]);
    };
    vec![
        case!(init_dag, busy, |hws| hws.init_dag(0xBEEF, DagKind::Static { total: 12 }), [
            r::<HwsStatus>(()), w((), DagCmdTag::default().with_tag(0xBEEF).unwrap()),
            w((), DagCmdTotal::default().with_total(12)), w((), DagCmd::from_bits(0).with_op(Op::Init)),
            r::<DagCmdStatus>(()), r::<DagCmdStatus>(())]),
        case!(init_dynamic_dag, none, |hws| hws.init_dag(1, DagKind::Dynamic), [
            r::<HwsStatus>(()), w((), DagCmdTag::default().with_tag(1).unwrap()),
            w((), DagCmdTotal::default()),
            w((), DagCmd::from_bits(0).with_op(Op::Init).with_dynamic(true)), r::<DagCmdStatus>(())]),
        case!(reset_dag, busy, |hws| hws.reset_dag(0xBEEF), [
            r::<HwsStatus>(()), w((), DagCmdTag::default().with_tag(0xBEEF).unwrap()),
            w((), DagCmd::from_bits(0).with_op(Op::Reset)),
            r::<DagCmdStatus>(()), r::<DagCmdStatus>(())]),
        case!(trigger_blocks, none, |hws| hws.trigger_blocks(Entry::wrapping(30), IDS, 7), [
            r::<HwsStatus>(()), w(30, check)]),
        case!(triggered_blocks, none, |hws| hws.triggered_blocks(Entry::wrapping(30)), [
            r::<BlockTriggerCnt>(30)]),
        case!(refresh_descriptor, none, |hws| hws.refresh_descriptor(Entry::wrapping(30), IDS), [
            r::<HwsStatus>(()), w((), refresh)]),
        case!(soft_reset, |bus| bus.answer((), [ErrStatus::from_bits(0)]), |hws| hws.soft_reset(), [
            w((), HwsCtrl::default().with_soft_reset(true)), r::<ErrStatus>(())]),
        case!(soft_reset_after_sip_reset, none,
            |hws| hws.soft_reset_after_sip_reset(EverySipWasReset::i_have_reset_every_sip()), [
            w((), HwsCtrl::default().with_soft_reset(true).with_force(true))]),
        case!(claim_sips, claim_answers, |hws| hws.claim_sips(SipMask(0b1100)), [
            r::<HwsStatus>(()), w((), HrmFwClaim::from_bits(0).with_mask(0b1100)),
            r::<HwsStatus>(()), r::<HrmFwRefused>(()), r::<HrmFwOwned>(())]),
        case!(claim_when_idle, claim_answers, |hws| hws.claim_when_idle(SipMask(0b110000), &MASKS, 1), [
            places().flat_map(|place| [w(place, SipUsageMask::default().with_mask(0xC0)), r::<SipUsageMask>(place)]),
            r::<CntAttempt>(()), r::<HwsStatus>(()), r::<SipIdleMask>(()), r::<ReservedSipMask>(()),
            r::<HwsStatus>(()), w((), HrmFwClaim::from_bits(0).with_mask(0b110000)),
            r::<HwsStatus>(()), r::<HrmFwRefused>(()), r::<HrmFwOwned>(()),
            places().map(|place| w(place, SipUsageMask::default().with_mask(0xF0)))]),
        case!(release_sips, none, |hws| hws.release_sips(SipMask(0b1000)), [
            r::<HwsStatus>(()), w((), HrmFwRelease::from_bits(0).with_mask(0b1000))]),
        case!(owned_sips, none, |hws| hws.owned_sips(), [r::<HrmFwOwned>(())]),
        case!(push_task, firmware_input, |hws| hws.push_task(&TASK), [
            r::<HwsWorkMode>(()), w((), FwTaskTdAddr::default().with_addr(0x1000)),
            w((), ErrStatus::from_bits(0).with_fw_task_overflow(true)),
            w((), FwTaskPush::from_bits(0).with_hdr_id(9).unwrap().with_entry_id(0xA5).unwrap().with_ctx(3).unwrap()),
            r::<ErrStatus>(())]),
    ]
}

#[rustfmt::skip]
fn state() -> Vec<Case> {
    vec![
        case!(next_message, message_waits, |hws| hws.next_message(), [
            r::<MihStatus>(()), r::<MihDataLo>(()), r::<MihDataHi>(())]),
        case!(message_count, none, |hws| hws.message_count(), [r::<MihStatus>(())]),
        case!(errors, none, |hws| hws.errors(), [r::<ErrStatus>(())]),
        case!(first_error, none, |hws| hws.first_error(), [r::<ErrFirst>(())]),
        case!(clear_errors, none, |hws| hws.clear_errors(HwsError::Cfg.set()), [
            w((), ErrStatus::from_bits(0).with_cfg(true))]),
        case!(interrupts, none, |hws| hws.interrupts(), [r::<IrqStatus>(())]),
        case!(sip_status, none, |hws| hws.sip_status(), [
            r::<SipIdleMask>(()), r::<SipPreIdleMask>(()),
            r::<SipIdleMask>(()), r::<SipPreIdleMask>(())]),
        case!(remaining_time, none, |hws| hws.remaining_time(Sip::wrapping(4)), [r::<SipRemainExecTime>(4)]),
        case!(sip_complete, none, |hws| hws.sip_complete(report()), [
            w((), SipReportComplete::from_bits(0).with_sip_id(31).unwrap().with_block_id(0xFFFF).unwrap()
                .with_launch_id(63).unwrap())]),
        case!(sip_pre_complete, none, |hws| hws.sip_pre_complete(report()), [
            w((), SipReportPreComplete::from_bits(0).with_sip_id(31).unwrap().with_block_id(0xFFFF).unwrap()
                .with_launch_id(63).unwrap())]),
        case!(counters, none, |hws| hws.counters(), [
            r::<CntCycleLo>(()), r::<CntCycleHi>(()), r::<CntAttempt>(()), r::<CntFail>(()),
            r::<CntLaunchR>(()), r::<CntLaunchP>(()), r::<CntLaunchO>(()),
            r::<CntBackfill>(()), r::<CntEarly>(()), r::<CntPromote>(()),
            r::<CntCancel>(()), r::<CntKernelDone>(()), r::<CntTaskReject>(()),
            r::<CntMihDrop>(())]),
        case!(launch, launch_in_flight, |hws| hws.launch(LaunchId::wrapping(5)), [
            r::<LaunchInfo>(5), r::<LaunchKernelSeq>(5), r::<LaunchSipMask>(5),
            r::<LaunchDoneMask>(5), r::<LaunchInfo>(5)]),
        case!(firmware_launches, launch_in_flight,
            |hws| hws.firmware_launches().collect::<Result<Vec<_>, _>>(), [
            (0..5).map(r::<LaunchInfo>), r::<LaunchInfo>(5), r::<LaunchKernelSeq>(5), r::<LaunchSipMask>(5),
            r::<LaunchDoneMask>(5), r::<LaunchInfo>(5), (6..64).map(r::<LaunchInfo>)]),
        case!(check_messages, |bus| bus.answer((), [HwsWorkMode::default().with_report_en(true)]),
            |hws| hws.check_messages(&TaskDescriptor { enable_l2_alloc: true, ..Default::default() }), [
            r::<HwsWorkMode>(())]),
    ]
}
