//! The SIPs that would complete a place.

use hws_sim::LaunchShape;
use hws_types::SipMask;

/// The sets of SIPs of `could` that, added to `have`, make room for a launch: by ascending size, then position.
///
/// A launch of several blocks takes the places that lack the fewest SIPs.
pub(super) fn completions(shape: LaunchShape, have: SipMask, could: SipMask) -> Vec<SipMask> {
    let mut lacking: Vec<SipMask> = (have | could).blocks(shape.threads).map(|block| block - have).collect();
    lacking.sort_by_key(|lack| (lack.len(), lack.0));
    if shape.blocks <= 1 {
        lacking.retain(|lack| !lack.is_empty());
        return lacking;
    }
    let best = lacking.get(..shape.blocks as usize).unwrap_or_default();
    let all = best.iter().fold(SipMask::EMPTY, |all, &lack| all | lack);
    if all.is_empty() { Vec::new() } else { vec![all] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hws_types::ThreadNum;

    fn shape(threads: u32, blocks: u32) -> LaunchShape {
        LaunchShape { threads: ThreadNum::new(threads).unwrap(), blocks }
    }

    #[test]
    fn the_smallest_completion_comes_first() {
        let found = completions(shape(4, 1), SipMask(0x0E11), SipMask(0xF1EE));
        assert_eq!(found, [SipMask(0x100), SipMask(0xE), SipMask(0xE0), SipMask(0xF000)]);
        assert_eq!(completions(shape(4, 1), SipMask(0x11), SipMask(0x2)), []);
    }

    #[test]
    fn blocks_that_start_together_complete_the_best_places() {
        assert_eq!(completions(shape(4, 2), SipMask(0xE7), SipMask(0xF18)), [SipMask(0x18)]);
        assert_eq!(completions(shape(4, 4), SipMask(0xE7), SipMask(0xF18)), []);
        assert_eq!(completions(shape(4, 2), SipMask(0xFF), SipMask(0xF00)), [], "nothing is missing");
    }
}
