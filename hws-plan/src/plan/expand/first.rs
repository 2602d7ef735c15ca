//! The first instances of a plan: a shorter plan of the same shape.

use std::collections::BTreeMap;
use std::num::NonZeroU32;

use crate::plan::Plan;

impl Plan {
    /// Keeps only the first `most` instances of each graph that repeats.
    pub fn keep_first_instances(&mut self, most: NonZeroU32) {
        self.keep(|count| count.min(most.get()));
    }

    /// Keeps the first `part` of `of` equal parts of the instances of each graph that repeats, but at least one.
    pub fn keep_part(&mut self, part: u64, of: u64) {
        self.keep(|count| {
            let kept = (u128::from(count) * u128::from(part)).div_ceil(of.max(1).into()).max(1);
            u32::try_from(kept).map_or(count, |kept| kept.min(count))
        });
    }

    /// Shortens the repetitions to as many instances as `kept` returns for their count.
    fn keep(&mut self, kept: impl Fn(u32) -> u32) {
        let mut counts = BTreeMap::new();
        for dag in &mut self.dags {
            let Some(repeat) = &mut dag.repeat else { continue };
            repeat.count = kept(repeat.count);
            counts.insert(dag.id.as_str(), repeat.count);
        }
        for kernel in &mut self.kernels {
            let Some(instances) = &mut kernel.instances else { continue };
            *instances = counts.get(kernel.dag.as_str()).map_or(*instances, |&count| count.min(*instances));
        }
    }
}
