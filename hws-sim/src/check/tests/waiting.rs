//! Attempts that fail back to back, which the checker hears at once.

use hws_model::{Config, Event, EventSink, FailedAttempts, Hws};
use hws_regs::HwsCtrl;
use hws_types::{Cycle, HdrPush, TaskDescriptor};

use super::bench::{Said, two_blocks};
use crate::check::InvariantChecker;
use crate::memory::SparseMemory;

/// Tells a checker about failures at once, changed.
struct Telling<'a> {
    checker: &'a mut InvariantChecker,
    change: fn(FailedAttempts) -> FailedAttempts,
    longest: u64,
}

impl EventSink for Telling<'_> {
    fn event(&mut self, cycle: Cycle, event: Event) {
        self.checker.event(cycle, event);
    }

    fn takes_failures_at_once(&self) -> bool {
        self.checker.takes_failures_at_once()
    }

    fn failed(&mut self, attempts: FailedAttempts) {
        self.longest = self.longest.max(attempts.count);
        self.checker.failed((self.change)(attempts));
    }
}

/// What the checker says of 1,000 cycles in which a kernel waits for its trigger: 20 attempts, the first in cycle 56 and
/// heard with all others.
fn said(change: fn(FailedAttempts) -> FailedAttempts) -> Said {
    let td = TaskDescriptor { block_trigger_cnt: 0, ..two_blocks() };
    let mut memory = SparseMemory::default();
    memory.write(0, &td.encode().unwrap()).unwrap();
    let mut hws = Hws::new(Config::default());
    hws.write((), HwsCtrl::default().with_enable(true), &mut ()).unwrap();
    hws.push_hdr(HdrPush::default()).unwrap();
    let mut checker = InvariantChecker::attached_to(&hws);
    let mut telling = Telling { checker: &mut checker, change, longest: 0 };
    while hws.cycle().0 < 1_000 {
        hws.step(1_000 - hws.cycle().0, &mut memory, &mut telling);
        telling.checker.after(&hws);
    }
    assert_eq!(telling.longest, 20, "no attempt has a priority to note: the kernel is in no pool");
    checker.finish(&hws);
    Said::of(checker.verdict())
}

#[test]
fn failures_at_once_are_counted_and_dated() {
    assert_eq!(said(|attempts| attempts), "I1-I9, I11, I13 hold: 1,000 cycles, 4 states checked");
}

#[test]
fn i11_a_failure_too_many() {
    let said = said(|attempts| FailedAttempts { count: attempts.count + 1, ..attempts });
    assert!(said.contains("is not followed by a LATCH"), "{said}");
    assert!(said.contains("CNT_ATTEMPT is 20 after 21 events"), "{said}");
}

#[test]
fn i11_failures_that_begin_too_late() {
    let said = said(|attempts| FailedAttempts { first: attempts.first.after(48), count: attempts.count - 1 });
    assert!(said.contains("a COMMIT comes after 96 cycles instead of 48, latched at cycle 8"), "{said}");
}
