//! Faults of reports. The SIPs 28 to 31 each report pre-complete, then each complete, in ascending order.

use fw_api::{Error, EverySipWasReset, HwsError, HwsErrors, Refusal};
use hws_regs::{RegId, RegIndex};
use hws_types::{Cycle, LaunchId, Sip, SipReport, TaskDescriptor};

use super::bench::{Bench, block, once};
use crate::fault::{FaultKind, FaultPlan};

/// The first pre-complete and the first complete report, both of SIP 28.
const PRE_COMPLETE: u64 = 0;
const COMPLETE: u64 = 4;
const SIP: Sip = Sip::wrapping(28);
const REPORT: SipReport = SipReport { launch_id: LaunchId::wrapping(0), block_id: 0, sip: SIP };

fn undisturbed() -> Bench {
    Bench::after(&FaultPlan::new(), &[block()])
}

fn disturbed(kind: FaultKind, number: u64) -> Bench {
    let bench = Bench::after(&once(kind, number), &[block()]);
    assert_eq!(bench.machine.faults().unwrap().struck(kind), 1);
    bench
}

/// The registers that differ, except those given.
fn differing(bench: &Bench, from: &Bench, except: &[RegId]) -> Vec<RegId> {
    let readable = RegId::all().filter(|id| id.info().access.is_readable() && !except.contains(id));
    readable.filter(|&id| bench.peek(id) != from.peek(id)).collect()
}

/// The registers of a sticky error.
const ERROR: [RegId; 3] = [RegId::ErrStatus, RegId::ErrFirst, RegId::IrqStatus];

#[test]
fn a_lost_complete_report_keeps_its_sip_busy_and_a_late_one_frees_it() {
    let mut bench = disturbed(FaultKind::LostReport, COMPLETE);
    assert_eq!(bench.busy(), SIP.mask().0);
    assert_eq!(bench.firmware().errors(), Ok(HwsErrors::none()));
    let launch = bench.firmware().launch(REPORT.launch_id).unwrap().unwrap();
    assert_eq!(launch.sips - launch.done, SIP.mask());
    assert_eq!(bench.messages().len(), 2, "no BLOCK_FINISH");
    bench.push(&block());
    bench.machine.advance(1000);
    assert_eq!(bench.finished_blocks(), [0], "other SIPs go on");
    bench.firmware().sip_complete(REPORT).unwrap();
    assert_eq!(bench.finished_blocks(), [0]);
    assert_eq!(bench.busy(), 0);
    assert_eq!(bench.firmware().launch(REPORT.launch_id), Ok(None));
    assert_eq!(bench.firmware().errors(), Ok(HwsErrors::none()));
}

#[test]
fn a_lost_pre_complete_report_only_keeps_its_sip_from_an_early_launch() {
    let mut bench = Bench::new(&once(FaultKind::LostReport, PRE_COMPLETE));
    bench.push(&block());
    while bench.peek(RegId::SipPreIdleMask) == bench.peek(RegId::SipIdleMask) {
        bench.machine.advance(1);
    }
    assert_eq!(bench.peek(RegId::SipPreIdleMask), !SIP.mask().0);
    bench.machine.advance_to(undisturbed().cycle());
    assert_eq!(differing(&bench, &undisturbed(), &[]), []);
}

#[test]
fn the_second_of_two_equal_reports_is_spurious_and_changes_nothing() {
    let kinds = [(PRE_COMPLETE, HwsError::SpuriousPreComplete), (COMPLETE, HwsError::SpuriousComplete)];
    for (number, error) in kinds {
        let mut bench = disturbed(FaultKind::DoubledReport, number);
        assert_eq!(differing(&bench, &undisturbed(), &ERROR), []);
        assert_eq!(bench.firmware().errors(), Ok(error.set()));
        assert_eq!(bench.finished_blocks(), [0], "one BLOCK_FINISH");
    }
}

#[test]
fn a_late_report_delays_the_end_of_its_block_and_nothing_else() {
    let mut bench = Bench::new(&once(FaultKind::LateReport, COMPLETE).with_delay(300));
    bench.push(&block());
    while bench.machine.next_due().is_none() || bench.busy() != SIP.mask().0 {
        bench.machine.advance(1);
    }
    let (others_done, due) = (bench.cycle(), bench.machine.next_due().unwrap());
    // The report of the tick just made, 300 cycles later.
    assert_eq!(due, Cycle(others_done.0 - 1).after(300));
    bench.machine.advance_to(due);
    assert_eq!(bench.busy(), SIP.mask().0);
    bench.machine.advance(1);
    assert_eq!(bench.busy(), 0);
    bench.machine.advance_to(undisturbed().cycle());
    assert_eq!(differing(&bench, &undisturbed(), &[]), []);
}

#[test]
fn a_report_that_arrives_after_a_forced_reset_is_spurious() {
    let mut bench = Bench::new(&once(FaultKind::LateReport, COMPLETE).with_delay(300));
    bench.push(&block());
    bench.machine.advance(300);
    assert_eq!(bench.busy(), SIP.mask().0);
    bench.firmware().soft_reset_after_sip_reset(EverySipWasReset::i_have_reset_every_sip()).unwrap();
    assert_eq!((bench.busy(), bench.peek(RegId::ErrStatus)), (0, 0));
    bench.machine.advance(1000);
    assert_eq!(bench.firmware().errors(), Ok(HwsError::SpuriousComplete.set()));
    assert_eq!(bench.busy(), 0);
}

#[test]
fn reports_of_different_sips_in_another_order_make_no_difference() {
    for number in [PRE_COMPLETE, PRE_COMPLETE + 3, COMPLETE, COMPLETE + 2] {
        let bench = disturbed(FaultKind::ReorderedReport, number);
        assert_eq!(differing(&bench, &undisturbed(), &[]), [], "report {number}");
    }
}

#[test]
fn the_last_report_waits_for_the_next_one_no_longer_than_the_delay() {
    let mut bench = Bench::new(&once(FaultKind::ReorderedReport, COMPLETE + 3).with_delay(300));
    bench.push(&block());
    bench.machine.advance(300);
    assert_eq!(bench.busy(), 1 << 31);
    bench.machine.advance(300);
    assert_eq!(bench.busy(), 0);
}

#[test]
fn a_pre_complete_report_behind_its_complete_report_is_spurious() {
    let on_one_sip = TaskDescriptor { thread_num: 1, ..block() };
    let mut bench = Bench::after(&once(FaultKind::ReorderedReport, PRE_COMPLETE), &[on_one_sip]);
    assert_eq!(bench.firmware().errors(), Ok(HwsError::SpuriousPreComplete.set()));
    assert_eq!(bench.finished_blocks(), [0]);
    bench.assert_one_block_done();
}

#[test]
fn a_stuck_sip_stays_busy_until_every_sip_is_reset() {
    let mut bench = disturbed(FaultKind::StuckSip, COMPLETE);
    assert_eq!(bench.machine.faults().unwrap().reports.stuck_sips(), SIP.mask());
    assert_eq!(bench.busy(), SIP.mask().0);
    let elapsed = bench.peek(RegId::SipRemainExecTime(RegIndex::at::<28>()));
    assert_eq!(elapsed, 0, "its estimate has run out");
    bench.push(&block());
    bench.machine.advance(1000);
    assert_eq!(bench.busy(), SIP.mask().0, "other SIPs go on");
    assert!(matches!(bench.firmware().soft_reset(), Err(Error::Refused(Refusal::SipsInUse))));
    bench.firmware().soft_reset_after_sip_reset(EverySipWasReset::i_have_reset_every_sip()).unwrap();
    bench.firmware().enable().unwrap();
    assert_eq!(bench.busy(), 0);
    bench.push(&TaskDescriptor { affinity: 0xF000_0000, ..block() });
    bench.machine.advance(1000);
    assert_eq!(bench.finished_blocks(), [0], "the SIP reports again");
    bench.assert_one_block_done();
}
