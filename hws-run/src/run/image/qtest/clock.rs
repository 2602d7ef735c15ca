//! The clock of the client, in nanoseconds, and the cycles that it stands for.

use hws_types::Cycle;

use super::number::Frequency;

const NS: u128 = 1_000_000_000;
/// The last time of a clock of QEMU.
const LAST_NS: u64 = i64::MAX as u64;
/// Stimuli end before 2^63.
const LAST_CYCLE: u64 = (1 << 63) - 1;

/// The virtual clock. It has passed cycle n when it shows n periods or more.
#[derive(Clone, Debug)]
pub(super) struct QtestClock {
    hertz: u64,
    ns: u64,
}

impl QtestClock {
    pub(super) fn new(frequency: Frequency) -> Self {
        Self { hertz: frequency.hertz(), ns: 0 }
    }

    pub(super) const fn ns(&self) -> u64 {
        self.ns
    }

    /// Sets the clock to a later time, and returns its cycle; refused if there is no such time.
    pub(super) fn set(&mut self, ns: u64) -> Result<Cycle, String> {
        let cycle = u128::from(ns) * u128::from(self.hertz) / NS;
        if ns > LAST_NS || cycle > u128::from(LAST_CYCLE) {
            return Err(format!(
                "the clock cannot show {ns} ns: time ends after {LAST_NS} ns and before cycle 2^63; give a smaller time"
            ));
        }
        self.ns = ns;
        // It was checked.
        Ok(Cycle(cycle as u64))
    }

    /// The clock shows a cycle that was reached.
    pub(super) fn follow(&mut self, cycle: Cycle) {
        let ns = (u128::from(cycle.0) * NS).div_ceil(u128::from(self.hertz));
        self.ns = self.ns.max(u64::try_from(ns).unwrap_or(LAST_NS));
    }
}
