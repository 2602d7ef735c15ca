//! 5.6: the first of the pools, or a fill-up.

use hws_model::Pool;
use hws_regs::{EnableEarlyLaunchSip, PTopK, SipFillupTaskFirst};
use hws_tests::rig::{Rig, td};
use hws_types::TaskDescriptor;

use super::{coop, est, inside, pre_idle};

fn fill_up_first(rig: &mut Rig) {
    rig.write((), SipFillupTaskFirst::default().with_enable(true));
}

/// A kernel in its own dynamic DAG.
fn of_dag(rig: &mut Rig, tag: u16, offline_priority: u32, kernel: TaskDescriptor) -> u8 {
    rig.init_dag(tag.into(), 10, true);
    rig.submit(TaskDescriptor { dag_tag: tag, offline_priority, ..kernel }).entry
}

/// The entry launched by the next attempt.
fn chosen(rig: &mut Rig) -> u8 {
    rig.attempt().launches()[0].entry
}

/// 5.6: R before P before O, whatever the priorities; a P-task that cannot launch is passed over.
#[test]
fn pools_have_their_order() {
    let mut rig = Rig::new();
    rig.claim(1);
    let (r_task, _) = rig.reserve(TaskDescriptor { offline_priority: 1, ..td(8, 1) });
    of_dag(&mut rig, 3, 950, inside(1, td(1, 1)));
    let o_task = of_dag(&mut rig, 3, 940, td(1, 1));
    let p_task = of_dag(&mut rig, 2, 10, td(1, 1));
    let order = [0; 3].map(|_| rig.attempt().launch()).map(|launch| (launch.pool, launch.entry));
    assert_eq!(order, [(Pool::R, r_task.entry), (Pool::P, p_task), (Pool::O, o_task)]);
}

/// 5.6: the first launchable R-task wins, not only the oldest.
#[test]
fn a_waiting_r_task_lets_the_next_pass() {
    let mut rig = Rig::new();
    rig.occupy(0x1000_0001, 1000);
    rig.promote(inside(0xF000_0000, td(4, 1)));
    let (next, _) = rig.promote(inside(0xF, td(4, 1)));
    rig.complete(1);
    rig.submit(TaskDescriptor { offline_priority: 900, ..td(1, 1) });
    let launch = rig.attempt().launch();
    assert_eq!((launch.pool, launch.entry), (Pool::R, next.entry));
}

/// 5.6: with SIP_FILLUP_TASK_FIRST the first launchable P-task that is a fill-up wins; otherwise the first.
#[test]
fn a_fill_up_goes_first() {
    for on in [false, true] {
        let mut rig = Rig::new();
        rig.topology(4, 8);
        rig.write((), SipFillupTaskFirst::default().with_enable(on));
        let first = of_dag(&mut rig, 1, 90, td(1, 1));
        let fill_up = of_dag(&mut rig, 2, 80, td(4, 1));
        of_dag(&mut rig, 3, 70, td(4, 1));
        assert_eq!(chosen(&mut rig), if on { fill_up } else { first });
    }
}

/// 5.6: when no P-task is a fill-up the first wins, and an O-task that is one waits.
#[test]
fn without_a_fill_up_the_first_p_task_wins() {
    let mut rig = Rig::new();
    rig.topology(4, 8);
    fill_up_first(&mut rig);
    let first = of_dag(&mut rig, 1, 90, td(1, 1));
    of_dag(&mut rig, 1, 80, td(4, 1));
    of_dag(&mut rig, 2, 70, td(2, 1));
    let launch = rig.attempt().launch();
    assert_eq!((launch.pool, launch.entry), (Pool::P, first));
}

/// 5.6: the same applies to the O-pool.
#[test]
fn an_o_task_that_fills_up_goes_first() {
    for on in [false, true] {
        let mut rig = Rig::new();
        rig.topology(4, 8);
        rig.claim(1);
        rig.write((), SipFillupTaskFirst::default().with_enable(on));
        of_dag(&mut rig, 1, 900, inside(1, td(1, 1)));
        let first = of_dag(&mut rig, 1, 90, td(1, 1));
        let fill_up = of_dag(&mut rig, 1, 80, td(4, 1));
        let launch = rig.attempt().launch();
        assert_eq!((launch.pool, launch.entry), (Pool::O, if on { fill_up } else { first }));
    }
}

/// 5.6: R-tasks do not compete as fill-ups: the older wins.
#[test]
fn an_r_task_needs_no_fill_up() {
    let mut rig = Rig::new();
    rig.topology(4, 8);
    fill_up_first(&mut rig);
    rig.occupy(0x11, 1000);
    let (older, _) = rig.promote(inside(0x3, td(2, 1)));
    rig.promote(inside(0xF0, td(4, 1)));
    rig.complete(0x11);
    assert_eq!(chosen(&mut rig), older.entry);
}

/// Whether one kernel, alone on a machine prepared by `prepare`, is a fill-up.
fn is_fill_up(prepare: impl Fn(&mut Rig), kernel: TaskDescriptor) -> bool {
    let mut rig = Rig::new();
    rig.topology(4, 8);
    prepare(&mut rig);
    rig.submit(kernel);
    let decision = rig.decide();
    let chosen = decision.choice.unwrap().entry;
    decision.tasks.iter().find(|task| task.entry == chosen).unwrap().options[0].is_fill_up
}

/// 5.6: every ready SIP of the cluster counts; busy ones are not ready.
#[test]
fn the_last_ready_sips_of_a_cluster_are_a_fill_up() {
    let last_two = inside(0xF000_0000, td(2, 1));
    assert!(!is_fill_up(|_| (), last_two));
    assert!(is_fill_up(|rig| rig.occupy(0x3000_0000, 1000), last_two));
    assert!(!is_fill_up(|rig| rig.occupy(0x1000_0000, 1000), last_two));
}

/// 5.6: firmware-owned SIPs are not ready (§7.1), so the remaining ones fill the cluster.
#[test]
fn a_fill_up_does_not_need_firmwares_sips() {
    assert!(is_fill_up(|rig| rig.claim(0x7000_0000), td(1, 1)));
    assert!(!is_fill_up(|rig| rig.claim(0x3000_0000), td(1, 1)));
    for owned in [0x7000_0000, 0x3000_0000] {
        let mut rig = Rig::new();
        rig.topology(4, 8);
        rig.claim(owned);
        fill_up_first(&mut rig);
        let first = of_dag(&mut rig, 1, 90, inside(1, td(1, 1)));
        let beside = of_dag(&mut rig, 2, 80, inside(1 << 31, td(1, 1)));
        assert_eq!(chosen(&mut rig), if owned == 0x7000_0000 { beside } else { first });
    }
}

/// 5.6: all ready SIPs count, whichever kernels may use them: neither affinity nor usage masks narrow the cluster.
#[test]
fn sips_that_the_kernel_may_not_use_count() {
    assert!(!is_fill_up(|_| (), inside(0x7000_0000, td(3, 1))));
    assert!(!is_fill_up(|rig| rig.usage(0, 2, 0x7777_7777), td(3, 1)));
    assert!(!is_fill_up(|rig| (0..5).for_each(|class| rig.usage(0, class, 0x7000_0000)), td(3, 1)));
}

/// 5.6: reserved SIPs count too: SIPs of a waiting R-task are ready.
#[test]
fn reserved_sips_count() {
    let reserve = |rig: &mut Rig| {
        rig.freeze_time();
        rig.occupy(1 << 30, 1000);
        rig.promote(inside(0xC000_0000, td(2, 1)));
    };
    let rest = inside(0x3000_0000, est(2000, td(2, 1)));
    assert!(!is_fill_up(reserve, rest), "SIP 31 is reserved and ready");
    assert!(is_fill_up(|rig| rig.occupy(0xC000_0000, 1000), rest));
}

/// 5.6: with early launch pre-idle SIPs are ready as well.
#[test]
fn pre_idle_sips_count_with_early_launch() {
    for on in [false, true] {
        let prepare = |rig: &mut Rig| {
            rig.write((), EnableEarlyLaunchSip::default().with_enable(on));
            pre_idle(rig, 0xC000_0000);
        };
        assert_eq!(is_fill_up(prepare, inside(0x3000_0000, td(2, 1))), !on);
    }
}

/// 5.6: absent SIPs are not ready: three threads fill a cluster of three.
#[test]
fn a_block_fills_a_harvested_cluster() {
    assert!(is_fill_up(|rig| rig.topology(3, 8), td(3, 1)));
    assert!(!is_fill_up(|rig| rig.topology(4, 8), td(3, 1)));
}

/// 5.6: the blocks of a cooperative kernel together, in every cluster they touch.
#[test]
fn cooperative_blocks_fill_up_together() {
    assert!(is_fill_up(|_| (), coop(2, 2)), "both halves of one cluster");
    assert!(!is_fill_up(|_| (), coop(2, 3)), "one cluster and a half");
    assert!(
        !is_fill_up(|rig| rig.occupy(0x3000_0000, 1000), coop(2, 2)),
        "the rest of one, half of the next"
    );
    assert!(is_fill_up(|_| (), coop(2, 4)));
}

/// 5.6: within the pool the choice follows the order: the first launchable fill-up is chosen.
#[test]
fn a_fill_up_that_cannot_launch_is_passed_over() {
    let mut rig = Rig::new();
    rig.topology(4, 8);
    rig.write((), PTopK::default().with_k(1).unwrap());
    fill_up_first(&mut rig);
    rig.occupy(1, 1000);
    of_dag(&mut rig, 1, 90, inside(0xF, td(4, 1)));
    of_dag(&mut rig, 2, 80, td(1, 1));
    let fill_up = of_dag(&mut rig, 3, 70, td(4, 1));
    assert_eq!(chosen(&mut rig), fill_up);
}
