//! The block sizes that fit somewhere in a mask, as one word: a quick test that excludes most tasks that cannot
//! start.

use hws_types::{SipMask, ThreadNum};

/// Bit t: a block of t threads fits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Sizes(u32);

impl Sizes {
    /// The sizes of the aligned blocks that lie wholly in `mask`.
    pub(crate) fn fitting(mask: SipMask) -> Self {
        let bit = |threads: ThreadNum| u32::from(!mask.positions(threads).is_empty()) << threads.get();
        Self(ThreadNum::ALL.into_iter().fold(0, |sizes, threads| sizes | bit(threads)))
    }

    pub(crate) const fn has(self, threads: ThreadNum) -> bool {
        self.0 >> threads.get() & 1 == 1
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_of_a_harvested_die() {
        let sizes = Sizes::fitting(SipMask(0x0777));
        let fitting = ThreadNum::ALL.into_iter().filter(|&threads| sizes.has(threads)).map(ThreadNum::get);
        assert!(fitting.eq([1, 2, 3]));
        assert!(Sizes::fitting(SipMask::EMPTY).is_empty());
    }
}
