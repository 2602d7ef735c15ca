//! The positions of blocks in a set of SIPs: aligned runs of ones in a word (scheduler.md §0, §5.2).

use crate::{SipMask, ThreadNum};

/// Bit i of a word is set if the run of one (two, four, eight) SIPs that starts at SIP i is in the set. Longer runs
/// are combined from these.
#[derive(Clone, Copy)]
pub(crate) struct Runs {
    one: u32,
    two: u32,
    four: u32,
    eight: u32,
}

impl Runs {
    #[inline]
    pub(crate) const fn new(mask: SipMask) -> Self {
        let one = mask.0;
        let two = one & one >> 1;
        let four = two & two >> 2;
        Self { one, two, four, eight: four & four >> 4 }
    }

    /// The multiples of the slot of `threads` at which that many SIPs are in the set.
    #[inline]
    pub(crate) const fn positions(self, threads: ThreadNum) -> SipMask {
        let Self { one, two, four, eight } = self;
        let runs = match threads.get() {
            1 => one,
            2 => two,
            3 => two & one >> 2,
            4 => four,
            6 => four & two >> 4,
            8 => eight,
            9 => eight & one >> 8,
            12 => eight & four >> 8,
            _ => eight & eight >> 8,
        };
        SipMask(runs & multiples_of(threads.slot()))
    }
}

/// The bits at the multiples of a power of two, 1..=16.
const fn multiples_of(slot: u32) -> u32 {
    match slot {
        1 => u32::MAX,
        2 => 0x5555_5555,
        4 => 0x1111_1111,
        8 => 0x0101_0101,
        _ => 0x0001_0001,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_match_a_plain_search() {
        for t in ThreadNum::ALL {
            for mask in [0, u32::MAX, 0x7777_7777, 0x3F3F_3F3F, 0x0FFF_0FFF, 0xF7FE_81FF] {
                let plain = (0..32).step_by(t.slot() as usize).filter(|&at| {
                    let block = SipMask::block(at, t);
                    block.len() == t.get() && SipMask(mask).contains(block)
                });
                let expected = plain.fold(0, |bits, at| bits | 1 << at);
                assert_eq!(SipMask(mask).positions(t).0, expected, "{t:?} in {mask:#x}");
            }
        }
    }
}
