//! scheduler.md §7: SIP state.

mod pre_complete;
mod reports;
mod state;
mod time;
