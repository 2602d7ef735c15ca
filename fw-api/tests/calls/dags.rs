//! DAG ids and tags: unique, and reused only after the hardware released them, whatever fails in between.

use fw_api::regs::*;
use fw_api::*;

use crate::calls::script_bus::{Fault, ScriptBus, run};

fn bus(result: DagResult) -> ScriptBus {
    let mut bus = ScriptBus::default();
    bus.answer((), [DagCmdStatus::from_bits(0).with_result(result)]);
    bus
}

fn open<const N: usize>(bus: &mut ScriptBus, table: &mut DagTable<N>, id: u32) -> Result<u16, Error<Fault>> {
    run(bus, |hws| hws.open_dag(table, id, DagKind::Dynamic)).0
}

fn close<const N: usize>(
    bus: &mut ScriptBus,
    table: &mut DagTable<N>,
    id: u32,
) -> Result<DagReset, Error<Fault>> {
    run(bus, |hws| hws.close_dag(table, id)).0
}

#[test]
fn open_dags_have_tags_of_their_own() {
    let (mut bus, mut table) = (bus(DagResult::Ok), DagTable::<3>::new());
    let tags = [7, 0x10007, 9].map(|id| open(&mut bus, &mut table, id).unwrap());
    assert!(tags[0] != tags[1] && tags[1] != tags[2] && tags[0] != tags[2], "{tags:?}");
    assert_eq!((table.tag(0x10007), table.id(tags[1])), (Some(tags[1]), Some(0x10007)));
    assert_eq!(open(&mut bus, &mut table, 7), Ok(tags[0]), "an open DAG keeps its tag");
    assert_eq!(table.len(), 3);
}

#[test]
fn a_table_is_empty_until_a_dag_is_open() {
    let (mut bus, mut table) = (bus(DagResult::Ok), DagTable::<3>::new());
    assert!(table.is_empty());
    open(&mut bus, &mut table, 7).unwrap();
    assert!(!table.is_empty());
}

#[test]
fn a_full_table_is_refused_before_the_bus() {
    let (mut bus, mut table) = (bus(DagResult::Ok), DagTable::<1>::new());
    open(&mut bus, &mut table, 1).unwrap();
    let (answer, log) = run(&mut bus, |hws| hws.open_dag(&mut table, 2, DagKind::Dynamic));
    assert_eq!((answer, log), (Err(Error::Refused(Refusal::NoFreeTag)), vec![]));
    let (answer, log) = run(&mut bus, |hws| hws.close_dag(&mut table, 2));
    assert_eq!((answer, log), (Err(Error::Refused(Refusal::UnknownDag)), vec![]));
}

#[test]
fn a_tag_is_free_only_when_the_hardware_released_it() {
    let mut table = DagTable::<1>::new();
    open(&mut bus(DagResult::Ok), &mut table, 1).unwrap();
    assert_eq!(close(&mut bus(DagResult::Busy), &mut table, 1), Ok(DagReset::StillResident));
    assert_eq!(open(&mut bus(DagResult::Ok), &mut table, 2), Err(Error::Refused(Refusal::NoFreeTag)));
    assert_eq!(close(&mut bus(DagResult::Ok), &mut table, 1), Ok(DagReset::Freed));
    assert!(table.is_empty());
    open(&mut bus(DagResult::Ok), &mut table, 2).unwrap();
    assert_eq!(close(&mut bus(DagResult::NotFound), &mut table, 2), Ok(DagReset::NotFound));
    assert!(table.is_empty());
}

#[test]
fn a_refused_dag_frees_its_tag_and_an_open_one_keeps_it() {
    let mut table = DagTable::<2>::new();
    let full = Err(Error::Refused(Refusal::DagTableFull));
    assert_eq!(open(&mut bus(DagResult::TableFull), &mut table, 1), full);
    assert!(table.is_empty());
    let tag = open(&mut bus(DagResult::Ok), &mut table, 1).unwrap();
    assert_eq!(open(&mut bus(DagResult::TableFull), &mut table, 1), full);
    assert_eq!(table.tag(1), Some(tag));
}

#[test]
fn a_tag_of_unknown_fate_is_kept() {
    for access in 0..5 {
        let (mut bus, mut table) = (bus(DagResult::Ok), DagTable::<2>::new());
        bus.fault_at = Some(access);
        assert_eq!(open(&mut bus, &mut table, 1), Err(Error::Bus(Fault)));
        let tag = table.tag(1).expect("the tag may be in use");
        bus.fault_at = None;
        assert_eq!(open(&mut bus, &mut table, 1), Ok(tag));
        bus.fault_at = Some(0);
        assert_eq!(close(&mut bus, &mut table, 1), Err(Error::Bus(Fault)));
        assert_eq!(table.tag(1), Some(tag));
    }
}

#[test]
fn tags_rotate_and_skip_those_in_use() {
    let (mut bus, mut table) = (bus(DagResult::Ok), DagTable::<2>::new());
    let kept = open(&mut bus, &mut table, 1).unwrap();
    let mut last = kept;
    for round in 0..70_000_u32 {
        let tag = open(&mut bus, &mut table, 2).unwrap();
        assert!(tag != kept && tag != last, "round {round}: tag {tag}");
        last = tag;
        assert_eq!(close(&mut bus, &mut table, 2), Ok(DagReset::Freed));
    }
}

#[test]
fn a_soft_reset_clears_the_table() {
    let mut table = DagTable::<2>::default();
    open(&mut bus(DagResult::Ok), &mut table, 1).unwrap();
    table.clear();
    assert!(table.is_empty() && table.tag(1).is_none());
}

#[test]
fn a_restored_table_continues_with_the_same_tags() {
    let (mut bus, mut table) = (bus(DagResult::Ok), DagTable::<3>::new());
    for id in [7, 8, 9] {
        open(&mut bus, &mut table, id).unwrap();
    }
    close(&mut bus, &mut table, 8).map(|_| ()).unwrap();
    let entries: Vec<_> = table.entries().collect();
    let mut restored = DagTable::<3>::restore(&entries, table.next_tag()).unwrap();
    assert_eq!((restored.tag(7), restored.tag(8), restored.tag(9)), (table.tag(7), None, table.tag(9)));
    assert_eq!(open(&mut bus, &mut restored, 10), open(&mut bus, &mut table, 10));
    assert!(restored.tag(10) > table.tag(9));
}

#[test]
fn an_invalid_table_is_not_restored() {
    assert!(DagTable::<2>::restore(&[(1, 5), (2, 6)], 7).is_some());
    assert_eq!(DagTable::<2>::restore(&[(1, 5), (2, 6), (3, 7)], 8), None);
    assert_eq!(DagTable::<2>::restore(&[(1, 5), (1, 6)], 7), None);
    assert_eq!(DagTable::<2>::restore(&[(1, 5), (2, 5)], 7), None);
}
