//! DAG finish ≤ kernels done, slot by slot.

use hws_regs::params;

use crate::check::view::{Touched, View};
use crate::check::violation::{Invariant, Resource, Violation};

/// The number of kernels of each slot that have left the Ready Station, and that of them with all blocks launched in this
/// step.
#[derive(Clone, Debug, Default)]
pub(in crate::check) struct Dags {
    done: [u32; params::N_DAG],
    finished: [u32; params::N_DAG],
}

impl Dags {
    /// In the middle of a run, each kernel that a slot has counted is done.
    pub(in crate::check) fn attached(now: &View) -> Self {
        Self { done: now.dag_finish, ..Self::default() }
    }

    pub(in crate::check) fn kernel_done(&mut self, slot: Option<u8>) {
        if let Some(done) = slot.and_then(|slot| self.done.get_mut(usize::from(slot))) {
            *done = done.saturating_add(1);
        }
    }

    /// A kernel of the slot has left with all its blocks launched.
    pub(in crate::check) fn kernel_finished(&mut self, slot: Option<u8>) {
        if let Some(finished) = slot.and_then(|slot| self.finished.get_mut(usize::from(slot))) {
            *finished += 1;
        }
    }

    /// FINISH grows by the kernels that finished in this step. A DAG command may have set it back.
    pub(in crate::check) fn finish_counts(
        &mut self,
        before: &View,
        now: &View,
        touched: &Touched,
        is_excused: bool,
    ) -> Result<(), Violation> {
        for slot in touched.dags().filter(|&slot| slot < now.dag_finish.len()) {
            let finished = std::mem::take(&mut self.finished[slot]);
            let expected = before.dag_finish[slot].saturating_add(finished);
            if now.dag_finish[slot] != expected && !is_excused {
                let how = format!("has FINISH {} instead of {expected}", now.dag_finish[slot]);
                return Err(Violation::new(Invariant::I7, now.cycle, Resource::DagSlot(slot), how, "§6.4"));
            }
        }
        Ok(())
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
