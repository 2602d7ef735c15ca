//! Every wait ends exactly at its bound and leaves a working driver.

use crate::calls::script_bus::{Access, Answer, Driver, IDS, ScriptBus, four, r, run, w};
use fw_api::regs::params::{ATTEMPT_CYCLES, CMD_QUEUE};
use fw_api::regs::*;
use fw_api::types::{Entry, LaunchId, SipMask};
use fw_api::*;

/// A command retires, and an attempt commits, within an attempt.
const BOUND: u32 = ATTEMPT_CYCLES + 1;

fn pending(commands: usize) -> HwsStatus {
    HwsStatus::from_bits(0).with_cmd_pending(commands as u32).unwrap()
}

fn polls<R: Register<Index = ()>>(log: &[Access]) -> u32 {
    log.iter().filter(|&&access| access == r::<R>(())).count() as u32
}

/// Returns `stuck` for one poll less than the bound, then `good`.
fn just_in_time<R: Register>(stuck: R, good: R) -> Vec<R> {
    let mut answers = vec![stuck; BOUND as usize - 1];
    answers.push(good);
    answers
}

/// Checks that the call times out after exactly the bound if `R` stays `stuck`, and succeeds if it becomes
/// `good` at the last poll.
#[track_caller]
fn is_bounded<R: Register<Index = ()>>(wait: Wait, call: fn(&mut Driver<'_>) -> Answer, stuck: R, good: R) {
    let mut bus = ScriptBus::default();
    bus.answer((), [stuck]);
    let (answer, log) = run(&mut bus, call);
    assert_eq!(answer, Err(Error::Timeout { wait, polls: BOUND }));
    assert_eq!(polls::<R>(&log), BOUND);
    bus.answer((), just_in_time(stuck, good));
    assert_eq!(run(&mut bus, call).0, Ok(()));
}

const COMMANDS: [fn(&mut Driver<'_>) -> Answer; 6] = [
    |hws| hws.init_dag(1, DagKind::Dynamic),
    |hws| hws.reset_dag(1).map(|_| ()),
    |hws| hws.trigger_blocks(Entry::wrapping(0), IDS, 1),
    |hws| hws.refresh_descriptor(Entry::wrapping(0), IDS),
    |hws| hws.claim_sips(SipMask(1)).map(|_| ()),
    |hws| hws.release_sips(SipMask(1)),
];

#[test]
fn a_command_is_written_only_when_the_queue_has_room() {
    for command in COMMANDS {
        let mut bus = ScriptBus::default();
        bus.answer((), [pending(CMD_QUEUE)]);
        let (answer, log) = run(&mut bus, command);
        assert_eq!(answer, Err(Error::Timeout { wait: Wait::CommandRoom, polls: BOUND }));
        assert_eq!(log, vec![r::<HwsStatus>(()); BOUND as usize], "something was written");

        bus.answer((), just_in_time(pending(CMD_QUEUE), pending(CMD_QUEUE - 1)));
        bus.forget();
        let (_, log) = run(&mut bus, command);
        let first_write = log.iter().position(|access| matches!(access, Access::Write(..)));
        assert_eq!(first_write, Some(BOUND as usize));
    }
}

#[test]
fn dag_commands_wait_for_their_retirement() {
    let (busy, done) = (DagCmdStatus::from_bits(0).with_busy(true), DagCmdStatus::from_bits(0));
    is_bounded(Wait::CommandRetired, |hws| hws.init_dag(1, DagKind::Dynamic), busy, done);
    is_bounded(Wait::CommandRetired, |hws| hws.reset_dag(1).map(|_| ()), busy, done);
}

#[test]
fn a_claim_waits_for_its_retirement() {
    let mut bus = ScriptBus::default();
    let claim = |hws: &mut Driver<'_>| hws.claim_sips(SipMask(1));
    // One command is pending: room, but not retired.
    bus.answer((), [pending(1)]);
    let (answer, log) = run(&mut bus, claim);
    assert_eq!(answer, Err(Error::Timeout { wait: Wait::CommandRetired, polls: BOUND }));
    assert_eq!(polls::<HwsStatus>(&log), 1 + BOUND);
    bus.answer((), [pending(0)]);
    assert!(run(&mut bus, claim).0.is_ok());
}

#[test]
fn disabling_waits_for_the_attempt_in_flight() {
    let idle = HwsStatus::from_bits(0);
    is_bounded(Wait::AttemptCommitted, |hws| hws.disable(), idle.with_attempt_busy(true), idle);
}

#[test]
fn a_usage_mask_waits_for_the_attempt_in_flight() {
    let idle = HwsStatus::from_bits(0);
    let call = |hws: &mut Driver<'_>| hws.set_usage_mask(0, four(), SipMask(0xF));
    is_bounded(Wait::AttemptCommitted, call, idle.with_attempt_busy(true), idle);
}

#[test]
fn a_usage_mask_does_not_wait_for_attempts_latched_after_it() {
    let mut bus = ScriptBus::default();
    bus.answer((), [HwsStatus::from_bits(0).with_attempt_busy(true)]);
    // Attempts follow each other without a gap; one commits after two polls.
    bus.answer((), [7, 7, 7, 8].map(|count| CntAttempt::from_bits(0).with_value(count)));
    let (answer, log) = run(&mut bus, |hws| hws.set_usage_mask(0, four(), SipMask(0xF)));
    assert_eq!((answer, polls::<HwsStatus>(&log)), (Ok(()), 3));
}

#[test]
fn sip_status_is_returned_only_when_it_repeats() {
    let mut bus = ScriptBus::default();
    let masks = |values: &[u32]| values.iter().map(|&m| SipIdleMask::from_bits(m)).collect::<Vec<_>>();
    bus.answer((), masks(&[0b0001, 0b0011, 0b0111, 0b0111]));
    let (answer, log) = run(&mut bus, |hws| hws.sip_status());
    assert_eq!(answer, Ok(SipStatus { idle: SipMask(0b0111), pre_idle: SipMask::ALL }));
    assert_eq!(log.len(), 8);
}

#[test]
fn an_unstable_sip_status_times_out_and_can_be_read_again() {
    let mut bus = ScriptBus::default();
    bus.answer((), (0..200).map(SipIdleMask::from_bits));
    let (answer, log) = run(&mut bus, |hws| hws.sip_status());
    let polls = Wait::StableStatus.polls();
    assert_eq!(answer, Err(Error::Timeout { wait: Wait::StableStatus, polls }));
    assert_eq!(log.len() as u32, 2 * (1 + polls));
    bus.answer((), [SipIdleMask::from_bits(1)]);
    assert_eq!(run(&mut bus, |hws| hws.sip_status()).0.map(|status| status.idle), Ok(SipMask(1)));
}

#[test]
fn a_launch_is_read_again_when_its_entry_was_reused() {
    let mut bus = ScriptBus::default();
    let info = |block| LaunchInfo::from_bits(0).with_valid(true).with_block_id(block).unwrap();
    bus.answer(5, [info(1), info(2), info(2)]);
    let (answer, log) = run(&mut bus, |hws| hws.launch(LaunchId::wrapping(5)));
    assert_eq!(answer.unwrap().map(|launch| launch.block_id), Some(2));
    assert_eq!(log.len(), 9);
    bus.answer(5, [info(1), LaunchInfo::from_bits(0)]);
    assert_eq!(run(&mut bus, |hws| hws.launch(LaunchId::wrapping(5))).0, Ok(None));
}

#[test]
fn a_write_after_a_timeout_is_complete() {
    // The operands of a timed-out INIT are not reused: the next command brings its own.
    let mut bus = ScriptBus::default();
    bus.answer((), [DagCmdStatus::from_bits(0).with_busy(true)]);
    let _ = run(&mut bus, |hws| hws.init_dag(1, DagKind::Static { total: 9 }));
    bus.answer((), [DagCmdStatus::from_bits(0)]);
    let (answer, log) = run(&mut bus, |hws| hws.init_dag(2, DagKind::Dynamic));
    assert_eq!(answer, Ok(()));
    assert!(log.contains(&w((), DagCmdTag::from_bits(0).with_tag(2).unwrap())));
    assert!(log.contains(&w((), DagCmdTotal::from_bits(0))));
}
