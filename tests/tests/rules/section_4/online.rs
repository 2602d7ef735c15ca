//! 4.3: online_priority.

use hws_regs::{RegId, RegIndex, ScaleRatioTableRank};
use hws_tests::rig::{Rig, RigTask, td};
use hws_types::TaskDescriptor;

use super::of;

/// The online priority of a P-task of DAG 1, as the last attempt computed it.
fn online(rig: &mut Rig, task: RigTask) -> u32 {
    rig.claim(u32::MAX >> 1);
    rig.usage(0, 0, 0);
    rig.attempt();
    rig.usage(0, 0, u32::MAX);
    rig.peek(RegId::RsOnlinePriority(task.index()))
}

/// DAG 1 with `total`, of which `finish` kernels are done.
fn progressed(total: u32, finish: u32) -> Rig {
    let mut rig = Rig::new();
    rig.init_dag(1, total, false);
    for _ in 0..finish {
        rig.submit(td(1, 1));
        let mask = rig.attempt().launch().mask;
        rig.complete(mask);
    }
    assert_eq!(rig.peek(RegId::DagFinish(RegIndex::at::<0>())), finish);
    rig
}

/// 4.3: a dynamic DAG uses the unscaled offline_priority.
#[test]
fn a_dynamic_dag_competes_with_offline_priorities() {
    let mut rig = Rig::new();
    rig.init_dag(1, 10, true);
    let task = rig.submit(TaskDescriptor { on_cp: true, ..of(1, 12345) });
    assert_eq!(online(&mut rig, task), 12345);
}

/// 4.3: the worked example: offline/cp = 0.85, 10 % remaining, SCALE[i] = 100 (i + 1): idx 28, online 2465.
#[test]
fn the_worked_example() {
    let mut rig = progressed(10, 9);
    rig.submit(TaskDescriptor { on_cp: true, block_trigger_cnt: 0, ..of(1, 100) });
    let task = rig.submit(of(1, 85));
    assert_eq!(online(&mut rig, task), 2465);
}

/// 4.3: idx over the life of a DAG of 7, and beyond its total. 32 × remain / 7, rounded down: 32, 27, 22,
/// 18, 13, 9, 4, 0.
#[test]
fn the_rank_follows_what_remains() {
    for (finish, idx) in [(0, 0), (1, 4), (2, 9), (3, 13), (4, 18), (5, 22), (6, 27), (7, 31), (8, 31)] {
        let mut rig = progressed(7, finish);
        for rank in 0..32 {
            rig.write(rank, ScaleRatioTableRank::default().with_ratio(1000 + rank));
        }
        let task = rig.submit(td(1, 1));
        assert_eq!(online(&mut rig, task), 1000 + idx, "finish {finish}");
    }
}

/// 4.3: idx = 0 if total = 0, even if kernels have finished.
#[test]
fn a_dag_without_total_has_rank_0() {
    for finish in [0, 3] {
        let mut rig = progressed(0, finish);
        rig.write(0, ScaleRatioTableRank::default().with_ratio(77));
        let task = rig.submit(td(1, 1));
        assert_eq!(online(&mut rig, task), 77);
    }
}

/// 4.3: totals near 2^32 do not overflow the ranks.
#[test]
fn a_huge_total_has_exact_ranks() {
    let mut rig = progressed(u32::MAX, 1);
    let task = rig.submit(td(1, 1));
    // 32 × (2^32 - 2) / (2^32 - 1) = 31 and a rest: idx 0.
    assert_eq!(online(&mut rig, task), 100);
}

/// A P-task of a static DAG at rank 0 with the given scale and critical path.
fn at_rank_0(offline: u32, scale: u32, cp: u32) -> u32 {
    let mut rig = Rig::new();
    rig.init_dag(1, 10, false);
    rig.write(0, ScaleRatioTableRank::default().with_ratio(scale));
    rig.submit(TaskDescriptor { on_cp: true, block_trigger_cnt: 0, ..of(1, cp) });
    let task = rig.submit(of(1, offline));
    online(&mut rig, task)
}

/// 4.3: the quotient is rounded up, exactly.
#[test]
fn online_priorities_round_up() {
    assert_eq!(at_rank_0(1, 10, 3), 4);
    assert_eq!(at_rank_0(3, 10, 3), 10);
    assert_eq!(at_rank_0(1, 1, u32::MAX), 1);
    assert_eq!(at_rank_0(0, 100, 7), 0);
    // 4294967295 × 4294967295 / 4294967295, and one more in the product: no rounding on the way.
    assert_eq!(at_rank_0(u32::MAX, u32::MAX - 1, u32::MAX), u32::MAX - 1);
    assert_eq!(at_rank_0(0x8000_0001, 3, 0x8000_0000), 4);
}

/// 4.3: it saturates to 32 bits.
#[test]
fn online_priorities_saturate() {
    assert_eq!(at_rank_0(u32::MAX, u32::MAX, 1), u32::MAX);
    assert_eq!(at_rank_0(0x8000_0000, 2, 1), u32::MAX);
    assert_eq!(at_rank_0(0x7FFF_FFFF, 2, 1), u32::MAX - 1);
}

/// 4.3: when cp = 0 the ratio counts as 1, whatever the offline_priority.
#[test]
fn without_a_critical_path_the_scale_is_the_priority() {
    let mut rig = Rig::new();
    rig.init_dag(1, 10, false);
    rig.write(0, ScaleRatioTableRank::default().with_ratio(55));
    for offline in [0, 1, u32::MAX] {
        let task = rig.submit(of(1, offline));
        assert_eq!(online(&mut rig, task), 55);
    }
    assert_eq!(at_rank_0(9, 55, 0), 55, "also a cp of 0 that a kernel set");
}

/// 4.3: the 32 ratios of the reset: 100 (i + 1).
#[test]
fn the_scale_table_has_32_ranks() {
    let mut rig = Rig::new();
    let ratios = (0..32).map(|rank| rig.read::<ScaleRatioTableRank>(rank).ratio());
    assert!(ratios.eq((1..=32).map(|rank| 100 * rank)));
}
