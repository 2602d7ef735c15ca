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
    /// Its predecessors, each once: index, how far they must be, and the cycles from then to the earliest start.
    pub after: Vec<(usize, After, u64)>,
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
        jobs.iter().map(|job| job.after.iter().map(|&(before, ..)| before).collect()).collect();
    topo::topological(&preds).map_err(|cycle| cycle.first())?;
    let mut sips = Machine::default();
    let mut done = vec![Done::default(); jobs.len()];
    let mut placed = vec![Vec::new(); jobs.len()];
    for index in topo::by_priority(order, &preds) {
        let job = &jobs[index];
        let from =
            |&(before, after, delay): &(usize, After, u64)| done[before].when(after) + i128::from(delay);
        let ready = job.after.iter().map(from).max().unwrap_or(0).max(job.release.into());
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
    sips: [Gaps<i128>; u32::BITS as usize],
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

    /// Returns the earliest time from `ready` on at which all SIPs of a group are idle for `length`.
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

    fn spot(&self, sip: Sip, ready: i128, length: i128) -> Spot<i128> {
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
mod tests;
