//! I7: tasks, launch entries and finished kernels.

use hws_model::{ErrorBit, Event};
use hws_regs::{HwsWorkMode, InPath, RegId};
use hws_types::{Cycle, LaunchId, MihMessage, Notice, SipMask, TaskDescriptor};

use super::bench::{Bench, two_blocks};

fn is_admit(event: &Event) -> bool {
    matches!(event, Event::Admit { .. })
}

fn is_launch(event: &Event) -> bool {
    matches!(event, Event::Launch { .. })
}

/// A kernel that is rejected in cycle 8.
fn rejected() -> Bench {
    let mut bench = Bench::with(&[TaskDescriptor { thread_num: 5, ..two_blocks() }]);
    bench.ticks(20);
    bench
}

#[test]
fn i7_the_loader_loses_a_task() {
    let mut bench = Bench::launched();
    bench.drop_events(8, is_admit);
    assert_eq!(
        bench.verdict(),
        "I7 is violated at cycle 9: the loader lost its task: neither admitted nor rejected, pushed at cycle 0 \
         (scheduler.md §2.3)"
    );
}

#[test]
fn i7_the_loader_has_a_task_that_was_never_pushed() {
    let mut bench = Bench::new();
    bench.ticks(5);
    bench.after_tick(3).view.is_loading = true;
    assert_eq!(
        bench.verdict(),
        "I7 is violated at cycle 4: the loader is busy with a task that was never pushed (scheduler.md §2.2)"
    );
}

#[test]
fn i7_a_task_vanishes_from_the_hdr_fifo() {
    let mut bench = Bench::with(&[two_blocks(), two_blocks(), two_blocks()]);
    bench.ticks(5);
    bench.after_tick(4).view.hdr_count = 1;
    assert_eq!(
        bench.verdict(),
        "I7 is violated at cycle 5: the HDR FIFO has HDR_COUNT 1 for 2 tasks pushed and not popped, pushed at cycle 0 \
         (scheduler.md §2.1)"
    );
}

#[test]
fn i7_a_task_appears_in_the_hdr_fifo() {
    let mut bench = Bench::with(&[two_blocks()]);
    bench.steps.last_mut().unwrap().act = None;
    assert_eq!(
        bench.verdict(),
        "I7 is violated at cycle 0: the HDR FIFO has HDR_COUNT 1 for 0 tasks pushed and not popped (scheduler.md \
         §2.1)"
    );
}

/// Firmware pushes `tasks` tasks in cycle 0.
fn firmware(tasks: usize) -> Bench {
    let mut bench = Bench::new();
    bench.write(RegId::HwsWorkMode, HwsWorkMode::default().with_in_path(InPath::Firmware).bits());
    let address = bench.place(&two_blocks());
    bench.write(RegId::FwTaskTdAddr, address);
    (0..tasks).for_each(|_| bench.write(RegId::FwTaskPush, 0));
    bench
}

#[test]
fn i7_the_firmware_fifo_takes_more_than_it_holds() {
    let mut bench = firmware(5);
    assert!(bench.verdict().starts_with("I1-I9"), "the fifth is refused: {}", bench.verdict());
    bench
        .last()
        .events
        .retain(|(_, event)| !matches!(event, Event::Error { bit: ErrorBit::FwTaskOverflow, .. }));
    assert_eq!(
        bench.verdict(),
        "I7 is violated at cycle 0: the firmware task FIFO took 5 tasks, but has only 4 places (scheduler.md §2.1)"
    );
}

/// Only the checker's own records show what the firmware FIFO holds; the loader must agree with them.
#[test]
fn i7_the_firmware_fifo_returns_a_task_twice() {
    let mut bench = firmware(1);
    bench.ticks(12);
    assert!(bench.verdict().starts_with("I1-I9"), "{}", bench.verdict());
    bench.after_tick(9).view.is_loading = true;
    assert_eq!(
        bench.verdict(),
        "I7 is violated at cycle 10: the loader is busy with a task that was never pushed (scheduler.md §2.2)"
    );
}

#[test]
fn i7_rejections_are_counted() {
    let mut bench = rejected();
    bench.after_tick(8).view.rejected = 0;
    assert_eq!(
        bench.verdict(),
        "I7 is violated at cycle 9: CNT_TASK_REJECT is 0 after 1 rejections (scheduler.md §2.3)"
    );
}

#[test]
fn i7_kernels_done_are_counted() {
    let mut bench = Bench::launched();
    bench.after_tick(104).view.done = 2;
    assert_eq!(
        bench.verdict(),
        "I7 is violated at cycle 105: CNT_KERNEL_DONE is 2 after 1 kernels left (scheduler.md §6.4)"
    );
}

#[test]
fn i7_rs_count_counts_valid_entries() {
    let mut bench = Bench::launched();
    bench.after_tick(8).view.rs_count = 2;
    assert_eq!(
        bench.verdict(),
        "I7 is violated at cycle 9: RS_COUNT is 2 for 1 valid entries (scheduler.md §2.4)"
    );
}

#[test]
fn i7_a_kernel_vanishes_from_the_ready_station() {
    let mut bench = Bench::launched();
    bench.drop_events(104, |event| matches!(event, Event::KernelDone { .. }));
    bench.after_tick(104).view.done = 0;
    assert_eq!(
        bench.verdict(),
        "I7 is violated at cycle 105: the Ready Station holds 0 kernels, but 1 were admitted and 0 are done \
         (scheduler.md §2.4)"
    );
}

#[test]
fn i7_a_task_is_rejected_and_still_there() {
    let mut bench = rejected();
    let notice = Notice::Error { code: ErrorBit::TdThreadNum.code() };
    bench.add_event(8, Event::Mih(MihMessage::Notify { of: Default::default(), notice }.encode()));
    bench.after_tick(8).view.rejected = 2;
    assert_eq!(
        bench.verdict(),
        "I7 is violated at cycle 9: the tasks pushed are 1, but 0 wait in the HDR FIFO, 0 in the firmware FIFO, 0 in \
         the loader, 2 are rejected, 0 resident, 0 done (scheduler.md §2.1)"
    );
}

#[test]
fn i7_a_live_launch_id_is_given_again() {
    let mut bench = Bench::launched();
    bench.alter(104, |event| match event {
        Event::Launch { launch_id, .. } => {
            *launch_id = LaunchId::wrapping(0);
            true
        }
        _ => false,
    });
    assert_eq!(
        bench.verdict(),
        "I7 is violated at cycle 104: launch 0 is used for kernel 0 while kernel 0 has it, launched at cycle 56 \
         (scheduler.md §6.2)"
    );
}

#[test]
fn i7_a_sip_completes_twice() {
    let mut bench = Bench::launched();
    bench.complete(28, 0, 0);
    let event = bench.last().events[0];
    bench.last().events.push(event);
    assert_eq!(
        bench.verdict(),
        "I7 is violated at cycle 110: launch 0 completes on SIP 28, where it is not running, launched at cycle 56 \
         (scheduler.md §7.3)"
    );
}

#[test]
fn i7_a_launch_entry_is_freed_twice() {
    let mut bench = Bench::finished();
    let event = bench.last().events[0];
    bench.last().events.push(event);
    assert_eq!(
        bench.verdict(),
        "I7 is violated at cycle 110: launch 0 completes on SIP 31 after it was freed (scheduler.md §7.3)"
    );
}

/// The entry is freed together with its SIPs, so that I1 and I4 hold.
#[test]
fn i7_a_launch_entry_is_freed_too_early() {
    let mut bench = Bench::launched();
    let view = &mut bench.after_tick(60).view;
    view.launches[0] = None;
    for sip in SipMask(0xF000_0000).iter() {
        view.sips[sip.index()].running = None;
        view.idle |= sip.mask();
        view.pre_idle |= sip.mask();
        view.count_en -= sip.mask();
    }
    assert_eq!(
        bench.verdict(),
        "I7 is violated at cycle 61: launch 0 is free, but SIPs 0xf0000000 have not completed, launched at cycle 56 \
         (scheduler.md §7.3)"
    );
}

#[test]
fn i7_a_launch_entry_is_live_without_a_launch() {
    let quiet = TaskDescriptor { out_path_mdma: false, ..two_blocks() };
    let mut bench = Bench::with(&[quiet]);
    bench.ticks(60);
    bench.drop_events(56, is_launch);
    assert_eq!(
        bench.verdict(),
        "I7 is violated at cycle 57: launch 0 is live, but was never launched or all its SIPs have completed \
         (scheduler.md §7.3)"
    );
}

#[test]
fn i7_a_launch_entry_shows_what_was_launched() {
    let mut bench = Bench::launched();
    bench.after_tick(70).view.launches[0].as_mut().unwrap().seq = 9;
    assert_eq!(
        bench.verdict(),
        "I7 is violated at cycle 71: launch 0 shows kernel 9, block 0, SIPs 0xf0000000, done 0x00000000: not what was \
         launched and completed, launched at cycle 56 (scheduler.md §6.2)"
    );
}

#[test]
fn i7_dag_finish_is_at_most_the_kernels_done() {
    let mut bench = Bench::launched();
    bench.after_tick(104).view.dags[0].finish = 2;
    assert_eq!(
        bench.verdict(),
        "I7 is violated at cycle 105: DAG slot 0 has FINISH 2, but 1 of its kernels are done (scheduler.md §6.4)"
    );
}

/// A soft reset clears the records; a checker that misses the event reports a violation.
#[test]
fn i7_a_soft_reset_clears_the_records() {
    let mut bench = Bench::launched();
    let reset = hws_regs::HwsCtrl::default().with_soft_reset(true).with_force(true).with_enable(true);
    bench.write(RegId::HwsCtrl, reset.bits());
    bench.push(&two_blocks());
    bench.ticks(70);
    assert!(bench.verdict().starts_with("I1-I9, I11, I13 hold"), "{}", bench.verdict());
    for step in &mut bench.steps {
        step.events.retain(|(_, event)| !matches!(event, Event::SoftReset { .. }));
    }
    assert_eq!(
        bench.verdict(),
        "I7 is violated at cycle 110: launch 0 is free, but SIPs 0xf0000000 have not completed, launched at cycle 56 \
         (scheduler.md §7.3)"
    );
    assert_eq!(bench.cycle(), Cycle(180));
}
