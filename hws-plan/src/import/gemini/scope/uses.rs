//! Which kernel uses which transfers.

use super::{GeminiWorkload, Slot};

/// The transfers of each kernel.
#[derive(Debug)]
pub(in crate::import::gemini) struct Uses {
    /// Where the transfers of each kernel end.
    ends: Vec<usize>,
    /// Those of a kernel ascend.
    all: Vec<i64>,
}

impl Uses {
    /// Returns the transfers that `of` returns for each workload.
    pub(in crate::import::gemini) fn of<'a, I>(
        slots: &[Slot<'a>],
        of: impl Fn(&'a GeminiWorkload<'a>) -> I,
    ) -> Self
    where
        I: Iterator<Item = &'a i64>,
    {
        let mut all = Vec::with_capacity(slots.len());
        let end_of = |slot: &Slot<'a>| {
            let start = all.len();
            all.extend(of(slot.workload));
            all[start..].sort_unstable();
            all.len()
        };
        let ends = slots.iter().map(end_of).collect();
        Self { ends, all }
    }

    /// Returns whether kernel `k` uses `transfer`.
    pub(in crate::import::gemini) fn has(&self, k: usize, transfer: i64) -> bool {
        let start = k.checked_sub(1).map_or(0, |before| self.ends[before]);
        self.all[start..self.ends[k]].binary_search(&transfer).is_ok()
    }
}
