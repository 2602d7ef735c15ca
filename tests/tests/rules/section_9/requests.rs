//! 9.3: requests.

use hws_model::Event;
use hws_regs::{HwsWorkMode, MihStatus, OutPath};
use hws_tests::rig::{Rig, td};
use hws_types::{MihMessage, TaskDescriptor};

use super::setup::{
    ahead, allocation_only, blocks, enabled, l2, refresh, requested, requests, run, switch, vc,
};
use crate::rules::section_6::bench::{of_dag, on, unread};

/// A kernel that is not cooperative requests block after block, up to its window.
#[test]
fn a_kernel_asks_up_to_its_window() {
    for (outstanding, expected) in [(0, 1), (1, 1), (3, 3), (9, 6)] {
        let mut rig = enabled();
        rig.submit(ahead(outstanding, l2(0, 0, td(1, 6))));
        assert_eq!(blocks(&mut rig), (0..expected).collect::<Vec<_>>(), "outstanding {outstanding}");
        rig.ticks(100);
        assert!(blocks(&mut rig).is_empty(), "each is asked for once");
    }
}

/// The window moves with launched (base = launched), not with the grants; it ends at block_num.
#[test]
fn the_window_moves_with_the_launches() {
    let mut rig = enabled();
    let kernel = |done| ahead(2, l2(done, 0, on(0xFFFF, td(1, 4))));
    let task = rig.submit(kernel(0));
    assert_eq!(blocks(&mut rig), [0, 1]);
    refresh(&mut rig, task, kernel(2));
    assert!(blocks(&mut rig).is_empty());
    assert!(rig.attempt().is_launched());
    assert_eq!(blocks(&mut rig), [2]);
    assert!(rig.attempt().is_launched());
    assert_eq!(blocks(&mut rig), [3]);
    refresh(&mut rig, task, kernel(4));
    assert!(rig.attempt().is_launched());
    assert!(blocks(&mut rig).is_empty(), "four blocks, four requests");
}

/// Grants at admission are not requested again: requested starts at granted.
#[test]
fn granted_blocks_are_not_requested() {
    let mut rig = enabled();
    rig.submit(ahead(5, l2(2, 1, td(1, 9))));
    assert_eq!(blocks(&mut rig), [3, 4]);
}

/// Nor are grants without a request: requested is raised.
#[test]
fn unrequested_grants_are_counted() {
    let mut rig = enabled();
    let kernel = |done| ahead(1, l2(done, 0, on(0xFFFF, td(1, 9))));
    let task = rig.submit(kernel(0));
    assert_eq!(blocks(&mut rig), [0]);
    refresh(&mut rig, task, kernel(3));
    for _ in 0..3 {
        assert!(blocks(&mut rig).is_empty());
        assert!(rig.attempt().is_launched());
    }
    assert_eq!(blocks(&mut rig), [3]);
}

/// The block is (start_block_idx + l2_requested) mod 65536.
#[test]
fn requested_blocks_count_from_start_block_idx() {
    let mut rig = enabled();
    rig.submit(TaskDescriptor { start_block_idx: 65_530, ..ahead(9, l2(0, 0, td(1, 6))) });
    assert_eq!(blocks(&mut rig), [65_530, 65_531, 65_532, 65_533, 65_534, 65_535]);
    let mut rig = enabled();
    let many = TaskDescriptor { l2_done: [250; 8], start_block_idx: 65_000, ..td(1, 3) };
    rig.submit(TaskDescriptor {
        enable_sip_alloc: false,
        enable_l2_alloc: true,
        num_block_to_alloc_l2: 2_003,
        ..ahead(9, many)
    });
    assert_eq!(blocks(&mut rig), [1464, 1465, 1466], "65000 + 2000 mod 65536");
}

/// Cooperative: all blocks at once.
#[test]
fn a_cooperative_kernel_asks_for_all_its_blocks() {
    let mut rig = enabled();
    rig.submit(TaskDescriptor { coop: true, ..ahead(1, l2(0, 0, td(4, 5))) });
    assert_eq!(blocks(&mut rig), [0, 1, 2, 3, 4]);
}

/// A firmware task schedules once: one request, unless it is cooperative.
#[test]
fn a_firmware_task_asks_for_one_block() {
    let mut rig = enabled();
    rig.submit_firmware(ahead(5, l2(0, 0, td(1, 6))), 0);
    assert_eq!(blocks(&mut rig), [0]);
    rig.submit_firmware(TaskDescriptor { coop: true, ..l2(0, 0, td(4, 3)) }, 0);
    assert_eq!(blocks(&mut rig), [0, 1, 2]);
    let mut rig = enabled();
    rig.submit_firmware(ahead(5, l2(0, 1, td(1, 6))), 0);
    assert!(blocks(&mut rig).is_empty(), "its one block has a grant");
}

/// Launches without grants may put launched ahead of requested; the comparisons are signed.
#[test]
fn launched_may_be_ahead_of_requested() {
    let mut rig = Rig::new();
    let task = rig.submit(ahead(2, l2(0, 0, td(1, 9))));
    for _ in 0..4 {
        assert!(rig.attempt().is_launched());
    }
    switch(&mut rig, true);
    rig.tick();
    assert_eq!(blocks(&mut rig), [0, 1, 2, 3, 4, 5], "up to launched + window");
    assert_eq!(requested(&rig, task).0, 6);
}

/// Allocation-only: up to num_block_to_alloc_l2, the window from what was granted.
#[test]
fn an_allocation_only_kernel_asks_by_its_grants() {
    let mut rig = enabled();
    let kernel =
        |done| TaskDescriptor { l2_done: [done, 0, 0, 0, 0, 0, 0, 0], ..ahead(2, allocation_only(5)) };
    let task = rig.submit(kernel(0));
    assert_eq!(blocks(&mut rig), [0, 1]);
    refresh(&mut rig, task, kernel(1));
    assert_eq!(blocks(&mut rig), [2]);
    refresh(&mut rig, task, kernel(4));
    assert_eq!(blocks(&mut rig), [4]);
}

/// Only with enable_l2_alloc; VC requests only with enable_sip_alloc, enable_vc_alloc, and not from the HWS.
#[test]
fn which_kernels_request_which_resource() {
    let plain = td(1, 1);
    let cases = [
        (plain, vec![]),
        (l2(0, 0, plain), vec![true]),
        (vc(0, 0, plain), vec![false]),
        (l2(0, 0, vc(0, 0, plain)), vec![true, false]),
        (run(4, plain), vec![]),
        (TaskDescriptor { vc_hw_alloc: true, ..plain }, vec![]),
        (vc(0, 0, allocation_only(1)), vec![true]),
    ];
    for (kernel, expected) in cases {
        let mut rig = enabled();
        rig.submit(kernel);
        let kinds: Vec<bool> = requests(&mut rig).into_iter().map(|request| request.0).collect();
        assert_eq!(kinds, expected, "{kernel:?}");
    }
}

/// VCs are requested by the same rules, with their own count.
#[test]
fn vc_requests_have_a_window_of_their_own() {
    let mut rig = enabled();
    let kernel = |done| ahead(2, l2(0, 9, vc(0, done, on(0xFFFF_0000, td(1, 4)))));
    let task = rig.submit(kernel(1));
    assert_eq!(requests(&mut rig), [(false, 0, 1, 0b10)], "9 L2 grants, 1 VC grant");
    assert!(rig.attempt().is_launched());
    assert_eq!(requests(&mut rig), [(false, 0, 2, 0b10)]);
    refresh(&mut rig, task, kernel(4));
    assert!(rig.attempt().is_launched());
    assert_eq!(requests(&mut rig), [], "four blocks, four grants");
    assert_eq!(requested(&rig, task), (9, 4));
}

/// First all L2 requests, entries ascending, each kernel all of its; then all VC requests.
#[test]
fn requests_come_in_their_order() {
    let mut rig = Rig::new();
    let both = |dag, td| ahead(2, l2(0, 0, vc(0, 0, of_dag(dag, td))));
    // Entry 0 goes to the youngest.
    rig.submit(td(1, 1));
    rig.submit(both(2, td(16, 2)));
    rig.submit(both(3, td(8, 2)));
    assert_eq!(rig.attempt().launch().entry, 0);
    rig.submit(both(4, td(4, 1)));
    switch(&mut rig, true);
    rig.tick();
    let order: Vec<_> =
        requests(&mut rig).into_iter().map(|(l2, entry, block, _)| (l2, entry, block)).collect();
    let of = |l2| [(l2, 0, 0), (l2, 1, 0), (l2, 1, 1), (l2, 2, 0), (l2, 2, 1)];
    assert_eq!(order, [of(true), of(false)].concat());
}

/// The ids of the kernel, and its entry.
#[test]
fn a_request_names_the_kernel() {
    let mut rig = enabled();
    rig.submit(td(1, 1));
    let task = rig.submit_firmware(of_dag(2, l2(0, 0, td(1, 1))), 0);
    let MihMessage::Notify { of, .. } = rig.messages()[0] else { panic!("a request") };
    assert_eq!((of.ids, of.block_id), (task.ids, 0));
}

/// `where`: the VGs (dies) in which a block fits: affinity, usage mask of its context and class, present.
#[test]
fn requests_name_the_places_where_a_block_fits() {
    let both = |td| l2(0, 0, vc(0, 0, td));
    let places = |rig: &mut Rig, td| -> Vec<u8> {
        rig.submit(td);
        requests(rig).into_iter().map(|request| request.3).collect()
    };
    let mut rig = enabled();
    rig.topology(8, 4);
    assert_eq!(places(&mut rig, both(td(4, 1))), [0b1111, 0b11]);
    assert_eq!(places(&mut rig, both(on(0x00FF_00FF, td(4, 1)))), [0b0101, 0b11]);
    assert_eq!(
        places(&mut rig, both(on(0x0000_3CF0, td(4, 1)))),
        [0b01, 0b1],
        "SIPs 10 to 13 are not a position"
    );
    rig.usage(1, 2, 0x00FF_FF00);
    let of_context = |ctx| TaskDescriptor { ctx, ..both(td(3, 1)) };
    assert_eq!(places(&mut rig, of_context(1)), [0b0110, 0b11]);
    assert_eq!(places(&mut rig, of_context(0)), [0b1111, 0b11]);
    let mut rig = enabled();
    rig.topology(6, 2);
    assert_eq!(places(&mut rig, both(td(6, 1))), [0b11, 0b01]);
}

/// The usage mask at that boundary counts; busy, reserved and firmware-owned SIPs do not matter.
#[test]
fn places_look_at_the_usage_mask_of_the_boundary() {
    let mut rig = Rig::new();
    rig.topology(8, 4);
    rig.occupy(0xFF, 1_000_000);
    rig.claim(0xFF00);
    rig.submit(ahead(2, l2(0, 0, td(1, 9))));
    rig.usage(0, 0, 0x00FF_FFFF);
    switch(&mut rig, true);
    rig.latch();
    assert_eq!(requests(&mut rig), [(true, 0, 0, 0b0111), (true, 0, 1, 0b0111)]);
}

/// Each request uses the mask of its own boundary.
#[test]
fn later_requests_name_later_places() {
    let mut rig = enabled();
    let kernel = |done| l2(done, 0, td(1, 9));
    let task = rig.submit(kernel(0));
    assert_eq!(requests(&mut rig)[0].3, 0b11);
    rig.usage(0, 0, 0xFFFF);
    refresh(&mut rig, task, kernel(1));
    assert!(rig.attempt().is_launched());
    assert_eq!(requests(&mut rig), [(true, 0, 1, 0b01)]);
}

/// A kernel that fits nowhere sends no request at that boundary; it does when it fits again.
#[test]
fn a_kernel_that_fits_nowhere_does_not_ask() {
    let mut rig = enabled();
    rig.usage(0, 2, 0x7777_7777);
    let task = rig.submit(l2(0, 0, td(4, 1)));
    rig.ticks(10);
    assert_eq!((requests(&mut rig).len(), requested(&rig, task).0), (0, 0));
    rig.usage(0, 2, 0x7777_F777);
    rig.tick();
    assert_eq!(requests(&mut rig), [(true, 0, 0, 0b01)]);
}

/// A kernel that fits nowhere does not delay the others.
#[test]
fn the_next_kernel_asks_meanwhile() {
    let mut rig = enabled();
    rig.usage(0, 2, 0);
    rig.submit(l2(0, 0, td(4, 1)));
    rig.submit(vc(0, 0, td(2, 1)));
    assert_eq!(requests(&mut rig), [(false, 1, 0, 0b11)]);
}

/// Fewer than 32 messages in the FIFO: the 32nd place is taken, the 33rd is not; nothing is dropped.
#[test]
fn requests_wait_for_room() {
    let mut rig = Rig::new();
    unread(&mut rig, 30);
    rig.take_errors();
    rig.submit(ahead(9, l2(0, 0, td(1, 9))));
    switch(&mut rig, true);
    rig.ticks(100);
    assert_eq!(rig.read::<MihStatus>(()).count(), 32);
    assert_eq!(rig.read::<hws_regs::CntMihDrop>(()).bits(), 0);
    assert_eq!(rig.take_errors().bits(), 0);
    rig.pop_mih();
    rig.pop_mih();
    rig.pop_mih();
    rig.tick();
    assert_eq!(rig.read::<MihStatus>(()).count(), 32, "three more");
    assert_eq!(blocks(&mut rig), [0, 1, 2, 3, 4]);
    rig.tick();
    assert_eq!(blocks(&mut rig), [5, 6, 7, 8]);
}

/// No request at 32 and above.
#[test]
fn no_request_at_32_messages() {
    for (count, expected) in [(31, 1), (32, 0), (33, 0), (64, 0)] {
        let mut rig = Rig::new();
        unread(&mut rig, count);
        rig.submit(l2(0, 0, td(1, 9)));
        switch(&mut rig, true);
        rig.ticks(10);
        assert_eq!(rig.read::<MihStatus>(()).count() as usize, count + expected);
    }
}

/// Waiting requests are sent in the same order when there is room: L2 of every kernel before any VC.
#[test]
fn waiting_requests_keep_their_order() {
    let mut rig = Rig::new();
    unread(&mut rig, 31);
    rig.submit(vc(0, 0, td(1, 1)));
    rig.submit(l2(0, 0, of_dag(2, td(1, 1))));
    switch(&mut rig, true);
    rig.tick();
    assert_eq!(requests(&mut rig), [(true, 1, 0, 0b11)]);
    rig.tick();
    assert_eq!(requests(&mut rig), [(false, 0, 0, 0b11)]);
}

/// At every boundary, not during an attempt.
#[test]
fn requests_wait_for_the_boundary() {
    let mut rig = enabled();
    rig.submit(td(1, 9));
    rig.latch();
    let task = rig.submit(of_dag(2, l2(0, 0, td(1, 9))));
    assert_eq!(requested(&rig, task).0, 0);
    rig.commit();
    assert_eq!(requests(&mut rig).len(), 1);
}

/// Requests are sent whatever the paths.
#[test]
fn requests_are_sent_whatever_the_paths() {
    for (path, report) in [(OutPath::Mdma, false), (OutPath::Mdma, true), (OutPath::Mih, false)] {
        let mut rig = enabled();
        rig.write((), HwsWorkMode::default().with_out_path(path).with_report_en(report));
        rig.submit(l2(0, 0, td(1, 1)));
        assert_eq!(requests(&mut rig).len(), 1);
    }
}

/// After 9.4: an allocation-only kernel that finishes at the boundary requests nothing more.
#[test]
fn a_finishing_kernel_does_not_ask() {
    let mut rig = enabled();
    rig.submit(ahead(9, allocation_only(0)));
    assert!(blocks(&mut rig).is_empty());
    assert!(rig.events().iter().any(|recorded| matches!(recorded.event, Event::KernelDone { .. })));
}
