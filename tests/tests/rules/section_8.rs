//! scheduler.md §8: commands, reset and topology.

mod claim;
mod dag;
mod queue;
mod reset;
mod topology;
mod trigger;
mod xmc;
