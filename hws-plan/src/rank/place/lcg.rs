//! A linear congruential generator (the constants of Knuth's MMIX), for choices that have to be the same in every run.

/// The generator.
#[derive(Debug, Default)]
pub(super) struct Lcg(u64);

impl Lcg {
    /// Returns a number below `limit`; 0 if the limit is 0.
    pub(super) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let high = self.0 >> 33;
        // Smaller than the limit.
        high.checked_rem(limit as u64).unwrap_or(0) as usize
    }
}
