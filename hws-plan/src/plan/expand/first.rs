//! The first instances of a plan: a shorter plan of the same shape.

use std::num::NonZeroU32;

use crate::plan::Plan;

impl Plan {
    /// Keeps only the first `most` instances of each graph that repeats.
    pub fn keep_first_instances(&mut self, most: NonZeroU32) {
        for repeat in self.dags.iter_mut().filter_map(|dag| dag.repeat.as_mut()) {
            repeat.count = repeat.count.min(most.get());
        }
        for instances in self.kernels.iter_mut().filter_map(|kernel| kernel.instances.as_mut()) {
            *instances = (*instances).min(most.get());
        }
    }
}
