//! The COUNTER page: 32-bit, wrapping, cleared by soft reset (registers.md §7).

/// One event counter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub(crate) struct Counter(u32);

impl Counter {
    pub(crate) fn bump(&mut self) {
        self.add(1);
    }

    /// Counts `times` occurrences.
    pub(crate) fn add(&mut self, times: u64) {
        // The counter has 32 bits and wraps.
        self.0 = self.0.wrapping_add(times as u32);
    }

    #[cfg(feature = "serde")]
    pub(crate) const fn at(count: u32) -> Self {
        Self(count)
    }

    pub(crate) fn get(self) -> u32 {
        self.0
    }
}

/// All event counters. The cycle counter is not one of them: it is derived from the cycle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub(crate) struct Counters {
    pub(crate) attempt: Counter,
    pub(crate) fail: Counter,
    pub(crate) launch_r: Counter,
    pub(crate) launch_p: Counter,
    pub(crate) launch_o: Counter,
    pub(crate) backfill: Counter,
    pub(crate) early: Counter,
    pub(crate) promote: Counter,
    pub(crate) cancel: Counter,
    pub(crate) kernel_done: Counter,
    pub(crate) task_reject: Counter,
    pub(crate) mih_drop: Counter,
}
