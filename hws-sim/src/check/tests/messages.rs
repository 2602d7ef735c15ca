//! I9: every message is accounted for.

use hws_model::Event;
use hws_regs::{MihStatus, RegId};
use hws_types::{BlockHeader, Cycle, Entry, MihMessage, Notice, RawMih, SipMask};

use super::bench::Bench;
use crate::check::Act;
use crate::check::i9::{Alone, Messages};

fn decoded(event: &Event) -> Option<MihMessage> {
    match event {
        Event::Mih(raw) => MihMessage::decode(*raw).ok(),
        _ => None,
    }
}

fn is_result(event: &Event) -> bool {
    matches!(decoded(event), Some(MihMessage::Result { .. }))
}

fn is_sched_info(event: &Event) -> bool {
    matches!(decoded(event), Some(MihMessage::SchedInfo { .. }))
}

#[test]
fn i9_a_pair_comes_apart() {
    let mut bench = Bench::launched();
    bench.drop_events(56, is_result);
    assert_eq!(
        bench.verdict(),
        "I9 is violated at cycle 56: the MIH FIFO separates a RESULT from its SCHED_INFO (interfaces.md §4)"
    );
}

#[test]
fn i9_half_a_pair_is_dropped() {
    let mut bench = Bench::launched();
    bench.alter(56, |event| match *event {
        Event::Mih(raw) if is_sched_info(event) => {
            *event = Event::MihDrop(raw);
            true
        }
        _ => false,
    });
    assert_eq!(
        bench.verdict(),
        "I9 is violated at cycle 56: the MIH FIFO separates a RESULT from its SCHED_INFO (interfaces.md §4)"
    );
}

#[test]
fn i9_half_a_pair_is_missing() {
    let mut bench = Bench::launched();
    let result = MihMessage::Result { of: BlockHeader::default(), sips: SipMask(1) };
    bench.add_event(70, Event::Mih(result.encode()));
    assert_eq!(
        bench.verdict(),
        "I9 is violated at cycle 71: the MIH FIFO has a RESULT without its SCHED_INFO (interfaces.md §4)"
    );
}

#[test]
fn i9_a_launch_is_not_announced() {
    let mut bench = Bench::launched();
    bench.drop_events(56, |event| is_result(event) || is_sched_info(event));
    assert_eq!(
        bench.verdict(),
        "I9 is violated at cycle 56: launch 0 has the MIH path on and no SCHED_INFO (scheduler.md §6.2)"
    );
}

#[test]
fn i9_a_launch_is_announced_on_a_path_that_is_off() {
    let mut bench = Bench::launched();
    bench.after_tick(56).view.launches[0].as_mut().unwrap().out_mih = false;
    assert_eq!(
        bench.verdict(),
        "I9 is violated at cycle 56: launch 0 has the MIH path off and a SCHED_INFO (scheduler.md §6.2)"
    );
}

#[test]
fn i9_a_block_finishes_without_a_message() {
    let mut bench = Bench::finished();
    bench.last().events.retain(|(_, event)| !matches!(event, Event::Mih(_)));
    assert_eq!(
        bench.verdict(),
        "I9 is violated at cycle 110: launch 0 of kernel 0 finished without a BLOCK_FINISH, launched at cycle 56 \
         (scheduler.md §7.3)"
    );
}

#[test]
fn i9_a_message_vanishes_from_the_fifo() {
    let mut bench = Bench::launched();
    bench.after_tick(80).view.mih.status = MihStatus::default().with_count_masked(1).with_empty(false);
    assert_eq!(
        bench.verdict(),
        "I9 is violated at cycle 81: the MIH FIFO has COUNT 1, EMPTY 0, FULL 0 with 2 messages accepted and not read \
         (interfaces.md §4)"
    );
}

#[test]
fn i9_messages_are_reordered() {
    let mut bench = Bench::launched();
    bench.after_tick(80).view.mih.head = RawMih { dw0: 0x0201_0010, dw1: 7 };
    assert_eq!(
        bench.verdict(),
        "I9 is violated at cycle 81: the MIH FIFO has DW0 0x02010010, DW1 0x00000007 at its head, but the oldest \
         message is 0x00000210, 0xf0000000, sent at cycle 56 (interfaces.md §4)"
    );
}

#[test]
fn i9_a_message_changes_in_the_fifo() {
    let mut bench = Bench::launched();
    bench.read(RegId::MihDataHi);
    assert!(bench.verdict().starts_with("I1-I9, I11, I13 hold"), "{}", bench.verdict());
    bench.last().act = Some(Act::Read { offset: RegId::MihDataHi.offset(), value: 7 });
    assert_eq!(
        bench.verdict(),
        "I9 is violated at cycle 110: the MIH FIFO gave DW1 0x00000007, but the oldest message has 0xf0000000, sent \
         at cycle 56 (interfaces.md §4)"
    );
}

#[test]
fn i9_dropped_messages_are_counted() {
    let mut bench = Bench::launched();
    bench.after_tick(80).view.dropped = 1;
    assert_eq!(
        bench.verdict(),
        "I9 is violated at cycle 81: CNT_MIH_DROP is 1 after 0 dropped messages (interfaces.md §4)"
    );
}

#[test]
fn i9_a_message_is_dropped_though_there_is_room() {
    let mut bench = Bench::finished();
    let step = bench.last();
    let (_, event) = step.events.iter_mut().find(|(_, event)| matches!(event, Event::Mih(_))).unwrap();
    if let Event::Mih(raw) = *event {
        *event = Event::MihDrop(raw);
    }
    assert_eq!(
        bench.verdict(),
        "I9 is violated at cycle 110: the MIH FIFO dropped a message with 60 places free (interfaces.md §4)"
    );
}

/// A request must not be dropped even if the FIFO is full.
#[test]
fn i9_a_request_is_dropped() {
    let entry = Entry::wrapping(3);
    let requests = [Notice::L2AllocReq { entry, vgs: 1 }, Notice::VcAllocReq { entry, dies: 1 }];
    for notice in requests {
        let mut bench = Bench::launched();
        let request = MihMessage::Notify { of: BlockHeader::default(), notice };
        bench.add_event(70, Event::MihDrop(request.encode()));
        assert_eq!(
            bench.verdict(),
            "I9 is violated at cycle 70: the MIH FIFO dropped a request of entry 3 (scheduler.md §9.3)"
        );
    }
}

#[test]
fn i9_an_allocation_only_kernel_owes_its_end_before_the_next_leaves() {
    let ends_well = |is_owed| {
        let mut messages = Messages::default();
        let mut leaves =
            |seq| messages.left_alone(Cycle(9), Alone { seq, ids: None, start_block: None, is_owed }).is_ok();
        leaves(3) && leaves(4)
    };
    assert!(!ends_well(true));
    assert!(ends_well(false), "its paths are unknown");
}
