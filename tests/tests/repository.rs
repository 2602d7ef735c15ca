//! Properties of the repository as a whole, which no single crate can check.
//!
//! - [`citations`]: every citation of the specification refers to an existing heading;
//! - [`distribution`]: nothing installs another project's package;
//! - [`origins`]: sources are named by what they are, not by the order in which they arrived;
//! - [`types`]: the name of a public type has one meaning;
//! - [`words`]: prose and messages name the noun and the actor.

mod citations;
mod distribution;
mod files;
mod origins;
mod types;
mod words;
