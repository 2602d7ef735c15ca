//! Values that are read are returned unchanged, in their types.

use fw_api::regs::*;
use fw_api::types::{LaunchId, Sip, SipMask, SipReport, Source, TaskIds, Topology};
use fw_api::*;
use hws_model::Doorbell;

use crate::calls::script_bus::{ScriptBus, TASK, run, w};

#[test]
fn every_bit_of_err_status_is_one_error_with_its_number() {
    let named = ErrStatus::INFO.fields;
    assert_eq!(HwsError::ALL.len(), named.len());
    for (error, field) in HwsError::ALL.iter().zip(named) {
        assert_eq!((error.name(), error.code()), (field.name, field.lsb.into()));
        assert_eq!(HwsError::from_code(field.lsb.into()), Some(*error));
    }
    assert_eq!(HwsError::from_code(named.len() as u32), None);
}

#[test]
fn errors_are_a_set_and_clearing_writes_exactly_it() {
    let mut bus = ScriptBus::default();
    bus.answer((), [ErrStatus::from_bits(u32::MAX)]);
    let all = run(&mut bus, |hws| hws.errors()).0.unwrap();
    assert!(all.iter().eq(HwsError::ALL.iter().copied()));
    let two = HwsErrors::none().with(HwsError::MihOverflow).with(HwsError::Bus);
    assert!(two.has(HwsError::Bus) && !two.has(HwsError::Cfg) && !two.is_empty());
    assert_eq!(two.iter().collect::<Vec<_>>(), [HwsError::Bus, HwsError::MihOverflow]);
    let (_, log) = run(&mut bus, |hws| hws.clear_errors(two));
    assert_eq!(log, [w((), ErrStatus::from_bits(0).with_bus(true).with_mih_overflow(true))]);
}

/// Code on a SIP and a model of one agree on the doorbells.
#[test]
fn a_report_is_what_a_model_of_a_sip_writes() {
    for (sip, block_id, launch) in [(0, 0, 0), (31, 1, 2), (3, u16::MAX, 63)] {
        let report = SipReport { sip: Sip::wrapping(sip), block_id, launch_id: LaunchId::wrapping(launch) };
        assert_eq!(complete_report(report).bits(), Doorbell::complete(report).value);
        assert_eq!(pre_complete_report(report).bits(), Doorbell::pre_complete(report).value);
    }
}

#[test]
fn a_set_is_empty_until_an_error_is_added_and_keeps_it() {
    let (none, one) = (HwsErrors::none(), HwsErrors::none().with(HwsError::Cfg));
    assert_eq!((none.is_empty(), one.is_empty()), (true, false));
    assert!(one.with(HwsError::Cfg).has(HwsError::Cfg), "added twice, it is there once");
}

#[test]
fn an_error_says_its_name_and_meaning() {
    let said = HwsError::Cfg.to_string();
    assert_eq!(said, "CFG: A configuration write was refused.");
}

#[test]
fn a_task_of_firmware_has_the_ids_of_its_messages() {
    let task = FirmwareTask { td_addr: 64, hdr_id: 9, hdr_entry_id: 200, ctx: 1 };
    assert_eq!(task.ids(), TaskIds { source: Source::Firmware, hdr_id: 9, hdr_entry_id: 200 });
}

#[test]
fn a_set_of_promotion_rules_has_those_that_were_added() {
    let all = [PromotionRule::Threshold, PromotionRule::Top1FullVg, PromotionRule::Top1, PromotionRule::OnCp];
    for rule in all {
        let only = PromotionRules::NONE.with(rule);
        assert_eq!(all.map(|other| only.has(other)), all.map(|other| other == rule));
        assert!(!PromotionRules::NONE.has(rule));
    }
}

#[test]
fn the_first_error_names_its_task() {
    let mut bus = ScriptBus::default();
    let first = ErrFirst::from_bits(0).with_code(HwsError::TdCoop.code()).unwrap();
    let first = first.with_hdr_id(15).unwrap().with_entry_id(255).unwrap();
    bus.answer((), [first.with_valid(true), first]);
    let error = FirstError { error: HwsError::TdCoop, hdr_id: 15, hdr_entry_id: 255 };
    assert_eq!(run(&mut bus, |hws| hws.first_error()).0, Ok(Some(error)));
    assert_eq!(run(&mut bus, |hws| hws.first_error()).0, Ok(None));
}

#[test]
fn cycles_are_64_bits() {
    let mut bus = ScriptBus::default();
    bus.answer((), [CntCycleLo::from_bits(u32::MAX)]);
    bus.answer((), [CntCycleHi::from_bits(2)]);
    bus.answer((), [CntMihDrop::from_bits(5)]);
    let counters = run(&mut bus, |hws| hws.counters()).0.unwrap();
    assert_eq!((counters.cycles, counters.messages_dropped), (0x2_FFFF_FFFF, 5));
}

#[test]
fn topologies_are_read_and_illegal_ones_are_reported() {
    let mut bus = ScriptBus::default();
    let pair = |sips, clusters| {
        SipTopology::from_bits(0).with_cluster_sip_num(sips).unwrap().with_cluster_num(clusters).unwrap()
    };
    bus.answer((), [pair(6, 4), pair(5, 4)]);
    assert_eq!(run(&mut bus, |hws| hws.topology()).0, Ok(Topology::new(6, 4).unwrap()));
    assert!(matches!(run(&mut bus, |hws| hws.topology()).0, Err(Error::Refused(_))));
}

#[test]
fn a_launch_that_only_firmware_can_start_is_found() {
    let mut bus = ScriptBus::default();
    let info = LaunchInfo::from_bits(0).with_valid(true).with_out_mih(true).with_src(true);
    let info = info.with_hdr_id(3).unwrap().with_entry_id(4).unwrap().with_block_id(5).unwrap();
    bus.answer(9, [info]);
    bus.answer(9, [LaunchSipMask::from_bits(0xF0)]);
    bus.answer(9, [LaunchDoneMask::from_bits(0x10)]);
    bus.answer(9, [LaunchKernelSeq::from_bits(77)]);
    let launch = run(&mut bus, |hws| hws.launch(LaunchId::wrapping(9))).0.unwrap().unwrap();
    let expected = Launch {
        id: LaunchId::wrapping(9),
        ids: TaskIds { source: Source::Firmware, hdr_id: 3, hdr_entry_id: 4 },
        block_id: 5,
        kernel_seq: 77,
        sips: SipMask(0xF0),
        done: SipMask(0x10),
        mdma: false,
        mih: true,
    };
    assert_eq!(launch, expected);
    assert!(launch.is_firmwares() && !Launch { mdma: true, ..launch }.is_firmwares());
}

#[test]
fn the_safe_margin_follows_delay_and_time_unit() {
    let margin = |delay, prescale, margin| {
        let mut bus = ScriptBus::default();
        bus.answer((), [LaunchSipDelay::from_bits(delay)]);
        bus.answer((), [TimeUnit::from_bits(prescale)]);
        let (answer, log) = run(&mut bus, |hws| hws.set_backfill(margin));
        assert_eq!(answer, Ok(()));
        log.last().copied()
    };
    let written =
        |units| Some(w((), RsvdSipBackfillMarginOffset::from_bits(units).with_sign(Sign::Positive)));
    assert_eq!(margin(0, 0, BackfillMargin::default()), written(49));
    assert_eq!(margin(0, 47, BackfillMargin::safe(0)), written(2));
    assert_eq!(margin(0, 46, BackfillMargin::safe(0)), written(3));
    assert_eq!(margin(7, 65535, BackfillMargin::safe(100)), written(109));
    assert_eq!(margin(0, 0, BackfillMargin::exact(12)), written(12));
    let reset = w((), RsvdSipBackfillMarginOffset::default());
    assert_eq!(margin(0, 0, BackfillMargin::exact(0)), Some(reset), "no margin is the reset value");
}

#[test]
fn policies_default_to_the_reset_values() {
    let mut bus = ScriptBus::default();
    let (_, log) = run(&mut bus, |hws| {
        hws.set_promotion(&PromotionPolicy::default())
            .and(hws.set_allocation_order(AllocationOrder::default()))
    });
    let reset =
        [w((), Promote::default()), w((), UseRsvdSipFirst::default()), w((), SipFillupTaskFirst::default())];
    assert_eq!(log, reset);
}

#[test]
fn messages_of_a_firmware_task_carry_its_ids() {
    assert_eq!(TASK.ids(), TaskIds { source: Source::Firmware, hdr_id: 9, hdr_entry_id: 0xA5 });
}
