//! 8.1, 8.2: DAG INIT and DAG RESET.

use hws_model::ErrorBit;
use hws_regs::{
    DagCmd, DagCmdStatus, DagCmdTag, DagCmdTotal, DagFlags, DagResult, Op, RegId, RegIndex, RsFlags,
};
use hws_tests::rig::{Rig, td};
use hws_types::TaskDescriptor;

use super::queue::between_boundaries;
use crate::rules::section_6::bench::of_dag;

fn command(rig: &mut Rig, op: Op, tag: u32) -> Option<DagResult> {
    rig.write((), DagCmdTag::from_bits(0).with_tag_masked(tag));
    rig.write((), DagCmd::from_bits(0).with_op(op));
    rig.tick();
    DagCmdStatus::from_bits(rig.peek(RegId::DagCmdStatus)).result()
}

/// Valid, dynamic and tag; total, finish, cp.
fn slot(rig: &Rig, slot: u8) -> (bool, bool, u32, [u32; 3]) {
    let flags = DagFlags::from_bits(rig.peek(RegId::DagFlags(RegIndex::wrapping(slot.into()))));
    let words = [
        RegId::DagTotal(RegIndex::wrapping(slot.into())),
        RegId::DagFinish(RegIndex::wrapping(slot.into())),
        RegId::DagCpPriority(RegIndex::wrapping(slot.into())),
    ];
    (flags.valid(), flags.dynamic(), flags.tag(), words.map(|id| rig.peek(id)))
}

const FREE: (bool, bool, u32, [u32; 3]) = (false, false, 0, [0; 3]);

/// A DAG of tag 7 in slot 0, one kernel done, cp 100; a kernel of it is resident if `resident`.
fn dag_7(resident: bool) -> Rig {
    let mut rig = Rig::new();
    rig.init_dag(7, 20, true);
    rig.submit(TaskDescriptor { on_cp: true, ..of_dag(7, td(1, 1)) });
    assert!(rig.attempt().is_launched());
    if resident {
        rig.submit(of_dag(7, td(1, 5)));
    }
    assert_eq!(slot(&rig, 0), (true, true, 7, [20, 1, 100]));
    rig
}

/// 8.1: a new tag gets the lowest free slot, with finish 0 and cp 0.
#[test]
fn init_allocates_the_lowest_free_slot() {
    let mut rig = Rig::new();
    for (n, tag) in [9, 8, 0xFFFF].into_iter().enumerate() {
        rig.init_dag(tag, 5, false);
        assert_eq!(slot(&rig, n as u8), (true, false, tag, [5, 0, 0]));
    }
    assert_eq!(command(&mut rig, Op::Reset, 8), Some(DagResult::Ok));
    rig.init_dag(3, 6, true);
    assert_eq!(slot(&rig, 1), (true, true, 3, [6, 0, 0]));
}

/// 8.1: a known tag gets total and dynamic; finish, cp and the slot stay.
#[test]
fn init_of_a_known_tag_keeps_finish_and_cp() {
    let mut rig = dag_7(true);
    rig.init_dag(7, 33, false);
    assert_eq!(slot(&rig, 0), (true, false, 7, [33, 1, 100]));
    assert_eq!(slot(&rig, 1), FREE);
}

/// 8.1: also the slot that an admission allocated: static, total 0.
#[test]
fn init_of_a_tag_that_a_kernel_brought() {
    let mut rig = Rig::new();
    rig.submit(of_dag(4, td(1, 1)));
    assert_eq!(slot(&rig, 0), (true, false, 4, [0, 0, 0]));
    rig.init_dag(4, 8, true);
    assert_eq!(slot(&rig, 0), (true, true, 4, [8, 0, 0]));
}

/// 8.1: with 32 tags a new one is TABLE_FULL, without ERR_STATUS; a known one is still OK.
#[test]
fn init_in_a_full_table() {
    let mut rig = Rig::new();
    for tag in 0..32 {
        assert_eq!(command(&mut rig, Op::Init, tag), Some(DagResult::Ok));
    }
    assert_eq!(command(&mut rig, Op::Init, 32), Some(DagResult::TableFull));
    assert_eq!(command(&mut rig, Op::Init, 31), Some(DagResult::Ok));
    assert!(rig.errors().is_empty());
}

/// Operands are captured at the write of DAG_CMD.
#[test]
fn operands_are_captured_at_the_write() {
    let mut rig = between_boundaries();
    rig.write((), DagCmdTag::from_bits(0).with_tag_masked(40));
    rig.write((), DagCmdTotal::from_bits(3));
    rig.write((), DagCmd::from_bits(0).with_op(Op::Init).with_dynamic(true));
    rig.write((), DagCmdTag::from_bits(0).with_tag_masked(41));
    rig.write((), DagCmdTotal::from_bits(4));
    rig.commit();
    assert_eq!(slot(&rig, 1), (true, true, 40, [3, 0, 0]), "slot 0 is of the kernel");
}

/// 8.2: no slot has the tag.
#[test]
fn reset_of_an_unknown_tag_is_not_found() {
    let mut rig = dag_7(false);
    assert_eq!(command(&mut rig, Op::Reset, 6), Some(DagResult::NotFound));
    assert_eq!(slot(&rig, 0), (true, true, 7, [20, 1, 100]));
    assert!(rig.errors().is_empty());
}

/// 8.2: without a resident kernel the slot is freed; a running block does not keep it.
#[test]
fn reset_frees_the_slot() {
    let mut rig = dag_7(false);
    assert_eq!(command(&mut rig, Op::Reset, 7), Some(DagResult::Ok));
    assert_eq!(slot(&rig, 0), FREE);
    assert_ne!(rig.peek(RegId::SipIdleMask), u32::MAX);
    assert_eq!(command(&mut rig, Op::Reset, 7), Some(DagResult::NotFound));
}

/// 8.2: with a resident kernel it is cleared and kept: BUSY.
#[test]
fn reset_with_a_resident_kernel_is_busy() {
    let mut rig = dag_7(true);
    assert_eq!(command(&mut rig, Op::Reset, 7), Some(DagResult::Busy));
    assert_eq!(slot(&rig, 0), (true, false, 7, [0; 3]));
}

/// 8.2: an entry keeps pointing at its slot, and a slot is not freed with its last kernel.
#[test]
fn slots_are_freed_by_reset_only() {
    let mut rig = dag_7(true);
    command(&mut rig, Op::Reset, 7);
    for _ in 0..5 {
        assert!(rig.attempt().is_launched());
    }
    assert_eq!(slot(&rig, 0), (true, false, 7, [0, 1, 0]), "the kernel counts in the slot");
    assert_eq!(command(&mut rig, Op::Reset, 7), Some(DagResult::Ok));
}

/// 8.2: a resident kernel with the tag but without a slot keeps the slot too.
#[test]
fn a_kernel_without_a_slot_keeps_the_slot_of_its_tag() {
    let mut rig = Rig::new();
    for tag in 0..32 {
        command(&mut rig, Op::Init, tag);
    }
    let task = rig.submit(of_dag(99, td(1, 1)));
    assert_eq!(rig.errors(), [ErrorBit::DagTableFull]);
    assert_eq!(command(&mut rig, Op::Reset, 5), Some(DagResult::Ok));
    assert_eq!(command(&mut rig, Op::Init, 99), Some(DagResult::Ok));
    assert_eq!(command(&mut rig, Op::Reset, 99), Some(DagResult::Busy));
    assert_eq!(slot(&rig, 5), (true, false, 99, [0; 3]));
    assert!(!RsFlags::from_bits(rig.peek(RegId::RsFlags(task.index()))).dag_slot_valid());
    assert!(rig.attempt().is_launched());
    assert_eq!(slot(&rig, 5), (true, false, 99, [0; 3]), "it does not count there");
    assert_eq!(command(&mut rig, Op::Reset, 99), Some(DagResult::Ok));
}
