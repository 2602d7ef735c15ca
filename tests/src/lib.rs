//! Tools shared by the cross-crate tests. The tests themselves are in `tests/`, the golden stimuli and traces
//! beside it. `rules.md` lists the tests of each rule of `scheduler.md`.

pub mod compare;
pub mod corpus;
pub mod differential;
pub mod failure;
pub mod interface;
pub mod log;
pub mod memory;
pub mod random;
mod report;
pub mod rig;
mod stimuli;
pub mod surroundings;

pub use stimuli::stimuli;
