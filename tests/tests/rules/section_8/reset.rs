//! SOFT_RESET: when it is refused, what it resets, what it keeps.

use hws_model::{ErrorBit, Event};
use hws_regs::{
    BlockTriggerCnt, CntCycleLo, DagCmd, DagCmdTag, EnableSecondRscSch, ErrStatus, HrmFwClaim, HwsCtrl,
    HwsWorkMode, InPath, IrqEnable, LaunchSipDelay, Op, PTopK, RegId, RegIndex, SipUsageMask, TimeUnit,
    XmcSipMap,
};
use hws_tests::rig::{Rig, td};
use hws_types::TaskDescriptor;

use crate::rules::section_6::bench::{of_dag, on};

fn ctrl(enable: bool, soft_reset: bool, force: bool) -> HwsCtrl {
    HwsCtrl::default().with_enable(enable).with_soft_reset(soft_reset).with_force(force)
}

/// The whole write is ignored: one CFG error, and nothing else changes.
#[track_caller]
fn assert_refused(rig: &mut Rig, value: HwsCtrl) {
    let before = rig.hws.clone();
    let errors = rig.errors().len();
    rig.write((), value);
    assert_eq!(rig.errors()[errors..], [ErrorBit::Cfg]);
    assert_eq!(rig.take_errors(), ErrStatus::from_bits(0).with_cfg(true));
    assert_eq!(rig.hws, before);
}

/// Legal values, none of them the reset value, in registers of every kind.
fn configure(rig: &mut Rig) {
    rig.write((), EnableSecondRscSch::from_bits(0).with_enable(true));
    rig.write((), LaunchSipDelay::from_bits(77));
    rig.write((3, 4), SipUsageMask::from_bits(0xABCD));
    rig.write((), TimeUnit::from_bits(9));
    rig.write((), PTopK::from_bits(3));
    rig.write((), DagCmdTag::from_bits(0).with_tag_masked(12));
    rig.write((), IrqEnable::from_bits(3));
}

/// A machine in which everything that a reset clears is set, with an attempt in flight.
fn used() -> Rig {
    let mut rig = Rig::new();
    configure(&mut rig);
    let_time_pass(&mut rig);
    fill_tables(&mut rig);
    rig.latch();
    fill_queues(&mut rig);
    rig
}

/// 2^33 cycles, and the high half latched.
fn let_time_pass(rig: &mut Rig) {
    rig.hws.advance(1 << 33, &mut rig.memory, &mut ());
    assert_eq!((rig.read::<CntCycleLo>(()).bits(), rig.peek(RegId::CntCycleHi)), (0, 2));
}

/// Owned and refused SIPs, launches, VC runs, messages, errors, an R-task, a DAG with cp and finish.
fn fill_tables(rig: &mut Rig) {
    rig.claim(0x3);
    rig.claim(0x1);
    let vcs = TaskDescriptor { enable_vc_alloc: true, vc_hw_alloc: true, cdte_vc_num: 9, ..td(1, 3) };
    rig.submit(TaskDescriptor { on_cp: true, out_path_mih: true, ..on(0xFF00, vcs) });
    rig.attempt();
    rig.attempt();
    rig.complete(1 << 15);
    rig.usage(0, 0, 0);
    rig.reserve(of_dag(2, on(0xFFFF_0000, td(4, 9))));
    rig.usage(0, 0, u32::MAX);
    rig.write_bits(RegId::SipReportComplete, 0);
    rig.try_submit(td(5, 1)).unwrap_err();
}

/// Both input FIFOs, the loader, the command queue.
fn fill_queues(rig: &mut Rig) {
    for _ in 0..5 {
        rig.push(td(1, 1)).unwrap();
    }
    rig.write((), HwsWorkMode::default().with_in_path(InPath::Firmware));
    rig.push_firmware(td(1, 1), 0);
    rig.write((), HwsWorkMode::default());
    rig.tick();
    rig.write((), HrmFwClaim::from_bits(4));
    rig.write((), DagCmd::from_bits(0).with_op(Op::Init));
}

/// Whether a reset keeps the register: stored RW registers.
fn is_kept(id: RegId) -> bool {
    id.info().is_stored() && id != RegId::HwsCtrl
}

/// Everything that a register shows returns to its reset state, except the RW registers.
#[test]
fn a_forced_reset_clears_all_but_the_configuration() {
    let mut rig = used();
    let before = rig.hws.clone();
    rig.write((), ctrl(false, true, true));
    let fresh = Rig::new();
    for id in RegId::all().filter(|id| id.info().access.is_readable()) {
        let expected = if is_kept(id) { before.peek(id) } else { fresh.peek(id) };
        assert_eq!(rig.peek(id), expected, "{id}");
    }
    // The machine was used: each of these would be another value without the reset.
    let cleared = [
        RegId::HwsStatus,
        RegId::SipIdleMask,
        RegId::HrmFwOwned,
        RegId::HrmFwRefused,
        RegId::VcPoolFree(RegIndex::at::<0>(), RegIndex::at::<0>()),
        RegId::ErrStatus,
        RegId::ErrFirst,
        RegId::DagCmdStatus,
        RegId::MihStatus,
        RegId::CntAttempt,
        RegId::CntCycleLo,
        RegId::CntCycleHi,
        RegId::CntLaunchP,
        RegId::CntTaskReject,
        RegId::RsFlags(RegIndex::at::<0>()),
        RegId::DagFlags(RegIndex::at::<0>()),
        RegId::LaunchInfo(RegIndex::at::<1>()),
        RegId::SipLaunch(RegIndex::at::<14>()),
        RegId::SipRemainExecTime(RegIndex::at::<14>()),
    ];
    assert!(cleared.iter().all(|&id| before.peek(id) != fresh.peek(id)));
}

/// State that no register shows: the attempt, the loader, FIFOs, queued commands, the prescaler, kernel_seq.
#[test]
fn nothing_continues_after_a_reset() {
    let mut rig = used();
    rig.take_events();
    rig.write((), ctrl(true, true, true));
    let start = rig.cycle();
    rig.ticks(5);
    let task = rig.submit(on(1, td(1, 1)));
    assert_eq!((task.seq, task.entry), (0, 0));
    let commit = rig.commit();
    assert_eq!(commit.cycle, start + 5 + 8 + 48, "the loader was free");
    let events = rig.take_events();
    assert!(events.iter().all(|recorded| !matches!(recorded.event, Event::Command { .. })));
    assert_eq!(events.iter().filter(|recorded| matches!(recorded.event, Event::Admit { .. })).count(), 1);
    // PRESCALE is 9: units end at ticks 9, 19, … 69 since the reset. Committed at tick 61.
    rig.ticks_to(start + 69);
    assert_eq!(rig.peek(RegId::SipRemainExecTime(RegIndex::at::<0>())), 1077);
    rig.tick();
    assert_eq!(rig.peek(RegId::SipRemainExecTime(RegIndex::at::<0>())), 1076);
}

/// The prescaler starts again at 0: units end at ticks 9, 19, … since the reset.
#[test]
fn the_prescaler_starts_again() {
    let mut rig = Rig::new();
    rig.write((), TimeUnit::from_bits(9));
    rig.ticks(5);
    rig.write((), ctrl(true, true, false));
    rig.push(on(1, td(1, 1))).unwrap();
    assert_eq!(rig.commit().cycle, 5 + 56);
    rig.ticks_to(5 + 59);
    assert_eq!(rig.peek(RegId::SipRemainExecTime(RegIndex::at::<0>())), 1000);
    rig.tick();
    assert_eq!(rig.peek(RegId::SipRemainExecTime(RegIndex::at::<0>())), 999);
}

/// The MDMA FIFO is one of the FIFOs.
#[test]
fn a_reset_empties_the_mdma_fifo() {
    let mut rig = Rig::new();
    rig.keeps_mdma = true;
    rig.submit(td(16, 1));
    rig.attempt();
    rig.write((), ctrl(false, true, true));
    assert_eq!(rig.hws.pop_mdma(), None);
}

/// The launch_id pointer is kept.
#[test]
fn the_launch_id_pointer_is_kept() {
    let mut rig = Rig::new();
    rig.occupy(0b111, 1000);
    rig.write((), ctrl(false, true, true));
    rig.submit(td(1, 1));
    assert_eq!(rig.attempt().launch().launch_id, 3);
}

/// Time continues; CNT_CYCLE restarts.
#[test]
fn the_cycle_of_events_continues() {
    let mut rig = Rig::new();
    rig.ticks(100);
    rig.write((), ctrl(false, true, false));
    assert_eq!(rig.cycle(), 100);
    rig.ticks(7);
    assert_eq!((rig.read::<CntCycleLo>(()).bits(), rig.cycle()), (7, 107));
}

/// It acts at the write, and ENABLE takes the value written with it; SOFT_RESET and FORCE read 0.
#[test]
fn enable_takes_the_value_written_with_it() {
    for enable in [false, true] {
        let mut rig = Rig::new();
        rig.enable(!enable);
        rig.try_submit(td(5, 1)).unwrap_err();
        rig.write((), ctrl(enable, true, false));
        assert_eq!(rig.peek(RegId::CntTaskReject), 0, "at once");
        assert_eq!(rig.read::<HwsCtrl>(()), ctrl(enable, false, false));
    }
}

/// A reset is refused while a SIP is not idle or is owned by firmware; FORCE overrides both.
#[test]
fn a_reset_needs_idle_sips_owned_by_the_hws() {
    let busy = |rig: &mut Rig| rig.occupy(1 << 9, 1000);
    let owned = |rig: &mut Rig| rig.claim(1 << 9);
    let uses: [fn(&mut Rig); 2] = [busy, owned];
    for in_use in uses {
        let mut rig = Rig::new();
        in_use(&mut rig);
        assert_refused(&mut rig, ctrl(false, true, false));
        assert_refused(&mut rig, ctrl(true, true, false));
        let errors = rig.errors().len();
        rig.write((), ctrl(false, true, true));
        assert_eq!(rig.errors().len(), errors);
        assert_eq!((rig.peek(RegId::SipReadyMask), rig.peek(RegId::ErrStatus)), (u32::MAX, 0));
    }
}

/// Resident kernels, an attempt in flight and waiting tasks do not prevent it.
#[test]
fn waiting_kernels_do_not_prevent_a_reset() {
    let mut rig = Rig::new();
    rig.submit(td(1, 1));
    rig.latch();
    rig.push(td(1, 1)).unwrap();
    rig.write((), ctrl(true, true, false));
    assert!(rig.errors().is_empty() && rig.in_flight().is_none());
    rig.ticks(200);
    assert_eq!(rig.peek(RegId::CntAttempt), 0);
}

/// FORCE alone does nothing.
#[test]
fn force_alone_does_nothing() {
    let mut rig = Rig::new();
    rig.occupy(1, 1000);
    let before = rig.hws.clone();
    rig.write((), ctrl(false, false, true));
    assert_eq!(rig.hws, before);
}

/// FORCE does not override the check of ENABLE; the reset does not take place either.
#[test]
fn force_does_not_override_the_check_of_enable() {
    let mut rig = Rig::new();
    rig.write(0, XmcSipMap::from_bits(0).with_phy_id_masked(1));
    rig.try_submit(td(5, 1)).unwrap_err();
    rig.take_errors();
    assert_refused(&mut rig, ctrl(true, true, true));
    assert_eq!(rig.peek(RegId::CntTaskReject), 1);
}

/// A refused write is one error, however many reasons it has.
#[test]
fn several_reasons_are_one_error() {
    let mut rig = Rig::new();
    rig.write(0, XmcSipMap::from_bits(0).with_phy_id_masked(1));
    rig.claim(1);
    assert_refused(&mut rig, ctrl(true, true, false));
}

/// Clearing ENABLE lets the attempt in flight commit.
#[test]
fn clearing_enable_lets_the_attempt_commit() {
    let mut rig = Rig::new();
    rig.submit(td(1, 5));
    rig.enable(true);
    rig.tick();
    rig.enable(false);
    assert!(rig.commit().is_launched());
    rig.ticks(200);
    assert_eq!(rig.peek(RegId::CntAttempt), 1);
}

/// A command queued before the reset is lost, even for an entry that a new kernel takes.
#[test]
fn queued_commands_are_gone() {
    let mut rig = Rig::new();
    rig.submit(TaskDescriptor { block_trigger_cnt: 1, ..td(1, 9) });
    rig.latch();
    rig.write(0, BlockTriggerCnt::from_bits(5));
    rig.write((), ctrl(false, true, false));
    let task = rig.submit(TaskDescriptor { block_trigger_cnt: 1, ..td(1, 9) });
    assert_eq!(crate::rules::section_6::bench::progress(&rig, task), (0, 1));
}
