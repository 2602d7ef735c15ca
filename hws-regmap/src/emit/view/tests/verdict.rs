//! The tests that include a register.

use crate::model::{MapRegister, SkippedTest};
use serde::Serialize;

/// What the tests may do with a register.
#[derive(Serialize)]
pub(super) struct Verdict {
    /// Whether the reset test reads it, where reset determines a bit.
    reset: bool,
    /// Whether the access test reads and writes it; it does one of them where an alias has the other.
    reads: bool,
    writes: bool,
    bit_bash: bool,
    /// Why not all of this.
    why: Option<&'static str>,
}

impl Verdict {
    /// Refused values and guards do not exclude a register: the tests write legal values, and look at the guards.
    pub(super) fn new(register: &MapRegister) -> Self {
        let (unread, unwritten) = (why_unread(register), why_unwritten(register));
        let includes = |test| !register.skipped_tests.contains(&test);
        let by_map = (!register.skipped_tests.is_empty()).then_some("the map excludes it from some tests");
        Self {
            reset: unread.is_none() && includes(SkippedTest::Reset),
            reads: unread.is_none() && includes(SkippedTest::Access),
            writes: unwritten.is_none() && includes(SkippedTest::Access),
            bit_bash: unread.is_none() && unwritten.is_none() && includes(SkippedTest::BitBash),
            why: unread.or(unwritten).or(by_map),
        }
    }
}

fn why_unread(register: &MapRegister) -> Option<&'static str> {
    if register.is_popped() {
        return Some("a read pops");
    }
    (!register.is_readable()).then_some("a read is refused")
}

fn why_unwritten(register: &MapRegister) -> Option<&'static str> {
    if register.queued {
        return Some("a write is a command");
    }
    (!register.is_writable()).then_some("a write is refused")
}
