//! The final verdict of a checker.

use hws_types::SipMask;

use super::bench::Bench;
use crate::check::InvariantChecker;

fn taken(bench: &Bench) -> InvariantChecker {
    let mut checker = InvariantChecker::new();
    bench.steps.iter().for_each(|step| checker.take(step.clone()));
    checker
}

#[test]
fn the_verdict_on_a_clean_run_counts_what_was_checked() {
    let bench = Bench::launched();
    assert_eq!(
        taken(&bench).verdict().to_string(),
        "I1-I9, I11, I13 hold: 110 cycles, 112 states checked",
        "110 ticks, a write and a push"
    );
}

#[test]
fn the_first_violation_is_shown_and_the_others_are_counted() {
    let mut bench = Bench::launched();
    bench.after_tick(70).view.pre_idle = SipMask::EMPTY;
    bench.after_tick(80).view.pre_idle = SipMask::EMPTY;
    bench.after_tick(90).view.dropped = 5;
    assert_eq!(
        taken(&bench).verdict().to_string(),
        "I4 is violated at cycle 71: SIP 0 is idle but not pre-idle (scheduler.md §7.1); 2 more followed"
    );
}

#[test]
fn a_lone_violation_is_shown_alone() {
    let mut bench = Bench::launched();
    bench.after_tick(90).view.dropped = 5;
    assert_eq!(
        taken(&bench).verdict().to_string(),
        "I9 is violated at cycle 91: CNT_MIH_DROP is 5 after 0 dropped messages (interfaces.md §4)"
    );
}

#[test]
fn a_violation_of_a_sip_names_the_launch_that_it_runs() {
    let mut bench = Bench::launched();
    bench.after_tick(70).view.idle |= SipMask(1 << 30);
    assert_eq!(
        taken(&bench).verdict().to_string(),
        "I4 is violated at cycle 71: SIP 30 has an idle bit that disagrees with its launches, launched at cycle 56 \
         (scheduler.md §7.1); 1 more followed"
    );
}

#[test]
fn a_violation_of_a_launch_or_an_entry_names_its_beginning() {
    let mut bench = Bench::launched();
    bench.after_tick(70).view.launches[0].as_mut().unwrap().done = SipMask(1);
    let said = taken(&bench).verdict().to_string();
    assert!(
        said.starts_with(
            "I1 is violated at cycle 71: launch 0 is done on 0x00000001 outside its mask 0xf0000000, launched at cycle 56"
        ),
        "{said}"
    );
    let mut bench = Bench::launched();
    bench.after_tick(20).view.tasks[0].as_mut().unwrap().kernel_id = 9;
    let said = taken(&bench).verdict().to_string();
    assert!(
        said.starts_with(
            "I7 is violated at cycle 21: entry 0 changes what it was admitted with, admitted at cycle 8"
        ),
        "{said}"
    );
}
