//! The MDMA FIFO: commands to SIPs, in order (interfaces.md §3).
//!
//! The commands of a block differ in nothing but the SIP. They are stored together, so that a launch stores them at once;
//! the environment takes them one at a time.

use core::hash::{Hash, Hasher};

use hws_regs::params;
use hws_types::{MdmaCommand, Sip, SipMask};

const PLACES: usize = params::MDMA_FIFO;

/// The commands of one block that have not been taken.
#[derive(Clone, Copy, Debug, Default)]
struct Block {
    /// The next command, but for its SIPs.
    next: MdmaCommand,
    /// The SIPs to which the commands go, ascending.
    sips: SipMask,
}

/// At most MDMA_FIFO commands. Equality and hashes depend on the commands alone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MdmaFifo {
    blocks: [Block; PLACES],
    /// The place of the oldest block, and the number of blocks.
    first: u16,
    count: u16,
    /// The physical SIP of each command.
    physical: [Sip; PLACES],
    /// The place of the oldest command, and the number of commands.
    head: u16,
    len: u16,
}

// Places and numbers fit, and so do their sums.
const _: () = assert!(PLACES < 1 << 15);

impl MdmaFifo {
    pub(crate) fn new() -> Self {
        let (blocks, physical) = ([Block::default(); PLACES], [Sip::default(); PLACES]);
        Self { blocks, first: 0, count: 0, physical, head: 0, len: 0 }
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
    pub(crate) fn push(&mut self, first: MdmaCommand, sips: SipMask, physical: impl Fn(Sip) -> Sip) {
        // The SIPs are only counted if they might not fit.
        let fits = self.room() >= Sip::COUNT || self.room() >= sips.len() as usize;
        if sips.is_empty() || !fits {
            return;
        }
        for sip in sips.iter() {
            self.physical[usize::from(self.head + self.len) % PLACES] = physical(sip);
            self.len += 1;
        }
        self.blocks[usize::from(self.first + self.count) % PLACES] = Block { next: first, sips };
        self.count += 1;
    }

    /// Takes the oldest command. Inlined into the environment, which uses some of its fields.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<MdmaCommand> {
        if self.is_empty() {
            return None;
        }
        let block = &mut self.blocks[usize::from(self.first) % PLACES];
        let sip = block.sips.first()?;
        let command =
            MdmaCommand { sip, physical_sip: self.physical[usize::from(self.head) % PLACES], ..block.next };
        block.sips -= sip.mask();
        block.next.thread_idx = block.next.thread_idx.wrapping_add(1);
        if block.sips.is_empty() {
            self.first = following(self.first);
            self.count -= 1;
        }
        self.head = following(self.head);
        self.len -= 1;
        Some(command)
    }

    /// The oldest first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = MdmaCommand> {
        let mut rest = *self;
        core::iter::from_fn(move || rest.pop())
    }
}

/// The place after this one.
const fn following(place: u16) -> u16 {
    (place + 1) % PLACES as u16
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
    fn a_block_is_one_command_per_sip() {
        let mut fifo = MdmaFifo::new();
        fifo.push(command(7), SipMask(0b1010), reversed);
        fifo.push(command(8), SipMask(0b1), reversed);
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
            fifo.push(command(round), SipMask(0b111), reversed);
            assert_eq!(fifo.iter().map(|c| c.thread_idx).collect::<Vec<_>>(), [0, 1, 2]);
            assert!((0..3).all(|_| fifo.pop().is_some_and(|c| c.kernel_id == round)));
        }
        (0..2).for_each(|_| fifo.push(command(0), SipMask(0x7FFF_FFFF), reversed));
        let full = fifo;
        fifo.push(command(1), SipMask(0b111), reversed);
        assert_eq!((fifo, fifo.room()), (full, 2));
    }

    #[test]
    fn equality_ignores_how_commands_are_stored() {
        let (mut together, mut apart) = (MdmaFifo::new(), MdmaFifo::new());
        together.push(command(7), SipMask(0b11), reversed);
        for command in together.iter() {
            apart.push(command, command.sip.mask(), |_| command.physical_sip);
        }
        assert_eq!(together, apart);
        apart.pop();
        assert_ne!(together, apart);
    }
}
