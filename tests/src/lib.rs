//! What several cross-crate tests need; the tests themselves live in `tests/`, the golden stimuli and
//! traces beside it.

pub mod fuzz;
mod stimuli;

pub use stimuli::stimuli;
