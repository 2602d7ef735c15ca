//! 2.5: DAG slots and AGE_BOOST.

use hws_model::{ErrorBit, Event, Pool};
use hws_regs::{
    DagCmd, DagCmdTag, DagCpPriority, DagFinish, DagFlags, DagTotal, DynDagPrio, ErrFirst, MihStatus, Op,
    RegId, RsFlags, RsOfflinePriority,
};
use hws_tests::rig::{Rig, RigTask, td};
use hws_types::TaskDescriptor;

fn of_dag(dag_tag: u16) -> TaskDescriptor {
    TaskDescriptor { dag_tag, ..td(1, 1) }
}

fn slot_of(rig: &mut Rig, task: RigTask) -> Option<u32> {
    let flags: RsFlags = rig.read(task.entry.into());
    flags.dag_slot_valid().then(|| flags.dag_slot())
}

/// 2.5: a new tag gets the lowest free slot: total 0, finish 0, static, cp 0. A known one shares its slot.
#[test]
fn a_new_tag_gets_the_lowest_free_slot() {
    let mut rig = Rig::new();
    let slots: Vec<Option<u32>> =
        [7, 9, 7, 0].map(|tag| rig.submit(of_dag(tag))).map(|task| slot_of(&mut rig, task)).into();
    assert_eq!(slots, [Some(0), Some(1), Some(0), Some(2)]);
    let flags = DagFlags::from_bits(0).with_valid(true).with_tag_masked(9);
    assert_eq!(rig.read::<DagFlags>(1).bits(), flags.bits());
    let state = (rig.read::<DagTotal>(1).bits(), rig.read::<DagFinish>(1).bits());
    assert_eq!((state, rig.read::<DagCpPriority>(1).bits()), ((0, 0), 0));
}

/// 2.5: a slot that DAG RESET freed is the lowest free one again.
#[test]
fn a_freed_slot_is_used_again() {
    let mut rig = Rig::new();
    for tag in 0..3 {
        rig.init_dag(tag, 5, true);
    }
    rig.write((), DagCmdTag::default().with_tag_masked(1));
    rig.write((), DagCmd::from_bits(0).with_op(Op::Reset));
    rig.tick();
    let task = rig.submit(of_dag(99));
    assert_eq!(slot_of(&mut rig, task), Some(1));
    assert!(!rig.read::<DagFlags>(1).dynamic());
    assert_eq!(rig.read::<DagTotal>(1).bits(), 0);
}

/// 2.5: the 33rd tag finds no slot: `admit`, then DAG_TABLE_FULL with the ids of the task, no message.
#[test]
fn a_full_dag_table_admits_without_a_slot() {
    let mut rig = Rig::new();
    for tag in 0..32 {
        rig.init_dag(tag, 0, false);
    }
    rig.take_events();
    let task = rig.submit(TaskDescriptor { on_cp: true, out_path_mih: true, ..of_dag(99) });
    let events: Vec<Event> = rig.take_events().iter().map(|recorded| recorded.event).collect();
    let [Event::Admit { .. }, full] = events[..] else { panic!("{events:?}") };
    assert_eq!(full, Event::Error { bit: ErrorBit::DagTableFull, ids: task.ids });
    assert_eq!(rig.peek(RegId::ErrStatus), 1 << 9);
    assert_eq!(rig.read::<MihStatus>(()).count(), 0);
    let first: ErrFirst = rig.read(());
    assert_eq!((first.hdr_id(), first.entry_id()), (task.ids.hdr_id.into(), task.ids.hdr_entry_id.into()));
    assert_eq!(slot_of(&mut rig, task), None);
    assert_eq!(rig.read::<RsFlags>(task.entry.into()).dag_slot(), 0);
}

/// 2.5: such a kernel is always an O-task, and gets no slot if one becomes free later.
#[test]
fn a_kernel_without_a_slot_stays_an_o_task() {
    let mut rig = Rig::new();
    for tag in 0..32 {
        rig.init_dag(tag, 0, false);
    }
    let task = rig.submit(TaskDescriptor { block_num: 2, block_trigger_cnt: 2, ..of_dag(99) });
    rig.latch();
    assert!(rig.p_pool().is_empty());
    assert_eq!(rig.commit().launch().pool, Pool::O);
    rig.write((), DagCmdTag::default().with_tag_masked(4));
    rig.write((), DagCmd::from_bits(0).with_op(Op::Reset));
    rig.tick();
    let sibling = rig.submit(of_dag(99));
    assert_eq!((slot_of(&mut rig, task), slot_of(&mut rig, sibling)), (None, Some(4)));
    rig.latch();
    assert_eq!(rig.p_pool().iter().map(|task| task.0).collect::<Vec<_>>(), [sibling.entry]);
}

/// 2.5: the last admitted on_cp kernel gives the slot its offline_priority; other kernels do not change it.
#[test]
fn the_critical_path_has_the_priority_of_its_last_kernel() {
    let mut rig = Rig::new();
    let on_cp = |on_cp, offline_priority| TaskDescriptor { on_cp, offline_priority, ..td(1, 1) };
    rig.submit(on_cp(false, 900));
    assert_eq!(rig.read::<DagCpPriority>(0).bits(), 0);
    rig.submit(on_cp(true, 500));
    rig.submit(on_cp(false, 800));
    assert_eq!(rig.read::<DagCpPriority>(0).bits(), 500);
    rig.submit(on_cp(true, 300));
    assert_eq!(rig.read::<DagCpPriority>(0).bits(), 300, "not the highest: the last");
    rig.attempt();
    assert_eq!(rig.read::<DagCpPriority>(0).bits(), 300);
}

fn offline(rig: &mut Rig, task: RigTask) -> u32 {
    rig.read::<RsOfflinePriority>(task.entry.into()).bits()
}

fn age_boost(rig: &mut Rig) {
    rig.write((), DynDagPrio::default().with_age_boost(true));
}

/// 2.5 AGE_BOOST: every other resident kernel of the slot gains 1, the new one and other DAGs do not; it
/// saturates.
#[test]
fn an_admission_boosts_older_kernels() {
    let mut rig = Rig::new();
    age_boost(&mut rig);
    rig.init_dag(1, 10, true);
    rig.init_dag(2, 10, true);
    let elder = rig.submit(of_dag(1));
    let highest = rig.submit(TaskDescriptor { offline_priority: u32::MAX, ..of_dag(1) });
    let stranger = rig.submit(of_dag(2));
    assert_eq!([elder, highest, stranger].map(|task| offline(&mut rig, task)), [101, u32::MAX, 100]);
    let newest = rig.submit(of_dag(1));
    assert_eq!(
        [elder, highest, stranger, newest].map(|task| offline(&mut rig, task)),
        [102, u32::MAX, 100, 100]
    );
}

/// 2.5 AGE_BOOST: only for dynamic DAGs, and off by default.
#[test]
fn a_static_dag_and_the_default_boost_no_kernel() {
    for (on, dynamic, expected) in [(false, true, 100), (true, false, 100), (true, true, 101)] {
        let mut rig = Rig::new();
        rig.write((), DynDagPrio::default().with_age_boost(on));
        rig.init_dag(1, 10, dynamic);
        let elder = rig.submit(of_dag(1));
        rig.submit(of_dag(1));
        assert_eq!(offline(&mut rig, elder), expected, "AGE_BOOST {on}, dynamic {dynamic}");
    }
    assert!(!Rig::new().read::<DynDagPrio>(()).age_boost());
}

/// 2.5 AGE_BOOST: also a kernel that cannot start, and an R-task; the priority in the descriptor stays.
#[test]
fn every_resident_kernel_of_the_slot_is_boosted() {
    let mut rig = Rig::new();
    age_boost(&mut rig);
    rig.init_dag(1, 10, true);
    let (r_task, _) = rig.reserve(td(8, 1));
    let closed = rig.submit(TaskDescriptor { block_trigger_cnt: 0, ..td(1, 1) });
    rig.submit(td(1, 1));
    assert_eq!([r_task, closed].map(|task| offline(&mut rig, task)), [102, 101]);
}

/// 2.5 AGE_BOOST: the raised priority is the one that the pools compare.
#[test]
fn a_boost_changes_the_order() {
    let mut rig = Rig::new();
    age_boost(&mut rig);
    rig.init_dag(1, 10, true);
    let elder = rig.submit(td(1, 1));
    rig.submit(TaskDescriptor { offline_priority: 101, ..td(1, 1) });
    rig.latch();
    assert_eq!(rig.p_pool(), [(elder.entry, 101)], "101 both, and the older wins");
}

/// 2.5: a rejected task does not change the DAG table.
#[test]
fn a_rejected_task_takes_no_slot() {
    let mut rig = Rig::new();
    rig.try_submit(TaskDescriptor { on_cp: true, ..td(5, 1) }).unwrap_err();
    assert_eq!(rig.read::<DagFlags>(0).bits(), 0);
}
