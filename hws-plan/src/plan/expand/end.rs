//! The end of a plan, without writing it out.

use std::collections::BTreeMap;

use crate::plan::Plan;

impl Plan {
    /// Returns the end of the last slot of all instances, in the unit of the plan; 0 without slots.
    #[must_use]
    pub fn end(&self) -> u128 {
        let repeats = super::size::repeats(self);
        let some: BTreeMap<_, _> = self
            .kernels
            .iter()
            .filter_map(|kernel| Some(((kernel.dag.as_str(), kernel.id.as_str()), kernel.instances?)))
            .collect();
        let ends = self.slots.iter().map(|slot| {
            let (dag, kernel) = (slot.dag.as_str(), slot.kernel.as_str());
            let (count, period) = repeats.get(dag).map_or((1, 0), |repeat| (repeat.count, repeat.period));
            let count = some.get(&(dag, kernel)).map_or(count, |&instances| instances.min(count));
            u128::from(slot.end) + u128::from(count.saturating_sub(1)) * u128::from(period)
        });
        ends.max().unwrap_or(0)
    }
}
