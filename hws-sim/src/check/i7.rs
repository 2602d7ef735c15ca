//! I7: conservation, since the last reset. Tasks pushed and not refused = waiting in the two FIFOs + in the
//! loader + rejected + resident + done; blocks launched = blocks finished + live; launch entries are freed
//! exactly once; DAG finish ≤ kernels done.
//!
//! The firmware FIFO has no count register: the tasks in it are those pushed and not popped, and a pop is
//! visible as a loader that becomes busy while the HDR FIFO keeps its tasks.

mod admissions;
mod dags;
mod launches;
mod residents;
mod tasks;

pub(super) use admissions::{Admission, admits_what_was_pushed};
pub(super) use dags::Dags;
pub(super) use launches::{begins_once, completes_once, table_agrees};
pub(super) use residents::{
    cancels_its_reservation, keeps_its_descriptor, leaves_at_its_end, promotes_its_reservation,
};
pub(super) use tasks::{Tasks, Waiting};
