//! Histories of SIPs.

use hws_regs::{EnableSecondRscSch, HrmFwClaim, Promote, RegId, SipTopology};
use hws_types::TaskDescriptor;

use super::bench::{Bench, END, td};
use crate::explain::{SipExplanation, SipUse, WhyIdle};

/// The spans as (from, to), with the uses of interest.
fn spans(answer: &SipExplanation) -> Vec<(u64, u64, &SipUse)> {
    answer.spans.iter().map(|span| (span.from.0, span.to.0, &span.used)).collect()
}

#[test]
fn a_sip_runs_and_waits() {
    let answer = Bench::new(&[]).kernels(&[td(1, 4, 0xF)]).sip(2);
    let [(0, 8, before), (8, 56, launching), (56, 20_056, running), (20_056, END, after)] =
        spans(&answer)[..]
    else {
        panic!("{answer}")
    };
    assert_eq!((before, after), (&SipUse::Idle(WhyIdle::NothingResident), before));
    assert!(matches!(launching, SipUse::Idle(WhyIdle::Launching { kernel }) if kernel.kernel_id == 1));
    assert!(matches!(running, SipUse::Running { kernel_id: 1, block: 0, pending: None, .. }));
    assert_eq!((answer.totals.running, answer.totals.idle), (20_000, END - 20_000));
}

#[test]
fn a_sip_of_firmware_is_owned() {
    let answer = Bench::new(&[(RegId::HrmFwClaim, HrmFwClaim::from_bits(4).bits())]).sip(2);
    assert_eq!(spans(&answer), [(0, END, &SipUse::Owned)]);
    assert_eq!(answer.totals.owned, END);
}

#[test]
fn a_sip_outside_the_topology_is_absent() {
    let small = SipTopology::default().with_cluster_sip_num_masked(4).with_cluster_num_masked(4).bits();
    let answer = Bench::new(&[(RegId::SipTopology, small)]).sip(31);
    assert_eq!(answer.totals.absent, END);
}

/// The use of the SIP at the end of the bench.
fn idle(bench: &Bench, sip: u32) -> WhyIdle {
    let answer = bench.sip(sip);
    let now = bench.now();
    let span = answer.spans.iter().find(|span| span.from.0 <= now && now < span.to.0);
    match &span.unwrap().used {
        SipUse::Idle(why) => why.clone(),
        other => panic!("{other}"),
    }
}

#[test]
fn an_idle_sip_names_what_keeps_it_idle() {
    let waits = TaskDescriptor { block_trigger_cnt: 0, ..td(2, 4, 0xF0) };
    let bench = Bench::new(&[]).kernels(&[td(1, 4, 0xF), waits]);
    assert_eq!(idle(&bench, 5), WhyIdle::NothingToLaunch);
    let bench = Bench::new(&[]).kernels(&[td(1, 4, 0xF), td(2, 4, 0xF)]);
    assert_eq!(idle(&bench, 5), WhyIdle::NotAllowed);
    let bench = Bench::new(&[]).kernels(&[td(1, 1, 1), td(2, 4, 0xF)]);
    assert!(matches!(idle(&bench, 2), WhyIdle::NoPlace { kernel } if kernel.kernel_id == 2));
}

#[test]
fn an_idle_sip_without_grants_or_without_attempts_says_so() {
    let on = EnableSecondRscSch::default().with_enable(true).bits();
    let needs = TaskDescriptor { enable_l2_alloc: true, ..td(1, 4, u32::MAX) };
    let bench = Bench::new(&[(RegId::EnableSecondRscSch, on)]).kernels(&[needs]);
    assert_eq!(idle(&bench, 2), WhyIdle::SecondResources);
    let mut bench = Bench::new(&[]);
    bench.write(RegId::HwsCtrl, 0);
    let bench = bench.kernels(&[td(1, 4, u32::MAX)]);
    assert_eq!(idle(&bench, 2), WhyIdle::Disabled);
}

#[test]
fn an_idle_sip_of_a_reservation_is_reserved() {
    let promote = Promote::default().with_threshold_masked(0).with_rtask_max_masked(1).bits();
    let mut bench = Bench::new(&[(RegId::Promote, promote)]).kernels(&[td(1, 12, 0xFFFF), td(2, 16, 0xFFFF)]);
    bench.wait(100);
    assert!(matches!(idle(&bench, 15), WhyIdle::Reserved { kernel } if kernel.kernel_id == 2));
    assert!(bench.sip(15).totals.reserved > 10_000);
}

#[test]
fn a_sip_is_passed_over_for_another_place() {
    let bench = Bench::new(&[]).together(&[td(1, 4, u32::MAX), td(2, 4, u32::MAX)]);
    let answer = bench.sip(0);
    let other =
        answer.spans.iter().find(|span| matches!(span.used, SipUse::Idle(WhyIdle::OtherFirst { .. })));
    assert_eq!(other.map(|span| span.from.0), Some(bench.now()), "{answer}");
}
