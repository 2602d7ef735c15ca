//! A machine that is the model, or the second implementation with a broken rule.

use hws_model::{BusError, Config, EventSink, HdrRefused, Hws, SharedMemory};
use hws_regs::RegId;
use hws_types::{Cycle, HdrPush, MdmaCommand};

use crate::{Breakage, PlainHws};

/// The model, or the second implementation in its place.
#[derive(Clone, Debug)]
pub struct EitherHws {
    model: Hws,
    plain: Option<Box<PlainHws>>,
}

impl From<Hws> for EitherHws {
    fn from(model: Hws) -> Self {
        Self { model, plain: None }
    }
}

impl EitherHws {
    /// Creates the second implementation at power-on, with what is broken.
    #[must_use]
    pub fn broken(broken: Breakage) -> Self {
        let mut plain = PlainHws::new(Config::default());
        plain.set_broken(broken);
        Self { model: Hws::new(Config::default()), plain: Some(Box::new(plain)) }
    }

    /// Breaks a rule from now on; the model has none that can be broken.
    pub fn set_broken(&mut self, broken: Breakage) {
        if let Some(plain) = &mut self.plain {
            plain.set_broken(broken);
        }
    }

    /// Returns whether both are the second implementation in the same state, whatever they break.
    #[must_use]
    pub fn is_in_state_of(&mut self, other: &Self) -> bool {
        let pair = self.plain.as_mut().zip(other.plain.as_ref());
        pair.is_some_and(|(this, other)| this.is_in_state_of(other))
    }

    /// Power-on: the same machine in its reset state at cycle 0.
    pub fn power_on(&mut self) {
        *self = match &self.plain {
            Some(plain) => Self::broken(plain.broken()),
            None => Hws::new(Config::default()).into(),
        };
    }

    /// Returns the model, which stays at power-on while the second implementation takes its place.
    #[must_use]
    pub fn model(&self) -> &Hws {
        &self.model
    }

    /// Returns the number of completed ticks.
    #[must_use]
    pub fn cycle(&self) -> Cycle {
        self.plain.as_ref().map_or_else(|| self.model.cycle(), |plain| plain.cycle())
    }

    /// Returns the value that a bus read would return, without its effect.
    #[must_use]
    pub fn peek(&self, id: RegId) -> u32 {
        self.plain.as_ref().map_or_else(|| self.model.peek(id), |plain| plain.peek(id))
    }

    /// Returns the interrupt line.
    #[must_use]
    pub fn is_interrupt_asserted(&self) -> bool {
        self.plain
            .as_ref()
            .map_or_else(|| self.model.is_interrupt_asserted(), |plain| plain.is_interrupt_asserted())
    }

    /// One rising clock edge.
    pub fn tick(&mut self, memory: &mut impl SharedMemory, sink: &mut impl EventSink) {
        match &mut self.plain {
            Some(plain) => plain.tick(memory, sink),
            None => self.model.tick(memory, sink),
        }
    }

    /// So many rising clock edges.
    pub fn advance(&mut self, ticks: u64, memory: &mut impl SharedMemory, sink: &mut impl EventSink) {
        match &mut self.plain {
            Some(plain) => (0..ticks).for_each(|_| plain.tick(memory, sink)),
            None => self.model.advance(ticks, memory, sink),
        }
    }

    /// A bus read.
    ///
    /// # Errors
    /// [`BusError`].
    pub fn read32(&mut self, offset: u32) -> Result<u32, BusError> {
        match &mut self.plain {
            Some(plain) => plain.read32(offset),
            None => self.model.read32(offset),
        }
    }

    /// A bus write.
    ///
    /// # Errors
    /// [`BusError`].
    pub fn write32(&mut self, offset: u32, value: u32, sink: &mut impl EventSink) -> Result<(), BusError> {
        match &mut self.plain {
            Some(plain) => plain.write32(offset, value, sink),
            None => self.model.write32(offset, value, sink),
        }
    }

    /// Pushes into the HDR port.
    ///
    /// # Errors
    /// [`HdrRefused`]; of the second implementation, that the FIFO is full.
    pub fn push_hdr(&mut self, push: HdrPush) -> Result<(), HdrRefused> {
        match &mut self.plain {
            Some(plain) => plain.push_hdr(push).then_some(()).ok_or(HdrRefused::Full),
            None => self.model.push_hdr(push),
        }
    }

    /// Takes the oldest command out of the MDMA FIFO.
    pub fn pop_mdma(&mut self) -> Option<MdmaCommand> {
        match &mut self.plain {
            Some(plain) => plain.pop_mdma(),
            None => self.model.pop_mdma(),
        }
    }
}
