//! scheduler.md §3: the attempt, from LATCH to COMMIT.

mod latch;
mod sampling;
mod start;
