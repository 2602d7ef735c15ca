//! What must always hold, checked on a running HWS (verification.md I1–I9, I11 and I13).
//!
//! * [`View`]: what the registers say at one moment, read with `Hws::peek`;
//! * [`Act`]: what the surroundings just did;
//! * [`InvariantChecker`]: hears every event and act, looks at the state after each, and keeps the first
//!   [`Violation`];
//! * [`CLAUSES`]: what one [`View`] decides by itself.
//!
//! The checker knows the HWS from outside: registers, events, and the descriptors as they lie in memory.
//! It keeps its own books (who was pushed, launched, told, granted) and compares. Everything it judges is
//! a plain value, so a test can hand it a state that no HWS would show.
//!
//! LATCH is the last thing in a tick (scheduler.md §1.2), so the registers after that tick are what the
//! attempt decides on. The checker keeps that view, and judges the events of the COMMIT by it.
//!
//! I10 (liveness) and I12 (`advance`) speak of many states or of two runs, and are not checked here.

mod act;
mod books;
mod checker;
mod clause;
mod dates;
mod i1;
mod i11;
mod i13;
mod i2;
mod i3;
mod i4;
mod i5;
mod i6;
mod i7;
mod i8;
mod i9;
mod judge;
mod launched;
mod step;
mod verdict;
mod view;
mod violation;

pub use act::Act;
pub use checker::InvariantChecker;
pub use clause::{CLAUSES, Clause, check_view};
pub use step::Step;
pub use verdict::Verdict;
pub use view::{LaunchView, MihView, SipView, TaskView, View};
pub use violation::{Invariant, Resource, Since, Violation};

#[cfg(test)]
mod tests;
