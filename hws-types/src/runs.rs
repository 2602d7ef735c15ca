//! The positions of blocks in a set of SIPs: aligned runs of ones in a word (scheduler.md §0, §5.2).

use crate::{Sip, SipMask, ThreadNum};

/// The steps to the longest runs, of 16 SIPs.
const MOST_STEPS: usize = 4;

/// How the runs of one length are found without a branch.
#[derive(Clone, Copy)]
struct Steps {
    /// A word of the starts of runs, combined with itself shifted by s, has those of runs that are s longer.
    shifts: [u8; MOST_STEPS],
    /// The multiples of the slot.
    places: u32,
}

/// By thread_num. A length that is not legal has no places.
const STEPS: [Steps; Sip::COUNT] = {
    let mut steps = [Steps { shifts: [0; MOST_STEPS], places: 0 }; Sip::COUNT];
    let mut n = 0;
    while n < ThreadNum::ALL.len() {
        let threads = ThreadNum::ALL[n];
        steps[threads.get() as usize] =
            Steps { shifts: shifts(threads.get()), places: multiples_of(threads.slot()) };
        n += 1;
    }
    steps
};

/// The steps from runs of one to runs of `length`; each at most doubles the length.
const fn shifts(length: u32) -> [u8; MOST_STEPS] {
    let (mut shifts, mut have, mut step) = ([0; MOST_STEPS], 1, 0);
    while have < length {
        let more = if length - have < have { length - have } else { have };
        shifts[step] = more as u8;
        have += more;
        step += 1;
    }
    shifts
}

/// The multiples of the slot of `threads` at which that many SIPs are in the set.
#[inline]
pub(crate) const fn positions(set: SipMask, threads: ThreadNum) -> SipMask {
    let Steps { shifts: [a, b, c, d], places } = STEPS[threads.get() as usize % STEPS.len()];
    let mut runs = set.0;
    runs &= runs >> (a % 32);
    runs &= runs >> (b % 32);
    runs &= runs >> (c % 32);
    runs &= runs >> (d % 32);
    SipMask(runs & places)
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
