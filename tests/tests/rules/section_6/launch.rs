//! 6.1, 6.2, 6.3: what a COMMIT launches.

use hws_model::{Event, Pool};
use hws_regs::{CntAttempt, CntFail, CntLaunchP, LaunchKernelSeq, RegId, RegIndex, XmcSipMap};
use hws_tests::rig::{Rig, td};
use hws_types::{Source, TaskDescriptor};

use super::bench::{
    is_r_task, launch_info, no_rules, of_dag, on, online_priority, progress, reserved, reserved_all,
    reserved_threads, threshold,
};

/// 6.1: an attempt that chose nothing has failed, and COMMIT continues with 6.5: priorities and promotion.
#[test]
fn a_failed_attempt_is_counted_and_goes_on_to_promotion() {
    let mut rig = Rig::new();
    rig.occupy(1, 1000);
    rig.write((), threshold(0));
    let before = (rig.read::<CntAttempt>(()).bits(), rig.read::<CntFail>(()).bits());
    let task = rig.submit(on(0b11, td(2, 1)));
    let commit = rig.attempt();
    assert_eq!(commit.events[0], Event::Commit { launched: false });
    assert_eq!(rig.read::<CntAttempt>(()).bits(), before.0 + 1);
    assert_eq!(rig.read::<CntFail>(()).bits(), before.1 + 1);
    assert_eq!(online_priority(&rig, task), 100);
    assert_eq!(commit.promotion().unwrap().entry, task.entry);
}

/// 6.1: a launch is not a failed attempt.
#[test]
fn a_launch_is_not_counted_as_failed() {
    let mut rig = Rig::new();
    rig.submit(td(1, 1));
    rig.attempt();
    assert_eq!((rig.peek(RegId::CntAttempt), rig.peek(RegId::CntFail)), (1, 0));
    assert_eq!(rig.read::<CntLaunchP>(()).bits(), 1);
}

/// 6.2: an R-task that launches on its reserved SIPs gives up flag, mask and RSV_THREAD_NUM; another
/// reservation stays.
#[test]
fn an_r_launch_clears_its_reservation() {
    let mut rig = Rig::new();
    rig.occupy(1 << 16, 5000);
    let (other, other_mask) = rig.reserve(of_dag(2, on(0x00FF_0000, td(8, 1))));
    let (task, mask) = rig.reserve(on(0xFFFF, td(4, 2)));
    assert_eq!((other_mask, mask), (0x00FF_0000, 0xF));
    assert_eq!(reserved_all(&rig), mask | other_mask);
    rig.write((), no_rules());
    let launch = rig.attempt().launch();
    assert_eq!((launch.seq, launch.pool, launch.mask), (task.seq, Pool::R, mask));
    assert!(!is_r_task(&rig, task) && rig.is_resident(task), "one block is left");
    assert_eq!((reserved(&rig, task), reserved_all(&rig)), (0, other_mask));
    assert!(is_r_task(&rig, other));
    assert_eq!(reserved(&rig, other), other_mask);
    let threads: Vec<u32> = (0..32).map(|sip| if other_mask >> sip & 1 == 1 { 8 } else { 0 }).collect();
    assert_eq!(reserved_threads(&rig), threads);
}

/// 6.2: the same if it launches elsewhere (5.3): the reserved mask is cleared, not the SIPs it was launched on.
#[test]
fn an_r_launch_elsewhere_clears_its_reservation_too() {
    let mut rig = Rig::new();
    rig.occupy(1, 4000);
    rig.occupy(1 << 16, 5000);
    let (_, mask) = rig.reserve(td(16, 1));
    assert_eq!(mask, 0xFFFF);
    rig.complete(1 << 16);
    rig.write((), no_rules());
    assert_eq!(rig.attempt().launch().mask, 0xFFFF_0000);
    assert_eq!(reserved_all(&rig), 0);
    assert_eq!(reserved_threads(&rig), [0; 32]);
}

/// 6.2: a launch by another kernel on a reserved SIP leaves the reservation.
#[test]
fn a_backfill_leaves_the_reservation() {
    let mut rig = Rig::new();
    rig.occupy(1, 5000);
    let (task, mask) = rig.reserve(on(0xF, td(4, 1)));
    rig.submit(of_dag(2, on(0b0010, td(1, 1))));
    rig.write((), no_rules());
    assert_eq!(rig.attempt().launch().mask, 0b0010);
    assert_eq!((reserved(&rig, task), reserved_all(&rig)), (mask, mask));
    assert_eq!(rig.peek(RegId::CntBackfill), 1);
}

/// 6.2: launch_ids are 0, 1, 2 … 63, 0 …: the first free one after the last one used.
#[test]
fn launch_ids_wrap_around() {
    let mut rig = Rig::new();
    rig.submit(td(1, 130));
    for expected in 0..130 {
        let launch = rig.attempt().launch();
        assert_eq!(u32::from(launch.launch_id), expected % 64);
        rig.complete(launch.mask);
    }
}

/// 6.2: ids in use are skipped, and an id freed behind the pointer waits for the next round.
#[test]
fn a_live_launch_id_is_skipped() {
    let mut rig = Rig::new();
    rig.occupy(1 << 5, 1_000_000);
    rig.submit(on(1 << 6, td(1, 200)));
    let ids: Vec<u8> = (0..64)
        .map(|_| {
            let launch = rig.attempt().launch();
            rig.complete(launch.mask);
            launch.launch_id
        })
        .collect();
    let expected: Vec<u8> = (1..64).chain([1]).collect();
    assert_eq!(ids, expected, "0 stays live");
}

/// 6.2: a cooperative kernel takes one launch_id per block, in block order, and launches them in the order
/// in which they were found: 1 to 4 threads from the highest position, 6 and more from the lowest.
#[test]
fn a_cooperative_kernel_takes_an_id_per_block() {
    for (threads, masks) in [(4, [0xF000_0000, 0x0F00_0000, 0x00F0_0000]), (8, [0xFF, 0xFF00, 0xFF_0000])] {
        let mut rig = Rig::new();
        rig.submit(TaskDescriptor { coop: true, start_block_idx: 70, ..td(threads, 3) });
        let launches = rig.attempt().launches();
        let found: Vec<_> =
            launches.iter().map(|launch| (launch.launch_id, launch.block, launch.mask)).collect();
        assert_eq!(found, [(0, 70, masks[0]), (1, 71, masks[1]), (2, 72, masks[2])]);
    }
}

/// 6.2: ids of a cooperative launch skip live ones as well, across the wrap.
#[test]
fn a_cooperative_kernel_skips_live_ids() {
    let mut rig = Rig::new();
    rig.occupy(0b1, 1_000_000);
    rig.submit(on(0b10, td(1, 62)));
    for _ in 0..62 {
        let launch = rig.attempt().launch();
        rig.complete(launch.mask);
    }
    rig.submit(TaskDescriptor { coop: true, ..on(0xFFFF_0000, td(1, 3)) });
    let ids: Vec<u8> = rig.attempt().launches().iter().map(|launch| launch.launch_id).collect();
    assert_eq!(ids, [63, 1, 2], "0 is live");
}

/// 6.2: the launch entry records kernel_seq, source, ids, block_id, SIP mask and the paths that are on.
#[test]
fn the_launch_entry_records_the_block() {
    let mut rig = Rig::new();
    rig.submit(TaskDescriptor { start_block_idx: 9, out_path_mih: true, ..td(2, 1) });
    rig.submit_firmware(on(0xF, td(4, 1)), 0);
    let first = rig.attempt().launch();
    let second = rig.attempt().launch();
    let info = launch_info(&rig, 0);
    assert!(info.valid() && info.out_mdma() && info.out_mih() && !info.src());
    assert_eq!((info.hdr_id(), info.entry_id(), info.block_id()), (5, 0, 9));
    assert_eq!(
        (
            rig.peek(RegId::LaunchSipMask(RegIndex::at::<0>())),
            rig.peek(RegId::LaunchDoneMask(RegIndex::at::<0>()))
        ),
        (first.mask, 0)
    );
    let info = launch_info(&rig, 1);
    assert!(info.valid() && info.out_mdma() && !info.out_mih() && info.src());
    assert_eq!((info.hdr_id(), info.entry_id(), info.block_id()), (5, 1, 0));
    assert_eq!((rig.peek(RegId::LaunchSipMask(RegIndex::at::<1>())), second.mask), (0xF, 0xF));
    assert_eq!(
        LaunchKernelSeq::from_bits(rig.peek(RegId::LaunchKernelSeq(RegIndex::at::<1>()))).bits(),
        second.seq
    );
}

/// 6.2: per block and per SIP ascending one MDMA command, thread_idx from 0; then RESULT and SCHED_INFO;
/// then the next block.
#[test]
fn commands_and_messages_come_block_by_block() {
    let mut rig = Rig::new();
    rig.submit(TaskDescriptor { coop: true, out_path_mih: true, ..td(2, 2) });
    let commit = rig.attempt();
    let kinds: String = commit
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Launch { .. } => Some('L'),
            Event::Mdma(_) => Some('c'),
            Event::Mih(_) => Some('m'),
            _ => None,
        })
        .collect();
    assert_eq!(kinds, "LccmmLccmm");
    let threads: Vec<_> = commit.commands().iter().map(|c| (c.sip.get(), c.thread_idx, c.block_id)).collect();
    assert_eq!(threads, [(30, 0, 0), (31, 1, 0), (28, 0, 1), (29, 1, 1)]);
}

/// interfaces.md: the contents of an MDMA command.
#[test]
fn an_mdma_command_names_block_sips_and_parameters() {
    let mut rig = Rig::new();
    rig.write(31, XmcSipMap::from_bits(0).with_phy_id_masked(30));
    rig.write(30, XmcSipMap::from_bits(0).with_phy_id_masked(31));
    rig.submit(TaskDescriptor {
        kernel_id: 77,
        start_block_idx: 10,
        block_param_base: 0xFFFF_FFF0,
        block_param_queue_size: 4,
        block_param_entry_size: 0x10,
        edte_vc_base: 3,
        edte_vc_num: 5,
        ..td(1, 1)
    });
    let command = rig.attempt().commands()[0];
    assert_eq!((command.sip.get(), command.physical_sip.get()), (31, 30));
    assert_eq!((command.kernel_id, command.block_id, command.launch_id.get()), (77, 10, 0));
    assert_eq!((command.edte_vc_base, command.edte_vc_num), (3, 5));
    // Slot 10 mod 4 = 2, 0xFFFF_FFF0 + 0x20 wraps.
    assert_eq!(command.block_param_addr, 0x10);
    let report = command.report();
    assert_eq!((report.launch_id.get(), report.block_id, report.sip.get()), (0, 10, 31));
}

/// interfaces.md: without a queue of parameters the address is the base.
#[test]
fn a_parameter_queue_of_0_slots_is_the_base() {
    let mut rig = Rig::new();
    let params = (0x400, 0x10);
    rig.submit(TaskDescriptor {
        start_block_idx: 3,
        block_param_base: params.0,
        block_param_entry_size: params.1,
        ..td(1, 1)
    });
    assert_eq!(rig.attempt().commands()[0].block_param_addr, 0x400);
}

/// 6.3: launched and block_id count the blocks; a kernel launches block after block.
#[test]
fn block_ids_start_at_start_block_idx() {
    let mut rig = Rig::new();
    let task = rig.submit(TaskDescriptor { start_block_idx: 65_533, ..td(1, 3) });
    for n in 0..3 {
        assert_eq!(progress(&rig, task), (n, 3));
        assert_eq!(u32::from(rig.attempt().launch().block), 65_533 + n);
    }
    assert!(!rig.is_resident(task));
}

/// 6.3: a cooperative launch counts block_num blocks at once, so it is also the last.
#[test]
fn a_cooperative_launch_launches_everything() {
    let mut rig = Rig::new();
    let task = rig.submit(TaskDescriptor { coop: true, block_trigger_cnt: 0, ..td(4, 5) });
    assert_eq!(rig.attempt().launches().len(), 5);
    assert!(!rig.is_resident(task));
    assert_eq!(rig.peek(RegId::CntLaunchP), 1, "counted once");
}

/// 2.4, interfaces.md: RESULT and launch entry of a firmware task carry its source.
#[test]
fn messages_of_a_firmware_task_carry_its_source() {
    let mut rig = Rig::new();
    let task = rig.submit_firmware(TaskDescriptor { out_path_mih: true, ..td(1, 1) }, 0);
    assert_eq!(task.ids.source, Source::Firmware);
    rig.attempt();
    let sources: Vec<Source> = rig
        .messages()
        .iter()
        .map(|message| match message {
            hws_types::MihMessage::Result { of, .. } | hws_types::MihMessage::SchedInfo { of, .. } => {
                of.ids.source
            }
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(sources, [Source::Firmware; 2]);
}
