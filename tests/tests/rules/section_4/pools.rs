//! 4.1 and 4.2: which kernels are considered, and in which pool.

use hws_model::Pool;
use hws_regs::BlockTriggerCnt;
use hws_tests::rig::{Rig, RigTask, td};
use hws_types::TaskDescriptor;

use super::{entries, launches, of, p_pool, top_k};

/// 4.1: an entry with r_flag is in the R-pool and in no other.
#[test]
fn an_r_task_is_not_a_p_task() {
    let mut rig = Rig::new();
    let (task, _) = rig.reserve(td(8, 1));
    rig.latch();
    assert!(rig.p_pool().is_empty());
    let launch = rig.commit().launch();
    assert_eq!((launch.pool, launch.entry), (Pool::R, task.entry));
}

/// 4.1: a kernel that is not cooperative needs `launched < trigger`.
#[test]
fn a_kernel_waits_for_its_trigger() {
    let mut rig = Rig::new();
    let task = rig.submit(TaskDescriptor { block_trigger_cnt: 0, ..td(1, 3) });
    assert!(p_pool(&mut rig).is_empty());
    rig.write(task.entry.into(), BlockTriggerCnt::from_bits(0).with_count_masked(2));
    rig.tick();
    assert_eq!([0; 2].map(|_| rig.attempt().launch().block), [0, 1]);
    rig.latch();
    assert!(rig.p_pool().is_empty(), "launched = trigger");
    assert!(!rig.commit().is_launched());
}

/// 4.1: a kernel that waits for its trigger is not an O-task either.
#[test]
fn a_kernel_without_trigger_is_in_no_pool() {
    let mut rig = Rig::new();
    let waiting = rig.submit(TaskDescriptor { block_trigger_cnt: 0, ..of(1, 900) });
    let next = rig.submit(of(1, 100));
    assert_eq!(launches(&mut rig, 1), [(Pool::P, next.entry)], "not even one of the top K");
    assert!(!rig.attempt().is_launched());
    assert!(rig.is_resident(waiting));
}

/// 4.1: there is no fast pass into the R-pool: bit 26 of word 4 has no meaning.
#[test]
fn bit_26_of_word_4_is_not_a_fast_pass() {
    let mut rig = Rig::new();
    let (address, _) = rig.push(td(1, 1)).unwrap();
    let word_4 = td(1, 1).encode().unwrap()[4];
    rig.memory.write(address + 16, &[word_4 | 1 << 26]);
    rig.ticks(9);
    assert_eq!(launches(&mut rig, 1), [(Pool::P, 0)]);
}

/// 4.1: a cooperative kernel needs no trigger.
#[test]
fn a_cooperative_kernel_needs_no_trigger() {
    let mut rig = Rig::new();
    rig.submit(TaskDescriptor { block_trigger_cnt: 0, coop: true, ..td(8, 3) });
    assert_eq!(rig.attempt().masks(), [0xFF, 0xFF00, 0x00FF_0000]);
}

/// 4.1: a kernel with enable_sip_alloc = 0 is in no pool.
#[test]
fn an_allocation_only_kernel_is_in_no_pool() {
    let mut rig = Rig::new();
    rig.write((), hws_regs::EnableSecondRscSch::default().with_enable(true));
    let waits = TaskDescriptor { enable_l2_alloc: true, num_block_to_alloc_l2: 9, ..td(1, 1) };
    let task = rig.submit(TaskDescriptor { enable_sip_alloc: false, ..waits });
    rig.write((), hws_regs::EnableSecondRscSch::default());
    rig.latch();
    assert!(rig.p_pool().is_empty());
    assert!(!rig.commit().is_launched());
    assert!(rig.is_resident(task));
}

/// 4.2: per slot the K kernels of the highest offline_priority are P-tasks, all others O-tasks.
#[test]
fn the_top_k_of_each_dag_are_p_tasks() {
    for k in 1..=4 {
        let mut rig = Rig::new();
        top_k(&mut rig, k);
        let first: Vec<RigTask> = [10, 50, 30, 20, 40].map(|priority| rig.submit(of(1, priority))).into();
        let second: Vec<RigTask> = [5, 7].map(|priority| rig.submit(of(2, priority))).into();
        let by_rank = [first[1], first[4], first[2], first[3], first[0]];
        let other = [second[1], second[0]];
        let mut expected = entries(&by_rank[..k as usize]);
        expected.extend(entries(&other[..(k as usize).min(2)]));
        let mut found = p_pool(&mut rig);
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected, "K = {k}");
    }
}

/// 4.2: a K written while kernels wait holds from the next attempt on, although nothing else has changed.
#[test]
fn k_changes_the_pools_of_kernels_that_are_resident() {
    let mut rig = Rig::new();
    rig.claim(1);
    let tasks = [30, 20, 10].map(|priority| rig.submit(TaskDescriptor { affinity: 1, ..of(1, priority) }));
    for k in [1, 3, 2, 1] {
        top_k(&mut rig, k);
        assert_eq!(p_pool(&mut rig), entries(&tasks[..k as usize]), "K = {k}");
        assert_eq!(p_pool(&mut rig), entries(&tasks[..k as usize]), "K = {k}, again");
    }
}

/// 4.2: among equals, the older is chosen, whatever its entry.
#[test]
fn the_older_of_equals_is_the_p_task() {
    let mut rig = Rig::new();
    rig.submit(of(1, 900));
    let older = rig.submit(of(1, 100));
    rig.attempt();
    let younger = rig.submit(of(1, 100));
    assert!(younger.entry < older.entry);
    assert_eq!(launches(&mut rig, 1), [(Pool::P, older.entry)]);
}

/// 4.2: kernels that are not eligible and R-tasks do not count among the K.
#[test]
fn only_eligible_non_r_kernels_count_for_k() {
    let mut rig = Rig::new();
    rig.occupy(1, 1000);
    rig.promote(TaskDescriptor { affinity: 0xFF, offline_priority: 900, ..td(8, 1) });
    rig.submit(TaskDescriptor { block_trigger_cnt: 0, ..of(1, 800) });
    let eligible = rig.submit(of(1, 10));
    assert_eq!(p_pool(&mut rig), [eligible.entry]);
}

/// 4.2: an O-task launches when no P-task can.
#[test]
fn the_rest_are_o_tasks() {
    let mut rig = Rig::new();
    rig.claim(1);
    rig.submit(TaskDescriptor { affinity: 1, ..of(1, 900) });
    let o_task = rig.submit(of(1, 100));
    assert_eq!(launches(&mut rig, 1), [(Pool::O, o_task.entry)]);
}
