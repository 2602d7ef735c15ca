//! The invariants, checked on a running HWS (verification.md §1, I1–I9, I11 and I13).
//!
//! * [`View`]: the registers at one moment, read with `Hws::peek`;
//! * [`Act`]: an access or push by the surroundings;
//! * [`InvariantChecker`]: receives every event and act, reads the state after each, and keeps the first
//!   [`Violation`];
//! * [`CLAUSES`]: the clauses that one [`View`] decides alone.
//!
//! The checker sees the HWS from outside: registers, events, and the descriptors in memory. It keeps its own
//! records (of pushes, launches, messages and grants) and compares. Everything it checks is a plain value, so
//! that a test can give it a state that no HWS would show.
//!
//! A step changes little, so the checker keeps its view and reads again only what the events and the access of a step
//! may have changed. Every 64th step it reads everything: what differs then from the view it kept has changed without a
//! cause, which I11 forbids. The most frequent step, in which one SIP reports and nothing else happens, is compared with what the
//! report has to change, and judged only if that is not what has changed.
//!
//! LATCH is the last action of a tick (scheduler.md §1.2), so the registers after that tick are what the
//! attempt decides on. The checker keeps that view, and checks the events of the COMMIT against it.
//!
//! A checker begins at power-on, or [in the middle of a run](InvariantChecker::attached_to): then the clauses that need what no
//! register shows begin as soon as it is known.
//!
//! I10 (liveness) and I12 (`advance`) concern many states or two runs, and are not checked here.

mod act;
mod books;
mod checker;
mod clause;
mod dates;
mod gaps;
mod heard;
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
pub use step::CheckStep;
pub use verdict::Verdict;
pub use view::{DagView, LaunchView, MihView, SipView, TaskView, Touched, View};
pub use violation::{Invariant, Resource, Since, Violation};

#[cfg(test)]
mod tests;
