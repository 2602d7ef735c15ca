//! The VC pools of the HWS: one per die, allocated in contiguous runs (scheduler.md §9.1, §9.2).

use hws_regs::{Register, VcPoolFree};
use hws_types::Die;

use crate::launch_table::VcRun;

/// The free VCs of the HWS-managed pools, a word for each die.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct VcPools([u64; Die::COUNT]);

impl VcPools {
    /// VCs in the pool of a die: the bits of its words in VC_POOL_FREE.
    pub(crate) const VCS: u8 = VcPoolFree::INFO.dims[1] as u8 * VcPoolFree::MASK.width;

    pub(crate) const fn all_free() -> Self {
        Self([u64::MAX; Die::COUNT])
    }

    pub(crate) fn free(&self, die: Die) -> u64 {
        *die.pick(&self.0)
    }

    /// Frees the whole pool of a die.
    pub(crate) fn free_all(&mut self, die: Die) {
        *die.pick_mut(&mut self.0) = u64::MAX;
    }

    /// The lowest free run of `num` VCs; an empty run always fits.
    pub(crate) fn find(&self, die: Die, num: u8) -> Option<VcRun> {
        if num == 0 {
            return Some(VcRun::default());
        }
        let starts = runs_of(self.free(die), num);
        (starts != 0).then(|| VcRun { base: starts.trailing_zeros() as u8, num })
    }

    /// Takes the lowest free run.
    pub(crate) fn take(&mut self, die: Die, num: u8) -> Option<VcRun> {
        let run = self.find(die, num)?;
        self.occupy(die, run);
        Some(run)
    }

    /// Takes this run, whether it is free or not.
    pub(crate) fn occupy(&mut self, die: Die, run: VcRun) {
        *die.pick_mut(&mut self.0) &= !run.bits();
    }

    /// Returns a run to the pool.
    pub(crate) fn give_back(&mut self, die: Die, run: VcRun) {
        *die.pick_mut(&mut self.0) |= run.bits();
    }
}

/// The bits at which runs of `num` ones start; none if `num` exceeds a pool. Each step at most doubles the length
/// of the runs.
const fn runs_of(free: u64, num: u8) -> u64 {
    if num > VcPools::VCS {
        return 0;
    }
    let (mut starts, mut have) = (free, 1);
    while have < num {
        let step = if num - have < have { num - have } else { have };
        starts &= starts >> step;
        have += step;
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_free_run_is_taken() {
        let mut pools = VcPools::all_free();
        assert_eq!(pools.take(Die::Low, 3), Some(VcRun { base: 0, num: 3 }));
        assert_eq!(pools.take(Die::Low, 5), Some(VcRun { base: 3, num: 5 }));
        pools.give_back(Die::Low, VcRun { base: 0, num: 3 });
        assert_eq!(pools.find(Die::Low, 4), Some(VcRun { base: 8, num: 4 }));
        assert_eq!(pools.find(Die::Low, 2), Some(VcRun { base: 0, num: 2 }));
        assert_eq!(pools.find(Die::High, 64), Some(VcRun { base: 0, num: 64 }));
        assert_eq!(pools.find(Die::High, 65), None);
        assert_eq!(pools.find(Die::Low, 0), Some(VcRun::default()));
    }

    #[test]
    fn starts_of_runs_match_a_plain_search() {
        let free = 0xF0FF_FFFF_0FFF_F7B1_u64;
        for num in 1..=64 {
            let plain =
                (0..64).filter(|&at| (at..at + u32::from(num)).all(|bit| bit < 64 && free >> bit & 1 == 1));
            let expected = plain.fold(0, |bits, at| bits | 1 << at);
            assert_eq!(runs_of(free, num), expected, "{num}");
        }
    }
}
