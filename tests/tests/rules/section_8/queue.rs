//! §8: the command queue.

use hws_model::{CommandKind, ErrorBit, Event};
use hws_regs::{
    BlockTriggerCnt, DagCmd, DagCmdStatus, DagResult, ErrFirst, HrmFwClaim, HrmFwRelease, HwsStatus, Op,
    RegId, TdRefresh,
};
use hws_tests::rig::{Rig, td};

fn pending(rig: &mut Rig) -> u32 {
    rig.read::<HwsStatus>(()).cmd_pending()
}

/// The commands retired since the events were last taken.
pub(super) fn retired(rig: &mut Rig) -> Vec<(CommandKind, u32)> {
    let command = |event: Event| match event {
        Event::Command { kind, result } => Some((kind, result)),
        _ => None,
    };
    rig.take_events().into_iter().filter_map(|recorded| command(recorded.event)).collect()
}

/// A rig with an attempt in flight: no boundary for 48 ticks.
pub(super) fn between_boundaries() -> Rig {
    let mut rig = Rig::new();
    rig.submit(td(1, 100));
    rig.latch();
    rig.take_events();
    rig
}

fn one_of_each(rig: &mut Rig) {
    rig.write((), HrmFwClaim::from_bits(1));
    rig.write((), DagCmd::from_bits(0).with_op(Op::Init));
    rig.write(0, BlockTriggerCnt::from_bits(1));
    rig.write((), TdRefresh::from_bits(0));
    rig.write((), HrmFwRelease::from_bits(1));
    rig.write((), DagCmd::from_bits(0).with_op(Op::Reset));
}

/// Commands retire in the order written, all at one boundary, after the COMMIT that ends the attempt.
#[test]
fn commands_retire_in_order_at_the_boundary() {
    let mut rig = between_boundaries();
    one_of_each(&mut rig);
    assert_eq!(pending(&mut rig), 6);
    rig.ticks(47);
    assert_eq!((retired(&mut rig).len(), pending(&mut rig)), (0, 6));
    let commit = rig.commit();
    let kinds: Vec<CommandKind> = retired(&mut rig).into_iter().map(|(kind, _)| kind).collect();
    let expected = [
        CommandKind::Claim,
        CommandKind::DagInit,
        CommandKind::Trigger,
        CommandKind::Refresh,
        CommandKind::Release,
        CommandKind::DagReset,
    ];
    assert_eq!(kinds, expected);
    assert!(commit.is_launched());
    assert_eq!(pending(&mut rig), 0);
}

/// The queue holds 8; a ninth of any kind is dropped and sets CMD_OVERFLOW, without ids.
#[test]
fn a_ninth_command_is_dropped() {
    let ninth: [fn(&mut Rig); 5] = [
        |rig| rig.write((), HrmFwClaim::from_bits(2)),
        |rig| rig.write((), HrmFwRelease::from_bits(2)),
        |rig| rig.write(0, BlockTriggerCnt::from_bits(99)),
        |rig| rig.write((), TdRefresh::from_bits(0)),
        |rig| rig.write((), DagCmd::from_bits(0).with_op(Op::Init)),
    ];
    for write in ninth {
        let mut rig = between_boundaries();
        (0..8).for_each(|_| rig.write((), HrmFwClaim::from_bits(1)));
        assert!(rig.errors().is_empty());
        write(&mut rig);
        assert_eq!(rig.errors(), [ErrorBit::CmdOverflow]);
        let first = rig.read::<ErrFirst>(());
        assert_eq!((first.code(), first.hdr_id(), first.entry_id()), (13, 0, 0));
        assert_eq!(pending(&mut rig), 8);
        rig.take_events();
        rig.commit();
        assert_eq!(retired(&mut rig).len(), 8);
        write(&mut rig);
        rig.tick();
        assert_eq!(retired(&mut rig).len(), 1, "room again");
    }
}

fn dag_status(rig: &Rig) -> (bool, Option<DagResult>) {
    let status = DagCmdStatus::from_bits(rig.peek(RegId::DagCmdStatus));
    (status.busy(), status.result())
}

/// DAG_CMD_STATUS: BUSY from the write to the retirement, RESULT 0 meanwhile and before the first.
#[test]
fn dag_cmd_status_is_busy_until_retirement() {
    let mut rig = between_boundaries();
    assert_eq!(dag_status(&rig), (false, Some(DagResult::Ok)));
    rig.write((), DagCmd::from_bits(0).with_op(Op::Reset));
    assert_eq!(dag_status(&rig), (true, Some(DagResult::Ok)));
    rig.commit();
    assert_eq!(dag_status(&rig), (false, Some(DagResult::NotFound)));
    rig.write((), DagCmd::from_bits(0).with_op(Op::Init));
    assert_eq!(dag_status(&rig), (true, Some(DagResult::Ok)), "the old result is gone");
}

/// DAG_CMD_STATUS refers to the last DAG command written: one still queued no longer changes it, even if the last was
/// dropped.
#[test]
fn dag_cmd_status_is_of_the_last_command_written() {
    let mut rig = between_boundaries();
    rig.write((), DagCmd::from_bits(0).with_op(Op::Reset));
    rig.write((), DagCmd::from_bits(0).with_op(Op::Init));
    rig.commit();
    assert_eq!(dag_status(&rig), (false, Some(DagResult::Ok)), "NOT_FOUND was the first one's");
    let mut rig = between_boundaries();
    rig.write((), DagCmd::from_bits(0).with_op(Op::Reset));
    (0..7).for_each(|_| rig.write((), HrmFwClaim::from_bits(0)));
    rig.write((), DagCmd::from_bits(0).with_op(Op::Init));
    assert_eq!(dag_status(&rig), (false, Some(DagResult::Dropped)), "at once");
    rig.commit();
    assert_eq!(dag_status(&rig), (false, Some(DagResult::Dropped)));
}

/// OP 0 and 3 are illegal values: CFG is set, nothing is queued, and DAG_CMD_STATUS does not change.
#[test]
fn an_illegal_op_is_not_a_command() {
    for op in [0, 3] {
        let mut rig = between_boundaries();
        rig.write((), DagCmd::from_bits(0).with_op(Op::Reset));
        rig.write_bits(RegId::DagCmd, op);
        assert_eq!(rig.errors(), [ErrorBit::Cfg]);
        assert_eq!((dag_status(&rig), pending(&mut rig)), ((true, Some(DagResult::Ok)), 1));
    }
}
