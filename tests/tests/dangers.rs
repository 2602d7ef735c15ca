//! The dangers of the design (verification.md §3), each shown by a stimulus.
//!
//! A test replays the stimulus and asserts the danger itself, with numbers from the rules of scheduler.md. Where
//! firmware has a remedy, another test asserts that it prevents the danger. `docs/dangers.md` describes the
//! dangers under the same numbers; [`document`] checks that the two agree.

mod backfill;
mod document;
mod priorities;
mod promotion;
mod recovery;
mod resources;
mod tables;
mod trace;
