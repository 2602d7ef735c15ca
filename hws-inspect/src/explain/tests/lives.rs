//! Lives of kernels, with every cycle derived from the specification: a descriptor takes 8 cycles, an attempt 48.

use hws_regs::{EnableSecondRscSch, FwTaskPush, FwTaskTdAddr, HwsCtrl, HwsWorkMode, InPath, Promote, RegId};
use hws_sim::stimulus::Op;
use hws_types::{Cycle, SipMask, Source, TaskDescriptor};

use super::bench::{Bench, END, idle, td};
use crate::explain::{KernelExplanation, Life, PromotionReason, Reason};

/// The waits as (from, to, reason).
fn waits(life: &Life) -> Vec<(u64, u64, Reason)> {
    life.waits.iter().map(|wait| (wait.from.0, wait.to.0, wait.reason.clone())).collect()
}

fn only(answer: &KernelExplanation) -> &Life {
    assert_eq!(answer.lives.len(), 1, "{answer}");
    &answer.lives[0]
}

#[test]
fn a_kernel_waits_until_the_machine_is_free() {
    let kernels = [td(1, 16, 0xFFFF), td(2, 16, 0xFFFF_0000), td(3, 16, u32::MAX)];
    let bench = Bench::new(&[]).kernels(&kernels);
    let answer = bench.kernel(3);
    let life = only(&answer);
    let busy = Reason::Busy { ready: SipMask(0), needed: 16 };
    // Kernel 1 begins at 8 + 48 and takes 20000 cycles.
    let expected = [
        (0, 200, Reason::NotPushed),
        (200, 208, Reason::Loader),
        (208, 20_056, busy),
        (20_056, 20_104, Reason::Launching),
    ];
    assert_eq!(waits(life), expected, "{answer}");
    assert_eq!((life.pushed, life.admitted), (Some(Cycle(200)), Some(Cycle(208))));
    assert_eq!((life.left, life.finished), (Some(Cycle(20_104)), Some(Cycle(40_104))));
    let change = &life.waits[2].why_not[0];
    assert_eq!((idle(change), change.commit, change.gained), (SipMask(0xFFFF), Cycle(256), Some(19_848)));
    bench.assert_idle_helps(3, change);
}

#[test]
fn a_kernel_admitted_during_an_attempt_is_not_seen_by_it() {
    let mut bench = Bench::new(&[]);
    bench.push(&td(1, 4, u32::MAX));
    bench.push(&td(2, 4, u32::MAX));
    let answer = bench.kernel(2);
    // The loader reads the second descriptor from cycle 9 to 17; the first attempt takes 8 to 56.
    let expected = [(0, 17, Reason::Loader), (17, 56, Reason::InFlight), (56, 104, Reason::Launching)];
    assert_eq!(waits(only(&answer)), expected, "{answer}");
    let unseen: Vec<u32> = bench.at(20).unseen.iter().map(|kernel| kernel.kernel_id).collect();
    assert_eq!((unseen, bench.at(16).unseen.len()), (vec![2], 0));
}

/// It never is in the Ready Station when a tick has ended.
#[test]
fn a_kernel_that_only_allocates_may_finish_in_the_tick_of_its_admission() {
    let on = (RegId::EnableSecondRscSch, EnableSecondRscSch::default().with_enable(true).bits());
    let only = TaskDescriptor { enable_sip_alloc: false, enable_l2_alloc: true, ..td(1, 4, u32::MAX) };
    let bench = Bench::new(&[on]).kernels(&[only, td(2, 4, u32::MAX)]);
    let answer = bench.kernel(1);
    let life = &answer.lives[0];
    assert_eq!((life.admitted, life.left, life.finished), (Some(Cycle(8)), life.admitted, life.admitted));
    assert_eq!(bench.kernel(2).lives[0].pushed, Some(Cycle(100)), "the pushes are still in step");
}

/// Each has its own life, and the earlier ones are closed while the replay goes on.
#[test]
fn many_lives_of_one_id_stay_in_order() {
    let mut bench = Bench::new(&[]);
    for _ in 0..100 {
        bench.push(&TaskDescriptor { sim_exec_time: 30, ..td(1, 4, u32::MAX) });
        bench.wait(100);
    }
    let answer = bench.kernel(1);
    let pushed: Vec<u64> = answer.lives.iter().map(|life| life.pushed.unwrap().0).collect();
    assert!(pushed.iter().copied().eq((0..100).map(|n| 100 * n)), "{pushed:?}");
    assert!(answer.lives.iter().all(|life| life.finished.is_some()));
}

#[test]
fn blocks_wait_for_their_trigger() {
    let bench = Bench::new(&[]).kernels(&[TaskDescriptor {
        block_num: 2,
        block_trigger_cnt: 1,
        ..td(1, 4, u32::MAX)
    }]);
    let answer = bench.kernel(1);
    let life = only(&answer);
    let trigger = Reason::Trigger { launched: 1, trigger: 1, blocks: 2 };
    assert_eq!(waits(life)[2], (56, END, trigger), "{answer}");
    assert_eq!((life.blocks.len(), life.blocks[0].completed), (1, Some(Cycle(20_056))));
    assert_eq!((life.left, life.finished), (None, None));
}

#[test]
fn a_rejected_kernel_names_the_error() {
    let answer = Bench::new(&[]).kernels(&[td(1, 5, u32::MAX)]).kernel(1);
    let rejected = only(&answer).rejected.clone().unwrap();
    assert_eq!((rejected.at, rejected.error.as_str()), (Cycle(8), "TD_THREAD_NUM"));
    assert!(answer.to_string().contains("rejected: ERR_STATUS.TD_THREAD_NUM"), "{answer}");
}

#[test]
fn a_kernel_pushed_twice_has_two_lives() {
    let answer = Bench::new(&[]).kernels(&[td(1, 4, u32::MAX), td(7, 4, 1), td(1, 4, u32::MAX)]).kernel(1);
    let pushed: Vec<_> = answer.lives.iter().map(|life| life.pushed.unwrap().0).collect();
    assert_eq!(pushed, [0, 200], "{answer}");
}

#[test]
fn a_task_of_firmware_has_its_push() {
    let mode = HwsWorkMode::default().with_in_path(InPath::Firmware).bits();
    let mut bench = Bench::new(&[(RegId::HwsWorkMode, mode)]);
    let td = td(1, 4, u32::MAX);
    bench.op(Op::Mem { addr: 0x4000, words: td.encode().unwrap().to_vec() });
    bench.write(RegId::FwTaskTdAddr, FwTaskTdAddr::from_bits(0x4000).bits());
    bench.wait(30);
    bench.write(RegId::FwTaskPush, FwTaskPush::from_bits(0).bits());
    let answer = bench.kernel(1);
    let life = only(&answer);
    assert_eq!((life.source, life.td_addr), (Source::Firmware, 0x4000));
    assert_eq!((life.pushed, life.left), (Some(Cycle(30)), Some(Cycle(86))), "{answer}");
}

#[test]
fn a_soft_reset_ends_a_life() {
    let mut bench = Bench::new(&[]).kernels(&[TaskDescriptor { block_trigger_cnt: 0, ..td(1, 4, u32::MAX) }]);
    bench.write(RegId::HwsCtrl, HwsCtrl::default().with_soft_reset(true).bits());
    let answer = bench.kernel(1);
    assert_eq!(only(&answer).reset, Some(Cycle(100)));
    assert!(answer.to_string().contains("dropped by a soft reset"), "{answer}");
}

#[test]
fn a_reservation_is_part_of_a_life() {
    let promote = Promote::default().with_threshold_masked(0).with_rtask_max_masked(1).bits();
    let bench = Bench::new(&[(RegId::Promote, promote)]).kernels(&[td(1, 12, 0xFFFF), td(2, 16, 0xFFFF)]);
    let answer = bench.kernel(2);
    let life = only(&answer);
    let [span] = life.reservations[..] else { panic!("{answer}") };
    // Its first attempt, from 108 on, fails; kernel 1 ends at 20056.
    assert_eq!((span.from, span.sips, span.cancelled), (Cycle(156), SipMask(0xFFFF), false));
    let promoted = bench.at(156).promoted.unwrap();
    assert_eq!((promoted.rule, promoted.sips), (PromotionReason::Threshold, span.sips));
    assert_eq!(life.blocks[0].pool, hws_model::Pool::R);
    assert_eq!(span.to, life.blocks[0].at);
}
