//! The dangers of the design (verification.md §3), each shown by a stimulus.
//!
//! A test replays the stimulus and asserts the danger itself, with numbers from the rules of
//! scheduler.md, and where firmware has a remedy, that the same stimulus with it goes well.
//! `docs/dangers.md` describes them under the same numbers; [`document`] keeps the two together.

mod backfill;
mod document;
mod priorities;
mod promotion;
mod recovery;
mod resources;
mod tables;
mod trace;
