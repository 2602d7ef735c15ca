//! DAG finish ≤ kernels done, slot by slot.

use hws_regs::params;

use crate::check::view::{Touched, View};
use crate::check::violation::{Invariant, Resource, Violation};

/// The number of kernels of each slot that have left the Ready Station.
#[derive(Clone, Debug, Default)]
pub(in crate::check) struct Dags {
    done: [u32; params::N_DAG],
}

impl Dags {
    pub(in crate::check) fn kernel_done(&mut self, slot: Option<u8>) {
        if let Some(done) = slot.and_then(|slot| self.done.get_mut(usize::from(slot))) {
            *done = done.saturating_add(1);
        }
    }

    pub(in crate::check) fn finish_is_bounded(&self, now: &View, touched: &Touched) -> Result<(), Violation> {
        let counts = |slot: usize| Some((slot, *now.dag_finish.get(slot)?, *self.done.get(slot)?));
        match touched.dags().filter_map(counts).find(|(_, finish, done)| finish > done) {
            Some((slot, finish, done)) => {
                let how = format!("has FINISH {finish}, but {done} of its kernels are done");
                Err(Violation::new(Invariant::I7, now.cycle, Resource::DagSlot(slot), how, "§6.4"))
            }
            None => Ok(()),
        }
    }
}
