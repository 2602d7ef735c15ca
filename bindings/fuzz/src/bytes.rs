//! Choices from bytes.

/// The bytes that are left.
pub(crate) struct Bytes<'d>(pub(crate) &'d [u8]);

/// Numbers at limits of the hardware and of C's types.
const NUMBERS: [u32; 24] = [
    0,
    1,
    2,
    3,
    4,
    7,
    8,
    15,
    16,
    31,
    32,
    33,
    63,
    64,
    65,
    127,
    128,
    255,
    256,
    0xFFFF,
    0x1_0000,
    0x7FFF_FFFF,
    0x8000_0000,
    0xFFFF_FFFF,
];

impl Bytes<'_> {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The next byte; 0 behind the last one.
    pub(crate) fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    /// A number below `count`.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        usize::from(self.byte()) % count
    }

    /// A number: mostly small or at a limit.
    pub(crate) fn number(&mut self) -> u32 {
        match self.below(4) {
            0 | 1 => NUMBERS[self.below(NUMBERS.len())],
            2 => u32::from(self.byte()),
            _ => u32::from_le_bytes(std::array::from_fn(|_| self.byte())),
        }
    }

    /// A number that is mostly below `limit`.
    pub(crate) fn mostly_below(&mut self, limit: u32) -> u32 {
        let number = self.number();
        if self.rarely(4) { number } else { number % limit }
    }

    /// Something that happens once in `count` times.
    pub(crate) fn rarely(&mut self, count: usize) -> bool {
        self.below(count) == 1
    }
}
