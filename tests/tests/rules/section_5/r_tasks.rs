//! 5.3: where an R-task is launched.

use hws_model::{Pool, Way};
use hws_regs::RegId;
use hws_tests::rig::{Rig, td};
use hws_types::TaskDescriptor;

use super::{attempt, coop, early_launch, est, inside, second_resources, waiting_r_task};

/// 5.3: an R-task launches on its reserved SIPs, not where `select` would put it.
#[test]
fn an_r_task_takes_its_reserved_sips() {
    let mut rig = Rig::new();
    let (_, mask) = rig.reserve(td(4, 1));
    assert_eq!(mask, 0xF);
    rig.latch();
    assert_eq!(rig.in_flight().unwrap().choice.unwrap().way, Way::Reserved);
    let launch = rig.commit().launch();
    assert_eq!((launch.pool, launch.mask), (Pool::R, 0xF));
}

/// 5.3: the blocks of a cooperative kernel are the reserved slots in ascending position.
#[test]
fn cooperative_reserved_blocks_ascend() {
    let mut rig = Rig::new();
    assert_eq!(rig.reserve(coop(3, 3)).1, 0x777);
    let blocks: Vec<(u16, u32)> =
        rig.attempt().launches().iter().map(|launch| (launch.block, launch.mask)).collect();
    assert_eq!(blocks, [(0, 0x7), (1, 0x70), (2, 0x700)]);
}

/// 5.3: reserved SIPs that are pre-idle are usable with early launch.
#[test]
fn reserved_sips_may_be_pre_idle() {
    let mut rig = Rig::new();
    early_launch(&mut rig);
    rig.occupy(0x1, 1000);
    rig.promote(inside(0xF, td(4, 1)));
    assert!(attempt(&mut rig).is_empty());
    rig.pre_complete(0x1);
    assert_eq!(attempt(&mut rig), [0xF]);
}

/// 5.3: if a reserved SIP is not usable, the R-task is launched elsewhere, where `select` places it.
#[test]
fn an_r_task_launches_around_its_reservation() {
    let mut rig = Rig::new();
    rig.freeze_time();
    rig.occupy(0x111, 1000);
    assert_eq!(rig.promote(inside(0xFFF, td(4, 1))).1, 0xF);
    assert!(attempt(&mut rig).is_empty());
    rig.complete(0x110);
    rig.latch();
    assert_eq!(rig.in_flight().unwrap().choice.unwrap().way, Way::AroundReservations);
    let launch = rig.commit().launch();
    assert_eq!((launch.pool, launch.mask), (Pool::R, 0xF00));
}

/// 5.3: its own reserved SIPs are among those it may take then.
#[test]
fn its_own_reserved_sips_stay_usable() {
    let mut rig = Rig::new();
    rig.freeze_time();
    rig.occupy(0x101, 1000);
    assert_eq!(rig.promote(inside(0xFFF, coop(4, 2))).1, 0xFF);
    rig.complete(0x100);
    assert_eq!(attempt(&mut rig), [0xF00, 0xF0]);
}

/// 5.3: SIPs reserved by other kernels are not.
#[test]
fn an_r_task_leaves_other_reservations_alone() {
    for (affinity, expected) in [(0x0003_000C, vec![]), (0x0003_003C, vec![0x30])] {
        let mut rig = Rig::new();
        rig.freeze_time();
        rig.occupy(0x0001_0011, 1000);
        rig.promote(inside(0xF, td(4, 1)));
        assert_eq!(rig.promote(est(2000, inside(affinity, td(2, 1)))).1, 0x0003_0000);
        rig.complete(0x10);
        assert_eq!(attempt(&mut rig), expected, "{affinity:#x}");
    }
}

/// 5.3: cooperative blocks on reserved SIPs must pass the second-resource count: two runs of 33 VCs do not fit in
/// one pool, so this way fails and the blocks are placed on both dies.
#[test]
fn reserved_blocks_need_their_second_resources() {
    let mut rig = Rig::new();
    second_resources(&mut rig);
    let runs = TaskDescriptor { enable_vc_alloc: true, vc_hw_alloc: true, cdte_vc_num: 33, ..coop(4, 2) };
    assert_eq!(rig.reserve(runs).1, 0xFF, "a pool counts as open for a reservation");
    assert_eq!(attempt(&mut rig), [0xF000_0000, 0xF000]);
    let mut rig = Rig::new();
    second_resources(&mut rig);
    rig.reserve(TaskDescriptor { cdte_vc_num: 32, ..runs });
    assert_eq!(attempt(&mut rig), [0xF, 0xF0]);
}

/// 5.3: a single block needs usable SIPs too: while another kernel holds the VCs of the die, the reserved SIPs
/// wait.
#[test]
fn an_r_task_waits_for_its_vc_run() {
    let mut rig = Rig::new();
    second_resources(&mut rig);
    let run = TaskDescriptor { enable_vc_alloc: true, vc_hw_alloc: true, cdte_vc_num: 40, ..td(1, 1) };
    rig.submit(inside(1, run));
    assert_eq!(attempt(&mut rig), [1]);
    assert_eq!(rig.promote(inside(0xF0, TaskDescriptor { thread_num: 4, ..run })).1, 0xF0);
    assert!(attempt(&mut rig).is_empty());
    assert_eq!(rig.peek(RegId::ReservedSipMask), 0xF0, "not stale");
    rig.complete(1);
    assert_eq!(attempt(&mut rig), [0xF0]);
}

/// 5.3: if neither way exists, the R-task cannot launch, and the next pool is tried.
#[test]
fn an_r_task_that_cannot_launch_waits() {
    let mut rig = waiting_r_task();
    let next = rig.submit(inside(1, td(1, 1)));
    let launch = rig.attempt().launch();
    assert_eq!((launch.pool, launch.entry), (Pool::P, next.entry));
    assert_eq!(rig.peek(RegId::ReservedSipMask), 0xF000_0000);
}
