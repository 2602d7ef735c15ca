//! What several cross-crate tests need; the tests themselves live in `tests/`, the golden stimuli and
//! traces beside it. `rules.md` says which tests hold which rule of `scheduler.md`.

pub mod fuzz;
pub mod rig;
mod stimuli;

pub use stimuli::stimuli;
