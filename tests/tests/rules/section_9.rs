//! scheduler.md §9: second resources.

mod allocation_only;
mod grants;
mod open;
mod pools;
mod requests;
mod setup;
mod switch;
