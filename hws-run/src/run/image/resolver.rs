//! The dependency resolver, as an image programs it: kernels are described, added, and passed on together
//! (docs/firmware-image.md#the-resolver).

use hws_sim::{Dependency, Hdr, HdrKernel, KernelState, Observer, On};
use hws_types::{Cycle, Source, TaskIds};

use crate::run::board::BoardOf;

/// What a register reads if there is no kernel.
const NONE: u32 = u32::MAX;

const KERNEL: u32 = 0x00;
const TD_ADDR: u32 = 0x04;
const ORDER: u32 = 0x08;
const PREDECESSOR: u32 = 0x0C;
const DELAY_LO: u32 = 0x10;
const DELAY_HI: u32 = 0x14;
const DEPEND: u32 = 0x18;
const ADD: u32 = 0x1C;
const COMMIT: u32 = 0x20;
const STATUS: u32 = 0x24;
const IDS: u32 = 0x28;
const FOUND: u32 = 0x2C;
const ENDED: u32 = 0x30;
const STATE_OF: u32 = 0x34;
const STATE: u32 = 0x38;
const IRQ_ENABLE: u32 = 0x3C;
const LINES: u32 = 0x40;

/// The registers of the resolver, and the kernels that were added and not yet passed on.
#[derive(Clone, Debug, Default)]
pub(super) struct Resolver {
    kernel: u32,
    td_addr: u32,
    order: u32,
    predecessor: u32,
    delay: u64,
    after: Vec<Dependency>,
    batch: Vec<HdrKernel>,
    is_refused: bool,
    ids: u32,
    state_of: u32,
    is_interrupt_enabled: bool,
    /// Kernels passed on so far.
    pub(super) passed_on: u64,
}

impl Resolver {
    /// Whether the resolver asserts its part of the external interrupt.
    pub(super) fn is_interrupt_asserted<O: Observer>(&self, board: &BoardOf<O>) -> bool {
        self.is_interrupt_enabled && next_ended(board).is_some()
    }

    /// A register, as the core reads it; none if there is no such register or it cannot be read.
    pub(super) fn read<O: Observer>(&self, offset: u32, board: &mut BoardOf<O>) -> Option<u32> {
        let value = self.peek(offset, board);
        if offset == ENDED {
            // The one that was just read.
            let _ = board.take_ended();
        }
        value
    }

    /// A register, without the effect of a read.
    pub(super) fn peek<O: Observer>(&self, offset: u32, board: &BoardOf<O>) -> Option<u32> {
        Some(match offset {
            KERNEL => self.kernel,
            TD_ADDR => self.td_addr,
            ORDER => self.order,
            PREDECESSOR => self.predecessor,
            DELAY_LO => self.delay as u32,
            DELAY_HI => (self.delay >> 32) as u32,
            STATUS => self.is_refused.into(),
            IDS => self.ids,
            FOUND => self.found(board),
            ENDED => next_ended(board).unwrap_or(NONE),
            STATE_OF => self.state_of,
            STATE => board.hdr().and_then(|hdr| hdr.state(self.state_of)).map_or(NONE, number),
            IRQ_ENABLE => self.is_interrupt_enabled.into(),
            LINES => {
                let hws = u32::from(board.hws().is_interrupt_asserted());
                hws | u32::from(next_ended(board).is_some()) << 1
            }
            _ => return None,
        })
    }

    /// None if there is no such register or it cannot be written.
    pub(super) fn write<O: Observer>(
        &mut self,
        offset: u32,
        value: u32,
        board: &mut BoardOf<O>,
    ) -> Option<()> {
        match offset {
            KERNEL => {
                (self.kernel, self.td_addr, self.order, self.delay) = (value, 0, 0, 0);
                self.after.clear();
            }
            TD_ADDR => self.td_addr = value,
            ORDER => self.order = value,
            PREDECESSOR => self.predecessor = value,
            DELAY_LO => self.delay = self.delay & !u64::from(u32::MAX) | u64::from(value),
            DELAY_HI => self.delay = self.delay & u64::from(u32::MAX) | u64::from(value) << 32,
            DEPEND => self.depend(value),
            ADD => self.add(value, board.cycle()),
            COMMIT => self.commit(board),
            IDS => self.ids = value,
            STATE_OF => self.state_of = value,
            IRQ_ENABLE => self.is_interrupt_enabled = value & 1 == 1,
            _ => return None,
        }
        Some(())
    }

    fn depend(&mut self, on: u32) {
        let on = if on & 1 == 1 { On::Finish } else { On::Launch };
        self.after.push(Dependency { kernel: self.predecessor, on, delay: self.delay });
        self.delay = 0;
    }

    fn add(&mut self, kind: u32, now: Cycle) {
        let kernel = match kind & 1 {
            0 => HdrKernel::new(self.kernel, self.td_addr),
            _ => HdrKernel::load(self.kernel, self.delay),
        };
        let after = std::mem::take(&mut self.after);
        self.batch.push(HdrKernel { after, ..kernel }.arriving(now).ordered(self.order.into()));
        self.delay = 0;
    }

    /// The resolver takes all kernels or, if they cannot be resolved, none.
    fn commit<O: Observer>(&mut self, board: &mut BoardOf<O>) {
        let mut batch = std::mem::take(&mut self.batch);
        let now = board.cycle();
        batch.iter_mut().for_each(|kernel| kernel.arrival = now);
        let count = batch.len() as u64;
        let known = |kernel: &HdrKernel| board.hdr().is_some_and(|hdr| hdr.state(kernel.kernel_id).is_some());
        let is_twice = batch.iter().any(known);
        let added = board.hdr_mut().map(|hdr| !is_twice && hdr.add(batch).is_ok());
        self.is_refused = added != Some(true);
        self.passed_on += if self.is_refused { 0 } else { count };
    }

    /// The kernel that messages with the ids concern.
    fn found<O: Observer>(&self, board: &BoardOf<O>) -> u32 {
        let source = if self.ids >> 16 & 1 == 0 { Source::Hdr } else { Source::Firmware };
        let ids =
            TaskIds { source, hdr_id: (self.ids & 0xF) as u8, hdr_entry_id: (self.ids >> 8 & 0xFF) as u8 };
        board.hdr().and_then(|hdr| hdr.kernel_of(ids)).unwrap_or(NONE)
    }
}

/// The next kernel that has ended.
fn next_ended<O: Observer>(board: &BoardOf<O>) -> Option<u32> {
    board.hdr().and_then(Hdr::next_ended)
}

const fn number(state: KernelState) -> u32 {
    match state {
        KernelState::Waiting => 0,
        KernelState::Ready => 1,
        KernelState::Pushed => 2,
        KernelState::Resident => 3,
        KernelState::Launched => 4,
        KernelState::Finished => 5,
        KernelState::Rejected => 6,
        KernelState::Lost => 7,
    }
}
