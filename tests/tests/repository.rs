//! What holds for the repository as a whole, of which no crate alone can take care.
//!
//! - [`citations`]: every citation of the specification names a heading that exists;
//! - [`origins`]: sources are named by what they are, not by the order in which they came;
//! - [`types`]: a name of a public type has one meaning.

mod citations;
mod files;
mod origins;
mod types;
