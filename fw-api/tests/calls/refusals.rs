//! Refusals by the hardware are returned as typed results, and the call can be repeated.

use std::array;

use crate::calls::script_bus::{Access, ScriptBus, TASK, four, r, run, w};
use fw_api::regs::*;
use fw_api::types::{Sip, SipMask, TaskDescriptor, Topology};
use fw_api::*;

fn dag_status(result: DagResult) -> DagCmdStatus {
    DagCmdStatus::from_bits(0).with_result(result)
}

#[test]
fn other_hardware_is_named() {
    let mut bus = ScriptBus::default();
    bus.answer((), [HwsParam1::default().with_attempt_cycles(47).unwrap()]);
    let (answer, log) = run(&mut bus, |hws| hws.identify());
    let Err(Error::Refused(Refusal::OtherHardware { register, expected, found })) = answer else {
        panic!("{answer:?}")
    };
    assert_eq!(register, "HWS_PARAM1");
    assert_eq!(expected, HwsParam1::default().bits());
    assert_eq!(HwsParam1::from_bits(found).attempt_cycles(), 47);
    assert_eq!(log.len(), 4);
}

#[test]
fn a_newer_patch_of_the_map_is_the_same_hardware_and_a_newer_minor_is_not() {
    let mut bus = ScriptBus::default();
    bus.answer((), [HwsVersion::default().with_patch(9).unwrap()]);
    assert_eq!(run(&mut bus, |hws| hws.identify()).0, Ok(()));
    bus.answer((), [HwsVersion::default().with_minor(1).unwrap()]);
    assert!(matches!(run(&mut bus, |hws| hws.identify()).0, Err(Error::Refused(_))));
}

#[test]
fn enabling_with_a_broken_map_is_refused() {
    let mut bus = ScriptBus::default();
    bus.answer((), [HwsCtrl::default()]);
    assert_eq!(run(&mut bus, |hws| hws.enable()).0, Err(Error::Refused(Refusal::MapNotPermutation)));
}

#[test]
fn a_topology_in_use_is_refused() {
    let mut bus = ScriptBus::default();
    bus.answer((), [SipTopology::default()]);
    let answer = run(&mut bus, |hws| hws.set_topology(Topology::new(4, 8).unwrap())).0;
    assert_eq!(answer, Err(Error::Refused(Refusal::TopologyInUse)));
}

#[test]
fn the_xmc_map_is_not_touched_while_anything_runs() {
    let scripts: [fn(&mut ScriptBus); 3] = [
        |bus| bus.answer((), [HwsCtrl::default().with_enable(true)]),
        |bus| bus.answer((), [HwsStatus::default().with_attempt_busy(true)]),
        |bus| bus.answer((), [SipIdleMask::from_bits(u32::MAX - 1)]),
    ];
    for script in scripts {
        let mut bus = ScriptBus::default();
        script(&mut bus);
        let map = array::from_fn(|sip| Sip::wrapping(sip as u32));
        let (answer, log) = run(&mut bus, |hws| hws.set_xmc_map(&map));
        assert_eq!(answer, Err(Error::Refused(Refusal::MapInUse)));
        assert!(log.iter().all(|access| matches!(access, Access::Read(_))), "{log:?}");
    }
}

#[test]
fn a_mask_that_does_not_read_back_is_not_waited_for() {
    let mut bus = ScriptBus::default();
    bus.answer((0, 2), [SipUsageMask::from_bits(1)]);
    let (answer, log) = run(&mut bus, |hws| hws.set_usage_mask(0, four(), SipMask(0xF)));
    assert_eq!(answer, Err(Error::Refused(Refusal::MaskNotTaken)));
    assert_eq!(log.last(), Some(&r::<SipUsageMask>((0, 2))));
}

#[test]
fn a_claim_whose_masks_are_not_taken_is_not_written_and_restores_the_masks() {
    let mut bus = ScriptBus::default();
    bus.answer((0, 2), [SipUsageMask::from_bits(1)]);
    let masks: UsageMasks = [[SipMask(0xF); 5]; 4];
    let (answer, log) = run(&mut bus, |hws| hws.claim_when_idle(SipMask(1), &masks, 1));
    assert_eq!(answer, Err(Error::Refused(Refusal::MaskNotTaken)));
    // Three narrowed masks, written and read back; then all final masks.
    let last = w((3, 4), SipUsageMask::from_bits(0xF));
    assert_eq!((log.len(), log.last()), (3 * 2 + 4 * 5, Some(&last)));
}

#[test]
fn results_of_dag_init() {
    let results = [
        (DagResult::TableFull, Refusal::DagTableFull),
        (DagResult::Dropped, Refusal::CommandDropped),
        (DagResult::NotFound, Refusal::UnexpectedResult(DagResult::NotFound.bits())),
    ];
    for (result, refusal) in results {
        let mut bus = ScriptBus::default();
        bus.answer((), [dag_status(result)]);
        let answer = run(&mut bus, |hws| hws.init_dag(1, DagKind::Dynamic)).0;
        assert_eq!(answer, Err(Error::Refused(refusal)));
    }
}

#[test]
fn results_of_dag_reset() {
    let results = [
        (DagResult::Ok, Ok(DagReset::Freed)),
        (DagResult::Busy, Ok(DagReset::StillResident)),
        (DagResult::NotFound, Ok(DagReset::NotFound)),
        (DagResult::Dropped, Err(Error::Refused(Refusal::CommandDropped))),
        (DagResult::TableFull, Err(Error::Refused(Refusal::DagTableFull))),
    ];
    for (result, expected) in results {
        let mut bus = ScriptBus::default();
        bus.answer((), [dag_status(result)]);
        assert_eq!(run(&mut bus, |hws| hws.reset_dag(1)).0, expected);
    }
}

#[test]
fn a_dag_result_without_a_name_is_an_error() {
    let mut bus = ScriptBus::default();
    let unnamed = DagCmdStatus::from_bits(u32::MAX).with_busy(false);
    bus.answer((), [unnamed]);
    let expected = Err(Error::Refused(Refusal::UnexpectedResult(unnamed.result_bits())));
    assert_eq!(run(&mut bus, |hws| hws.init_dag(1, DagKind::Dynamic)).0, expected);
}

#[test]
fn a_soft_reset_is_refused_while_sips_run() {
    let mut bus = ScriptBus::default();
    bus.answer((), [ErrStatus::from_bits(0).with_cfg(true), ErrStatus::from_bits(0)]);
    assert_eq!(run(&mut bus, |hws| hws.soft_reset()).0, Err(Error::Refused(Refusal::SipsInUse)));
    assert_eq!(run(&mut bus, |hws| hws.soft_reset()).0, Ok(()));
}

#[test]
fn tasks_are_pushed_only_in_firmware_input_mode() {
    let mut bus = ScriptBus::default();
    let (answer, log) = run(&mut bus, |hws| hws.push_task(&TASK));
    assert_eq!(answer, Err(Error::Refused(Refusal::NotFirmwareInput)));
    assert_eq!(log, [r::<HwsWorkMode>(())]);
}

#[test]
fn a_full_task_fifo_is_reported_for_this_push_only() {
    let mut bus = ScriptBus::default();
    bus.answer((), [HwsWorkMode::default().with_in_path(InPath::Firmware)]);
    bus.answer((), [ErrStatus::from_bits(0).with_fw_task_overflow(true), ErrStatus::from_bits(0)]);
    assert_eq!(run(&mut bus, |hws| hws.push_task(&TASK)).0, Err(Error::Refused(Refusal::TaskFifoFull)));
    assert_eq!(run(&mut bus, |hws| hws.push_task(&TASK)).0, Ok(()));
}

#[test]
fn kernels_that_need_messages_are_refused_when_none_would_be_sent() {
    let td = TaskDescriptor {
        enable_sip_alloc: true,
        block_num: 4,
        block_trigger_cnt: 2,
        out_path_mdma: true,
        ..Default::default()
    };
    let check = |bus: &mut ScriptBus, td: &TaskDescriptor| run(bus, |hws| hws.check_messages(td)).0;
    let mut bus = ScriptBus::default();
    assert_eq!(check(&mut bus, &td), Err(Error::Refused(Refusal::NoMessages)));
    assert_eq!(check(&mut bus, &TaskDescriptor { block_trigger_cnt: 4, ..td }), Ok(()));
    assert_eq!(check(&mut bus, &TaskDescriptor { coop: true, ..td }), Ok(()));
    assert_eq!(check(&mut bus, &TaskDescriptor { out_path_mih: true, ..td }), Ok(()));
    bus.answer((), [HwsWorkMode::default().with_out_path(OutPath::Mih)]);
    assert_eq!(check(&mut bus, &td), Ok(()));
}

#[test]
fn a_safe_margin_that_does_not_fit_is_refused_before_the_write() {
    let mut bus = ScriptBus::default();
    bus.answer((), [LaunchSipDelay::from_bits(u32::MAX)]);
    let (answer, log) = run(&mut bus, |hws| hws.set_backfill(BackfillMargin::default()));
    assert!(matches!(answer, Err(Error::Argument(InvalidArgument { argument: "margin", .. }))), "{answer:?}");
    assert_eq!(log, [r::<LaunchSipDelay>(()), r::<TimeUnit>(())]);
}
