//! The machine beside a dump: the model, or the second implementation with a broken rule.

use hws_model::{BusError, Config, EventSink, HdrRefused, Hws, SharedMemory};
use hws_plain::{Breakage, PlainHws};
use hws_regs::RegId;
use hws_types::{Cycle, HdrPush, MdmaCommand};

/// The model, or the second implementation in its place.
#[derive(Clone, Debug)]
pub(crate) struct Machine {
    model: Hws,
    plain: Option<Box<PlainHws>>,
}

impl From<Hws> for Machine {
    fn from(model: Hws) -> Self {
        Self { model, plain: None }
    }
}

impl Machine {
    /// The second implementation at power-on, with what is broken.
    pub(crate) fn broken(broken: Breakage) -> Self {
        let mut plain = PlainHws::new(Config::default());
        plain.set_broken(broken);
        Self { model: Hws::new(Config::default()), plain: Some(Box::new(plain)) }
    }

    /// Breaks a rule from now on; the model has none that can be broken.
    pub(crate) fn set_broken(&mut self, broken: Breakage) {
        if let Some(plain) = &mut self.plain {
            plain.set_broken(broken);
        }
    }

    /// The same machine at power-on.
    pub(crate) fn power_on(&mut self) {
        self.model = Hws::new(Config::default());
        if let Some(plain) = &mut self.plain {
            let broken = plain.broken();
            **plain = PlainHws::new(Config::default());
            plain.set_broken(broken);
        }
    }

    /// The model, which stays at power-on while the second implementation takes its place.
    pub(crate) fn model(&self) -> &Hws {
        &self.model
    }

    pub(super) fn cycle(&self) -> Cycle {
        self.plain.as_ref().map_or_else(|| self.model.cycle(), |plain| plain.cycle())
    }

    pub(super) fn peek(&self, id: RegId) -> u32 {
        self.plain.as_ref().map_or_else(|| self.model.peek(id), |plain| plain.peek(id))
    }

    pub(super) fn is_interrupt_asserted(&self) -> bool {
        self.plain
            .as_ref()
            .map_or_else(|| self.model.is_interrupt_asserted(), |plain| plain.is_interrupt_asserted())
    }

    pub(super) fn tick(&mut self, memory: &mut impl SharedMemory, sink: &mut impl EventSink) {
        match &mut self.plain {
            Some(plain) => plain.tick(memory, sink),
            None => self.model.tick(memory, sink),
        }
    }

    pub(super) fn advance(&mut self, ticks: u64, memory: &mut impl SharedMemory, sink: &mut impl EventSink) {
        match &mut self.plain {
            Some(plain) => (0..ticks).for_each(|_| plain.tick(memory, sink)),
            None => self.model.advance(ticks, memory, sink),
        }
    }

    pub(super) fn read32(&mut self, offset: u32) -> Result<u32, BusError> {
        match &mut self.plain {
            Some(plain) => plain.read32(offset),
            None => self.model.read32(offset),
        }
    }

    pub(super) fn write32(
        &mut self,
        offset: u32,
        value: u32,
        sink: &mut impl EventSink,
    ) -> Result<(), BusError> {
        match &mut self.plain {
            Some(plain) => plain.write32(offset, value, sink),
            None => self.model.write32(offset, value, sink),
        }
    }

    pub(super) fn push_hdr(&mut self, push: HdrPush) -> Result<(), HdrRefused> {
        match &mut self.plain {
            Some(plain) => plain.push_hdr(push).then_some(()).ok_or(HdrRefused::Full),
            None => self.model.push_hdr(push),
        }
    }

    pub(super) fn pop_mdma(&mut self) -> Option<MdmaCommand> {
        match &mut self.plain {
            Some(plain) => plain.pop_mdma(),
            None => self.model.pop_mdma(),
        }
    }
}
