//! What happened so far, recorded from the events alone and independently of the state of the HWS: where each kernel
//! and each block is, and what firmware has yet to do.

mod hear;

use hws_types::{Sip, SipMask};

use crate::configuration::{Configuration, Repetition};

/// The record. It is a part of the explored state; as long as the HWS is right, most of it follows from the HWS.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ledger {
    kernels: [Instance; Configuration::MOST_KERNELS],
    /// What each SIP runs, and what waits on it.
    places: [[Option<Block>; 2]; Sip::COUNT],
    /// The SIPs that have reported that they will soon complete.
    nearly: SipMask,
    masks: u8,
    /// Claims and releases so far: odd while something is claimed.
    claims: u8,
    resets: u8,
}

/// A block: the index of its kernel, and its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Block {
    kernel: u8,
    block: u16,
}

/// The present instance of a kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Instance {
    phase: Phase,
    entry: u8,
    launched: u16,
    trigger: u16,
    /// The instances that were pushed; of a kernel without end, whether one was.
    pushed: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// Not pushed, or gone from the Ready Station.
    Away,
    /// Pushed and not yet admitted.
    Sent,
    /// In the Ready Station.
    Resident,
}

impl Ledger {
    pub(crate) const fn new() -> Self {
        let away = Instance { phase: Phase::Away, entry: 0, launched: 0, trigger: 0, pushed: 0 };
        Self {
            kernels: [away; Configuration::MOST_KERNELS],
            places: [[None; 2]; Sip::COUNT],
            nearly: SipMask::EMPTY,
            masks: 0,
            claims: 0,
            resets: 0,
        }
    }

    /// Whether the next instance of the kernel may be pushed.
    pub(crate) fn may_push(&self, kernel: usize, configuration: &Configuration) -> bool {
        let (own, spec) = (&self.kernels[kernel], &configuration.kernels[kernel]);
        let is_left = match spec.times {
            Repetition::Times(times) => own.pushed < times,
            Repetition::Forever => true,
        };
        let is_finished = |kernel: &usize| self.kernels[*kernel].pushed > 0 && self.is_gone(*kernel);
        let is_first = own.pushed == 0;
        is_left && self.is_gone(kernel) && (!is_first || spec.after.iter().all(is_finished))
    }

    /// Notes a push, which the HWS has accepted.
    pub(crate) fn push(&mut self, kernel: usize, times: Repetition) {
        let own = &mut self.kernels[kernel];
        own.phase = Phase::Sent;
        own.pushed = match times {
            Repetition::Times(_) => own.pushed.saturating_add(1),
            Repetition::Forever => 1,
        };
    }

    /// Whether no instance of the kernel is on its way or running.
    fn is_gone(&self, kernel: usize) -> bool {
        let is_own = |block: &Block| usize::from(block.kernel) == kernel;
        self.kernels[kernel].phase == Phase::Away && !self.blocks().any(|block| is_own(&block))
    }

    fn blocks(&self) -> impl Iterator<Item = Block> + '_ {
        self.places.iter().flatten().flatten().copied()
    }

    /// The kernels that have been pushed and have not left, a bit each.
    pub(crate) fn waiting(&self) -> u8 {
        let waiting = self.kernels.iter().zip(0_u8..).filter(|(kernel, _)| kernel.phase != Phase::Away);
        waiting.fold(0, |mask, (_, at)| mask | 1 << at)
    }

    /// The number of resident kernels.
    pub(crate) fn residents(&self) -> usize {
        self.kernels.iter().filter(|kernel| kernel.phase == Phase::Resident).count()
    }

    /// The number of blocks that run or wait on SIPs.
    pub(crate) fn live_blocks(&self) -> usize {
        let mut blocks: Vec<_> = self.blocks().map(|block| (block.kernel, block.block)).collect();
        blocks.sort_unstable();
        blocks.dedup();
        blocks.len()
    }

    pub(crate) fn is_running(&self, sip: Sip) -> bool {
        self.runs(sip).is_some()
    }

    /// The entry of the kernel and its next trigger count, while it has one.
    pub(crate) fn next_trigger(&self, kernel: usize, configuration: &Configuration) -> Option<(u8, u32)> {
        let (own, td) = (&self.kernels[kernel], &configuration.kernels[kernel].td);
        let may = own.phase == Phase::Resident && own.trigger < td.block_num;
        may.then(|| (own.entry, u32::from(own.trigger) + 1))
    }

    /// Notes a trigger that was written.
    pub(crate) fn trigger(&mut self, kernel: usize) {
        self.kernels[kernel].trigger += 1;
    }

    /// The number of usage masks that firmware has written.
    pub(crate) fn masks_written(&self) -> usize {
        self.masks.into()
    }

    /// Notes that firmware has written the next usage masks.
    pub(crate) fn write_mask(&mut self) {
        self.masks += 1;
    }

    pub(crate) fn next_claim(&self, configuration: &Configuration) -> Option<SipMask> {
        let is_free = self.claims.is_multiple_of(2);
        configuration.claims.get(usize::from(self.claims / 2)).copied().filter(|_| is_free)
    }

    pub(crate) fn claimed(&self, configuration: &Configuration) -> Option<SipMask> {
        let is_claimed = !self.claims.is_multiple_of(2);
        configuration.claims.get(usize::from(self.claims / 2)).copied().filter(|_| is_claimed)
    }

    /// Notes a claim or a release.
    pub(crate) fn claim_or_release(&mut self) {
        self.claims += 1;
    }

    pub(crate) fn may_reset(&self, configuration: &Configuration) -> bool {
        self.resets < configuration.dag_resets
    }

    /// Notes a reset of the DAG.
    pub(crate) fn reset(&mut self) {
        self.resets += 1;
    }

    /// Appends the record as bytes.
    pub(crate) fn write(&self, configuration: &Configuration, bytes: &mut Vec<u8>) {
        for kernel in &self.kernels[..configuration.kernels.len()] {
            let [low, high] = kernel.launched.to_le_bytes();
            let [trigger, more] = kernel.trigger.to_le_bytes();
            bytes.extend([kernel.phase as u8, kernel.entry, low, high, trigger, more, kernel.pushed]);
        }
        for sip in configuration.sips.iter() {
            for place in &self.places[sip.index()] {
                match place {
                    None => bytes.push(0),
                    Some(Block { kernel, block }) => {
                        let [low, high] = block.to_le_bytes();
                        bytes.extend([kernel + 1, low, high]);
                    }
                }
            }
        }
        bytes.extend(self.nearly.0.to_le_bytes());
        bytes.extend([self.masks, self.claims, self.resets]);
    }

    /// The kernel whose block runs on the SIP.
    pub(crate) fn runs(&self, sip: Sip) -> Option<usize> {
        self.places[sip.index()][0].map(|block| block.kernel.into())
    }
}
