//! Pseudo-random numbers: SplitMix64, the same everywhere.

/// A sequence that its seed determines.
#[derive(Clone, Debug)]
pub struct Numbers(u64);

impl Numbers {
    /// Creates the sequence of a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Returns this many bytes.
    #[must_use]
    pub fn bytes(&mut self, len: usize) -> Vec<u8> {
        std::iter::repeat_with(|| self.next().to_le_bytes()).flatten().take(len).collect()
    }

    /// Any 32-bit number.
    pub fn any(&mut self) -> u32 {
        (self.next() >> 32) as u32
    }

    /// A number below `bound`, which is not 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        (self.next() % u64::from(bound)) as u32
    }

    /// A number from `low` to `high`.
    pub fn between(&mut self, low: u32, high: u32) -> u32 {
        low + self.below(high - low + 1)
    }

    /// True `times` in `of`.
    pub fn chance(&mut self, times: u32, of: u32) -> bool {
        self.below(of) < times
    }

    /// One of them.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u32) as usize]
    }

    /// A number up to `max`: often small, sometimes 0 or at the top.
    pub fn up_to(&mut self, max: u32) -> u32 {
        match self.below(8) {
            0 => 0,
            1 => max,
            2 => self.any() & max,
            3 => 1.min(max),
            _ => self.below(256).min(max),
        }
    }

    /// A set of SIPs: a half, a quarter, any.
    pub fn sips(&mut self) -> u32 {
        match self.below(6) {
            0 => 0x0000_FFFF,
            1 => 0xFFFF_0000,
            2 => 0xFF << (8 * self.below(4)),
            3 => self.any(),
            _ => self.any() | self.any(),
        }
    }
}
