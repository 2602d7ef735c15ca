//! What the planners are given: JSON by planner §7, read strictly.
//!
//! [`parse`] makes a value of a text, [`InputNode`] walks it and knows where it is, and every refusal is an
//! [`InputError`]: a place such as `tasks[3].cost`, what is wrong there, and a remedy. Keys that no
//! planner knows are passed over.

mod error;
mod graph;
mod id;
mod node;
mod parse;

pub use error::{InputError, InputFault};
pub(crate) use graph::Edges;
pub(crate) use id::Ids;
pub use id::InputId;
pub(crate) use node::fit;
pub use node::{InputNode, MOST};
pub(crate) use parse::json_error;
pub use parse::parse;
