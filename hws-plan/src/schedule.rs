//! List schedules: tasks in a given order, each where it ends first, into gaps where it fits.
//!
//! [`list_schedule`] places kernels on a machine, `hws plan rank` tasks on processors of different speeds. Both go
//! through the tasks in the same way ([`crate::topo`]) and look for idle times in the same structure.

mod gaps;
mod list;

pub(crate) use gaps::{Gaps, Spot};
pub use list::{After, Block, Job, list_schedule};
