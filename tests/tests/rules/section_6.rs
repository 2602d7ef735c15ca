//! scheduler.md §6: COMMIT.

pub(crate) mod bench;
mod launch;
mod leaving;
mod paths;
mod promotion;
mod reread;
mod reservation;
mod stale;
