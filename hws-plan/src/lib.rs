//! From graphs to the hardware scheduler: the host side of the model.
//!
//! What users have comes in many shapes; inside there is one, [`TaskGraph`]. An importer makes it
//! ([`import`]), [`rank`] gives each task its upward rank and priority, [`bounds`] says what no
//! schedule can beat, [`cost`] turns operations and bytes into cycles, and [`example`] is the
//! workload `hws run` uses when it is given none.
//!
//! Guarantees: only integers (exact fractions where a mean is taken), every tie is broken by a rule
//! named in the docs, nothing is iterated in hash order, and no input panics.
//!
//! Not here yet: the periodic, dataflow and pipeline planners, and the Gemini rules that need
//! buffers, boxes and tiles.
#![forbid(unsafe_code)]

pub mod bounds;
pub mod cost;
pub mod example;
pub mod graph;
pub mod import;
pub mod rank;
pub mod timeline;
mod topo;

pub use graph::{CoreOrder, GraphError, Task, TaskGraph};
pub use import::{Format, ImportError};
pub use rank::{Priorities, priorities};
