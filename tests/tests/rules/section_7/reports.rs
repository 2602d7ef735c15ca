//! 7.3: complete reports, and when a block and a kernel are finished.

use hws_model::{ErrorBit, Event};
use hws_regs::{ErrFirst, HwsWorkMode, LaunchInfo, OutPath, RegId, RegIndex, SipReportComplete};
use hws_tests::rig::{Rig, td};
use hws_types::{MihMessage, TaskDescriptor};

use super::state::{launches, masks, pre_idle_sip, remain};
use crate::rules::section_6::bench::{launch_info, of_dag, on, unread};

/// The launch id and kernel_finish of each BLOCK_FINISH; empties the FIFO.
fn finishes(rig: &mut Rig) -> Vec<(u32, bool)> {
    let finish = |message: MihMessage| match message {
        MihMessage::BlockFinish { launch_id, kernel_finish, .. } => Some((launch_id.get(), kernel_finish)),
        _ => None,
    };
    rig.messages().into_iter().filter_map(finish).collect()
}

/// The MIH path of the descriptor on.
fn reporting(td: TaskDescriptor) -> TaskDescriptor {
    TaskDescriptor { out_path_mih: true, ..td }
}

/// The last SIP of a running block, with nothing pending, becomes idle and pre-idle, with remain 0 and not counting.
#[test]
fn a_completed_sip_is_idle() {
    let mut rig = Rig::new();
    rig.freeze_time();
    rig.submit(on(0xF0, td(4, 1)));
    rig.attempt();
    rig.complete(0x10);
    assert_eq!(masks(&rig), [!0xE0, !0xE0, 0, 0xE0]);
    assert_eq!((remain(&rig, 4), remain(&rig, 5), launches(&rig, 4)), (0, 1000, (None, None)));
    assert_eq!(
        (
            rig.peek(RegId::LaunchSipMask(RegIndex::at::<0>())),
            rig.peek(RegId::LaunchDoneMask(RegIndex::at::<0>()))
        ),
        (0xF0, 0x10)
    );
    rig.complete(0xE0);
    assert_eq!(masks(&rig), [u32::MAX, u32::MAX, 0, 0]);
    assert!(!launch_info(&rig, 0).valid());
    assert_eq!(rig.peek(RegId::LaunchDoneMask(RegIndex::at::<0>())), 0);
}

/// With a pending block: it becomes running and counts, remain stays, the SIP is neither idle nor pre-idle.
#[test]
fn a_pending_block_starts() {
    let mut rig = pre_idle_sip(100);
    rig.submit(on(1 << 31, TaskDescriptor { est_exec_time: 30, ..td(1, 1) }));
    rig.attempt();
    rig.complete(1 << 31);
    assert_eq!((launches(&rig, 31), remain(&rig, 31)), ((Some(1), None), 30));
    assert_eq!(masks(&rig), [u32::MAX >> 1, u32::MAX >> 1, 0, 1 << 31]);
}

/// A valid report is one event; reports act at the write (1.3).
#[test]
fn a_report_acts_at_the_write() {
    let mut rig = Rig::new();
    rig.occupy(1, 100);
    rig.take_events();
    let cycle = rig.cycle();
    rig.complete(1);
    let events = rig.take_events();
    assert_eq!((events.len(), events[0].cycle), (1, cycle));
    assert!(matches!(events[0].event, Event::Complete { .. }));
    assert_eq!(masks(&rig)[0], u32::MAX);
}

fn spurious(rig: &mut Rig, report: SipReportComplete) {
    let before = rig.hws.clone();
    rig.write((), report);
    assert_eq!(rig.errors().pop(), Some(ErrorBit::SpuriousComplete));
    assert!(rig.take_errors().spurious_complete());
    assert_eq!(rig.hws, before, "nothing changed");
}

/// Invalid: another launch, another block, an idle SIP, a SIP of another launch. Nothing changes.
#[test]
fn an_invalid_report_changes_nothing() {
    let mut rig = Rig::new();
    rig.freeze_time();
    rig.occupy(0b11, 100);
    let good = rig.report_of(0);
    let launch = good.launch_id();
    for bad in [
        good.with_launch_id_masked(launch + 1),
        good.with_launch_id_masked(launch ^ 1),
        good.with_block_id_masked(good.block_id() ^ 1),
        good.with_block_id_masked(good.block_id() ^ 0x8000),
        good.with_sip_id_masked(1),
        good.with_sip_id_masked(2),
    ] {
        spurious(&mut rig, bad);
    }
    rig.write((), good);
    assert_eq!(masks(&rig)[0], !0b10);
    spurious(&mut rig, good);
}

/// A pending launch is not running: its report is invalid until it takes over.
#[test]
fn a_report_of_a_pending_launch_is_invalid() {
    let mut rig = pre_idle_sip(100);
    rig.submit(on(1 << 31, TaskDescriptor { start_block_idx: 4, ..td(1, 1) }));
    rig.attempt();
    let of_pending = rig.report_of(31).with_launch_id_masked(1).with_block_id_masked(4);
    spurious(&mut rig, of_pending);
    rig.complete(1 << 31);
    rig.write((), of_pending);
    assert_eq!(masks(&rig)[0], u32::MAX);
}

/// ERR_FIRST has no ids for it.
#[test]
fn a_spurious_report_has_no_ids() {
    let mut rig = Rig::new();
    rig.write_bits(RegId::SipReportComplete, u32::MAX);
    let first = rig.read::<ErrFirst>(());
    assert_eq!((first.code(), first.valid(), first.hdr_id(), first.entry_id()), (10, true, 0, 0));
}

/// All SIPs done: one BLOCK_FINISH with the ids, the block and the launch.
#[test]
fn a_finished_block_sends_block_finish() {
    let mut rig = Rig::new();
    rig.occupy(1, 100);
    let task = rig.submit(reporting(TaskDescriptor { start_block_idx: 40, ..on(0xFF00, td(2, 1)) }));
    let launch = rig.attempt().launch();
    rig.messages();
    rig.complete(1 << 14);
    assert!(rig.messages().is_empty());
    rig.complete(1 << 15);
    let messages = rig.messages();
    assert_eq!(messages.len(), 1);
    let MihMessage::BlockFinish { of, launch_id, kernel_finish } = messages[0] else {
        panic!("{messages:?}")
    };
    assert_eq!((of.ids, of.block_id), (task.ids, 40));
    assert_eq!((launch_id.get(), kernel_finish), (u32::from(launch.launch_id), true));
}

/// BLOCK_FINISH is sent if the MIH path was on at the launch, whatever it is now.
#[test]
fn the_path_of_the_launch_decides() {
    for at_launch in [false, true] {
        let mut rig = Rig::new();
        let mode = |on| HwsWorkMode::default().with_report_en(on);
        rig.write((), mode(at_launch));
        rig.submit(td(1, 1));
        let launch = rig.attempt().launch();
        rig.write((), mode(!at_launch));
        rig.messages();
        rig.complete(launch.mask);
        assert_eq!(finishes(&mut rig).len(), usize::from(at_launch));
        assert!(!launch_info(&rig, 0).valid(), "freed either way");
    }
}

/// kernel_finish: the kernel has no entry and no other live launch.
#[test]
fn kernel_finish_is_set_once_with_the_last_block() {
    let mut rig = Rig::new();
    rig.submit(reporting(td(1, 3)));
    let blocks: Vec<_> = (0..2).map(|_| rig.attempt().launch()).collect();
    rig.complete(blocks[0].mask);
    assert_eq!(finishes(&mut rig), [(0, false)], "the entry is there, a launch is live");
    rig.complete(blocks[1].mask);
    assert_eq!(finishes(&mut rig), [(1, false)], "the entry is there");
    let last = rig.attempt().launch();
    rig.complete(last.mask);
    assert_eq!(finishes(&mut rig), [(2, true)]);
}

/// Blocks may finish in any order; the last to finish sets it.
#[test]
fn the_last_block_to_finish_sets_kernel_finish() {
    let mut rig = Rig::new();
    rig.submit(reporting(td(1, 3)));
    let masks: Vec<u32> = (0..3).map(|_| rig.attempt().launch().mask).collect();
    for (n, expected) in [(2, false), (0, false), (1, true)] {
        rig.complete(masks[n]);
        assert_eq!(finishes(&mut rig), [(n as u32, expected)]);
    }
}

/// Other kernels in entries and launches do not matter; the entry itself may be taken by another kernel.
#[test]
fn kernel_finish_belongs_to_the_kernel_not_the_entry() {
    let mut rig = Rig::new();
    rig.submit(reporting(td(1, 1)));
    let mask = rig.attempt().launch().mask;
    let next = rig.submit(reporting(of_dag(2, td(1, 2))));
    assert_eq!(next.entry, 0, "the same entry");
    rig.attempt();
    rig.messages();
    rig.complete(mask);
    assert_eq!(finishes(&mut rig), [(0, true)]);
}

/// A firmware task leaves its entry with blocks left: its one block finishes the kernel.
#[test]
fn a_firmware_task_is_finished_with_its_block() {
    let mut rig = Rig::new();
    rig.submit_firmware(reporting(td(1, 5)), 0);
    let mask = rig.attempt().launch().mask;
    rig.messages();
    rig.complete(mask);
    assert_eq!(finishes(&mut rig), [(0, true)]);
}

/// A cooperative kernel: each block its own launch, the last one finishes it.
#[test]
fn a_cooperative_kernel_finishes_with_its_last_block() {
    let mut rig = Rig::new();
    rig.submit(reporting(TaskDescriptor { coop: true, ..td(2, 2) }));
    let masks = rig.attempt().masks();
    rig.messages();
    rig.complete(masks[1]);
    rig.complete(masks[0]);
    assert_eq!(finishes(&mut rig), [(1, false), (0, true)]);
}

/// On the MIH path firmware writes the doorbells, and the same rules apply.
#[test]
fn blocks_of_firmware_complete_the_same_way() {
    let mut rig = Rig::new();
    rig.write((), HwsWorkMode::default().with_out_path(OutPath::Mih));
    rig.submit(td(2, 1));
    let mask = rig.attempt().launch().mask;
    rig.messages();
    assert!(!LaunchInfo::from_bits(rig.peek(RegId::LaunchInfo(RegIndex::at::<0>()))).out_mdma());
    rig.complete(mask);
    assert_eq!(finishes(&mut rig), [(0, true)]);
}

/// Without room the message is dropped and counted, with an error that has the kernel's ids; the launch ends anyway.
#[test]
fn a_finish_without_room_is_dropped() {
    let mut rig = Rig::new();
    let task = rig.submit(reporting(td(1, 1)));
    let mask = rig.attempt().launch().mask;
    unread(&mut rig, 62);
    rig.take_errors();
    rig.take_events();
    rig.complete(mask);
    let events: Vec<Event> = rig.take_events().into_iter().map(|recorded| recorded.event).collect();
    let [Event::Complete { .. }, Event::MihDrop(_), Event::Error { bit, ids }] = events[..] else {
        panic!("{events:?}");
    };
    assert_eq!((bit, ids), (ErrorBit::MihOverflow, task.ids));
    assert_eq!((rig.peek(RegId::CntMihDrop), rig.messages().len()), (1, 64));
    assert!(!launch_info(&rig, 0).valid());
}
