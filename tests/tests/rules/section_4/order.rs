//! 4.4: the order of each pool.

use hws_model::Pool;
use hws_regs::BlockTriggerCnt;
use hws_tests::rig::{Rig, RigTask, td};
use hws_types::TaskDescriptor;

use super::{launches, of};

/// 4.4: R-pool: the older comes first, whatever the entries and priorities.
#[test]
fn r_tasks_go_by_age() {
    let mut rig = Rig::new();
    rig.topology(8, 4);
    let kernel = |affinity, offline_priority| TaskDescriptor { affinity, offline_priority, ..td(8, 1) };
    rig.occupy(0x0001_0001, 1000);
    let filler = rig.submit(TaskDescriptor { affinity: 1 << 8, block_trigger_cnt: 0, ..td(1, 1) });
    let (older, _) = rig.promote(kernel(0x0000_00FF, 10));
    rig.write(filler.entry.into(), BlockTriggerCnt::from_bits(0).with_count_masked(1));
    rig.tick();
    assert_eq!(rig.attempt().launch().entry, filler.entry);
    let (younger, _) = rig.promote(kernel(0x00FF_0000, 900));
    assert!(younger.entry < older.entry);
    rig.complete(0x0001_0001);
    assert_eq!(launches(&mut rig, 2), [(Pool::R, older.entry), (Pool::R, younger.entry)]);
}

/// 4.4: P-pool: online priority descending.
#[test]
fn p_tasks_go_by_online_priority() {
    let mut rig = Rig::new();
    let tasks: Vec<RigTask> = [(1, 30), (2, 50), (3, 40)]
        .map(|(tag, priority)| {
            rig.init_dag(tag.into(), 10, true);
            rig.submit(of(tag, priority))
        })
        .into();
    rig.latch();
    let expected = [(tasks[1].entry, 50), (tasks[2].entry, 40), (tasks[0].entry, 30)];
    assert_eq!(rig.p_pool(), expected);
    assert_eq!(rig.commit().launch().entry, tasks[1].entry);
}

/// 4.4: between DAGs the online priority counts, not the offline one.
#[test]
fn static_dags_compete_with_online_priorities() {
    let mut rig = Rig::new();
    rig.init_dag(1, 10, true);
    rig.init_dag(2, 0, false);
    let dynamic = rig.submit(of(1, 99));
    let fixed = rig.submit(of(2, 1));
    rig.latch();
    assert_eq!(rig.p_pool(), [(fixed.entry, 100), (dynamic.entry, 99)]);
}

/// 4.4: among equals in the P-pool, the older comes first.
#[test]
fn equal_p_tasks_go_by_age() {
    let mut rig = Rig::new();
    rig.submit(of(9, 1));
    let older = rig.submit(of(2, 50));
    rig.attempt();
    let younger = rig.submit(of(1, 70));
    assert!(younger.entry < older.entry);
    rig.latch();
    assert_eq!(rig.p_pool(), [(older.entry, 100), (younger.entry, 100)], "cp = 0: both at the scale");
}

/// 4.4: O-pool: offline priority descending; among equals, the older comes first.
#[test]
fn o_tasks_go_by_offline_priority_and_age() {
    let mut rig = Rig::new();
    rig.claim(1);
    let first = rig.submit(of(1, 200));
    rig.submit(TaskDescriptor { affinity: 1, ..of(1, 900) });
    let low = rig.submit(of(1, 10));
    let tie = rig.submit(of(1, 50));
    let high = rig.submit(of(1, 70));
    assert_eq!(launches(&mut rig, 1), [(Pool::O, first.entry)]);
    let tie_younger = rig.submit(of(1, 50));
    assert!(tie_younger.entry < tie.entry);
    let expected = [high, tie, tie_younger, low].map(|task| (Pool::O, task.entry));
    assert_eq!(launches(&mut rig, 4), expected);
}

/// 4.4, 5.6: O-tasks of different DAGs share one order.
#[test]
fn o_tasks_of_all_dags_share_one_order() {
    let mut rig = Rig::new();
    rig.claim(1);
    for tag in [1, 2] {
        rig.submit(TaskDescriptor { affinity: 1, ..of(tag, 900) });
    }
    let tasks = [(1, 20), (2, 30), (1, 40)].map(|(tag, priority)| rig.submit(of(tag, priority)));
    let expected = [tasks[2], tasks[1], tasks[0]].map(|task| (Pool::O, task.entry));
    assert_eq!(launches(&mut rig, 3), expected);
}
