//! 2.1: the two FIFOs, and the context of a firmware task.

use hws_model::{ErrorBit, Event, HdrRefused};
use hws_regs::{ErrFirst, FwTaskPush, HwsStatus, MihStatus, RegId, RsFlags, RsIds, RsKernelId};
use hws_tests::rig::{RecordedEvent, Rig, td};
use hws_types::{HdrPush, TaskDescriptor};

use super::{admissions, firmware_input, hdr_input};

/// 2.1: IN_PATH selects the source; the other FIFO is not popped, and still accepts tasks until it is full.
#[test]
fn only_the_selected_source_is_popped() {
    let mut rig = Rig::new();
    firmware_input(&mut rig);
    (0..16).for_each(|_| assert!(rig.push(td(1, 1)).is_ok()));
    assert_eq!(rig.push(td(1, 1)), Err(HdrRefused::Full));
    rig.ticks(40);
    assert_eq!((admissions(&rig).len(), rig.read::<HwsStatus>(()).hdr_count()), (0, 16));
    rig.push_firmware(td(1, 1), 0);
    rig.push_firmware(td(1, 1), 0);
    hdr_input(&mut rig);
    rig.ticks(9);
    assert!(!rig.read::<RsFlags>(0).src(), "from the HDR");
    firmware_input(&mut rig);
    rig.ticks(9);
    assert!(rig.read::<RsFlags>(1).src(), "what firmware pushed was kept meanwhile");
}

/// 2.1: the source is chosen when a task is popped; a later change does not affect the task being read.
#[test]
fn the_source_is_chosen_at_the_pop() {
    let mut rig = Rig::new();
    rig.push(td(1, 1)).unwrap();
    rig.tick();
    assert!(rig.read::<HwsStatus>(()).loader_busy());
    firmware_input(&mut rig);
    rig.push_firmware(td(1, 1), 0);
    rig.ticks(8);
    assert!(!rig.read::<RsFlags>(0).src());
    rig.ticks(9);
    assert!(rig.read::<RsFlags>(1).src());
}

/// 2.1: the HDR port reports the refusal to its caller; there is no ERR_STATUS bit and no event.
#[test]
fn a_full_hdr_port_refuses_without_an_error() {
    let mut rig = Rig::new();
    (0..16).for_each(|_| assert!(rig.push(td(1, 1)).is_ok()));
    let before = rig.hws.clone();
    assert_eq!(rig.hws.push_hdr(HdrPush::default()), Err(HdrRefused::Full));
    assert_eq!(rig.hws, before);
    assert!(rig.errors().is_empty());
}

/// 2.1: a full firmware FIFO drops the push and raises an error with its ids, without a message.
#[test]
fn a_full_firmware_fifo_sets_overflow() {
    let mut rig = Rig::new();
    firmware_input(&mut rig);
    for _ in 0..4 {
        rig.push_firmware(td(1, 1), 0);
    }
    assert!(rig.errors().is_empty());
    let (_, ids) = rig.push_firmware(td(1, 1), 0);
    let event = Event::Error { bit: ErrorBit::FwTaskOverflow, ids };
    assert_eq!(rig.events(), [RecordedEvent { cycle: 0, event }]);
    assert_eq!((rig.peek(RegId::ErrStatus), rig.read::<MihStatus>(()).count()), (1 << 14, 0));
    rig.ticks(100);
    assert_eq!(rig.read::<HwsStatus>(()).rs_count(), 4, "the fifth was dropped");
}

/// 2.1: FW_TASK_PUSH while IN_PATH = 0 is dropped; the mode is tested before the FIFO.
#[test]
fn a_firmware_push_in_hdr_mode_is_dropped() {
    let mut rig = Rig::new();
    let (_, ids) = rig.push_firmware(td(1, 1), 0);
    let event = Event::Error { bit: ErrorBit::FwTaskMode, ids };
    assert_eq!(rig.events(), [RecordedEvent { cycle: 0, event }]);
    assert_eq!((rig.peek(RegId::ErrStatus), rig.read::<MihStatus>(()).count()), (1 << 15, 0));
    let first: ErrFirst = rig.read(());
    assert_eq!((first.code(), first.hdr_id(), first.entry_id()), (15, 5, ids.hdr_entry_id.into()));
    firmware_input(&mut rig);
    rig.ticks(20);
    assert!(admissions(&rig).is_empty());
    for _ in 0..4 {
        rig.push_firmware(td(1, 1), 0);
    }
    hdr_input(&mut rig);
    rig.push_firmware(td(1, 1), 0);
    assert_eq!(rig.errors(), [ErrorBit::FwTaskMode, ErrorBit::FwTaskMode], "full, but the mode comes first");
}

/// interfaces.md: the context of an HDR task is that of the descriptor, of a firmware task FW_TASK_PUSH.CTX.
#[test]
fn the_context_of_a_firmware_task_is_that_of_its_push() {
    let mut rig = Rig::new();
    let kernel = TaskDescriptor { ctx: 1, ..td(1, 1) };
    let hdr = rig.submit(kernel);
    let firmware = rig.submit_firmware(kernel, 2);
    assert_eq!(rig.read::<RsFlags>(hdr.entry.into()).ctx(), 1);
    assert_eq!(rig.read::<RsFlags>(firmware.entry.into()).ctx(), 2);
}

/// The usage mask of the pushed context decides, not that of the context in the descriptor.
#[test]
fn the_pushed_context_selects_the_usage_mask() {
    for ctx in 0..4 {
        let mut rig = Rig::new();
        rig.submit_firmware(TaskDescriptor { ctx: 3 - ctx as u8, ..td(1, 1) }, ctx);
        rig.usage(3 - ctx as u8, 0, 0);
        rig.usage(ctx as u8, 0, 1 << 7);
        assert_eq!(rig.attempt().launch().mask, 1 << 7, "context {ctx}");
    }
}

/// FW_TASK_PUSH takes the address that FW_TASK_TD_ADDR has at the write, and the ids of the push.
#[test]
fn a_firmware_push_captures_its_operands() {
    let mut rig = Rig::new();
    firmware_input(&mut rig);
    let (_, ids) = rig.push_firmware(TaskDescriptor { kernel_id: 77, ..td(1, 1) }, 0);
    rig.write((), hws_regs::FwTaskTdAddr::from_bits(0));
    rig.ticks(9);
    assert_eq!(rig.read::<RsKernelId>(0).bits(), 77);
    let read: RsIds = rig.read(0);
    assert_eq!((read.hdr_id(), read.hdr_entry_id()), (ids.hdr_id.into(), ids.hdr_entry_id.into()));
    rig.write((), FwTaskPush::from_bits(0).with_hdr_id_masked(15).with_entry_id_masked(255));
    rig.ticks(9);
    assert!(rig.take_errors().td_read(), "address 0 answers nothing");
}
