//! Reasons and suggestions about order: pools, priorities, fill-ups, triggers, ENABLE.

use hws_model::Pool;
use hws_regs::{RegId, SipFillupTaskFirst};
use hws_types::{SipMask, TaskDescriptor};

use super::bench::{Bench, END, assert_helps, candidate, idle, is_register, suggestion, td};
use crate::explain::{AttemptExplanation, NoAttempt, Precedence, Reason, StateChange};

fn in_dag(dag_tag: u16, offline_priority: u32, td: TaskDescriptor) -> TaskDescriptor {
    TaskDescriptor { dag_tag, offline_priority, ..td }
}

/// The reason of a kernel that another one precedes.
fn precedence(seen: &AttemptExplanation, id: u32) -> (u32, Precedence) {
    match candidate(seen, id).reason {
        Reason::Outranked { by, because } => (by.kernel_id, because),
        ref other => panic!("{other}"),
    }
}

#[test]
fn a_higher_offline_priority_brings_a_kernel_into_the_p_pool() {
    let two = [in_dag(1, 10, td(1, 4, u32::MAX)), in_dag(1, 5, td(2, 4, u32::MAX))];
    let bench = Bench::new(&[]).together(&two);
    let seen = bench.at(bench.now() + 10);
    assert_eq!(precedence(&seen, 2), (1, Precedence::Pool));
    let one = candidate(&seen, 2);
    assert_eq!((one.pool, one.options.len()), (Some(Pool::O), 1));
    let higher = suggestion(one, |change| matches!(change, StateChange::OfflinePriority { .. }));
    // Kernel 1 is older, so its own priority is not enough.
    assert_eq!(higher.changes, [StateChange::OfflinePriority { from: 5, to: 11 }]);
    assert_eq!(higher.gained, Some(48), "the next attempt launches it");
    bench.assert_edit_helps(2, higher, |td| td.offline_priority = 11);
    let lower = bench.edited(|td| td.offline_priority = 10);
    assert!(!super::bench::launches(&lower.lines(END), 2).contains(&higher.commit.0), "11 is the smallest");
    let absent = suggestion(one, |change| matches!(change, StateChange::Absent { .. }));
    let gone = bench.edited(|td| td.block_trigger_cnt = u16::from(td.kernel_id != 1));
    assert_helps(&bench.lines(END), &gone.lines(END), 2, absent);
}

#[test]
fn a_larger_p_top_k_brings_a_kernel_into_the_p_pool() {
    let three = [
        in_dag(1, 10, td(1, 16, 0xFFFF)),
        in_dag(1, 5, td(2, 4, u32::MAX)),
        in_dag(3, 1, td(3, 4, u32::MAX)),
    ];
    let bench = Bench::new(&[]).kernels(&[td(9, 16, 0xFFFF)]).together(&three);
    let seen = bench.at(bench.now() + 10);
    assert_eq!(precedence(&seen, 2), (3, Precedence::Pool));
    let larger = suggestion(candidate(&seen, 2), is_register("P_TOP_K"));
    assert!(matches!(larger.changes[0], StateChange::Register { from: 1, to: 2, .. }), "{larger}");
    bench.assert_lines_help(2, larger);
}

#[test]
fn a_kernel_that_is_no_fill_up_starts_when_fill_ups_do_not_come_first() {
    let on = SipFillupTaskFirst::default().with_enable(true).bits();
    let two = [td(1, 8, u32::MAX), td(2, 16, 0xFFFF_0000)];
    let bench = Bench::new(&[(RegId::SipFillupTaskFirst, on)]).together(&two);
    let seen = bench.at(bench.now() + 10);
    assert_eq!(precedence(&seen, 1), (2, Precedence::FillUp));
    assert!(seen.to_string().contains("the first fill-up"), "{seen}");
    bench.assert_lines_help(1, suggestion(candidate(&seen, 1), is_register("SIP_FILLUP_TASK_FIRST")));
}

#[test]
fn among_equals_the_older_kernel_comes_first() {
    let bench = Bench::new(&[]).together(&[td(1, 4, u32::MAX), td(2, 4, u32::MAX)]);
    assert_eq!(precedence(&bench.at(bench.now() + 10), 2), (1, Precedence::Age));
}

#[test]
fn a_trigger_is_raised_by_one() {
    let bench = Bench::new(&[]).kernels(&[TaskDescriptor { block_trigger_cnt: 0, ..td(1, 4, u32::MAX) }]);
    let seen = bench.at(bench.now());
    assert!(seen.candidates.is_empty() && seen.outside.len() == 1, "{seen}");
    let one = candidate(&seen, 1);
    assert_eq!(one.reason, Reason::Trigger { launched: 0, trigger: 0, blocks: 1 });
    assert!(matches!(one.why_not[0].changes[..], [StateChange::Trigger { from: 0, to: 1, .. }]));
    bench.assert_lines_help(1, &one.why_not[0]);
}

#[test]
fn enable_starts_what_waits_for_it() {
    let bench = Bench::new(&[]).together(&[td(1, 4, u32::MAX)]);
    let seen = bench.at(bench.now() - 1);
    assert_eq!((seen.attempt, seen.no_attempt.as_slice()), (None, &[NoAttempt::Disabled][..]));
    let one = candidate(&seen, 1);
    assert_eq!(one.reason, Reason::Disabled);
    assert_eq!(one.why_not[0].changes, [StateChange::Enable]);
    assert_eq!(one.why_not[0].gained, Some(1));
    bench.assert_lines_help(1, &one.why_not[0]);
}

#[test]
fn two_changes_are_suggested_when_no_single_one_suffices() {
    let waits = TaskDescriptor { block_trigger_cnt: 0, ..td(2, 4, 0xF) };
    let bench = Bench::new(&[]).kernels(&[td(1, 4, 0xF), waits]);
    let seen = bench.at(bench.now());
    let both = &candidate(&seen, 2).why_not[0];
    assert!(matches!(both.changes[..], [StateChange::Trigger { .. }, StateChange::Idle { .. }]), "{both}");
    assert_eq!((idle(both), both.size), (SipMask(0xF), 5));
    let triggered = bench.edited(|td| td.block_trigger_cnt = 1);
    triggered
        .assert_idle_helps(2, &crate::explain::WhyNot { gained: gained(&triggered, both), ..both.clone() });
}

/// Its priority does not help, because with cp 0 the online_priority does not depend on it (§4.3).
#[test]
fn the_kernels_that_come_first_are_named_when_nothing_smaller_suffices() {
    let four = [1, 2, 3, 4].map(|id| td(id, 4, u32::MAX));
    let bench = Bench::new(&[]).together(&four);
    let seen = bench.at(bench.now() + 10);
    let gone = &candidate(&seen, 4).why_not[0];
    let absent = |change: &StateChange| match change {
        StateChange::Absent { kernel } => kernel.kernel_id,
        other => panic!("{other}"),
    };
    assert_eq!(gone.changes.iter().map(absent).collect::<Vec<_>>(), [1, 2, 3], "{gone}");
    let alone = bench.edited(|td| td.block_trigger_cnt = u16::from(td.kernel_id == 4));
    assert_helps(&bench.lines(END), &alone.lines(END), 4, gone);
}

/// The triggered kernel does start, when kernel 1 has ended.
fn gained(bench: &Bench, why_not: &crate::explain::WhyNot) -> Option<u64> {
    let start = super::bench::launches(&bench.lines(END), 2)[0];
    Some(start - why_not.commit.0)
}
