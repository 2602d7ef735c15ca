//! 6.5: online priorities, and which task is promoted.

use hws_model::{Event, Pool};
use hws_regs::{DagCmd, Op, Promote, RegId, RsOfflinePriority, ScaleRatioTableRank};
use hws_tests::rig::{Commit, Rig, RigTask, td};
use hws_types::TaskDescriptor;

use super::bench::{
    blocked, fail_times, finish_a_young_kernel, is_r_task, no_rules, of_dag, on, online_priority, threshold,
    waiting,
};

/// A waiting P-task that cannot even reserve, because nothing of its affinity is left.
fn hopeless(rig: &mut Rig, dag_tag: u16) -> RigTask {
    rig.usage(1, 1, 0);
    rig.submit(TaskDescriptor { ctx: 1, ..of_dag(dag_tag, on(0b11, td(2, 1))) })
}

/// A P-task that can launch at once, outside the cluster of SIP 0.
fn free(rig: &mut Rig, dag_tag: u16) -> RigTask {
    rig.submit(of_dag(dag_tag, on(0xFF00_0000, td(1, 1))))
}

fn promoted(commit: &Commit) -> Option<u8> {
    commit.promotion().map(|promotion| promotion.entry)
}

/// ONLINE_PRIORITY is that of LATCH, for the launched kernel too if it stays; O-tasks and kernels that have
/// never been P-tasks read 0.
#[test]
fn online_priorities_are_those_of_latch() {
    let mut rig = blocked();
    let waits = waiting(&mut rig, 2);
    let runs = rig.submit(of_dag(3, on(0xFF00, td(1, 2))));
    let o_task = rig.submit(TaskDescriptor { offline_priority: 1, ..of_dag(2, on(0b11, td(2, 1))) });
    rig.latch();
    rig.write(0, ScaleRatioTableRank::from_bits(7));
    let late = waiting(&mut rig, 4);
    assert_eq!(online_priority(&rig, waits), 0, "not before COMMIT");
    assert!(rig.commit().is_launched());
    let read = [waits, runs, o_task, late].map(|task| online_priority(&rig, task));
    assert_eq!(read, [100, 100, 0, 0]);
    rig.attempt();
    assert_eq!(online_priority(&rig, waits), 7, "the next attempt");
}

/// It keeps the value of the last attempt in which it was a P-task.
#[test]
fn an_online_priority_outlives_the_p_pool() {
    let mut rig = blocked();
    rig.init_dag(2, 0, true);
    let task = waiting(&mut rig, 2);
    rig.attempt();
    let rival = rig.submit(TaskDescriptor { offline_priority: 500, ..of_dag(2, on(0b11, td(2, 1))) });
    rig.attempt();
    assert_eq!((online_priority(&rig, task), online_priority(&rig, rival)), (100, 500));
    assert_eq!(RsOfflinePriority::from_bits(rig.peek(RegId::RsOfflinePriority(task.index()))).bits(), 100);
}

/// At most one promotion per COMMIT.
#[test]
fn one_promotion_per_commit() {
    let mut rig = Rig::new();
    rig.topology(4, 8);
    rig.occupy(0x11, 1_000_000);
    let tasks = [(2, 0b11), (3, 0b11_0000)].map(|(dag, sips)| rig.submit(of_dag(dag, on(sips, td(2, 1)))));
    rig.write((), threshold(0));
    for task in tasks {
        let commit = rig.attempt();
        let promotions = commit.events.iter().filter(|event| matches!(event, Event::Promote { .. })).count();
        assert_eq!((promotions, promoted(&commit)), (1, Some(task.entry)));
    }
    assert_eq!((promoted(&rig.attempt()), rig.peek(RegId::CntPromote)), (None, 2));
}

/// Only while fewer than RTASK_MAX R-tasks exist; lowering RTASK_MAX cancels none.
#[test]
fn no_promotion_beyond_rtask_max() {
    let mut rig = Rig::new();
    rig.topology(4, 8);
    rig.occupy(0x111, 1_000_000);
    let sips = [0b11, 0b11 << 4, 0b11 << 8];
    let tasks = sips.map(|sips| rig.submit(of_dag(sips as u16, on(sips, td(2, 1)))));
    rig.write((), threshold(0).with_rtask_max_masked(2));
    let entries: Vec<_> = (0..3).map(|_| promoted(&rig.attempt())).collect();
    assert_eq!(entries, [Some(tasks[0].entry), Some(tasks[1].entry), None]);
    rig.write((), threshold(0).with_rtask_max_masked(1));
    rig.attempt();
    assert!(is_r_task(&rig, tasks[0]) && is_r_task(&rig, tasks[1]));
    rig.write((), threshold(0).with_rtask_max_masked(3));
    assert_eq!(promoted(&rig.attempt()), Some(tasks[2].entry));
}

/// R-tasks are counted after 6.2: the COMMIT that launches the only one may promote the next.
#[test]
fn an_r_launch_makes_room_for_a_promotion() {
    let mut rig = Rig::new();
    rig.occupy(1, 1_000_000);
    let (first, _) = rig.promote(of_dag(2, on(0b11, td(2, 1))));
    rig.write((), threshold(0).with_rtask_max_masked(1));
    let second = waiting(&mut rig, 3);
    assert_eq!(promoted(&rig.attempt()), None);
    rig.complete(1);
    let commit = rig.attempt();
    assert_eq!(commit.launch().seq, first.seq);
    assert_eq!(promoted(&commit), Some(second.entry));
}

/// Pass 1 needs RULE_THRESHOLD; reaching THRESHOLD is enough, including the failures of this COMMIT.
#[test]
fn the_threshold_rule_counts_the_present_commit() {
    for (rule, wanted) in [(true, 2), (false, 2)] {
        let mut rig = blocked();
        let old = waiting(&mut rig, 2);
        rig.write((), threshold(wanted).with_rule_threshold(rule));
        assert_eq!(promoted(&finish_a_young_kernel(&mut rig, 0xFF00_0000)), None);
        assert_eq!(fail_times(&rig, old), 1);
        let second = finish_a_young_kernel(&mut rig, 0xFF00_0000);
        assert_eq!(promoted(&second), rule.then_some(old.entry));
    }
}

/// Two waiting P-tasks; the first of the pool has failed once, the second twice.
fn unequal_failures() -> (Rig, RigTask, RigTask) {
    let mut rig = blocked();
    rig.init_dag(2, 0, true);
    rig.init_dag(3, 0, true);
    let second = rig.submit(TaskDescriptor { offline_priority: 5, ..of_dag(3, on(0b11, td(2, 1))) });
    finish_a_young_kernel(&mut rig, 0xFF00_0000);
    let first = rig.submit(TaskDescriptor { offline_priority: 900, ..of_dag(2, on(0b11, td(2, 1))) });
    finish_a_young_kernel(&mut rig, 0xFF00_0000);
    assert_eq!((fail_times(&rig, first), fail_times(&rig, second)), (1, 2));
    (rig, first, second)
}

/// Pass 1 in pool order, or most failed first.
#[test]
fn pass_1_goes_by_pool_order_or_by_failures() {
    for most_failed in [false, true] {
        let (mut rig, first, second) = unequal_failures();
        rig.write((), threshold(1).with_most_failed_first(most_failed));
        let expected = if most_failed { second } else { first };
        assert_eq!(promoted(&rig.attempt()), Some(expected.entry), "{most_failed}");
    }
}

/// Pass 1: tasks below THRESHOLD are not candidates, first or not.
#[test]
fn pass_1_skips_tasks_below_the_threshold() {
    let (mut rig, _, second) = unequal_failures();
    rig.write((), threshold(2));
    assert_eq!(promoted(&rig.attempt()), Some(second.entry));
}

/// MOST_FAILED_FIRST: ties in pool order, not by age or entry.
#[test]
fn equal_failures_go_by_pool_order() {
    let mut rig = blocked();
    rig.init_dag(2, 0, true);
    rig.init_dag(3, 0, true);
    rig.submit(TaskDescriptor { offline_priority: 5, ..of_dag(3, on(0b11, td(2, 1))) });
    let first = rig.submit(TaskDescriptor { offline_priority: 900, ..of_dag(2, on(0b11, td(2, 1))) });
    finish_a_young_kernel(&mut rig, 0xFF00_0000);
    rig.write((), threshold(1).with_most_failed_first(true));
    assert_eq!(promoted(&rig.attempt()), Some(first.entry));
}

/// Pass 1: the first whose reservation succeeds, in either order.
#[test]
fn pass_1_goes_on_when_a_reservation_fails() {
    for most_failed in [false, true] {
        let mut rig = blocked();
        hopeless(&mut rig, 2);
        let second = waiting(&mut rig, 3);
        rig.write((), threshold(0).with_most_failed_first(most_failed));
        assert_eq!(promoted(&rig.attempt()), Some(second.entry));
    }
}

/// MOST_FAILED_FIRST: if the task with the most failures cannot reserve, the next by count is taken before pool
/// order.
#[test]
fn most_failed_first_goes_down_by_count() {
    let mut rig = blocked();
    for dag in [2, 3, 4] {
        rig.init_dag(dag, 0, true);
    }
    hopeless(&mut rig, 2);
    finish_a_young_kernel(&mut rig, 0xFF00_0000);
    let middle = rig.submit(TaskDescriptor { offline_priority: 5, ..of_dag(3, on(0b11, td(2, 1))) });
    finish_a_young_kernel(&mut rig, 0xFF00_0000);
    let first = rig.submit(TaskDescriptor { offline_priority: 900, ..of_dag(4, on(0b11, td(2, 1))) });
    finish_a_young_kernel(&mut rig, 0xFF00_0000);
    assert_eq!((fail_times(&rig, middle), fail_times(&rig, first)), (2, 1));
    rig.write((), threshold(1).with_most_failed_first(true));
    assert_eq!(promoted(&rig.attempt()), Some(middle.entry));
}

/// Both passes skip the launched kernel.
#[test]
fn the_launched_kernel_is_not_promoted() {
    let all = threshold(0).with_rule_top1_full_vg(true).with_rule_top1(true).with_rule_on_cp(true);
    let mut rig = Rig::new();
    rig.write((), all);
    rig.submit(TaskDescriptor { on_cp: true, ..td(16, 2) });
    assert_eq!(promoted(&rig.attempt()), None);
}

/// It still has position 0: the next in the pool is not first.
#[test]
fn the_launched_kernel_stays_first_of_the_pool() {
    let mut rig = Rig::new();
    rig.occupy(1, 1_000_000);
    rig.write((), no_rules().with_rule_top1_full_vg(true).with_rule_top1(true));
    rig.submit(of_dag(2, on(0xFFFF_0000, td(16, 2))));
    rig.submit(of_dag(3, on(0xFFFF, td(16, 1))));
    let commit = rig.attempt();
    assert!(commit.is_launched());
    assert_eq!(promoted(&commit), None);
}

/// RULE_TOP1_FULL_VG: first in the pool and as large as a cluster; a launch is not needed.
#[test]
fn rule_top1_full_vg_takes_a_first_that_fills_a_cluster() {
    for (threads, sips_per_cluster, expected) in [(16, 16, true), (8, 16, false), (8, 8, true), (6, 8, false)]
    {
        let mut rig = Rig::new();
        rig.topology(sips_per_cluster, 2);
        rig.occupy(1, 1_000_000);
        rig.write((), no_rules().with_rule_top1_full_vg(true));
        let task = rig.submit(on(0xFFFF >> (16 - threads), td(threads, 1)));
        let commit = rig.attempt();
        assert!(!commit.is_launched());
        assert_eq!(promoted(&commit), expected.then_some(task.entry), "{threads} of {sips_per_cluster}");
    }
}

/// RULE_TOP1_FULL_VG: not the second in the pool.
#[test]
fn rule_top1_full_vg_does_not_take_the_second() {
    let mut rig = blocked();
    rig.write((), no_rules().with_rule_top1_full_vg(true));
    waiting(&mut rig, 2);
    rig.submit(of_dag(3, on(0xFFFF, td(16, 1))));
    assert_eq!(promoted(&rig.attempt()), None);
}

/// RULE_TOP1: the first in the pool, if another kernel of the P- or O-pool was launched.
#[test]
fn rule_top1_takes_an_overtaken_first() {
    for from_o_pool in [false, true] {
        let mut rig = blocked();
        rig.write((), no_rules().with_rule_top1(true));
        let first = waiting(&mut rig, 2);
        assert_eq!(promoted(&rig.attempt()), None, "nothing was launched");
        if from_o_pool {
            rig.submit(TaskDescriptor { offline_priority: 1, ..of_dag(2, on(0xFF00_0000, td(1, 1))) });
        } else {
            free(&mut rig, 3);
        }
        let commit = rig.attempt();
        assert_eq!(commit.launch().pool, if from_o_pool { Pool::O } else { Pool::P });
        assert_eq!(promoted(&commit), Some(first.entry));
    }
}

/// RULE_TOP1: not after an R launch.
#[test]
fn rule_top1_does_not_count_r_launches() {
    let mut rig = Rig::new();
    rig.occupy(0x0100_0001, 1_000_000);
    let (r_task, _) = rig.promote(of_dag(9, on(0x0300_0000, td(2, 1))));
    rig.write((), no_rules().with_rule_top1(true).with_rule_on_cp(true));
    rig.submit(TaskDescriptor { on_cp: true, ..of_dag(2, on(0b11, td(2, 1))) });
    rig.complete(0x0100_0000);
    let commit = rig.attempt();
    assert_eq!((commit.launch().seq, commit.launch().pool), (r_task.seq, Pool::R));
    assert_eq!(promoted(&commit), None);
}

/// RULE_TOP1: only the first; the second is not promoted when overtaken.
#[test]
fn rule_top1_does_not_take_the_second() {
    let mut rig = blocked();
    rig.write((), no_rules().with_rule_top1(true));
    hopeless(&mut rig, 2);
    waiting(&mut rig, 3);
    free(&mut rig, 4);
    let commit = rig.attempt();
    assert!(commit.is_launched());
    assert_eq!(promoted(&commit), None, "the first has no reservation");
}

/// One attempt in which a kernel is launched past a first one and an on_cp one.
fn overtake(launched_on_cp: bool, candidate_on_cp: bool) -> (Commit, RigTask) {
    let mut rig = blocked();
    rig.write((), no_rules().with_rule_on_cp(true));
    rig.init_dag(2, 0, true);
    rig.init_dag(3, 0, true);
    rig.init_dag(4, 0, true);
    let high = |td| TaskDescriptor { offline_priority: 900, ..td };
    rig.submit(high(of_dag(2, on(0b11, td(2, 1)))));
    let cp = rig.submit(TaskDescriptor { on_cp: candidate_on_cp, ..of_dag(3, on(0b1100, td(2, 1))) });
    rig.submit(TaskDescriptor {
        offline_priority: 500,
        on_cp: launched_on_cp,
        ..of_dag(4, on(0xFF00_0000, td(1, 1)))
    });
    (rig.attempt(), cp)
}

/// RULE_ON_CP: any P-task on the critical path, if a kernel that is not was launched past the first.
#[test]
fn rule_on_cp_takes_an_overtaken_critical_task() {
    let (commit, cp) = overtake(false, true);
    assert!(commit.is_launched());
    assert_eq!(promoted(&commit), Some(cp.entry), "not the first of the pool");
    assert_eq!(promoted(&overtake(true, true).0), None, "the launched kernel is critical as well");
    assert_eq!(promoted(&overtake(false, false).0), None);
}

/// RULE_ON_CP: not if the first in the pool itself was launched, nor without a launch.
#[test]
fn rule_on_cp_needs_a_launch_past_the_first() {
    let mut rig = blocked();
    rig.write((), no_rules().with_rule_on_cp(true));
    rig.submit(of_dag(2, on(0xFF00_0000, td(1, 1))));
    rig.submit(TaskDescriptor { on_cp: true, ..of_dag(3, on(0b11, td(2, 1))) });
    let commit = rig.attempt();
    assert!(commit.is_launched());
    assert_eq!(promoted(&commit), None);
    let commit = rig.attempt();
    assert!(!commit.is_launched());
    assert_eq!(promoted(&commit), None);
}

/// Pass 2 in pool order over all rules: the first that qualifies by any and can reserve.
#[test]
fn pass_2_goes_by_pool_order() {
    for first_can_reserve in [true, false] {
        let mut rig = blocked();
        rig.write((), no_rules().with_rule_top1(true).with_rule_on_cp(true));
        let first = if first_can_reserve { waiting(&mut rig, 2) } else { hopeless(&mut rig, 2) };
        let cp = rig.submit(TaskDescriptor { on_cp: true, ..of_dag(3, on(0b11, td(2, 1))) });
        free(&mut rig, 4);
        let expected = if first_can_reserve { first } else { cp };
        assert_eq!(promoted(&rig.attempt()), Some(expected.entry));
    }
}

/// Pass 1 comes before pass 2.
#[test]
fn pass_1_comes_first() {
    let (mut rig, first, second) = unequal_failures();
    rig.write((), threshold(3).with_rule_top1(true));
    free(&mut rig, 4);
    assert_eq!(promoted(&rig.attempt()), Some(second.entry), "the first would qualify by RULE_TOP1");
    assert_eq!((fail_times(&rig, first), fail_times(&rig, second)), (2, 3));
}

/// Pass 2 is tried when pass 1 finds nothing.
#[test]
fn pass_2_follows_an_empty_pass_1() {
    let mut rig = blocked();
    rig.write((), threshold(9).with_rule_top1(true));
    let first = waiting(&mut rig, 2);
    free(&mut rig, 3);
    assert_eq!(promoted(&rig.attempt()), Some(first.entry));
}

/// The latched P-pool: neither a kernel admitted during the attempt, nor an O-task, nor one that DAG RESET
/// could have moved.
#[test]
fn only_the_latched_p_pool_is_promoted() {
    let mut rig = blocked();
    let first = waiting(&mut rig, 2);
    rig.submit(TaskDescriptor { offline_priority: 1, ..of_dag(2, on(0b1100, td(2, 1))) });
    rig.usage(0, 1, 0b1100);
    rig.latch();
    waiting(&mut rig, 3);
    rig.write((), DagCmd::from_bits(0).with_op(Op::Reset));
    rig.write((), threshold(0));
    let commit = rig.commit();
    assert_eq!(promoted(&commit), None, "first of the pool cannot reserve, the others are not in it");
    assert!(rig.is_resident(first));
}

/// PROMOTE is read at COMMIT (3.1).
#[test]
fn promote_is_read_at_commit() {
    let mut rig = blocked();
    let task = waiting(&mut rig, 2);
    rig.latch();
    rig.write((), threshold(0));
    assert_eq!(promoted(&rig.commit()), Some(task.entry));
    let mut rig = blocked();
    waiting(&mut rig, 2);
    rig.write((), threshold(0));
    rig.latch();
    rig.write((), no_rules());
    assert_eq!(promoted(&rig.commit()), None);
}

/// The reset value: RULE_THRESHOLD with 4 failures, one R-task.
#[test]
fn the_reset_value_promotes_after_four_failures() {
    let mut rig = blocked();
    rig.write((), Promote::default());
    let old = waiting(&mut rig, 2);
    let entries: Vec<_> = (0..4).map(|_| promoted(&finish_a_young_kernel(&mut rig, 0xFF00_0000))).collect();
    assert_eq!(entries, [None, None, None, Some(old.entry)]);
}
