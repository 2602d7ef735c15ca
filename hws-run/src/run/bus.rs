//! The in-process bus: fw-api's accesses go to the machine, and time passes with each of them.

use fw_api::Bus;
use hws_model::BusError;
use hws_regs::{Decoded, RegId};

use hws_sim::Machine;
use hws_sim::Observer;
use hws_sim::stimulus::Target;

/// A bus whose every access, refused ones included, takes `bus_cycles` cycles. The access itself
/// happens in the present cycle; HWS, HDR and SIPs run on meanwhile.
#[derive(Debug)]
pub struct SimBus<'a, S> {
    machine: &'a mut Machine<S>,
    bus_cycles: u64,
}

impl<'a, S: Observer> SimBus<'a, S> {
    /// A bus to the machine.
    pub fn new(machine: &'a mut Machine<S>, bus_cycles: u32) -> Self {
        Self { machine, bus_cycles: u64::from(bus_cycles) }
    }
}

impl<S: Observer> Bus for SimBus<'_, S> {
    type Error = BusError;

    fn read32(&mut self, offset: u32) -> Result<u32, BusError> {
        let answer = self.machine.read(target(offset));
        self.machine.advance(self.bus_cycles);
        answer
    }

    fn write32(&mut self, offset: u32, value: u32) -> Result<(), BusError> {
        let answer = self.machine.write(target(offset), value);
        self.machine.advance(self.bus_cycles);
        answer
    }
}

/// A register by its name where there is one: a recorded run names registers, not addresses.
fn target(offset: u32) -> Target {
    match RegId::decode(offset) {
        Decoded::Register(register) => Target::Register(register),
        Decoded::Reserved | Decoded::Unmapped | Decoded::Unaligned => Target::Address(offset),
    }
}
