//! 6.6: which SIPs a promotion reserves.

use hws_regs::{EnableSecondRscSch, LaunchSipDelay, RegId, RegIndex};
use hws_tests::rig::{Rig, td};
use hws_types::TaskDescriptor;

use super::bench::{is_r_task, of_dag, on, reserved, reserved_all, reserved_threads, threshold};

/// The effects of success: r_flag, RESERVED, RESERVED_SIP_MASK, RSV_THREAD_NUM, RTASK_COUNT.
#[test]
fn a_reservation_sets_flag_masks_and_thread_numbers() {
    let mut rig = Rig::new();
    let (task, mask) = rig.reserve(on(0xFF0, td(3, 1)));
    assert_eq!(mask, 0b0111_0000);
    assert!(is_r_task(&rig, task));
    assert_eq!((reserved(&rig, task), reserved_all(&rig)), (mask, mask));
    let threads: Vec<u32> = (0..32).map(|sip| if (4..7).contains(&sip) { 3 } else { 0 }).collect();
    assert_eq!(reserved_threads(&rig), threads);
    assert_eq!(rig.read::<hws_regs::HwsStatus>(()).rtask_count(), 1);
}

/// If nothing is busy: the lowest position, for small blocks too (launches start at the other end).
#[test]
fn ties_go_to_the_lowest_position() {
    for (threads, mask) in [(1, 0x1), (2, 0x3), (3, 0x7), (4, 0xF), (6, 0x3F), (9, 0x1FF), (16, 0xFFFF)] {
        assert_eq!(Rig::new().reserve(td(threads, 1)).1, mask);
    }
}

/// Groups in ascending order of remaining time; busy SIPs may be reserved.
#[test]
fn the_group_that_is_free_first_is_reserved() {
    let mut rig = Rig::new();
    rig.freeze_time();
    for (group, est) in [(0, 500), (1, 300), (2, 400), (3, 300)] {
        rig.occupy(1 << (4 * group), est);
    }
    // Groups 1 and 3 have 300: the lower one.
    assert_eq!(rig.reserve(on(0xFFFF, td(4, 1))).1, 0x00F0);
}

/// The remaining time of a group is that of all its slot(t) SIPs, including those beyond the t reserved ones.
#[test]
fn the_sip_beyond_a_3_thread_block_counts() {
    let mut rig = Rig::new();
    rig.freeze_time();
    rig.occupy(1 << 3, 500);
    rig.occupy(1 << 4, 400);
    assert_eq!(rig.reserve(on(0xFF, td(3, 1))).1, 0x70);
}

/// LAUNCH_SIP_DELAY is part of the remaining time.
#[test]
fn the_launch_delay_is_part_of_the_remaining_time() {
    let mut rig = Rig::new();
    rig.freeze_time();
    rig.occupy(1, 500);
    rig.write((), LaunchSipDelay::from_bits(200));
    rig.occupy(1 << 4, 400);
    assert_eq!(rig.reserve(on(0xFF, td(4, 1))).1, 0x0F);
}

/// All t SIPs of a group have to be in target: affinity, usage mask, present.
#[test]
fn a_group_has_to_lie_in_affinity_usage_and_present() {
    let mut rig = Rig::new();
    assert_eq!(rig.reserve(on(0xFFE, td(4, 1))).1, 0xF0);
    let mut rig = Rig::new();
    rig.usage(0, 2, 0xFFFF_FF0F);
    rig.usage(1, 2, 0xF0);
    assert_eq!(rig.reserve(on(0xFFF0, td(4, 1))).1, 0xF00);
    let mut rig = Rig::new();
    rig.topology(3, 4);
    assert_eq!(rig.reserve(on(0xFFFF_FC00, td(2, 1))).1, 0x3000, "SIP 11 is absent");
}

/// The usage mask is read at COMMIT (3.1).
#[test]
fn the_usage_mask_is_read_at_commit() {
    let mut rig = Rig::new();
    rig.occupy(1, 1_000_000);
    rig.submit(on(0xF, td(4, 1)));
    rig.latch();
    rig.usage(0, 2, 0xFFFF_FFF0);
    rig.write((), threshold(0));
    assert_eq!(rig.commit().promotion(), None);
}

/// SIPs of firmware are not reservable.
#[test]
fn owned_sips_are_left_out() {
    let mut rig = Rig::new();
    rig.claim(1 << 2);
    assert_eq!(rig.reserve(td(4, 1)).1, 0xF0);
}

/// Clusters with a reserved SIP are left out entirely.
#[test]
fn clusters_with_a_reservation_are_left_out() {
    let mut rig = Rig::new();
    rig.topology(8, 4);
    rig.occupy(1, 1_000_000);
    assert_eq!(rig.reserve(on(0x3, td(2, 1))).1, 0x3);
    let (_, second) = rig.reserve(of_dag(2, on(0xFFFF, td(4, 1))));
    assert_eq!(second, 0xF00, "SIPs 4 to 7 are idle, and of the first cluster");
    assert_eq!(reserved_all(&rig), 0xF03);
}

/// A cluster is free again in the COMMIT that ends its reservation.
#[test]
fn a_cluster_is_reservable_when_its_r_task_launches() {
    let mut rig = Rig::new();
    rig.occupy(0x8001, 1_000_000);
    rig.reserve(on(0x3, td(2, 1)));
    let waits = rig.submit(of_dag(2, on(0xC000, td(2, 1))));
    rig.write((), threshold(0));
    assert_eq!(rig.attempt().promotion(), None);
    rig.complete(1);
    let promotion = rig.attempt().promotion().unwrap();
    assert_eq!((promotion.entry, promotion.mask), (waits.entry, 0xC000));
}

/// A cooperative kernel reserves block_num groups, soonest first, or none.
#[test]
fn a_cooperative_kernel_reserves_all_its_blocks() {
    let coop = |blocks| TaskDescriptor { coop: true, ..on(0xFFFF, td(4, blocks)) };
    let mut rig = Rig::new();
    rig.freeze_time();
    rig.occupy(1, 700);
    assert_eq!(rig.reserve(coop(2)).1, 0x0FF0);
    let mut rig = Rig::new();
    rig.claim(1);
    assert_eq!(rig.reserve(coop(3)).1, 0xFFF0);
    let mut rig = Rig::new();
    rig.claim(1);
    rig.submit(coop(4));
    rig.write((), threshold(0));
    let commit = rig.attempt();
    assert_eq!((commit.is_launched(), commit.promotion()), (false, None), "three of four groups");
    assert_eq!(reserved_all(&rig), 0);
}

fn with_l2(l2_done: [u8; 8], td: TaskDescriptor) -> TaskDescriptor {
    TaskDescriptor { enable_l2_alloc: true, l2_done, ..td }
}

fn second_resources(rig: &mut Rig, enable: bool) {
    rig.write((), EnableSecondRscSch::from_bits(0).with_enable(enable));
}

/// With second resources, only groups in open VGs; without, all.
#[test]
fn a_closed_vg_is_not_reserved() {
    for (enable, mask) in [(false, 0xF), (true, 0x000F_0000)] {
        let mut rig = Rig::new();
        second_resources(&mut rig, enable);
        assert_eq!(rig.reserve(with_l2([0, 1, 0, 0, 0, 0, 0, 0], td(4, 1))).1, mask);
    }
}

/// The register is read at COMMIT (§9).
#[test]
fn second_resources_count_as_at_commit() {
    let mut rig = Rig::new();
    rig.occupy(1, 1_000_000);
    rig.submit(with_l2([0; 8], on(0xF, td(4, 1))));
    rig.latch();
    second_resources(&mut rig, true);
    rig.write((), threshold(0));
    assert_eq!(rig.commit().promotion(), None);
}

/// A closed die is not reserved.
#[test]
fn a_closed_die_is_not_reserved() {
    let mut rig = Rig::new();
    second_resources(&mut rig, true);
    let vcs = TaskDescriptor { enable_vc_alloc: true, vc_done: [0, 1], ..td(4, 1) };
    assert_eq!(rig.reserve(vcs).1, 0x000F_0000);
}

/// A cooperative kernel skips a group whose VG (die) has no grant left after the groups already taken.
#[test]
fn a_cooperative_reservation_counts_its_grants() {
    let mut rig = Rig::new();
    rig.topology(8, 4);
    second_resources(&mut rig, true);
    let coop = TaskDescriptor { coop: true, ..td(4, 3) };
    // One grant in VG 0, two in VG 2.
    assert_eq!(rig.reserve(with_l2([1, 0, 2, 0, 0, 0, 0, 0], coop)).1, 0x00FF_000F);
    let mut rig = Rig::new();
    second_resources(&mut rig, true);
    let vcs = TaskDescriptor { enable_vc_alloc: true, vc_done: [1, 2], ..coop };
    assert_eq!(rig.reserve(vcs).1, 0x00FF_000F);
}

/// Too few grants in all: no reservation.
#[test]
fn a_cooperative_reservation_needs_all_its_grants() {
    let mut rig = Rig::new();
    second_resources(&mut rig, true);
    rig.submit(with_l2([1, 1, 0, 0, 0, 0, 0, 0], TaskDescriptor { coop: true, ..td(4, 3) }));
    rig.write((), threshold(0));
    let commit = rig.attempt();
    assert_eq!((commit.is_launched(), commit.promotion()), (false, None));
}

/// Occupies all 64 VCs of die 0 with one block on SIP 15.
fn take_the_vcs_of_die_0(rig: &mut Rig) {
    let vcs = TaskDescriptor { enable_vc_alloc: true, vc_hw_alloc: true, cdte_vc_num: 64, ..td(1, 1) };
    rig.submit(of_dag(50, on(1 << 15, vcs)));
    assert!(rig.attempt().is_launched());
    assert_eq!(
        (
            rig.peek(RegId::VcPoolFree(RegIndex::at::<0>(), RegIndex::at::<0>())),
            rig.peek(RegId::VcPoolFree(RegIndex::at::<0>(), RegIndex::at::<1>()))
        ),
        (0, 0)
    );
}

/// An HWS-managed VC pool counts as open for a new reservation, even if it is empty.
#[test]
fn an_empty_vc_pool_is_open_for_a_reservation() {
    let mut rig = Rig::new();
    second_resources(&mut rig, true);
    take_the_vcs_of_die_0(&mut rig);
    let vcs = TaskDescriptor { enable_vc_alloc: true, vc_hw_alloc: true, cdte_vc_num: 40, ..td(4, 1) };
    let (task, mask) = rig.promote(of_dag(2, on(0xFF, vcs)));
    assert_eq!(mask, 0xF);
    assert!(is_r_task(&rig, task));
}

/// Also for each block of a cooperative kernel: two runs of 40 of the same 64.
#[test]
fn a_vc_pool_is_not_counted_in_a_cooperative_reservation() {
    let mut rig = Rig::new();
    second_resources(&mut rig, true);
    let vcs = TaskDescriptor { enable_vc_alloc: true, vc_hw_alloc: true, cdte_vc_num: 40, ..td(4, 2) };
    assert_eq!(rig.reserve(TaskDescriptor { coop: true, ..vcs }).1, 0xFF);
}
