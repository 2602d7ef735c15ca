//! Which kernel uses which transfers.

use super::{GeminiWorkload, Slot};
use crate::lists::Lists;

/// The transfers of each kernel, ascending.
#[derive(Debug)]
pub(in crate::import::gemini) struct Uses(Lists<i64>);

impl Uses {
    /// Returns the transfers that `of` returns for each workload.
    pub(in crate::import::gemini) fn of<'a, I>(
        slots: &[Slot<'a>],
        of: impl Fn(&'a GeminiWorkload<'a>) -> I,
    ) -> Self
    where
        I: Iterator<Item = &'a i64>,
    {
        Self(Lists::of(slots.iter().map(|slot| of(slot.workload).copied())).sorted())
    }

    /// Returns whether kernel `k` uses `transfer`.
    pub(in crate::import::gemini) fn has(&self, k: usize, transfer: i64) -> bool {
        self.0[k].binary_search(&transfer).is_ok()
    }
}
