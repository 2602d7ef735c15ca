//! I1, I4 and I5: views that no HWS would show.

use hws_model::{Config, Hws};
use hws_regs::{PTopK, Promote, RsFlags};
use hws_types::{Cycle, LaunchId, SipMask};
use rstest::rstest;

use crate::check::clause::hold_at_once;
use crate::check::i11::untouched_is_unchanged;
use crate::check::{CLAUSES, LaunchView, SipView, TaskView, Touched, View, check_view};

/// Launch 5 runs on SIPs 0..=3 and is done on SIP 3; launch 6 is pending on SIPs 0 and 1 and runs on SIP 3; entry 2
/// reserves SIPs 16..=19, entry 9 SIPs 4..=7; firmware owns SIP 31.
fn busy() -> View {
    let mut view = View::new(&Hws::new(Config::default()));
    let (five, six) = (LaunchId::new(5), LaunchId::new(6));
    for (sip, running, pending) in [(0, five, six), (1, five, six), (2, five, None), (3, six, None)] {
        view.sips[sip] = SipView { running, pending, ..SipView::default() };
    }
    view.launches[5] = Some(done_on(0b1111, 0b1000));
    view.launches[6] = Some(done_on(0b1011, 0));
    view.idle = SipMask(!0b1111);
    view.pre_idle = SipMask(!0b1011);
    view.pending = SipMask(0b0011);
    view.count_en = SipMask(0b1100);
    view.tasks[2] = Some(r_task(0xF_0000));
    view.tasks[9] = Some(r_task(0xF0));
    view.reserved = SipMask(0xF_00F0);
    for sip in view.reserved.iter() {
        view.sips[sip.index()].reserved_for = 4;
    }
    view.rtask_count = 2;
    view.regs.promote = Promote::default().with_rtask_max(2).unwrap();
    view.owned = SipMask(1 << 31);
    view.cycle = Cycle(77);
    view
}

fn done_on(mask: u32, done: u32) -> LaunchView {
    LaunchView { mask: SipMask(mask), done: SipMask(done), ..LaunchView::default() }
}

fn task(is_r_task: bool, reserved: u32) -> TaskView {
    TaskView {
        flags: RsFlags::default().with_valid(true).with_r_flag(is_r_task),
        seq: 0,
        kernel_id: 0,
        ids: Default::default(),
        threads: 4,
        blocks: 1,
        launched: 0,
        trigger: 1,
        affinity: SipMask::ALL,
        est: 0,
        start_block: 0,
        reserved: SipMask(reserved),
        open: Default::default(),
    }
}

/// What a whole view that differs from the one kept up to date is called.
#[rstest]
#[case::sip(|view: &mut View| view.idle = SipMask::ALL, "the SIP status")]
#[case::hidden(|view: &mut View| view.sips[9].running = LaunchId::new(1), "the SIP status")]
#[case::dag(|view: &mut View| view.dags[3].finish = 1, "the DAG page")]
#[case::register(|view: &mut View| view.regs.p_top_k = PTopK::default().with_k(3).unwrap(), "P_TOP_K")]
fn i11_what_changes_without_a_cause_is_found_when_the_whole_state_is_read(
    #[case] change: fn(&mut View),
    #[case] what: &str,
) {
    let (kept, mut whole) = (busy(), busy());
    assert_eq!(untouched_is_unchanged(&kept, &whole, Cycle(70)), Ok(()));
    change(&mut whole);
    assert_eq!(
        untouched_is_unchanged(&kept, &whole, Cycle(70)).unwrap_err().to_string(),
        format!(
            "I11 is violated at cycle 77: {what} changed without an event or access that may change it, last read at \
             cycle 70 (registers.md §1)"
        )
    );
}

pub(super) fn r_task(reserved: u32) -> TaskView {
    task(true, reserved)
}

/// Entry 2 reserves SIPs 8..=11, in a cluster where entry 9 holds others.
fn crowd(view: &mut View) {
    view.tasks[2] = Some(r_task(0xF00));
    view.reserved = SipMask(0xFF0);
    (0..32).for_each(|sip| view.sips[sip].reserved_for = if (4..12).contains(&sip) { 4 } else { 0 });
}

type Change = fn(&mut View);

#[rstest]
#[case::i1_pending_behind_nothing(|view: &mut View| view.sips[9].pending = LaunchId::new(6),
    "I1 is violated at cycle 77: SIP 9 runs nothing and holds launch 6 as pending (scheduler.md §7.2)")]
#[case::i1_pending_behind_itself(|view: &mut View| view.sips[1].pending = view.sips[1].running,
    "I1 is violated at cycle 77: SIP 1 runs launch 5 and holds launch 5 as pending (scheduler.md §7.2)")]
#[case::i1_runs_a_dead_launch(|view: &mut View| view.sips[8].running = LaunchId::new(60),
    "I1 is violated at cycle 77: SIP 8 names launch 60, which is not live (scheduler.md §7.3)")]
#[case::i1_holds_a_dead_launch(|view: &mut View| view.sips[2].pending = LaunchId::new(60),
    "I1 is violated at cycle 77: SIP 2 names launch 60, which is not live (scheduler.md §7.3)")]
#[case::i1_lost_a_sip(|view: &mut View| view.sips[2].running = LaunchId::new(6),
    "I1 is violated at cycle 77: launch 5 is not done on 0x00000007 but owns 0x00000003 (scheduler.md §7.3)")]
#[case::i1_stole_a_sip(|view: &mut View| view.sips[10].running = LaunchId::new(6),
    "I1 is violated at cycle 77: launch 6 is not done on 0x0000000b but owns 0x0000040b (scheduler.md §7.3)")]
#[case::i1_owns_nothing(|view: &mut View| view.launches[20] = Some(LaunchView::default()),
    "I1 is violated at cycle 77: launch 20 is not done on 0x00000000 but owns 0x00000000 (scheduler.md §7.3)")]
#[case::i1_done_elsewhere(|view: &mut View| view.launches[5] = Some(done_on(0b1111, 0b1_1000)),
    "I1 is violated at cycle 77: launch 5 is done on 0x00000018 outside its mask 0x0000000f (scheduler.md §7.3)")]
#[case::i1_three_on_one_sip(|view: &mut View| view.launches[7] = Some(done_on(0b1, 0)),
    "I1 is violated at cycle 77: launch 7 is not done on 0x00000001 but owns 0x00000000 (scheduler.md §7.3)")]
#[case::i4_idle_and_busy(|view: &mut View| view.idle |= SipMask(0b100),
    "I4 is violated at cycle 77: SIP 2 has an idle bit that disagrees with its launches (scheduler.md §7.1)")]
#[case::i4_busy_and_free(|view: &mut View| view.idle -= SipMask(0x100),
    "I4 is violated at cycle 77: SIP 8 has an idle bit that disagrees with its launches (scheduler.md §7.1)")]
#[case::i4_pending_mask(|view: &mut View| view.pending |= SipMask(0b100),
    "I4 is violated at cycle 77: SIP 2 has a pending bit that disagrees with its launches (scheduler.md §7.1)")]
#[case::i4_idle_is_pre_idle(|view: &mut View| view.pre_idle -= SipMask(0x100),
    "I4 is violated at cycle 77: SIP 8 is idle but not pre-idle (scheduler.md §7.1)")]
#[case::i4_counting_is_running(|view: &mut View| view.count_en |= SipMask(0x100),
    "I4 is violated at cycle 77: SIP 8 counts down but runs nothing (scheduler.md §7.2)")]
#[case::i4_owned_and_busy(|view: &mut View| view.owned |= SipMask(0b100),
    "I4 is violated at cycle 77: SIP 2 is firmware-owned but not idle (scheduler.md §8.4)")]
#[case::i5_reserved_by_no_task(|view: &mut View| view.reserved |= SipMask(0x100),
    "I5 is violated at cycle 77: SIP 8 has a reserved bit that disagrees with the R-tasks (scheduler.md §6.6)")]
#[case::i5_not_in_the_union(|view: &mut View| view.reserved -= SipMask(0x10),
    "I5 is violated at cycle 77: SIP 4 has a reserved bit that disagrees with the R-tasks (scheduler.md §6.6)")]
#[case::i5_reserved_twice(|view: &mut View| view.tasks[9] = Some(r_task(0xF_0000)),
    "I5 is violated at cycle 77: entry 9 reserves 0x000f0000, which overlaps another reservation (scheduler.md §6.6)")]
#[case::i5_reserves_without_the_flag(|view: &mut View| view.tasks[9] = Some(task(false, 0xF0)),
    "I5 is violated at cycle 77: entry 9 has R_FLAG = false and reserves 0x000000f0 (scheduler.md §6.6)")]
#[case::i5_an_r_task_reserves_nothing(|view: &mut View| view.tasks[30] = Some(r_task(0)),
    "I5 is violated at cycle 77: entry 30 has R_FLAG = true and reserves 0x00000000 (scheduler.md §6.6)")]
#[case::i5_miscounted(|view: &mut View| view.rtask_count = 1,
    "I5 is violated at cycle 77: RTASK_COUNT is 1 for 2 R-tasks (scheduler.md §6.5)")]
#[case::i5_two_in_a_cluster(
    crowd,
    "I5 is violated at cycle 77: cluster 0 holds reserved SIPs of entries 2 and 9 (scheduler.md §6.6)"
)]
#[case::i5_reserved_and_owned(|view: &mut View| view.owned |= SipMask(0x20),
    "I5 is violated at cycle 77: SIP 5 is reserved and firmware-owned (scheduler.md §8.4)")]
#[case::i5_thread_number(|view: &mut View| view.sips[5].reserved_for = 3,
    "I5 is violated at cycle 77: SIP 5 has RSV_THREAD_NUM 3 instead of 4 (scheduler.md §6.6)")]
fn a_broken_state_is_reported(#[case] change: Change, #[case] message: &str) {
    let mut view = busy();
    change(&mut view);
    assert_eq!(check_view(&view, &busy()).unwrap_err().to_string(), message);
    assert!(!hold_at_once(&busy(), &view, &Touched::ALL));
}

/// Without any reservation, as most views are, the same is found.
#[rstest]
#[case::an_r_task_reserves_nothing(|view: &mut View| view.tasks[3] = Some(r_task(0)),
    "entry 3 has R_FLAG = true and reserves 0x00000000 (scheduler.md §6.6)")]
#[case::reserves_without_the_flag(|view: &mut View| view.tasks[3] = Some(task(false, 0xF0)),
    "entry 3 has R_FLAG = false and reserves 0x000000f0 (scheduler.md §6.6)")]
#[case::miscounted(|view: &mut View| view.rtask_count = 1,
    "RTASK_COUNT is 1 for 0 R-tasks (scheduler.md §6.5)")]
#[case::reserved_by_no_task(|view: &mut View| view.reserved = SipMask(0x100),
    "SIP 8 has a reserved bit that disagrees with the R-tasks (scheduler.md §6.6)")]
fn i5_a_reservation_comes_out_of_nothing(#[case] change: Change, #[case] message: &str) {
    let mut view = View::new(&Hws::new(Config::default()));
    view.tasks[7] = Some(task(false, 0));
    change(&mut view);
    assert_eq!(
        check_view(&view, &view).unwrap_err().to_string(),
        format!("I5 is violated at cycle 0: {message}")
    );
    assert!(!hold_at_once(&view, &view, &Touched::ALL));
}

#[test]
fn i5_r_tasks_of_different_thread_numbers_each_give_their_own() {
    let mut view = busy();
    view.tasks[9].as_mut().unwrap().threads = 2;
    (4..8).for_each(|sip| view.sips[sip].reserved_for = 2);
    assert_eq!(check_view(&view, &view), Ok(()));
}

/// Of a step that touched launch 5 only, its SIPs included that the step left alone.
#[test]
fn i1_a_launch_that_was_freed_owns_nothing() {
    let (mut view, mut touched) = (busy(), Touched::default());
    touched.launch(LaunchId::wrapping(5));
    let found = |view: &View| CLAUSES.iter().find_map(|clause| clause(view, &touched).err());
    assert_eq!(found(&view), None);
    view.launches[5] = None;
    assert!(!hold_at_once(&busy(), &view, &touched));
    assert_eq!(
        found(&view).unwrap().to_string(),
        "I1 is violated at cycle 77: launch 5 is not live but owns 0x00000007 (scheduler.md §7.3)"
    );
}

/// Checked alone, because another clause always precedes this one in [`check_view`].
#[test]
fn i1_shared_sips_are_running_and_pending() {
    let mut view = busy();
    view.launches[7] = Some(done_on(0b1, 0));
    let found =
        CLAUSES.iter().filter_map(|clause| clause(&view, &Touched::ALL).err()).map(|found| found.to_string());
    let shared = "I1 is violated at cycle 77: SIP 0 is shared by launches 5 and 6 and 7, runs launch 5, holds \
                  launch 6 (scheduler.md §7.2)";
    assert!(found.into_iter().any(|found| found == shared));
}

#[test]
fn a_consistent_view_passes() {
    assert_eq!(check_view(&busy(), &busy()), Ok(()));
    assert!(hold_at_once(&busy(), &busy(), &Touched::ALL));
}

#[test]
fn i5_the_number_of_r_tasks_may_stay_above_a_lowered_limit_but_not_rise() {
    let (mut lowered, mut before) = (busy(), busy());
    lowered.regs.promote = Promote::default().with_rtask_max(1).unwrap();
    assert_eq!(check_view(&lowered, &before), Ok(()));
    before.rtask_count = 1;
    assert_eq!(
        check_view(&lowered, &before).unwrap_err().to_string(),
        "I5 is violated at cycle 77: RTASK_COUNT rose from 1 to 2 with RTASK_MAX 1 (scheduler.md §6.5)"
    );
}
