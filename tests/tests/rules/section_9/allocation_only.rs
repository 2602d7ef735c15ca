//! 9.4: allocation-only kernels.

use hws_model::Event;
use hws_regs::{CntKernelDone, HwsWorkMode, MihStatus, RegId, RegIndex};
use hws_tests::rig::{Rig, RigTask, td};
use hws_types::{MihMessage, TaskDescriptor};

use super::setup::{allocation_only, enabled, refresh, switch};
use crate::rules::section_6::bench::{of_dag, unread};

/// An allocation-only kernel with the MIH path on.
fn reporting(grants: u16) -> TaskDescriptor {
    TaskDescriptor { out_path_mih: true, start_block_idx: 40, ..allocation_only(grants) }
}

/// The same descriptor with `done` grants in VG 0 and one in VG 7.
fn granted(done: u8, td: TaskDescriptor) -> TaskDescriptor {
    TaskDescriptor { l2_done: [done, 0, 0, 0, 0, 0, 0, 1], ..td }
}

/// The entries of the kernels that left since the events were last taken, in order.
fn done(rig: &mut Rig) -> Vec<u32> {
    let entry =
        |event: Event| if let Event::KernelDone { entry, .. } = event { Some(entry.get()) } else { None };
    rig.take_events().into_iter().filter_map(|recorded| entry(recorded.event)).collect()
}

/// It finishes when it has num_block_to_alloc_l2 grants, in any VGs.
#[test]
fn it_finishes_with_its_last_grant() {
    let mut rig = enabled();
    let task = rig.submit(allocation_only(3));
    refresh(&mut rig, task, granted(1, allocation_only(3)));
    rig.ticks(100);
    assert!(rig.is_resident(task), "two of three");
    refresh(&mut rig, task, granted(2, allocation_only(3)));
    assert!(!rig.is_resident(task));
    assert_eq!(rig.read::<CntKernelDone>(()).bits(), 1);
}

/// Grants at admission count: it leaves at the boundary of the same tick, as does one that waits for none.
#[test]
fn it_may_finish_at_once() {
    for kernel in [allocation_only(0), granted(4, allocation_only(5)), granted(9, allocation_only(5))] {
        let mut rig = enabled();
        rig.submit(kernel);
        let cycles: Vec<u64> = rig
            .events()
            .iter()
            .filter(|recorded| matches!(recorded.event, Event::Admit { .. } | Event::KernelDone { .. }))
            .map(|recorded| recorded.cycle)
            .collect();
        assert_eq!(cycles, [8, 8]);
    }
}

/// New grants take effect at a REFRESH, not by themselves, nor at the launch of another kernel.
#[test]
fn grants_are_seen_at_a_refresh_only() {
    let mut rig = enabled();
    let task = rig.submit(allocation_only(1));
    rig.rewrite(task, granted(1, allocation_only(1)));
    rig.submit(of_dag(2, td(1, 5)));
    assert!(rig.attempt().is_launched());
    rig.ticks(100);
    assert!(rig.is_resident(task));
    refresh(&mut rig, task, granted(1, allocation_only(1)));
    assert!(!rig.is_resident(task));
}

/// It is in no pool: nothing is launched, no failure is counted for it, no rule promotes it.
#[test]
fn it_is_in_no_pool() {
    let mut rig = enabled();
    let task = rig.submit(allocation_only(1));
    rig.write((), crate::rules::section_6::bench::threshold(0));
    let commit = rig.attempt();
    assert_eq!((commit.is_launched(), commit.promotion()), (false, None));
    assert_eq!(crate::rules::section_6::bench::online_priority(&rig, task), 0);
    crate::rules::section_6::bench::finish_a_young_kernel(&mut rig, u32::MAX);
    assert_eq!(crate::rules::section_6::bench::fail_times(&rig, task), 0);
}

/// It has launched nothing, but its DAG slot still counts it.
#[test]
fn its_dag_counts_it() {
    let mut rig = enabled();
    let other = TaskDescriptor { block_trigger_cnt: 0, ..of_dag(8, td(1, 1)) };
    rig.submit(other);
    rig.submit(TaskDescriptor { block_num: 7, block_trigger_cnt: 0, ..of_dag(9, allocation_only(0)) });
    assert_eq!([0, 1].map(|slot| rig.peek(RegId::DagFinish(RegIndex::wrapping(slot)))), [0, 1]);
    let done = rig.events().iter().find_map(|recorded| match recorded.event {
        Event::KernelDone { seq, dag_slot, .. } => Some((seq, dag_slot)),
        _ => None,
    });
    assert_eq!(done, Some((1, Some(1))));
}

/// With the MIH path on now: BLOCK_FINISH with start_block_idx, launch 0, kernel_finish, after kernel_done.
#[test]
fn it_reports_that_it_is_finished() {
    let mut rig = enabled();
    rig.occupy(1, 1000);
    rig.take_events();
    let task = rig.submit(reporting(0));
    let last_two: Vec<Event> = rig.take_events().into_iter().map(|recorded| recorded.event).skip(1).collect();
    assert!(matches!(last_two[..], [Event::KernelDone { .. }, Event::Mih(_)]), "{last_two:?}");
    let MihMessage::BlockFinish { of, launch_id, kernel_finish } = rig.messages()[0] else {
        panic!("a finish")
    };
    assert_eq!((of.ids, of.block_id), (task.ids, 40));
    assert_eq!((launch_id.get(), kernel_finish), (0, true));
}

/// The path is that of §6.2, as it is now.
#[test]
fn it_reports_if_the_mih_path_is_on_now() {
    for (by_descriptor, report) in [(false, false), (false, true), (true, false)] {
        let mut rig = enabled();
        let kernel = TaskDescriptor { out_path_mih: by_descriptor, ..allocation_only(1) };
        let task = rig.submit(kernel);
        rig.messages();
        rig.write((), HwsWorkMode::default().with_report_en(report));
        refresh(&mut rig, task, granted(1, kernel));
        assert_eq!(rig.messages().len(), usize::from(by_descriptor || report));
    }
}

/// Without its second resources on it does not finish; a REFRESH meanwhile reads no counters.
#[test]
fn it_does_not_finish_while_switched_off() {
    let mut rig = enabled();
    let task = rig.submit(allocation_only(1));
    switch(&mut rig, false);
    refresh(&mut rig, task, granted(1, allocation_only(1)));
    rig.ticks(100);
    assert!(rig.is_resident(task));
    switch(&mut rig, true);
    rig.ticks(100);
    assert!(rig.is_resident(task), "that refresh read the trigger only");
    refresh(&mut rig, task, granted(1, allocation_only(1)));
    assert!(!rig.is_resident(task));
}

/// An attempt in flight, so that what is submitted now meets its first boundary together.
fn between_boundaries(rig: &mut Rig) {
    rig.submit(of_dag(2, td(1, 5)));
    rig.latch();
}

/// Two kernels that both have their grants, the MIH FIFO full; the first reports, the second does not.
fn without_room() -> (Rig, RigTask, RigTask) {
    let mut rig = enabled();
    unread(&mut rig, 64);
    between_boundaries(&mut rig);
    let first = rig.submit(reporting(0));
    let second = rig.submit(allocation_only(0));
    rig.take_errors();
    rig.take_events();
    rig.commit();
    (rig, first, second)
}

/// While the FIFO has no room for its message it waits, and the next kernel is tried; nothing is dropped.
#[test]
fn it_waits_for_room_for_its_message() {
    let (mut rig, first, second) = without_room();
    assert_eq!(done(&mut rig), [u32::from(second.entry)]);
    assert!(rig.is_resident(first));
    assert_eq!((rig.take_errors().bits(), rig.peek(RegId::CntMihDrop)), (0, 0));
    assert_eq!(rig.peek(RegId::DagFinish(RegIndex::at::<1>())), 1, "the waiting kernel is not counted yet");
    rig.pop_mih();
    rig.tick();
    assert_eq!(done(&mut rig), [u32::from(first.entry)]);
    assert_eq!(rig.read::<MihStatus>(()).count(), 64, "its message took the place");
    let last = rig.messages().pop().unwrap();
    assert!(matches!(last, MihMessage::BlockFinish { kernel_finish: true, .. }));
}

/// A read makes room, no command and no count of time: skipped time ends there as well.
#[test]
fn it_is_not_skipped_once_there_is_room() {
    let (mut rig, first, _) = without_room();
    rig.pop_mih();
    rig.hws.advance(100, &mut rig.memory, &mut ());
    assert!(!rig.is_resident(first));
}

/// It needs no room once its path is off.
#[test]
fn it_needs_no_room_without_the_mih_path() {
    let mut rig = enabled();
    rig.write((), HwsWorkMode::default().with_report_en(true));
    unread(&mut rig, 64);
    let task = rig.submit(allocation_only(0));
    rig.ticks(10);
    assert!(rig.is_resident(task));
    rig.write((), HwsWorkMode::default());
    rig.tick();
    assert!(!rig.is_resident(task));
}

/// Room for one message is used by one kernel, the one with the lowest entry; the others wait.
#[test]
fn one_place_is_for_the_lowest_entry() {
    let mut rig = enabled();
    unread(&mut rig, 63);
    between_boundaries(&mut rig);
    let tasks = [0, 1].map(|_| rig.submit(reporting(0)));
    rig.commit();
    assert_eq!(done(&mut rig), [u32::from(tasks[0].entry)]);
    assert!(rig.is_resident(tasks[1]));
}

/// Kernels finish in ascending order of entry, whatever their age, all at one boundary.
#[test]
fn kernels_finish_in_entry_order() {
    let mut rig = enabled();
    rig.submit(td(1, 1));
    let older = rig.submit(allocation_only(1));
    assert_eq!(rig.attempt().launch().entry, 0);
    rig.rewrite(older, granted(1, allocation_only(1)));
    // The launching kernel takes the free entry 0 and leaves it in its COMMIT.
    rig.submit(of_dag(2, td(1, 1)));
    rig.submit(of_dag(3, td(1, 9)));
    assert_eq!(rig.attempt().launch().entry, 0);
    rig.latch();
    let younger = rig.submit(allocation_only(0));
    assert!(younger.entry < older.entry && younger.seq > older.seq);
    rig.write((), hws_regs::TdRefresh::from_bits(0).with_entry_masked(older.entry.into()));
    rig.take_events();
    rig.commit();
    assert_eq!(done(&mut rig), [u32::from(younger.entry), u32::from(older.entry)]);
}

/// At a boundary only, after the commands.
#[test]
fn it_finishes_at_the_boundary_of_its_refresh() {
    let mut rig = enabled();
    let task = rig.submit(allocation_only(1));
    rig.submit(of_dag(2, td(1, 5)));
    rig.rewrite(task, granted(1, allocation_only(1)));
    rig.latch();
    rig.write((), hws_regs::TdRefresh::from_bits(0).with_entry_masked(task.entry.into()));
    rig.ticks(47);
    assert!(rig.is_resident(task));
    let commit = rig.commit();
    let refresh = commit.events.iter().position(|event| matches!(event, Event::Command { .. })).unwrap();
    assert!(matches!(commit.events[refresh + 1], Event::KernelDone { .. }), "{:?}", commit.events);
}
