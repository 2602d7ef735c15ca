//! The input of the planners: JSON by planner §7, read strictly.
//!
//! [`parse`] turns text into a value, [`InputNode`] is a position in that value with its path, and every refusal is
//! an [`InputError`]: a place such as `tasks[3].cost`, the fault and a remedy. [`InputNode::has_only`] refuses unknown keys.

mod error;
mod graph;
mod id;
mod node;
mod parse;
mod place;

pub use error::{InputError, InputFault};
pub(crate) use graph::Edges;
pub(crate) use id::Ids;
pub use id::InputId;
pub use node::{InputNode, MOST};
pub(crate) use node::{fit, integer};
pub(crate) use parse::json_error;
pub use parse::parse;
pub use place::FilePlace;
