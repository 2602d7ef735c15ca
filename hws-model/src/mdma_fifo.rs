//! The MDMA FIFO: commands to SIPs, in order (interfaces.md §3).
//!
//! The commands of a block differ in nothing but the SIP. They are stored together, so that a launch stores them at once;
//! the environment takes them one at a time.

use core::hash::{Hash, Hasher};

use hws_regs::params;
use hws_types::{LaunchId, MdmaCommand, Sip, SipMask};

const PLACES: usize = params::MDMA_FIFO;

/// The commands of one block that have not been taken: everything but their SIPs, in as few bytes as it needs.
#[derive(Clone, Copy, Debug, Default)]
struct Block {
    kernel_id: u32,
    block_param_addr: u32,
    est_exec_time: u32,
    sim_exec_time: u32,
    block_id: u16,
    /// The thread of the next command.
    thread_idx: u16,
    launch_id: LaunchId,
    edte_vc_base: u8,
    edte_vc_num: u8,
    /// The number of commands.
    left: u8,
}

impl Block {
    /// `left` commands, `first` and those that follow it.
    const fn new(first: &MdmaCommand, left: u8) -> Self {
        Self {
            kernel_id: first.kernel_id,
            block_param_addr: first.block_param_addr,
            est_exec_time: first.est_exec_time,
            sim_exec_time: first.sim_exec_time,
            block_id: first.block_id,
            thread_idx: first.thread_idx,
            launch_id: first.launch_id,
            edte_vc_base: first.edte_vc_base,
            edte_vc_num: first.edte_vc_num,
            left,
        }
    }

    /// The next command.
    #[inline]
    const fn next(&self, to: Target) -> MdmaCommand {
        MdmaCommand {
            thread_idx: self.thread_idx,
            block_id: self.block_id,
            sip: to.sip,
            physical_sip: to.physical,
            launch_id: self.launch_id,
            kernel_id: self.kernel_id,
            edte_vc_base: self.edte_vc_base,
            edte_vc_num: self.edte_vc_num,
            block_param_addr: self.block_param_addr,
            est_exec_time: self.est_exec_time,
            sim_exec_time: self.sim_exec_time,
        }
    }
}

/// The SIP of a command.
#[derive(Clone, Copy, Debug, Default)]
struct Target {
    sip: Sip,
    physical: Sip,
}

/// At most MDMA_FIFO commands. Equality and hashes depend on the commands alone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MdmaFifo {
    blocks: [Block; PLACES],
    /// The SIP of each command.
    targets: [Target; PLACES],
    /// The place of the oldest block, and the number of blocks.
    first: u8,
    count: u8,
    /// The place of the oldest command, and the number of commands.
    head: u8,
    len: u8,
}

// Places and numbers fit, and so do their sums.
const _: () = assert!(PLACES <= 1 << 7);

impl MdmaFifo {
    pub(crate) fn new() -> Self {
        let (blocks, targets) = ([Block::default(); PLACES], [Target::default(); PLACES]);
        Self { blocks, targets, first: 0, count: 0, head: 0, len: 0 }
    }

    pub(crate) const fn len(&self) -> usize {
        self.len as usize
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The number of free places.
    pub(crate) const fn room(&self) -> usize {
        PLACES.saturating_sub(self.len())
    }

    /// Appends the commands of a block, `first` and those that follow it, for these SIPs in ascending order. The FIFO must
    /// have room for all of them; otherwise nothing changes.
    pub(crate) fn push(&mut self, first: &MdmaCommand, sips: SipMask, physical: impl Fn(Sip) -> Sip) {
        // The SIPs are only counted if they might not fit.
        let fits = self.room() >= Sip::COUNT || self.room() >= sips.len() as usize;
        if sips.is_empty() || !fits {
            return;
        }
        let start = self.head + self.len;
        let mut end = start;
        for sip in sips.iter() {
            self.targets[usize::from(end) % PLACES] = Target { sip, physical: physical(sip) };
            end += 1;
        }
        let count = end - start;
        self.len += count;
        self.blocks[usize::from(self.first + self.count) % PLACES] = Block::new(first, count);
        self.count += 1;
    }

    /// Takes the oldest command. Inlined into the environment, which uses some of its fields.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<MdmaCommand> {
        if self.is_empty() {
            return None;
        }
        let block = &mut self.blocks[usize::from(self.first) % PLACES];
        let command = block.next(self.targets[usize::from(self.head) % PLACES]);
        block.thread_idx = block.thread_idx.wrapping_add(1);
        block.left = block.left.saturating_sub(1);
        if block.left == 0 {
            self.first = following(self.first);
            self.count -= 1;
        }
        self.head = following(self.head);
        self.len -= 1;
        Some(command)
    }

    /// Takes the oldest command and all others of its block. Returns that command and the SIPs of all of them.
    #[inline]
    pub(crate) fn pop_block(&mut self) -> Option<(MdmaCommand, SipMask)> {
        if self.is_empty() {
            return None;
        }
        let block = &self.blocks[usize::from(self.first) % PLACES];
        let command = block.next(self.targets[usize::from(self.head) % PLACES]);
        let left = block.left;
        let mut sips = SipMask::EMPTY;
        for _ in 0..left {
            sips |= self.targets[usize::from(self.head) % PLACES].sip.mask();
            self.head = following(self.head);
        }
        self.first = following(self.first);
        self.count -= 1;
        self.len -= left;
        Some((command, sips))
    }

    /// The oldest first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = MdmaCommand> {
        let mut rest = *self;
        core::iter::from_fn(move || rest.pop())
    }
}

/// The place after this one.
const fn following(place: u8) -> u8 {
    (place + 1) % PLACES as u8
}

impl PartialEq for MdmaFifo {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for MdmaFifo {}

impl Hash for MdmaFifo {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.len.hash(state);
        self.iter().for_each(|command| command.hash(state));
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::vec::Vec;

    fn command(kernel_id: u32) -> MdmaCommand {
        MdmaCommand { kernel_id, ..MdmaCommand::default() }
    }

    fn reversed(sip: Sip) -> Sip {
        Sip::wrapping(31 - sip.get())
    }

    #[test]
    fn a_block_that_just_fits_is_taken() {
        let mut fifo = MdmaFifo::new();
        for (sips, len) in [(u32::MAX, 32), (0xFF, 40), (0x1FF_FFFF, 40), (0xFF_FFFF, 64), (1, 64)] {
            fifo.push(&command(1), SipMask(sips), reversed);
            assert_eq!(fifo.len(), len, "after {sips:#x}");
        }
    }

    #[test]
    fn a_block_is_one_command_per_sip() {
        let mut fifo = MdmaFifo::new();
        fifo.push(&command(7), SipMask(0b1010), reversed);
        fifo.push(&command(8), SipMask(0b1), reversed);
        let taken: Vec<_> = core::iter::from_fn(|| fifo.pop())
            .map(|c| (c.kernel_id, c.thread_idx, c.sip.get(), c.physical_sip.get()))
            .collect();
        assert_eq!(taken, [(7, 0, 1, 30), (7, 1, 3, 28), (8, 0, 0, 31)]);
        assert!(fifo.is_empty());
    }

    #[test]
    fn places_are_used_again_and_a_block_that_does_not_fit_changes_nothing() {
        let mut fifo = MdmaFifo::new();
        for round in 0..PLACES as u32 {
            fifo.push(&command(round), SipMask(0b111), reversed);
            assert_eq!(fifo.iter().map(|c| c.thread_idx).collect::<Vec<_>>(), [0, 1, 2]);
            assert!((0..3).all(|_| fifo.pop().is_some_and(|c| c.kernel_id == round)));
        }
        (0..2).for_each(|_| fifo.push(&command(0), SipMask(0x7FFF_FFFF), reversed));
        let full = fifo;
        fifo.push(&command(1), SipMask(0b111), reversed);
        assert_eq!((fifo, fifo.room()), (full, 2));
    }

    #[test]
    fn a_block_is_taken_with_all_commands_that_are_left() {
        let mut fifo = MdmaFifo::new();
        fifo.push(&command(7), SipMask(0b1110), reversed);
        fifo.push(&command(8), SipMask(0b1), reversed);
        fifo.pop();
        let (first, sips) = fifo.pop_block().unwrap();
        assert_eq!((first.kernel_id, first.thread_idx, first.sip.get()), (7, 1, 2));
        assert_eq!((sips, fifo.len()), (SipMask(0b1100), 1));
        assert_eq!(fifo.pop_block().map(|(first, sips)| (first.kernel_id, sips)), Some((8, SipMask(0b1))));
        assert_eq!((fifo.pop_block(), fifo), (None, MdmaFifo::new()));
    }

    #[test]
    fn equality_ignores_how_commands_are_stored() {
        let (mut together, mut apart) = (MdmaFifo::new(), MdmaFifo::new());
        together.push(&command(7), SipMask(0b11), reversed);
        for command in together.iter() {
            apart.push(&command, command.sip.mask(), |_| command.physical_sip);
        }
        assert_eq!(together, apart);
        apart.pop();
        assert_ne!(together, apart);
    }
}
