//! The in-process bus: accesses of fw-api go to the machine, and time passes with each of them.

use fw_api::Bus;
use hws_model::BusError;
use hws_regs::{Decoded, RegId};

use crate::machine::Machine;
use crate::observer::{FirmwareAct, Observer};
use crate::operation::Target;

/// A bus whose accesses, refused ones included, take `bus_cycles` cycles each. The access itself happens in the
/// present cycle; HWS, HDR and SIPs continue meanwhile.
#[derive(Debug)]
pub struct SimBus<'a, S> {
    machine: &'a mut Machine<S>,
    bus_cycles: u64,
}

impl<'a, S: Observer> SimBus<'a, S> {
    /// Creates a bus to a machine.
    pub fn new(machine: &'a mut Machine<S>, bus_cycles: u32) -> Self {
        Self { machine, bus_cycles: u64::from(bus_cycles) }
    }
}

impl<S: Observer> Bus for SimBus<'_, S> {
    type Error = BusError;

    fn read32(&mut self, offset: u32) -> Result<u32, BusError> {
        let answer = self.machine.read(target_at(offset));
        self.machine.advance(self.bus_cycles);
        answer
    }

    fn write32(&mut self, offset: u32, value: u32) -> Result<(), BusError> {
        let answer = self.machine.write(target_at(offset), value);
        self.machine.advance(self.bus_cycles);
        answer
    }

    fn begin_call(&mut self, name: &'static str) {
        self.machine.note_firmware(FirmwareAct::Calls(name));
    }
}

/// Returns the register at an offset of the register window, if there is one, so that a recorded run names registers and not addresses.
#[must_use]
pub fn target_at(offset: u32) -> Target {
    match RegId::decode(offset) {
        Decoded::Register(register) => Target::Register(register),
        Decoded::Reserved | Decoded::Unmapped | Decoded::Unaligned => Target::Address(offset),
    }
}
