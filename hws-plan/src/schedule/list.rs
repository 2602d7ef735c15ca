//! Kernels on the SIPs of a machine: insertion-based list scheduling with groups.
//!
//! As in the hardware, a block uses an aligned group of `threads` SIPs inside a cluster. It starts at the earliest time
//! at which all of them are idle long enough; among the groups where it ends first, it takes the lowest. The blocks of a
//! kernel are placed one after the other, those of a cooperative kernel at the same time. With upward ranks as
//! priorities and kernels of one block on one SIP, this is HEFT on equal processors without communication.
//!
//! Not modelled: the time for decisions and launches, windows and credits of blocks, L2 and VCs.

use hws_types::{Sip, SipMask, ThreadNum};

use super::{Gaps, Spot};
use crate::topo;

/// A kernel to place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Cycles of a block.
    pub cycles: u64,
    /// SIPs of a block.
    pub threads: ThreadNum,
    /// Blocks; 0 for a kernel that does not run and is done as soon as it is ready.
    pub blocks: u16,
    /// Whether all blocks start together.
    pub coop: bool,
    /// Present SIPs that it may use.
    pub sips: SipMask,
    /// Earliest start.
    pub release: u64,
    /// Its predecessors, each once: index and how far they must be.
    pub after: Vec<(usize, After)>,
}

/// How far a predecessor must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    /// All its blocks have ended.
    End,
    /// Its last block has started.
    Start,
}

/// A placed block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// Its SIPs.
    pub sips: SipMask,
    /// Start.
    pub start: u128,
    /// End.
    pub end: u128,
}

/// Places kernels: repeatedly the first one of `order` whose predecessors are placed. Returns the blocks of each
/// kernel, in the order in which they were placed.
///
/// # Errors
/// The index of a kernel that does not fit anywhere, or of one on a cycle.
pub fn list_schedule(jobs: &[Job], order: &[usize]) -> Result<Vec<Vec<Block>>, usize> {
    let preds: Vec<Vec<usize>> =
        jobs.iter().map(|job| job.after.iter().map(|&(before, _)| before).collect()).collect();
    topo::topological(&preds)?;
    let mut sips = Machine::default();
    let mut done = vec![Done::default(); jobs.len()];
    let mut placed = vec![Vec::new(); jobs.len()];
    for index in topo::by_priority(order, &preds) {
        let job = &jobs[index];
        let ready = job.after.iter().map(|&(before, after)| done[before].when(after)).max().unwrap_or(0);
        let ready = ready.max(job.release.into());
        placed[index] = sips.place(job, ready).ok_or(index)?;
        done[index] = Done::of(&placed[index], ready);
    }
    let block = |block: &Slot| Block {
        sips: block.sips,
        start: block.start.unsigned_abs(),
        end: block.end.unsigned_abs(),
    };
    Ok(placed.iter().map(|blocks| blocks.iter().map(block).collect()).collect())
}

/// When a kernel reaches each milestone.
#[derive(Clone, Copy, Default)]
struct Done {
    started: i128,
    ended: i128,
}

impl Done {
    fn of(blocks: &[Slot], ready: i128) -> Self {
        Self {
            started: blocks.iter().map(|block| block.start).max().unwrap_or(ready),
            ended: blocks.iter().map(|block| block.end).max().unwrap_or(ready),
        }
    }

    fn when(&self, after: After) -> i128 {
        match after {
            After::Start => self.started,
            After::End => self.ended,
        }
    }
}

#[derive(Clone, Copy)]
struct Slot {
    sips: SipMask,
    start: i128,
    end: i128,
}

/// The idle times of all SIPs.
#[derive(Default)]
struct Machine {
    sips: [Gaps; u32::BITS as usize],
}

impl Machine {
    /// Places all blocks of a kernel; `None` if they do not fit.
    fn place(&mut self, job: &Job, ready: i128) -> Option<Vec<Slot>> {
        let places: Vec<SipMask> = job.sips.blocks(job.threads).collect();
        let length = i128::from(job.cycles);
        if job.coop && job.blocks > 0 {
            return self.together(&places, usize::from(job.blocks), ready, length);
        }
        (0..job.blocks).map(|_| self.next(&places, ready, length)).collect()
    }

    /// Places one block where it ends first.
    fn next(&mut self, places: &[SipMask], ready: i128, length: i128) -> Option<Slot> {
        let starts = places.iter().map(|&place| (self.start(place, ready, length), place));
        // Among equals, the first is the lowest.
        let (start, place) = starts.min_by_key(|&(start, _)| start)?;
        Some(self.take(place, start, length))
    }

    /// Places all blocks at the earliest time at which they fit.
    fn together(
        &mut self,
        places: &[SipMask],
        blocks: usize,
        ready: i128,
        length: i128,
    ) -> Option<Vec<Slot>> {
        let last = blocks.checked_sub(1)?;
        let mut from = ready;
        loop {
            let mut starts: Vec<i128> = places.iter().map(|&place| self.start(place, from, length)).collect();
            let idle: Vec<SipMask> = places
                .iter()
                .zip(&starts)
                .filter(|(_, start)| **start == from)
                .map(|(place, _)| *place)
                .collect();
            if idle.len() >= blocks {
                return Some(idle[..blocks].iter().map(|&place| self.take(place, from, length)).collect());
            }
            starts.sort_unstable();
            from = *starts.get(last)?;
        }
    }

    /// The earliest time from `ready` on at which all SIPs of a group are idle for `length`.
    fn start(&self, place: SipMask, ready: i128, length: i128) -> i128 {
        let mut start = ready;
        loop {
            let latest = place.iter().map(|sip| self.spot(sip, start, length).start).max().unwrap_or(start);
            if latest == start {
                return start;
            }
            start = latest;
        }
    }

    fn spot(&self, sip: Sip, ready: i128, length: i128) -> Spot {
        self.sips[sip.index()].earliest(ready, length)
    }

    fn take(&mut self, place: SipMask, start: i128, length: i128) -> Slot {
        for sip in place.iter() {
            let spot = self.spot(sip, start, length);
            self.sips[sip.index()].reserve(spot, length);
        }
        Slot { sips: place, start, end: start + length }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn job(cycles: u64, threads: u32, blocks: u16, after: &[usize]) -> Job {
        Job {
            cycles,
            threads: ThreadNum::new(threads).unwrap(),
            blocks,
            coop: false,
            sips: SipMask(0xFFFF),
            release: 0,
            after: after.iter().map(|&before| (before, After::End)).collect(),
        }
    }

    fn starts(blocks: &[Block]) -> Vec<(u32, u128)> {
        blocks.iter().map(|block| (block.sips.0, block.start)).collect()
    }

    #[test]
    fn a_short_kernel_goes_into_the_gap_before_a_long_one() {
        // The second waits for the first on its own group, and leaves SIPs 4 to 15 idle until then.
        let jobs = [job(10, 4, 1, &[]), job(5, 16, 1, &[0]), job(10, 4, 1, &[]), job(11, 1, 1, &[])];
        let placed = list_schedule(&jobs, &[0, 1, 2, 3]).unwrap();
        assert_eq!(starts(&placed[0]), [(0xF, 0)]);
        assert_eq!(starts(&placed[1]), [(0xFFFF, 10)]);
        assert_eq!(starts(&placed[2]), [(0xF0, 0)]);
        assert_eq!(starts(&placed[3]), [(0x1, 15)]); // a cycle too long for any gap
    }

    #[test]
    fn blocks_fill_the_machine_in_rounds() {
        let placed = list_schedule(&[job(7, 6, 3, &[])], &[0]).unwrap();
        assert_eq!(starts(&placed[0]), [(0x3F, 0), (0x3F00, 0), (0x3F, 7)]);
    }

    #[test]
    fn cooperative_blocks_start_together() {
        let coop = Job { coop: true, ..job(5, 8, 2, &[]) };
        let placed = list_schedule(&[job(3, 1, 1, &[]), coop], &[0, 1]).unwrap();
        assert_eq!(starts(&placed[1]), [(0xFF, 3), (0xFF00, 3)]);
    }

    #[test]
    fn a_launch_counts_from_the_last_start_and_a_release_holds_back() {
        let prefetch = Job { release: 4, ..job(9, 1, 0, &[]) };
        let first = Job { after: vec![(0, After::Start)], ..job(20, 8, 3, &[]) };
        let second = Job { after: vec![(1, After::Start)], ..job(1, 8, 1, &[]) };
        let placed = list_schedule(&[prefetch, first, second], &[2, 1, 0]).unwrap();
        assert_eq!(placed[0], []);
        assert_eq!(starts(&placed[1]), [(0xFF, 4), (0xFF00, 4), (0xFF, 24)]);
        assert_eq!(starts(&placed[2]), [(0xFF00, 24)]);
    }

    #[test]
    fn what_fits_nowhere_is_named() {
        let narrow = Job { sips: SipMask(0x3FE), ..job(1, 8, 1, &[]) };
        assert_eq!(list_schedule(&[job(1, 1, 1, &[]), narrow], &[0, 1]), Err(1));
        assert_eq!(list_schedule(&[job(1, 1, 1, &[1]), job(1, 1, 1, &[0])], &[0, 1]), Err(0));
    }

    fn any_job() -> impl Strategy<Value = Job> {
        let threads = prop::sample::select(ThreadNum::ALL.to_vec());
        (
            0u64..9,
            threads,
            0u16..4,
            any::<bool>(),
            0u64..20,
            prop::collection::vec(any::<prop::sample::Index>(), 0..3),
        )
            .prop_map(|(cycles, threads, blocks, coop, release, after)| Job {
                cycles,
                threads,
                blocks: if coop { blocks.min(2) } else { blocks },
                coop,
                sips: SipMask(0xFFFF_FFFF),
                release,
                // Reduced to earlier kernels by the caller.
                after: after.iter().map(|index| (index.index(1 << 20), After::End)).collect(),
            })
    }

    proptest! {
        #[test]
        fn nothing_overlaps_and_nothing_is_early(jobs in prop::collection::vec(any_job(), 1..25)) {
            let mut jobs = jobs;
            for (index, job) in jobs.iter_mut().enumerate() {
                job.after.iter_mut().for_each(|after| after.0 = after.0.checked_rem(index).unwrap_or(0));
                job.after.sort_by_key(|after| after.0);
                job.after.dedup();
                job.after.truncate(index);
            }
            let order: Vec<usize> = (0..jobs.len()).rev().collect();
            let placed = list_schedule(&jobs, &order).unwrap();
            let ended = |index: usize| placed[index].iter().map(|block| block.end).max().unwrap_or(0);
            for (job, blocks) in jobs.iter().zip(&placed) {
                prop_assert_eq!(blocks.len(), usize::from(job.blocks));
                for block in blocks {
                    prop_assert!(job.sips.blocks(job.threads).any(|place| place == block.sips));
                    prop_assert_eq!(block.end - block.start, u128::from(job.cycles));
                    prop_assert!(block.start >= u128::from(job.release));
                    prop_assert!(!job.coop || block.start == blocks[0].start);
                    prop_assert!(job.after.iter().all(|&(before, _)| block.start >= ended(before)));
                }
            }
            let all: Vec<&Block> = placed.iter().flatten().collect();
            for (at, a) in all.iter().enumerate() {
                let apart = |b: &&Block| a.end <= b.start || b.end <= a.start || (a.sips & b.sips).is_empty();
                prop_assert!(all[..at].iter().all(apart));
            }
        }
    }
}
