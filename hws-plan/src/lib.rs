//! From graphs to the hardware scheduler: the host side of the model.
//!
//! Importers ([`import`]) read files of many formats as one type, [`TaskGraph`]. [`rank`] computes the upward rank
//! and the priority of each task, [`bounds`] computes limits that no schedule can beat, [`cost`] converts operations
//! and bytes to cycles, and [`example`] is the default workload of `hws run`. Planners read JSON ([`input`]), return a
//! [`PlannerAnswer`], and make a [`plan::Plan`], which a run executes.
//!
//! Guarantees: arithmetic is on integers only (exact fractions where a mean is taken), every tie is broken by a
//! documented rule, nothing is iterated in hash order, and no input causes a panic.
#![forbid(unsafe_code)]

// Models that unit tests share with tests/ refer to the crate by this name.
#[cfg(test)]
extern crate self as hws_plan;

mod answer;
pub mod bounds;
pub mod cost;
pub mod dataflow;
mod demand;
pub mod example;
pub mod gemini;
pub mod graph;
pub mod import;
pub mod input;
mod lists;
pub mod page;
pub mod periodic;
pub mod pipeline;
pub mod plan;
pub mod rank;
pub mod schedule;
mod streamed;
mod table;
pub mod timeline;
pub mod topo;

/// Values and errors of JSON in signatures are of this crate.
pub use serde_json;

pub use answer::PlannerAnswer;
pub use graph::{CoreOrder, GraphError, Task, TaskGraph};
pub use import::{ImportError, ImportFormat};
pub use input::InputError;
pub use periodic::Periodic;
pub use rank::{Priorities, priorities};
pub use table::TextTable;
