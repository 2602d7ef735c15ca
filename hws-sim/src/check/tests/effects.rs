//! I11: acts and time have only their specified effects.

use hws_model::{ErrorBit, Event};
use hws_regs::{ErrFirst, HwsCtrl, PTopK, RegId, TimeUnit};
use hws_types::{HdrPush, SipMask};

use super::bench::{Bench, Said, two_blocks};
use crate::check::{Act, View};

type Change = fn(&mut View);

/// [`Bench::launched`], followed by an act whose view is altered.
fn after(act: impl Fn(&mut Bench), change: impl Fn(&mut View)) -> Said {
    let mut bench = Bench::launched();
    act(&mut bench);
    assert!(bench.verdict().starts_with("I1-I9, I11, I13 hold"), "{}", bench.verdict());
    change(&mut bench.last().view);
    bench.verdict()
}

fn changed(part: &str, act: &str) -> String {
    format!("I11 is violated at cycle 110: {part} changed by {act} (registers.md §1)")
}

#[test]
fn i11_a_read_changes_nothing() {
    let read = |bench: &mut Bench| bench.read(RegId::HwsStatus);
    let cases: [(Change, &str); 9] = [
        (|view| view.is_attempting = true, "HWS_STATUS.ATTEMPT_BUSY"),
        (|view| view.cmd_pending = 1, "HWS_STATUS.CMD_PENDING"),
        (|view| view.hdr_count = 1, "the loader"),
        (|view| view.rs_count = 1, "the RS page"),
        (|view| view.sips[28].remain = 0, "the SIP status"),
        (|view| view.launches[0].as_mut().unwrap().out_mdma = false, "the LAUNCH page"),
        (|view| view.dags[1].finish = 1, "the DAG page"),
        (|view| view.vc_free[0] = 0, "VC_POOL_FREE"),
        (|view| view.dropped = 1, "the COUNTER page"),
    ];
    for (change, part) in cases {
        assert_eq!(after(read, change), changed(part, "a read"));
    }
}

#[test]
fn i11_a_read_of_mih_data_hi_pops_and_changes_nothing_else() {
    let read = |bench: &mut Bench| bench.read(RegId::MihDataHi);
    assert_eq!(
        after(read, |view| view.pre_idle |= SipMask(1 << 28)),
        changed("the SIP status", "a read of MIH_DATA_HI")
    );
}

#[test]
fn i11_a_refused_access_changes_nothing_but_the_error() {
    let refused = |bench: &mut Bench| bench.write(RegId::HwsId, 0);
    assert_eq!(after(refused, |view| view.owned = SipMask(1)), changed("the SIP status", "a refused access"));
    assert_eq!(
        after(refused, |view| view.errors = ErrorBit::Cfg.status()),
        "I11 is violated at cycle 110: ERR_STATUS went from 0x0 to 0x2, ERR_FIRST to 0x80, by a refused access \
         (registers.md §5)"
    );
    assert_eq!(
        after(refused, |view| view.first_error = ErrFirst::default()),
        "I11 is violated at cycle 110: ERR_STATUS went from 0x0 to 0x1, ERR_FIRST to 0x0, by a refused access \
         (registers.md §5)"
    );
    assert_eq!(
        after(refused, |view| view.regs.p_top_k = PTopK::default().with_k(3).unwrap()),
        "I11 is violated at cycle 110: P_TOP_K changed from 0x1 to 0x3 without being written (registers.md §1)"
    );
}

#[test]
fn i11_a_plain_write_changes_its_register_and_nothing_else() {
    let write = |bench: &mut Bench| bench.write(RegId::TimeUnit, 7);
    assert_eq!(
        after(write, |view| view.regs.time_unit = TimeUnit::default()),
        "I11 is violated at cycle 110: TIME_UNIT holds 0x0 after a write of 0x7 (registers.md §1)"
    );
    assert_eq!(
        after(write, |view| view.regs.p_top_k = PTopK::default().with_k(3).unwrap()),
        "I11 is violated at cycle 110: P_TOP_K changed from 0x1 to 0x3 without being written (registers.md §1)"
    );
    assert_eq!(after(write, |view| view.idle = SipMask::ALL), changed("the SIP status", "a plain write"));
}

/// K = 7 is illegal, so the whole write is ignored.
#[test]
fn i11_a_write_with_cfg_error_changes_nothing_but_the_error() {
    let write = |bench: &mut Bench| bench.write(RegId::PTopK, 7);
    assert_eq!(
        after(write, |view| view.regs.p_top_k = PTopK::default().with_k(4).unwrap()),
        "I11 is violated at cycle 110: P_TOP_K changed from 0x1 to 0x4 without being written (registers.md §1)"
    );
    assert_eq!(
        after(write, |view| view.cmd_pending = 1),
        changed("HWS_STATUS.CMD_PENDING", "a write that ERR_STATUS.CFG refused")
    );
}

#[test]
fn i11_an_illegal_value_is_refused() {
    let mut bench = Bench::launched();
    bench.write(RegId::PTopK, 7);
    bench.last().events.retain(|(_, event)| !matches!(event, Event::Error { .. }));
    assert_eq!(
        bench.verdict(),
        "I11 is violated at cycle 110: P_TOP_K took the illegal value 0x7 without ERR_STATUS.CFG (registers.md §1)"
    );
}

#[test]
fn i11_a_command_changes_no_configuration() {
    let write = |bench: &mut Bench| bench.write(RegId::HrmFwClaim, 1);
    assert_eq!(
        after(write, |view| view.regs.hws_ctrl = HwsCtrl::default()),
        "I11 is violated at cycle 110: HWS_CTRL changed from 0x1 to 0x0 without being written (registers.md §1)"
    );
}

#[test]
fn i11_err_status_is_cleared_by_ones() {
    let act = |bench: &mut Bench| {
        bench.write(RegId::PTopK, 7);
        bench.write(RegId::ErrStatus, ErrorBit::Cfg.status().bits());
    };
    assert_eq!(
        after(act, |view| view.errors = ErrorBit::Cfg.status()),
        "I11 is violated at cycle 110: ERR_STATUS is 0x2, ERR_FIRST 0x0, after 0x2 was written to clear 0x2 \
         (registers.md §5)"
    );
    assert_eq!(after(act, |view| view.rejected = 1), changed("the COUNTER page", "a write of ERR_STATUS"));
}

#[test]
fn i11_a_push_reaches_the_loader_only() {
    let push = |bench: &mut Bench| bench.push(&two_blocks());
    assert_eq!(after(push, |view| view.mih.head.dw1 = 1), changed("the MIH FIFO", "a push"));
}

#[test]
fn i11_a_refused_push_changes_nothing() {
    let mut bench = Bench::launched();
    bench.push(&two_blocks());
    bench.last().act = Some(Act::PushRefused);
    assert_eq!(bench.verdict(), changed("the loader", "a refused push"));
}

#[test]
fn i11_an_attempt_takes_exactly_its_cycles() {
    let mut bench = Bench::launched();
    let step = bench.after_tick(56);
    let events = std::mem::take(&mut step.events);
    bench.after_tick(57).events = events;
    bench.after_tick(57).events.iter_mut().for_each(|(cycle, _)| cycle.0 = 57);
    // Nothing else may be wrong before that, so the state before it is that of cycle 56.
    bench.steps.retain(|step| step.act.is_some() || step.view.cycle.0 != 57);
    assert_eq!(
        bench.verdict(),
        "I11 is violated at cycle 57: a COMMIT comes after 49 cycles instead of 48, latched at cycle 8 (scheduler.md \
         §3.1)"
    );
}

#[test]
fn i11_a_commit_without_an_attempt() {
    let mut bench = Bench::new();
    bench.ticks(5);
    bench.add_event(3, Event::Commit { launched: false });
    assert_eq!(
        bench.verdict(),
        "I11 is violated at cycle 3: a COMMIT ends an attempt that was never in flight (scheduler.md §3.1)"
    );
}

/// The steps in which nothing happened are left out, so that the attempt does not end in time.
#[test]
fn i11_an_attempt_that_does_not_end() {
    let mut bench = Bench::launched();
    bench.steps.retain(|step| step.view.cycle.0 <= 50);
    let mut late = bench.last().clone();
    late.view.cycle.0 = 57;
    bench.steps.push(late);
    assert_eq!(
        bench.verdict(),
        "I11 is violated at cycle 57: an attempt has lasted 49 cycles instead of 48, latched at cycle 8 \
         (scheduler.md §3.1)"
    );
}

#[test]
fn i11_a_boundary_retires_every_command() {
    let mut bench = Bench::new();
    bench.write(RegId::HrmFwClaim, 1);
    bench.ticks(2);
    bench.after_tick(0).view.cmd_pending = 1;
    assert_eq!(
        bench.verdict(),
        "I11 is violated at cycle 1: HWS_STATUS.CMD_PENDING is 1 after a boundary (scheduler.md §1.2)"
    );
}

/// Without the act of a push, I7 finds a task that was never pushed.
#[test]
fn i11_a_push_must_be_passed_to_the_checker() {
    let mut bench = Bench::new();
    bench.push(&two_blocks());
    assert_eq!(bench.last().act, Some(Act::Pushed(HdrPush { hdr_id: 1, hdr_entry_id: 2, td_addr: 0 })));
    bench.last().act = None;
    assert!(bench.verdict().starts_with("I7 is violated at cycle 0: the HDR FIFO"), "{}", bench.verdict());
}
