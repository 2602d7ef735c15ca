//! What every reader of files shares, whatever the format means.
//!
//! * [`nearest`]: the known word that a misspelt one most likely stands for;
//! * [`fnv_1a`]: a hash of content that is the same on every machine and in every release.
//!
//! Nothing here knows a format, a register or a unit of the hardware.

mod hash;
mod suggest;

pub use hash::fnv_1a;
pub use suggest::nearest;
