//! What every reader of files shares, whatever the format means.
//!
//! * [`Position`], [`Span`] and [`Place`]: where something is in a text;
//! * `yaml` (feature `yaml`): YAML as a tree in which every key and every value has its place;
//! * `json` (feature `json`): JSON values in which no key is given twice, each with the path to it;
//! * [`nearest`] and [`did_you_mean`]: the known word that a misspelt one most likely stands for;
//! * [`fnv_1a`]: a hash of content that is the same on every machine and in every release.
//!
//! Nothing here knows a format of ours, a register or a unit of the hardware: which keys a file may have, which
//! values are in range and how a refusal is worded is for the crate that reads the file.

mod hash;
#[cfg(feature = "json")]
pub mod json;
mod place;
mod suggest;
#[cfg(feature = "yaml")]
pub mod yaml;

pub use hash::fnv_1a;
pub use place::{InFile, Place, Position, Span};
pub use suggest::{did_you_mean, nearest};
