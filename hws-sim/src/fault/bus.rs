//! A bus of `fw-api` with faults: accesses that fail, and messages that are lost, doubled or late.

use fw_api::{Bus, BusExt, BusFault, FaultyError, Occasions};
use hws_regs::{Decoded, IrqStatus, MihDataHi, MihDataLo, MihStatus, RegId};
use hws_types::{Cycle, RawMih};

use super::messages::{Fate, MessageFaults};
use super::{FaultKind, FaultPlan};

/// The faults of a bus, and the messages under way to firmware. It outlives the buses that it disturbs.
#[derive(Clone, Debug)]
pub struct BusFaults {
    fault: Occasions,
    messages: MessageFaults,
}

impl BusFaults {
    /// The faults of accesses and messages in a plan.
    #[must_use]
    pub fn new(plan: &FaultPlan) -> Self {
        Self { fault: plan.occasions(FaultKind::BusFault), messages: MessageFaults::new(plan) }
    }

    /// Returns how often a kind has struck; 0 for the kinds of other places.
    #[must_use]
    pub const fn struck(&self, kind: FaultKind) -> u64 {
        match kind {
            FaultKind::BusFault => self.fault.struck(),
            _ => self.messages.struck(kind),
        }
    }

    /// Time has passed: late messages that are due can be taken.
    pub fn pass_to(&mut self, now: Cycle) {
        self.messages.pass_to(now);
    }

    /// Returns the cycle in which the next late message is due.
    #[must_use]
    pub fn next_due(&self) -> Option<Cycle> {
        self.messages.next_due()
    }

    /// Returns whether a message waits outside the FIFO. It asserts the interrupt line as those in the FIFO do.
    #[must_use]
    pub fn has_message(&self) -> bool {
        !self.messages.ready.is_empty()
    }
}

/// A bus with faults. Each access takes at least one access to the bus beneath; a lost or late message is popped there
/// when firmware looks for messages.
#[derive(Debug)]
pub struct FaultyBus<'a, B> {
    bus: B,
    faults: &'a mut BusFaults,
}

impl<'a, B: Bus> FaultyBus<'a, B> {
    /// Wraps a bus.
    #[must_use]
    pub const fn new(bus: B, faults: &'a mut BusFaults) -> Self {
        Self { bus, faults }
    }

    /// Makes an access, or lets it fail.
    fn access<T>(
        &mut self,
        deliver: impl FnOnce(&mut Self) -> Result<T, B::Error>,
    ) -> Result<T, FaultyError<B::Error>> {
        match self.faults.fault.strikes().map(BusFault::from_drawn) {
            Some(BusFault::Refused) => Err(FaultyError::Injected(BusFault::Refused)),
            Some(lost) => {
                deliver(self).map_err(FaultyError::Bus)?;
                Err(FaultyError::Injected(lost))
            }
            None => deliver(self).map_err(FaultyError::Bus),
        }
    }

    fn read_register(&mut self, offset: u32) -> Result<u32, B::Error> {
        match RegId::decode(offset) {
            Decoded::Register(RegId::MihStatus) => self.read_status().map(MihStatus::bits),
            Decoded::Register(RegId::MihDataLo) => self.read_low(offset),
            Decoded::Register(RegId::MihDataHi) => self.read_high(offset),
            Decoded::Register(RegId::IrqStatus) => {
                let causes: IrqStatus = self.bus.read(())?;
                Ok(causes.with_mih(causes.mih() || self.faults.has_message()).bits())
            }
            _ => self.bus.read32(offset),
        }
    }

    /// The messages that firmware can take: those in the FIFO and those beside it.
    fn read_status(&mut self) -> Result<MihStatus, B::Error> {
        let mut status: MihStatus = self.bus.read(())?;
        while !status.empty() {
            match self.faults.messages.fate() {
                Fate::Plain | Fate::Doubled => break,
                Fate::Lost => self.pop().map(drop)?,
                Fate::Late => {
                    let message = self.pop()?;
                    self.faults.messages.hold(message);
                }
            }
            status = self.bus.read(())?;
        }
        let beside = self.faults.messages.ready.len() as u32;
        let count = status.count().saturating_add(beside).min(MihStatus::COUNT.max());
        // The count is at most the greatest that the field holds.
        Ok(status.with_empty(count == 0).with_count(count).unwrap_or(status))
    }

    /// Takes the head of the FIFO.
    fn pop(&mut self) -> Result<RawMih, B::Error> {
        let dw0 = self.bus.read::<MihDataLo>(())?.dw0();
        let dw1 = self.bus.read::<MihDataHi>(())?.dw1();
        self.faults.messages.popped();
        Ok(RawMih { dw0, dw1 })
    }

    fn read_low(&mut self, offset: u32) -> Result<u32, B::Error> {
        let word = self.bus.read32(offset)?;
        Ok(self.faults.messages.ready.front().map_or(word, |message| message.dw0))
    }

    fn read_high(&mut self, offset: u32) -> Result<u32, B::Error> {
        if let Some(message) = self.faults.messages.ready.pop_front() {
            // The access takes its time, and pops nothing.
            self.bus.read::<MihStatus>(())?;
            return Ok(message.dw1);
        }
        let dw0 = self.bus.read::<MihDataLo>(())?.dw0();
        let dw1 = self.bus.read32(offset)?;
        if self.faults.messages.popped() == Fate::Doubled {
            self.faults.messages.ready.push_back(RawMih { dw0, dw1 });
        }
        Ok(dw1)
    }
}

impl<B: Bus> Bus for FaultyBus<'_, B> {
    type Error = FaultyError<B::Error>;

    fn read32(&mut self, offset: u32) -> Result<u32, Self::Error> {
        self.access(|bus| bus.read_register(offset))
    }

    fn write32(&mut self, offset: u32, value: u32) -> Result<(), Self::Error> {
        self.access(|bus| bus.bus.write32(offset, value))
    }

    fn begin_call(&mut self, name: &'static str) {
        self.bus.begin_call(name);
    }
}
