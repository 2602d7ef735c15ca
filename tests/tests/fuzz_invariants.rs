//! Every clause of the invariants reports a view that breaks it, by name and resource.

use hws_model::{Config, Hws};
use hws_tests::fuzz::invariants::{CLAUSES, check};
use hws_tests::fuzz::{Invariant, LaunchView, SipView, TaskView, View};
use hws_types::{Cycle, LaunchId, SipMask};

/// Launch 5 runs on the SIPs 0..=3 and is done on SIP 3; launch 6 waits on the SIPs 0 and 1 and runs on
/// SIP 3; entry 2 reserves the SIPs 16..=19, entry 9 the SIPs 4..=7; firmware owns SIP 31.
fn busy() -> View {
    let mut view = View::of(&Hws::new(Config::default()));
    let (five, six) = (LaunchId::new(5), LaunchId::new(6));
    for (sip, running, pending) in [(0, five, six), (1, five, six), (2, five, None), (3, six, None)] {
        view.sips[sip] = SipView { running, pending, reserved_for: 0 };
    }
    view.launches[5] = Some(LaunchView { mask: SipMask(0b1111), done: SipMask(0b1000), block_id: 0 });
    view.launches[6] = Some(LaunchView { mask: SipMask(0b1011), done: SipMask(0), block_id: 1 });
    view.idle = SipMask(!0b1111);
    view.pre_idle = SipMask(!0b1011);
    view.pending = SipMask(0b0011);
    view.count_en = SipMask(0b1100);
    view.tasks[2] = Some(TaskView { is_r_task: true, threads: 4, reserved: SipMask(0xF_0000) });
    view.tasks[9] = Some(TaskView { is_r_task: true, threads: 4, reserved: SipMask(0xF0) });
    view.reserved = SipMask(0xF_00F0);
    for sip in view.reserved.iter() {
        view.sips[sip.index()].reserved_for = 4;
    }
    (view.rtask_count, view.rtask_max) = (2, 2);
    view.owned = SipMask(1 << 31);
    view.cycle = Cycle(77);
    view
}

/// What is corrupted, what must be reported.
type Case = (fn(&mut View), Invariant, &'static str);

const CASES: [Case; 25] = [
    // Half a pair: pending behind nothing, behind itself.
    (|view| view.sips[9].pending = LaunchId::new(6), Invariant::I1, "SIP 9"),
    (|view| view.sips[1].pending = view.sips[1].running, Invariant::I1, "SIP 1"),
    // A name without a launch.
    (|view| view.sips[8].running = LaunchId::new(60), Invariant::I1, "SIP 8"),
    (|view| view.sips[2].pending = LaunchId::new(60), Invariant::I1, "SIP 2"),
    // A lost SIP, a stolen one, a launch that owns nothing, one done elsewhere.
    (|view| view.sips[2].running = LaunchId::new(6), Invariant::I1, "launch 5"),
    (|view| view.sips[10].running = LaunchId::new(6), Invariant::I1, "launch 6"),
    (|view| view.launches[20] = Some(LaunchView::default()), Invariant::I1, "launch 20"),
    (|view| view.launches[20] = Some(done_on(0b1, 0b1)), Invariant::I1, "launch 20"),
    (|view| view.launches[5] = Some(done_on(0b1111, 0b1_1000)), Invariant::I1, "launch 5"),
    // Three on one SIP: the third owns nothing.
    (|view| view.launches[7] = Some(done_on(0b1, 0)), Invariant::I1, "launch 7"),
    // Status masks.
    (|view| view.idle |= SipMask(0b100), Invariant::I4, "SIP 2"),
    (|view| view.idle -= SipMask(0x100), Invariant::I4, "SIP 8"),
    (|view| view.pending |= SipMask(0b100), Invariant::I4, "SIP 2"),
    (|view| view.pending -= SipMask(0b010), Invariant::I4, "SIP 1"),
    (|view| view.pre_idle -= SipMask(0x100), Invariant::I4, "SIP 8"),
    (|view| view.count_en |= SipMask(0x100), Invariant::I4, "SIP 8"),
    // Reservations: not in the union, in two masks, of a task that is no R-task, of none, miscounted.
    (|view| view.reserved |= SipMask(0x100), Invariant::I5, "SIP 8"),
    (|view| view.reserved -= SipMask(0x10), Invariant::I5, "SIP 4"),
    (|view| view.tasks[9] = Some(r_task(4, 0xF_0000)), Invariant::I5, "entry 9"),
    (|view| view.tasks[9] = Some(TaskView { is_r_task: false, ..r_task(4, 0xF0) }), Invariant::I5, "entry 9"),
    (|view| view.tasks[30] = Some(r_task(4, 0)), Invariant::I5, "entry 30"),
    (|view| view.rtask_count = 1, Invariant::I5, "RTASK_COUNT"),
    (crowd, Invariant::I5, "cluster 0"),
    (|view| view.owned |= SipMask(0x20), Invariant::I5, "SIP 5"),
    (|view| view.sips[5].reserved_for = 3, Invariant::I5, "SIP 5"),
];

fn done_on(mask: u32, done: u32) -> LaunchView {
    LaunchView { mask: SipMask(mask), done: SipMask(done), block_id: 0 }
}

fn r_task(threads: u32, reserved: u32) -> TaskView {
    TaskView { is_r_task: true, threads, reserved: SipMask(reserved) }
}

/// Entry 2 reserves the SIPs 8..=11, in the cluster where entry 9 holds others.
fn crowd(view: &mut View) {
    view.tasks[2] = Some(r_task(4, 0xF00));
    view.reserved = SipMask(0xFF0);
    (0..32).for_each(|sip| view.sips[sip].reserved_for = if (4..12).contains(&sip) { 4 } else { 0 });
}

fn corrupted(corrupt: fn(&mut View)) -> View {
    let mut view = busy();
    corrupt(&mut view);
    view
}

#[test]
fn a_consistent_view_passes() {
    assert_eq!(check(&busy(), &busy()), Ok(()));
}

#[test]
fn every_corruption_is_reported_with_its_resource() {
    for (number, (corrupt, invariant, resource)) in CASES.into_iter().enumerate() {
        let violation = check(&corrupted(corrupt), &busy()).expect_err(&format!("case {number} passes"));
        let reported = (violation.invariant, violation.resource.as_str(), violation.cycle);
        assert_eq!(reported, (invariant, resource, Cycle(77)), "case {number}: {violation}");
    }
}

#[test]
fn every_clause_has_a_case() {
    for (number, clause) in CLAUSES.iter().enumerate() {
        assert_eq!(clause(&busy()), Ok(()), "clause {number}");
        let is_broken = |(corrupt, ..): &Case| clause(&corrupted(*corrupt)).is_err();
        assert!(CASES.iter().any(is_broken), "clause {number} never fails");
    }
}

#[test]
fn the_number_of_r_tasks_may_stay_above_a_lowered_limit_but_not_rise() {
    let (mut lowered, mut before) = (busy(), busy());
    lowered.rtask_max = 1;
    assert_eq!(check(&lowered, &before), Ok(()));
    before.rtask_count = 1;
    let violation = check(&lowered, &before).unwrap_err();
    assert_eq!(
        violation.to_string(),
        "I5 is violated at cycle 77: RTASK_COUNT rose from 1 to 2 with RTASK_MAX 1"
    );
}
