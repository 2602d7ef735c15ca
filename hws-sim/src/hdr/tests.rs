use hws_model::{ErrorBit, Event, EventSink};
use hws_types::{Entry, Sip};

use super::*;

fn admit(seq: u32, kernel_id: u32) -> Event {
    Event::Admit { entry: Entry::wrapping(0), seq, kernel_id }
}

fn launch(seq: u32, launch_id: u32, sips: u32) -> Event {
    Event::Launch {
        entry: Entry::wrapping(0),
        seq,
        pool: hws_model::Pool::O,
        block: 0,
        launch_id: LaunchId::wrapping(launch_id),
        sip_mask: SipMask(sips),
    }
}

fn done(seq: u32) -> Event {
    Event::KernelDone { entry: Entry::wrapping(0), seq, dag_slot: None }
}

fn complete(sip: u32, launch_id: u32) -> Event {
    Event::Complete { sip: Sip::wrapping(sip), launch_id: LaunchId::wrapping(launch_id) }
}

fn kernel(id: u32) -> HdrKernel {
    HdrKernel::new(id, id << 8)
}

/// The kernels pushed at `now`, by td_addr.
fn pushed(hdr: &mut Hdr, now: u64) -> Vec<u32> {
    std::iter::from_fn(|| hdr.take_ready(Cycle(now))).map(|push| push.td_addr >> 8).collect()
}

fn feed(hdr: &mut Hdr, cycle: u64, events: &[Event]) {
    events.iter().for_each(|&event| hdr.event(Cycle(cycle), event));
}

#[test]
fn ready_kernels_are_pushed_by_ready_cycle_then_order_then_position() {
    let kernels = vec![
        kernel(1).arriving(Cycle(9)),
        kernel(2).ordered(5),
        kernel(3).ordered(4),
        kernel(4).ordered(4),
        kernel(5).arriving(Cycle(8)).ordered(9),
    ];
    let mut hdr = Hdr::new(kernels).unwrap();
    assert_eq!(pushed(&mut hdr, 9), [3, 4, 2, 5, 1]);
    assert_eq!(hdr.next_ready(), None);
}

#[test]
fn a_finish_is_acted_upon_one_cycle_later() {
    let mut hdr = Hdr::new(vec![kernel(1), kernel(2).after_finish(1)]).unwrap();
    assert_eq!(pushed(&mut hdr, 0), [1]);
    assert!(hdr.is_listening());
    feed(&mut hdr, 8, &[admit(0, 1)]);
    assert!(hdr.is_listening(), "kernel 1 may be allocation-only");
    feed(&mut hdr, 56, &[launch(0, 0, 0b11), launch(0, 1, 0b100), done(0)]);
    feed(&mut hdr, 90, &[complete(0, 0), complete(2, 1)]);
    assert_eq!(hdr.state(1), Some(KernelState::Launched));
    assert!(!hdr.is_listening(), "only a report can help");
    feed(&mut hdr, 100, &[complete(1, 0)]);
    assert_eq!(hdr.next_ready(), Some(Cycle(101)));
    assert!(pushed(&mut hdr, 100).is_empty());
    assert_eq!(pushed(&mut hdr, 101), [2]);
    let times = hdr.times(1).unwrap();
    assert_eq!((times.first_launch, times.launched), (Some(Cycle(56)), Some(Cycle(56))));
    assert_eq!((times.pushed, times.finished), (Some(Cycle(0)), Some(Cycle(100))));
}

#[test]
fn a_transfer_begins_with_the_finish_and_holds_the_kernel_back() {
    let kernels = vec![
        kernel(1),
        kernel(2).after_transfer(1, 40),
        kernel(3).after_transfer(1, 1).after_transfer(2, 0),
        kernel(4).after_transfer(1, 1),
    ];
    let mut hdr = Hdr::new(kernels).unwrap();
    assert_eq!(pushed(&mut hdr, 0), [1]);
    feed(&mut hdr, 100, &[admit(0, 1), done(0)]);
    // The report of the finish takes a cycle, and so does the shortest transfer.
    assert_eq!((hdr.next_ready(), hdr.state(2)), (Some(Cycle(101)), Some(KernelState::Ready)));
    assert_eq!(pushed(&mut hdr, 139), [4]);
    assert_eq!((hdr.next_ready(), pushed(&mut hdr, 140)), (Some(Cycle(140)), vec![2]));
    feed(&mut hdr, 150, &[admit(1, 4), done(1), admit(2, 2), done(2)]);
    assert_eq!(hdr.times(3).and_then(|times| times.ready), Some(Cycle(151)));
    // A transfer that has begun before the kernel is added ends in the same cycle.
    hdr.add(vec![kernel(5).after_transfer(1, 90)]).unwrap();
    assert_eq!(hdr.times(5).and_then(|times| times.ready), Some(Cycle(190)));
}

/// Loads 10, 11 and 12 share a channel; 11 reads what kernel 1 writes.
#[test]
fn loads_take_time_one_after_the_other_and_are_never_pushed() {
    let load = |id: u32, cycles: u64| HdrKernel::load(id, cycles).arriving(Cycle(5));
    let kernels = vec![
        kernel(1).after_finish(10),
        load(10, 30),
        load(11, 7).after_finish(10).after_finish(1),
        load(12, 100).after_finish(11),
        kernel(2).after_finish(12),
        kernel(4).after_launch(12),
    ];
    let mut hdr = Hdr::new(kernels).unwrap();
    assert_eq!(hdr.times(10).and_then(|times| times.finished), Some(Cycle(35)));
    assert_eq!((pushed(&mut hdr, 34), pushed(&mut hdr, 35)), (vec![], vec![1]));
    assert_eq!(hdr.state(11), Some(KernelState::Waiting));
    feed(&mut hdr, 60, &[admit(0, 1), done(0)]);
    // From the report of kernel 1 on: 7 cycles of load 11, then 100 of load 12.
    assert_eq!(pushed(&mut hdr, 68), [4]);
    assert_eq!((hdr.next_ready(), hdr.state(12)), (Some(Cycle(168)), Some(KernelState::Finished)));
    assert_eq!((hdr.take_ended(), hdr.take_ended()), (Some(1), None));
    assert_eq!(pushed(&mut hdr, 168), [2]);
    // A load that is added when all it waits for has happened.
    hdr.add(vec![load(13, 2).after_finish(12), kernel(3).after_finish(13)]).unwrap();
    assert_eq!(hdr.times(3).and_then(|times| times.ready), Some(Cycle(170)));
}

/// Far more loads than a call stack has room for.
#[test]
fn a_long_channel_is_no_problem() {
    let last = 200_000;
    let loads = (1..=last)
        .map(|id| if id == 1 { HdrKernel::load(1, 1) } else { HdrKernel::load(id, 1).after_finish(id - 1) });
    let hdr = Hdr::new(loads.rev().collect()).unwrap();
    assert!(hdr.is_drained());
    assert_eq!(hdr.times(last).and_then(|times| times.finished), Some(Cycle(last.into())));
}

#[test]
fn blocks_that_finish_before_the_last_is_launched_do_not_finish_the_kernel() {
    let mut hdr = Hdr::new(vec![kernel(1), kernel(2).after_finish(1)]).unwrap();
    pushed(&mut hdr, 0);
    feed(&mut hdr, 8, &[admit(0, 1), launch(0, 0, 1), complete(0, 0)]);
    assert_eq!(hdr.state(1), Some(KernelState::Resident));
    feed(&mut hdr, 9, &[launch(0, 1, 1), done(0)]);
    assert_eq!(hdr.state(1), Some(KernelState::Launched));
    feed(&mut hdr, 10, &[complete(0, 1)]);
    assert_eq!(hdr.state(1), Some(KernelState::Finished));
}

#[test]
fn a_launch_dependency_waits_for_the_last_block() {
    let mut hdr = Hdr::new(vec![kernel(1), kernel(2).after_launch(1)]).unwrap();
    pushed(&mut hdr, 0);
    feed(&mut hdr, 8, &[admit(0, 1), launch(0, 0, 1)]);
    assert!(pushed(&mut hdr, 20).is_empty());
    feed(&mut hdr, 56, &[launch(0, 1, 2), done(0)]);
    assert_eq!(pushed(&mut hdr, 57), [2]);
}

#[test]
fn an_allocation_only_kernel_is_launched_and_finished_when_it_leaves() {
    let mut hdr = Hdr::new(vec![kernel(1), kernel(2).after_finish(1).after_launch(1)]).unwrap();
    pushed(&mut hdr, 0);
    feed(&mut hdr, 8, &[admit(7, 1)]);
    feed(&mut hdr, 30, &[done(7)]);
    assert_eq!(hdr.state(1), Some(KernelState::Finished));
    assert_eq!(pushed(&mut hdr, 31), [2]);
}

#[test]
fn the_latest_predecessor_or_the_arrival_decides() {
    let late = kernel(3).after_finish(1).after_finish(2).arriving(Cycle(70));
    let mut hdr = Hdr::new(vec![kernel(1), kernel(2), late]).unwrap();
    pushed(&mut hdr, 0);
    feed(&mut hdr, 8, &[admit(0, 1), admit(1, 2), done(0)]);
    assert_eq!(hdr.waits_for(3).map(|dependency| dependency.kernel).collect::<Vec<_>>(), [2]);
    feed(&mut hdr, 9, &[done(1)]);
    assert_eq!(hdr.next_ready(), Some(Cycle(70)));
    assert_eq!(hdr.times(3).unwrap().ready, Some(Cycle(70)));
}

#[test]
fn a_rejected_kernel_frees_its_ids_and_blocks_its_dependents_for_ever() {
    let mut hdr = Hdr::new(vec![kernel(1), kernel(2).after_launch(1), kernel(3)]).unwrap();
    let ids =
        |push: HdrPush| TaskIds { source: Source::Hdr, hdr_id: push.hdr_id, hdr_entry_id: push.hdr_entry_id };
    let first = ids(hdr.take_ready(Cycle(0)).unwrap());
    let third = ids(hdr.take_ready(Cycle(0)).unwrap());
    assert_ne!(first, third);
    feed(&mut hdr, 8, &[Event::Error { bit: ErrorBit::MihOverflow, ids: first }]);
    let from_firmware = TaskIds { source: Source::Firmware, ..first };
    feed(&mut hdr, 8, &[Event::Error { bit: ErrorBit::TdCoop, ids: from_firmware }]);
    feed(&mut hdr, 8, &[Event::Error { bit: ErrorBit::TdRead, ids: third }]);
    assert_eq!(hdr.state(1), Some(KernelState::Pushed), "none of these is the rejection of the oldest push");
    feed(&mut hdr, 8, &[Event::Error { bit: ErrorBit::TdRead, ids: first }]);
    assert_eq!(hdr.state(1), Some(KernelState::Rejected));
    feed(&mut hdr, 17, &[admit(0, 3), done(0)]);
    assert_eq!(hdr.state(3), Some(KernelState::Finished));
    assert!(pushed(&mut hdr, 99).is_empty());
    assert!(!hdr.is_drained());
    assert!(!hdr.is_listening());
}

#[test]
fn messages_find_their_kernel_by_the_ids_of_its_push() {
    let mut hdr = Hdr::new(vec![kernel(1), kernel(2)]).unwrap();
    let push = [hdr.take_ready(Cycle(0)).unwrap(), hdr.take_ready(Cycle(0)).unwrap()][1];
    let ids = TaskIds { source: Source::Hdr, hdr_id: push.hdr_id, hdr_entry_id: push.hdr_entry_id };
    assert_eq!(hdr.kernel_of(ids), Some(2));
    assert_eq!(hdr.kernel_of(TaskIds { source: Source::Firmware, ..ids }), None);
    assert_eq!(hdr.kernel_of(TaskIds { hdr_entry_id: 99, ..ids }), None);
}

#[test]
fn firmware_tasks_are_not_mistaken_for_pushes() {
    let mut hdr = Hdr::new(vec![kernel(1)]).unwrap();
    pushed(&mut hdr, 0);
    feed(&mut hdr, 8, &[admit(0, 1000), launch(0, 0, 1), done(0), complete(0, 0)]);
    assert_eq!(hdr.state(1), Some(KernelState::Pushed));
    feed(&mut hdr, 17, &[admit(1, 1), launch(1, 0, 1), done(1), complete(0, 0)]);
    assert_eq!(hdr.state(1), Some(KernelState::Finished));
    assert!(hdr.is_drained());
}

#[test]
fn a_soft_reset_loses_what_is_outstanding_and_nothing_else() {
    let kernels =
        vec![kernel(1), kernel(2), kernel(3), kernel(4).after_finish(2), kernel(5).arriving(Cycle(500))];
    let mut hdr = Hdr::new(kernels).unwrap();
    pushed(&mut hdr, 0);
    feed(&mut hdr, 8, &[admit(0, 1), done(0), admit(1, 2), launch(1, 0, 1)]);
    feed(&mut hdr, 20, &[Event::SoftReset { forced: true }]);
    feed(&mut hdr, 21, &[admit(0, 3), complete(0, 0), done(1)]);
    let states = [1, 2, 3, 4, 5].map(|id| hdr.state(id).unwrap());
    use KernelState::{Finished, Lost, Ready, Waiting};
    assert_eq!(states, [Finished, Lost, Lost, Waiting, Ready]);
}

#[test]
fn kernels_added_later_may_wait_for_what_has_already_happened() {
    let mut hdr = Hdr::new(vec![kernel(1)]).unwrap();
    pushed(&mut hdr, 0);
    feed(&mut hdr, 8, &[admit(0, 1), launch(0, 0, 1), done(0)]);
    hdr.add(vec![kernel(2).after_launch(1), kernel(3).after_finish(1)]).unwrap();
    assert_eq!(hdr.times(2).unwrap().ready, Some(Cycle(9)));
    assert_eq!(hdr.state(3), Some(KernelState::Waiting));
}

#[test]
fn kernels_that_cannot_be_resolved_are_refused_together() {
    let mut hdr = Hdr::new(vec![kernel(1)]).unwrap();
    let cases = [
        (vec![kernel(2), kernel(2)], HdrError::Duplicate { kernel: 2 }),
        (vec![kernel(1)], HdrError::Duplicate { kernel: 1 }),
        (vec![kernel(2).after_launch(9)], HdrError::UnknownPredecessor { kernel: 2, predecessor: 9 }),
        (vec![kernel(2).after_launch(2)], HdrError::Cycle { kernel: 2 }),
        (
            vec![kernel(4), kernel(2).after_launch(3), kernel(3).after_finish(2)],
            HdrError::Cycle { kernel: 2 },
        ),
    ];
    for (kernels, error) in cases {
        assert_eq!(hdr.add(kernels), Err(error));
    }
    assert_eq!(hdr.kernel_ids().count(), 1);
}

#[test]
fn a_kernel_in_parts_is_pushed_as_released_and_ends_with_its_last_part() {
    let mut hdr = Hdr::for_firmware();
    hdr.add(vec![kernel(1).in_parts(3), kernel(2).after_finish(1), kernel(3).after_launch(1)]).unwrap();
    assert_eq!(hdr.take_ready(Cycle(0)), None, "nothing is released");
    hdr.release_parts(1, 2);
    let pushes: Vec<_> = std::iter::from_fn(|| hdr.take_ready(Cycle(0))).collect();
    // A descriptor has 64 bytes.
    assert_eq!(pushes.iter().map(|push| push.td_addr).collect::<Vec<_>>(), [0x100, 0x140]);
    assert_eq!(hdr.in_port(), 2);
    feed(&mut hdr, 5, &[admit(0, 1), admit(1, 1), launch(0, 0, 1), done(0), launch(1, 1, 2), done(1)]);
    let ids = |push: &HdrPush| TaskIds {
        source: Source::Firmware,
        hdr_id: push.hdr_id,
        hdr_entry_id: push.hdr_entry_id,
    };
    assert_eq!(hdr.kernel_of(ids(&pushes[1])), Some(1));
    assert_eq!(hdr.kernel_of(TaskIds { source: Source::Hdr, ..ids(&pushes[1]) }), None);
    feed(&mut hdr, 6, &[complete(1, 1), complete(0, 0)]);
    assert_eq!((hdr.ended_parts(1), hdr.state(1)), (&[1, 0][..], Some(KernelState::Resident)));
    assert_eq!((hdr.take_ended(), hdr.next_ready()), (None, None));
    hdr.release_parts(1, 9);
    assert_eq!(hdr.take_ready(Cycle(6)).map(|push| push.td_addr), Some(0x180));
    assert_eq!(hdr.take_ready(Cycle(6)), None, "it has three parts");
    feed(&mut hdr, 7, &[admit(2, 1), launch(2, 5, 8), done(2)]);
    assert_eq!(hdr.times(1).and_then(|times| times.launched), Some(Cycle(7)));
    assert_eq!(pushed(&mut hdr, 8), [3]);
    feed(&mut hdr, 9, &[complete(3, 5)]);
    assert_eq!(
        (hdr.state(1), hdr.take_ended(), hdr.take_ended()),
        (Some(KernelState::Finished), Some(1), None)
    );
    assert_eq!(pushed(&mut hdr, 10), [2]);
}

#[test]
fn no_part_of_a_lost_kernel_is_pushed() {
    let mut hdr = Hdr::for_firmware();
    hdr.add(vec![kernel(1).in_parts(3), kernel(2).ordered(1)]).unwrap();
    hdr.release_parts(1, 2);
    assert_eq!(hdr.take_ready(Cycle(0)).map(|push| push.td_addr), Some(0x100));
    feed(&mut hdr, 5, &[Event::SoftReset { forced: false }]);
    assert_eq!(hdr.state(1), Some(KernelState::Lost));
    hdr.release_parts(1, 3);
    assert_eq!(pushed(&mut hdr, 6), [2]);
}

#[test]
fn a_part_released_twice_is_pushed_once() {
    let mut hdr = Hdr::for_firmware();
    hdr.add(vec![kernel(1).in_parts(3)]).unwrap();
    [1, 2, 2].into_iter().for_each(|count| hdr.release_parts(1, count));
    assert_eq!(pushed(&mut hdr, 0).len(), 2);
}

#[test]
fn a_rejected_part_is_the_end_of_its_kernel() {
    let mut hdr = Hdr::for_firmware();
    hdr.add(vec![kernel(1).in_parts(3)]).unwrap();
    hdr.release_parts(1, 3);
    let push = hdr.take_ready(Cycle(0)).unwrap();
    let ids = |source| TaskIds { source, hdr_id: push.hdr_id, hdr_entry_id: push.hdr_entry_id };
    let rejection = |source| Event::Error { bit: ErrorBit::TdCoop, ids: ids(source) };
    feed(&mut hdr, 1, &[rejection(Source::Hdr)]);
    assert_eq!(hdr.state(1), Some(KernelState::Pushed), "the ids belong to the other source");
    feed(&mut hdr, 1, &[rejection(Source::Firmware)]);
    assert_eq!((hdr.state(1), hdr.take_ended()), (Some(KernelState::Rejected), Some(1)));
    hdr.release_parts(1, 3);
    assert_eq!(hdr.take_ready(Cycle(2)), None);
}

/// Kernel 1 waits for 9, which is announced and added later, and for 2, which has already finished.
#[test]
fn a_kernel_may_wait_for_one_that_is_added_later() {
    let mut hdr = Hdr::new(vec![kernel(2)]).unwrap();
    hdr.announce(1..10);
    assert_eq!(pushed(&mut hdr, 0), [2]);
    feed(&mut hdr, 5, &[admit(0, 2), launch(0, 0, 1), done(0), complete(0, 0)]);
    hdr.add(vec![kernel(1).after_launch(9).after_finish(2)]).unwrap();
    assert!(pushed(&mut hdr, 99).is_empty());
    let waits_for: Vec<_> = hdr.waits_for(1).map(|dependency| dependency.kernel).collect();
    assert_eq!((waits_for, hdr.state(1), hdr.state(9)), (vec![9], Some(KernelState::Waiting), None));
    hdr.add(vec![kernel(9)]).unwrap();
    assert_eq!(pushed(&mut hdr, 100), [9]);
    assert!(hdr.is_listening());
    feed(&mut hdr, 120, &[admit(1, 9), launch(1, 1, 2), done(1)]);
    assert_eq!((pushed(&mut hdr, 120), pushed(&mut hdr, 121)), (vec![], vec![1]));
}

#[test]
fn a_kernel_that_is_not_announced_cannot_be_waited_for() {
    let mut hdr = Hdr::default();
    hdr.announce(1..10);
    let error = hdr.add(vec![kernel(1).after_finish(10)]).unwrap_err();
    assert_eq!(error, HdrError::UnknownPredecessor { kernel: 1, predecessor: 10 });
    assert_eq!(hdr.kernel_ids().count(), 0, "nothing is added");
}

#[test]
fn a_held_kernel_is_pushed_once_it_is_ready_and_released() {
    let mut hdr = Hdr::new(vec![kernel(1).held(), kernel(2).held().after_finish(3), kernel(3)]).unwrap();
    assert_eq!(pushed(&mut hdr, 50), [3]);
    assert_eq!((hdr.state(1), hdr.next_ready()), (Some(KernelState::Ready), None));
    hdr.release_parts(2, 1);
    hdr.release_parts(1, 0);
    assert!(pushed(&mut hdr, 60).is_empty());
    hdr.release_parts(1, 1);
    assert_eq!(pushed(&mut hdr, 60), [1]);
    hdr.release_parts(1, 2);
    assert!(pushed(&mut hdr, 60).is_empty(), "it is one task");
    feed(&mut hdr, 70, &[admit(0, 3), launch(0, 0, 1), done(0), complete(0, 0)]);
    assert_eq!(pushed(&mut hdr, 71), [2]);
}

#[test]
fn a_rejected_kernel_may_be_pushed_again() {
    let mut hdr = Hdr::new(vec![kernel(1), kernel(2).after_finish(1)]).unwrap();
    assert!(!hdr.push_again(1), "it was not rejected");
    let push = hdr.take_ready(Cycle(0)).unwrap();
    let ids = TaskIds { source: Source::Hdr, hdr_id: push.hdr_id, hdr_entry_id: push.hdr_entry_id };
    feed(&mut hdr, 1, &[Event::Error { bit: ErrorBit::TdRead, ids }]);
    assert_eq!(hdr.state(1), Some(KernelState::Rejected));
    assert!(hdr.push_again(1) && !hdr.push_again(1));
    let again = hdr.take_ready(Cycle(5)).unwrap();
    assert_eq!(again.td_addr, push.td_addr);
    assert_ne!((again.hdr_id, again.hdr_entry_id), (push.hdr_id, push.hdr_entry_id));
    feed(&mut hdr, 20, &[admit(0, 1), launch(0, 0, 1), done(0), complete(0, 0)]);
    assert_eq!((hdr.state(1), pushed(&mut hdr, 21)), (Some(KernelState::Finished), vec![2]));
}

#[test]
fn only_the_rejected_parts_are_pushed_again() {
    let mut hdr = Hdr::for_firmware();
    hdr.add(vec![kernel(1).in_parts(3)]).unwrap();
    hdr.release_parts(1, 2);
    let [first, second] = [(); 2].map(|()| hdr.take_ready(Cycle(0)).unwrap());
    let ids = TaskIds { source: Source::Firmware, hdr_id: first.hdr_id, hdr_entry_id: first.hdr_entry_id };
    feed(&mut hdr, 1, &[Event::Error { bit: ErrorBit::TdRead, ids }]);
    hdr.release_parts(1, 3);
    assert_eq!(hdr.take_ready(Cycle(2)), None);
    assert!(hdr.push_again(1));
    let addresses = [(); 3].map(|()| hdr.take_ready(Cycle(3)).map(|push| push.td_addr));
    let third = second.td_addr + (second.td_addr - first.td_addr);
    assert_eq!(addresses, [Some(first.td_addr), Some(third), None]);
}
