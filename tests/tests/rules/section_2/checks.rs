//! 2.3: the admission checks and their order.

use hws_model::{ErrorBit, Event};
use hws_regs::{CntTaskReject, EnableSecondRscSch, ErrFirst, HwsStatus, RegId};
use hws_tests::rig::{RecordedEvent, Rig, td};
use hws_types::{BlockHeader, MihMessage, Notice, Source, TaskDescriptor};

use super::firmware_input;

/// 2.3: the checks in their order. Each descriptor passes one check more than the previous one; all later checks
/// still fail.
#[test]
fn the_first_check_that_fails_decides() {
    let mut rig = Rig::new();
    rig.topology(8, 4);
    let nothing_right = TaskDescriptor { affinity: 0, coop: true, out_path_mdma: false, ..td(5, 0) };
    let thread_num = TaskDescriptor { thread_num: 16, ..nothing_right };
    let cluster = TaskDescriptor { thread_num: 8, ..thread_num };
    let block_num = TaskDescriptor { block_num: 5, ..cluster };
    let out_path = TaskDescriptor { out_path_mih: true, ..block_num };
    let coop = TaskDescriptor { block_num: 4, ..out_path };
    let placeable = TaskDescriptor { affinity: u32::MAX, ..coop };
    let (address, _) = rig.push(nothing_right).unwrap();
    rig.memory.refuse(address);
    rig.ticks(9);
    assert_eq!(rig.errors(), [ErrorBit::TdRead]);
    assert_eq!(rig.try_submit(nothing_right), Err(ErrorBit::TdThreadNum));
    assert_eq!(rig.try_submit(thread_num), Err(ErrorBit::TdCluster));
    assert_eq!(rig.try_submit(cluster), Err(ErrorBit::TdBlockNum));
    assert_eq!(rig.try_submit(block_num), Err(ErrorBit::TdOutPath));
    assert_eq!(rig.try_submit(out_path), Err(ErrorBit::TdCoop));
    assert_eq!(rig.try_submit(coop), Err(ErrorBit::TdUnplaceable));
    rig.try_submit(placeable).unwrap();
    assert_eq!(rig.read::<CntTaskReject>(()).bits(), 7);
}

/// 2.3: a rejection sets its bit, is counted, emits an event, and sends an ERROR message with the ids, block_id 0
/// and the number of the bit, whatever the paths. Nothing is admitted.
#[test]
fn a_rejection_is_reported_in_four_ways() {
    let mut rig = Rig::new();
    let bad = TaskDescriptor { start_block_idx: 3, ..td(5, 1) };
    let (_, ids) = rig.push(bad).unwrap();
    rig.ticks(9);
    let of = BlockHeader { ids, block_id: 0 };
    let message = MihMessage::Notify { of, notice: Notice::Error { code: 3 } };
    let error = Event::Error { bit: ErrorBit::TdThreadNum, ids };
    let events = [error, Event::Mih(message.encode())].map(|event| RecordedEvent { cycle: 8, event });
    assert_eq!(rig.events(), events);
    assert_eq!(rig.messages(), [message]);
    assert_eq!(rig.peek(RegId::ErrStatus), 1 << 3);
    let first: ErrFirst = rig.read(());
    let expected = (true, 3, ids.hdr_id.into(), ids.hdr_entry_id.into());
    assert_eq!((first.valid(), first.code(), first.hdr_id(), first.entry_id()), expected);
    assert_eq!(rig.read::<CntTaskReject>(()).bits(), 1);
    assert!(rig.read::<HwsStatus>(()).rs_empty());
}

/// 2.3: each code is the number of its ERR_STATUS bit, for a firmware task with its source.
#[test]
fn the_error_message_names_the_source() {
    let mut rig = Rig::new();
    firmware_input(&mut rig);
    rig.push_firmware(TaskDescriptor { out_path_mdma: false, ..td(1, 1) }, 0);
    rig.ticks(9);
    let [MihMessage::Notify { of, notice: Notice::Error { code: 6 } }] = rig.messages()[..] else {
        panic!("one ERROR message")
    };
    assert_eq!(of.ids.source, Source::Firmware);
}

/// 2.3 TD_THREAD_NUM: exactly the nine legal counts pass.
#[test]
fn nine_thread_nums_are_legal() {
    let legal = (0..=64).filter(|&threads| Rig::new().try_submit(td(threads, 1)).is_ok());
    assert!(legal.eq([1, 2, 3, 4, 6, 8, 9, 12, 16]));
    assert_eq!(Rig::new().try_submit(td(0x0104, 1)), Err(ErrorBit::TdThreadNum), "16 bits count");
}

/// 2.3 TD_CLUSTER: a block may fill a cluster but not exceed it.
#[test]
fn a_block_fits_a_cluster() {
    for (sips, clusters, larger) in [(3, 8, 4), (4, 8, 6), (6, 4, 8), (8, 4, 9), (12, 2, 16)] {
        let mut rig = Rig::new();
        rig.topology(sips, clusters);
        assert!(rig.try_submit(td(sips as u16, 1)).is_ok(), "{sips}x{clusters}");
        assert_eq!(rig.try_submit(td(larger, 1)), Err(ErrorBit::TdCluster), "{sips}x{clusters}");
    }
}

/// 2.3 TD_BLOCK_NUM: at least one block, and block ids end at 65535.
#[test]
fn block_ids_are_16_bits() {
    let blocks = |start_block_idx, block_num| {
        Rig::new().try_submit(TaskDescriptor { start_block_idx, ..td(1, block_num) }).map(|_| ())
    };
    assert_eq!(blocks(0, 0), Err(ErrorBit::TdBlockNum));
    assert_eq!(blocks(0, 65535), Ok(()));
    assert_eq!(blocks(1, 65535), Ok(()));
    assert_eq!(blocks(2, 65535), Err(ErrorBit::TdBlockNum));
    assert_eq!(blocks(65535, 1), Ok(()));
    assert_eq!(blocks(65535, 2), Err(ErrorBit::TdBlockNum));
}

/// 2.3 TD_OUT_PATH: one path is enough.
#[test]
fn one_out_path_is_enough() {
    let paths = |out_path_mdma, out_path_mih| {
        Rig::new().try_submit(TaskDescriptor { out_path_mdma, out_path_mih, ..td(1, 1) }).map(|_| ())
    };
    assert_eq!([paths(true, false), paths(false, true), paths(true, true)], [Ok(()); 3]);
    assert_eq!(paths(false, false), Err(ErrorBit::TdOutPath));
}

/// 2.3 TD_COOP: a cooperative kernel may use as many SIPs as are present; other kernels have no such limit.
#[test]
fn a_cooperative_kernel_fits_the_present_sips() {
    let mut rig = Rig::new();
    rig.topology(3, 8);
    let coop = |threads, blocks| TaskDescriptor { coop: true, ..td(threads, blocks) };
    assert!(rig.try_submit(coop(3, 8)).is_ok());
    assert!(rig.try_submit(coop(1, 24)).is_ok());
    assert_eq!(rig.try_submit(coop(3, 9)), Err(ErrorBit::TdCoop));
    assert_eq!(rig.try_submit(coop(1, 25)), Err(ErrorBit::TdCoop));
    assert_eq!(rig.try_submit(coop(3, 65535)), Err(ErrorBit::TdCoop));
    assert!(rig.try_submit(td(3, 65535)).is_ok());
}

/// 2.3 TD_UNPLACEABLE: the alignment of §5.2 counts, inside affinity & present.
#[test]
fn an_affinity_without_a_placement_is_unplaceable() {
    let inside =
        |affinity, threads| Rig::new().try_submit(TaskDescriptor { affinity, ..td(threads, 1) }).map(|_| ());
    assert_eq!(inside(0, 1), Err(ErrorBit::TdUnplaceable));
    assert_eq!(inside(0b0110, 2), Err(ErrorBit::TdUnplaceable), "two SIPs, but not at a multiple of 2");
    assert_eq!(inside(0b1100, 2), Ok(()));
    assert_eq!(inside(0b1110, 3), Err(ErrorBit::TdUnplaceable));
    assert_eq!(inside(0x0000_FFF0, 12), Err(ErrorBit::TdUnplaceable));
    assert_eq!(inside(0x0FFF_0000, 12), Ok(()));
    let mut rig = Rig::new();
    rig.topology(3, 8);
    let gap = TaskDescriptor { affinity: 0x8888_8888, ..td(1, 1) };
    assert_eq!(rig.try_submit(gap), Err(ErrorBit::TdUnplaceable), "SIPs 3, 7, … are not present");
}

/// 2.3 TD_UNPLACEABLE: all blocks of a cooperative kernel together.
#[test]
fn a_cooperative_kernel_is_placed_whole() {
    let coop = |affinity, threads, blocks| {
        let kernel = TaskDescriptor { affinity, coop: true, ..td(threads, blocks) };
        Rig::new().try_submit(kernel).map(|_| ())
    };
    assert_eq!(coop(0x0000_00FF, 8, 1), Ok(()));
    assert_eq!(coop(0x0000_00FF, 8, 2), Err(ErrorBit::TdUnplaceable));
    assert_eq!(coop(0x00FF_00FF, 8, 2), Ok(()));
    // 24 SIPs are as many as 8 × 3 needs, but the slots of 3 threads are 4 apart.
    assert_eq!(coop(0x00FF_FFFF, 3, 8), Err(ErrorBit::TdUnplaceable));
    // Without coop one block is enough.
    assert!(Rig::new().try_submit(TaskDescriptor { affinity: 0xFF, ..td(8, 2) }).is_ok());
}

/// 2.3 TD_UNPLACEABLE assumes an empty machine: usage masks, running blocks and claims do not count.
#[test]
fn the_current_use_of_sips_does_not_count() {
    let mut rig = Rig::new();
    rig.occupy(0xFFFF, 1000);
    rig.claim(0x00FF_0000);
    for class in 0..5 {
        rig.usage(0, class, 0);
    }
    rig.try_submit(td(16, 1)).unwrap();
    rig.try_submit(TaskDescriptor { affinity: 0x00FF_00FF, coop: true, ..td(8, 2) }).unwrap();
}

/// 2.3 TD_UNPLACEABLE: grants are ignored.
#[test]
fn a_kernel_without_grants_is_admitted() {
    let mut rig = Rig::new();
    rig.write((), EnableSecondRscSch::default().with_enable(true));
    let needs = TaskDescriptor { enable_l2_alloc: true, enable_vc_alloc: true, ..td(8, 4) };
    rig.try_submit(needs).unwrap();
    rig.try_submit(TaskDescriptor { coop: true, ..needs }).unwrap();
}

/// 2.3 TD_UNPLACEABLE: VC runs come from two empty pools of 64, whether or not second resources are on.
#[test]
fn vc_runs_come_from_two_empty_pools() {
    let runs = |on, blocks, cdte_vc_num, enable_vc_alloc, vc_hw_alloc| {
        let mut rig = Rig::new();
        rig.write((), EnableSecondRscSch::default().with_enable(on));
        let kernel =
            TaskDescriptor { coop: true, cdte_vc_num, enable_vc_alloc, vc_hw_alloc, ..td(1, blocks) };
        rig.try_submit(kernel).map(|_| ())
    };
    for on in [false, true] {
        assert_eq!(runs(on, 2, 33, true, true), Ok(()), "one run of 33 on each die");
        assert_eq!(runs(on, 3, 33, true, true), Err(ErrorBit::TdUnplaceable));
        assert_eq!(runs(on, 4, 32, true, true), Ok(()));
        assert_eq!(runs(on, 5, 32, true, true), Err(ErrorBit::TdUnplaceable));
        assert_eq!(runs(on, 32, 0, true, true), Ok(()), "an empty run always fits");
        assert_eq!(runs(on, 3, 33, false, true), Ok(()), "uses no VCs");
        assert_eq!(runs(on, 3, 33, true, false), Ok(()), "firmware grants");
    }
}

/// 2.3 TD_UNPLACEABLE: more VCs than a pool has, whether or not second resources are on, also for a kernel
/// that only allocates.
#[test]
fn a_run_of_more_than_64_vcs_is_unplaceable() {
    let run =
        |cdte_vc_num| TaskDescriptor { cdte_vc_num, enable_vc_alloc: true, vc_hw_alloc: true, ..td(1, 1) };
    for on in [false, true] {
        let mut rig = Rig::new();
        rig.write((), EnableSecondRscSch::default().with_enable(on));
        rig.try_submit(run(64)).unwrap();
        assert_eq!(rig.try_submit(run(65)), Err(ErrorBit::TdUnplaceable));
        rig.try_submit(TaskDescriptor { vc_hw_alloc: false, ..run(65) }).unwrap();
        rig.try_submit(TaskDescriptor { enable_vc_alloc: false, ..run(65) }).unwrap();
    }
    let mut rig = Rig::new();
    rig.write((), EnableSecondRscSch::default().with_enable(true));
    let allocating = TaskDescriptor { enable_sip_alloc: false, enable_l2_alloc: true, ..run(65) };
    assert_eq!(rig.try_submit(allocating), Err(ErrorBit::TdUnplaceable));
}

/// 2.3 TD_UNPLACEABLE: a kernel that neither runs nor allocates.
#[test]
fn a_kernel_with_nothing_to_do_is_unplaceable() {
    let kernel = |on, enable_l2_alloc| {
        let mut rig = Rig::new();
        rig.write((), EnableSecondRscSch::default().with_enable(on));
        let kernel =
            TaskDescriptor { enable_sip_alloc: false, enable_l2_alloc, enable_vc_alloc: true, ..td(1, 1) };
        rig.try_submit(kernel).map(|_| ())
    };
    assert_eq!(kernel(true, true), Ok(()));
    assert_eq!(kernel(true, false), Err(ErrorBit::TdUnplaceable), "VCs alone are not enough");
    assert_eq!(kernel(false, true), Err(ErrorBit::TdUnplaceable));
    assert_eq!(kernel(false, false), Err(ErrorBit::TdUnplaceable));
}

/// With second resources on, an allocation-only kernel, changed by `change`.
fn allocation_only(change: impl Fn(TaskDescriptor) -> TaskDescriptor) -> Result<(), ErrorBit> {
    let mut rig = Rig::new();
    rig.write((), EnableSecondRscSch::default().with_enable(true));
    let kernel = TaskDescriptor { enable_sip_alloc: false, enable_l2_alloc: true, ..td(8, 2) };
    rig.try_submit(change(TaskDescriptor { num_block_to_alloc_l2: 1, ..kernel })).map(|_| ())
}

/// 2.3 TD_UNPLACEABLE: an allocation-only kernel needs a placement as well, although it never uses it.
#[test]
fn an_allocation_only_kernel_needs_a_placement() {
    let inside = |affinity, coop| allocation_only(|kernel| TaskDescriptor { affinity, coop, ..kernel });
    assert_eq!(inside(0xFF, false), Ok(()));
    assert_eq!(inside(0x7F, false), Err(ErrorBit::TdUnplaceable), "no aligned eight SIPs");
    assert_eq!(inside(0xFFFF, true), Ok(()));
    assert_eq!(inside(0xFF00, true), Err(ErrorBit::TdUnplaceable), "all blocks together");
}

/// 2.3 TD_UNPLACEABLE: including its VC runs, if it requests any.
#[test]
fn an_allocation_only_kernel_needs_room_for_its_runs() {
    let runs = |block_num| {
        allocation_only(|kernel| TaskDescriptor {
            block_num,
            coop: true,
            enable_vc_alloc: true,
            vc_hw_alloc: true,
            cdte_vc_num: 33,
            ..kernel
        })
    };
    assert_eq!(runs(2), Ok(()));
    assert_eq!(runs(3), Err(ErrorBit::TdUnplaceable), "three runs of 33 VCs in two pools of 64");
}

/// 2.3 TD_UNPLACEABLE: VC runs and affinity together: two runs of 33 need SIPs on both dies.
#[test]
fn vc_runs_need_sips_on_their_die() {
    let kernel = |affinity| TaskDescriptor {
        affinity,
        enable_vc_alloc: true,
        vc_hw_alloc: true,
        cdte_vc_num: 33,
        coop: true,
        ..td(1, 2)
    };
    assert_eq!(Rig::new().try_submit(kernel(0x0000_FFFF)), Err(ErrorBit::TdUnplaceable));
    assert_eq!(Rig::new().try_submit(kernel(0xFFFF_0000)), Err(ErrorBit::TdUnplaceable));
    assert!(Rig::new().try_submit(kernel(0x0001_8000)).is_ok());
}
