//! Lost, doubled and late messages. A block sends RESULT, SCHED_INFO and BLOCK_FINISH.

use fw_api::HwsErrors;
use hws_regs::RegId;
use hws_types::{LaunchId, MihMessage, SipReport, TaskDescriptor};

use super::bench::{Bench, block, once};
use crate::fault::{FaultKind, FaultPlan};

const RESULT: u64 = 0;
const BLOCK_FINISH: u64 = 2;

/// Nothing tells firmware of the fault: the HWS does not know.
fn assert_unnoticed(bench: &mut Bench) {
    assert_eq!(bench.peek(RegId::CntMihDrop), 0);
    assert_eq!(bench.firmware().errors(), Ok(HwsErrors::none()));
    bench.assert_one_block_done();
}

#[test]
fn after_a_lost_block_finish_the_launch_page_shows_that_the_block_is_over() {
    let mut bench = Bench::after(&once(FaultKind::LostMessage, BLOCK_FINISH), &[block()]);
    assert_eq!(bench.messages().len(), 2);
    assert_eq!(bench.faults.struck(FaultKind::LostMessage), 1);
    assert_eq!(bench.firmware().launch(LaunchId::wrapping(0)), Ok(None));
    assert_unnoticed(&mut bench);
}

#[test]
fn after_a_lost_result_the_launch_page_names_the_sips_that_firmware_has_to_start() {
    let delivered_by_firmware = TaskDescriptor { out_path_mdma: false, ..block() };
    let mut bench = Bench::after(&once(FaultKind::LostMessage, RESULT), &[delivered_by_firmware]);
    let messages = bench.messages();
    assert!(matches!(messages[..], [MihMessage::SchedInfo { .. }]), "{messages:?}");
    let found: Vec<_> = bench.firmware().firmware_launches().map(Result::unwrap).collect();
    assert_eq!(found.len(), 1);
    let launch = found[0];
    assert_eq!((launch.sips.0, launch.ids), (0xF000_0000, messages[0].header().ids));
    for sip in launch.sips.iter() {
        let report = SipReport { launch_id: launch.id, block_id: launch.block_id, sip };
        bench.firmware().sip_complete(report).unwrap();
    }
    assert_eq!(bench.finished_blocks(), [0]);
    assert_unnoticed(&mut bench);
}

#[test]
fn a_doubled_message_is_taken_twice_and_the_same() {
    let mut bench = Bench::after(&once(FaultKind::DoubledMessage, BLOCK_FINISH), &[block()]);
    assert_eq!(bench.firmware().message_count(), Ok(3));
    let messages = bench.messages();
    assert_eq!((messages.len(), messages[2]), (4, messages[3]));
    assert_eq!(bench.firmware().message_count(), Ok(0));
    assert_unnoticed(&mut bench);
}

#[test]
fn a_late_message_arrives_behind_others_and_asserts_the_interrupt_again() {
    let plan = once(FaultKind::LateMessage, RESULT).with_delay(500);
    let mut bench = Bench::after(&plan, &[block()]);
    let early = bench.messages();
    assert!(matches!(early[..], [MihMessage::SchedInfo { .. }, MihMessage::BlockFinish { .. }]), "{early:?}");
    assert!(!bench.faults.has_message() && !bench.firmware().interrupts().unwrap().message);
    let due = bench.faults.next_due().unwrap();
    assert!(due > bench.cycle());
    bench.machine.advance_to(due);
    assert!(bench.firmware().interrupts().unwrap().message);
    assert!(bench.faults.has_message());
    assert_eq!(bench.firmware().message_count(), Ok(1));
    let late = bench.messages();
    assert!(matches!(late[..], [MihMessage::Result { .. }]), "{late:?}");
    assert_eq!(bench.faults.next_due(), None);
    assert_unnoticed(&mut bench);
}

#[test]
fn a_late_message_of_one_block_is_taken_before_the_messages_that_follow_it() {
    let plan =
        FaultPlan::new().with_fault_at(FaultKind::LateMessage, BLOCK_FINISH..BLOCK_FINISH + 1).with_delay(1);
    let mut bench = Bench::after(&plan, &[block()]);
    assert_eq!(bench.messages().len(), 2);
    bench.push(&block());
    bench.machine.advance(1000);
    assert_eq!(bench.firmware().message_count(), Ok(4));
    let ids: Vec<u8> = bench.messages().iter().map(|message| message.header().ids.hdr_entry_id).collect();
    assert_eq!(ids, [0, 1, 1, 1]);
}
