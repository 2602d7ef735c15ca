//! List scheduling: tasks in a given order, each placed where it ends first, in a gap if it fits.
//!
//! [`list_schedule`] places kernels on a machine, `hws plan rank` places tasks on processors of different speeds. Both
//! take the tasks in the same way ([`crate::topo`]) and find idle times in the same structure.

mod gaps;
mod list;

pub(crate) use gaps::{Gaps, Spot};
pub use list::{After, Block, Job, list_schedule};
