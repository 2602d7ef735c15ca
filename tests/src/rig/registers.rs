//! Typed access to registers, and the recorded errors.

use hws_model::{ErrorBit, Event};
use hws_regs::{ElementIndex, ErrStatus, Readable, RegId, Register, Writable};

use super::Rig;

/// What selects an element of a register, as plain numbers.
type Numbers<R> = <<R as Register>::Index as ElementIndex>::Numbers;

impl Rig {
    /// Writes a register.
    #[track_caller]
    pub fn write<R: Writable>(&mut self, index: Numbers<R>, value: R) {
        let index = R::index(index).expect("an element of the register");
        self.hws.write(index, value, &mut self.events).expect("a register that can be written");
    }

    /// Writes any bits, including those that no typed value can have.
    #[track_caller]
    pub fn write_bits(&mut self, register: RegId, bits: u32) {
        self.hws.write32(register.offset(), bits, &mut self.events).expect("a register that can be written");
    }

    /// Reads a register, with the effect of the read.
    #[track_caller]
    pub fn read<R: Readable>(&mut self, index: Numbers<R>) -> R {
        let index = R::index(index).expect("an element of the register");
        self.hws.read(index).expect("a register that can be read")
    }

    /// Returns the bits of a register, without effect.
    #[must_use]
    pub fn peek(&self, register: RegId) -> u32 {
        self.hws.peek(register)
    }

    /// Reads and clears ERR_STATUS.
    pub fn take_errors(&mut self) -> ErrStatus {
        let errors = self.read::<ErrStatus>(());
        self.write((), errors);
        errors
    }

    /// Returns every error since the rig was made, in order.
    #[must_use]
    pub fn errors(&self) -> Vec<ErrorBit> {
        let bit = |event: &Event| if let Event::Error { bit, .. } = event { Some(*bit) } else { None };
        self.events().iter().filter_map(|recorded| bit(&recorded.event)).collect()
    }
}
