//! From graphs to the hardware scheduler: the host side of the model.
//!
//! What users have comes in many shapes; inside there is one, [`TaskGraph`]. An importer makes it
//! ([`import`]), [`rank`] gives each task its upward rank and priority, [`bounds`] says what no
//! schedule can beat, [`cost`] turns operations and bytes into cycles, and [`example`] is the
//! workload `hws run` uses when it is given none. Planners read JSON ([`input`]), give an [`PlannerAnswer`], and
//! make a [`plan::Plan`], which a run executes.
//!
//! Guarantees: only integers (exact fractions where a mean is taken), every tie is broken by a rule
//! named in the docs, nothing is iterated in hash order, and no input panics.
#![forbid(unsafe_code)]

// By this name the models that unit tests share with tests/ know the crate.
#[cfg(test)]
extern crate self as hws_plan;

mod answer;
pub mod bounds;
pub mod cost;
pub mod dataflow;
pub mod example;
pub mod gemini;
pub mod graph;
pub mod import;
pub mod input;
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

pub use answer::PlannerAnswer;
pub use graph::{CoreOrder, GraphError, Task, TaskGraph};
pub use import::{ImportError, ImportFormat};
pub use input::InputError;
pub use periodic::Periodic;
pub use rank::{Priorities, priorities};
pub use table::TextTable;
