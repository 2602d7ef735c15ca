//! 7.3: pre-complete reports; 7.4: the estimate of the HWS instead.

use hws_model::ErrorBit;
use hws_regs::{
    EarlyLaunchMode, EarlyMode, ErrFirst, HwsWorkMode, OutPath, PreIdleOffset, RegId, SipReportPreComplete,
};
use hws_tests::rig::{Rig, td};
use hws_types::TaskDescriptor;

use super::state::{early_launch, launches, masks, pre_idle_sip, remain};
use crate::rules::section_6::bench::on;

fn mode(rig: &mut Rig, mode: EarlyMode) {
    rig.write((), EarlyLaunchMode::default().with_mode(mode));
}

fn pre_idle(rig: &Rig) -> u32 {
    masks(rig)[1]
}

/// Mode 0: a valid report sets pre_idle and nothing else, whatever ENABLE_EARLY_LAUNCH_SIP is.
#[test]
fn a_pre_complete_report_sets_pre_idle() {
    for enable in [false, true] {
        let mut rig = Rig::new();
        rig.freeze_time();
        early_launch(&mut rig, enable);
        rig.occupy(1, 100);
        let before = masks(&rig);
        rig.pre_complete(1);
        assert_eq!(masks(&rig), [before[0], u32::MAX, before[2], before[3]]);
        assert_eq!((remain(&rig, 0), launches(&rig, 0)), (100, (Some(0), None)));
        assert!(rig.errors().is_empty());
    }
}

fn raw(rig: &Rig, sip: u32) -> SipReportPreComplete {
    SipReportPreComplete::from_bits(rig.report_of(sip).bits())
}

fn assert_spurious(rig: &mut Rig, report: SipReportPreComplete) {
    let before = rig.hws.clone();
    rig.write((), report);
    assert_eq!(rig.errors().pop(), Some(ErrorBit::SpuriousPreComplete));
    let first = rig.read::<ErrFirst>(());
    assert_eq!((first.code(), first.hdr_id(), first.entry_id()), (11, 0, 0));
    rig.take_errors();
    assert_eq!(rig.hws, before);
}

/// Mode 0: like a complete report, it has to name the running launch and block.
#[test]
fn an_invalid_pre_complete_report_changes_nothing() {
    let mut rig = Rig::new();
    rig.freeze_time();
    rig.occupy(0b11, 100);
    let good = raw(&rig, 0);
    assert_spurious(&mut rig, good.with_launch_id_masked(good.launch_id() + 1));
    assert_spurious(&mut rig, good.with_block_id_masked(good.block_id() ^ 1));
    assert_spurious(&mut rig, good.with_sip_id_masked(1));
    assert_spurious(&mut rig, good.with_sip_id_masked(7));
}

/// Mode 0: a second report is spurious, and so is one with a block pending.
#[test]
fn a_pre_complete_report_needs_no_pending_and_no_pre_idle() {
    let mut rig = pre_idle_sip(100);
    let again = raw(&rig, 31);
    assert_spurious(&mut rig, again);
    rig.submit(on(1 << 31, td(1, 1)));
    assert!(rig.attempt().is_launched());
    assert_eq!((pre_idle(&rig), masks(&rig)[2]), (u32::MAX >> 1, 1 << 31));
    assert_spurious(&mut rig, again);
}

/// Mode 1: ignored without any check, right or wrong.
#[test]
fn in_mode_1_reports_are_ignored() {
    let mut rig = Rig::new();
    rig.freeze_time();
    rig.occupy(1, 100);
    mode(&mut rig, EarlyMode::HwsEstimate);
    let before = rig.hws.clone();
    let good = raw(&rig, 0);
    for report in [good, good.with_sip_id_masked(9), SipReportPreComplete::from_bits(u32::MAX)] {
        rig.write((), report);
        assert_eq!(rig.hws, before);
    }
    assert!(rig.errors().is_empty());
}

/// Mode 1: pre-idle when remain ≤ PRE_IDLE_OFFSET, whatever ENABLE_EARLY_LAUNCH_SIP is; mode 0: never.
#[test]
fn the_estimate_sets_pre_idle_at_the_offset() {
    for enable in [false, true] {
        let mut rig = Rig::new();
        early_launch(&mut rig, enable);
        rig.write((), PreIdleOffset::from_bits(10));
        rig.occupy(1, 30);
        mode(&mut rig, EarlyMode::HwsEstimate);
        let start = remain(&rig, 0);
        assert_eq!(start, 30);
        rig.ticks(19);
        assert_eq!((remain(&rig, 0), pre_idle(&rig)), (11, !1));
        rig.tick();
        assert_eq!((remain(&rig, 0), pre_idle(&rig)), (10, u32::MAX));
    }
    let mut rig = Rig::new();
    rig.write((), PreIdleOffset::from_bits(10));
    rig.occupy(1, 30);
    rig.ticks(60);
    assert_eq!((remain(&rig, 0), pre_idle(&rig)), (0, !1), "SIPs report in mode 0");
}

/// On every tick, also between time units: a wider offset counts at once.
#[test]
fn the_estimate_acts_on_every_tick() {
    let mut rig = Rig::new();
    rig.freeze_time();
    rig.occupy(1, 30);
    mode(&mut rig, EarlyMode::HwsEstimate);
    rig.ticks(3);
    assert_eq!(pre_idle(&rig), !1);
    rig.write((), PreIdleOffset::from_bits(30));
    assert_eq!(pre_idle(&rig), !1, "not at the write");
    rig.tick();
    assert_eq!((remain(&rig, 0), pre_idle(&rig)), (30, u32::MAX));
}

/// Only for a launch whose MDMA path was on.
#[test]
fn a_block_of_firmware_is_not_estimated() {
    for path in [OutPath::Mdma, OutPath::Mih] {
        let mut rig = Rig::new();
        mode(&mut rig, EarlyMode::HwsEstimate);
        rig.write((), HwsWorkMode::default().with_out_path(path));
        rig.occupy(1, 30);
        rig.write((), HwsWorkMode::default().with_out_path(OutPath::Mdma));
        rig.ticks(100);
        let expected = if path == OutPath::Mdma { u32::MAX } else { !1 };
        assert_eq!((remain(&rig, 0), pre_idle(&rig)), (0, expected));
    }
}

/// Not while a block is pending; the pending one is estimated when it runs.
#[test]
fn a_sip_with_a_pending_block_is_not_estimated() {
    let mut rig = pre_idle_sip(100);
    rig.submit(on(1 << 31, TaskDescriptor { est_exec_time: 30, ..td(1, 1) }));
    assert!(rig.attempt().is_launched());
    mode(&mut rig, EarlyMode::HwsEstimate);
    rig.write((), PreIdleOffset::from_bits(u32::MAX));
    rig.ticks(5);
    assert_eq!(pre_idle(&rig), u32::MAX >> 1);
    rig.complete(1 << 31);
    rig.tick();
    assert_eq!(pre_idle(&rig), u32::MAX);
}

/// Leaving mode 1 keeps what was set.
#[test]
fn leaving_mode_1_keeps_pre_idle() {
    let mut rig = Rig::new();
    rig.freeze_time();
    rig.occupy(1, 30);
    mode(&mut rig, EarlyMode::HwsEstimate);
    rig.write((), PreIdleOffset::from_bits(30));
    rig.tick();
    mode(&mut rig, EarlyMode::SipReport);
    rig.ticks(3);
    assert_eq!(pre_idle(&rig), u32::MAX);
    let report = raw(&rig, 0);
    assert_spurious(&mut rig, report);
}

/// An idle SIP is pre-idle anyway and is not estimated.
#[test]
fn an_idle_sip_is_not_running() {
    let mut rig = Rig::new();
    mode(&mut rig, EarlyMode::HwsEstimate);
    rig.ticks(3);
    assert_eq!(pre_idle(&rig), u32::MAX);
    assert_eq!(rig.peek(RegId::SipIdleMask), u32::MAX);
}
