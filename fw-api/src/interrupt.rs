//! The interrupt line and its causes.

use hws_regs::{IrqEnable, IrqStatus};

use crate::{Bus, HwsDriver, Outcome};

/// Causes of the interrupt. Both are levels: each lasts as long as its reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Interrupts {
    /// The message FIFO is not empty.
    pub message: bool,
    /// ERR_STATUS is not clear.
    pub error: bool,
}

impl<B: Bus> HwsDriver<B> {
    /// Enables the given causes and disables the others.
    ///
    /// Registers: write IRQ_ENABLE.
    ///
    /// # Errors
    /// Bus errors.
    pub fn enable_interrupts(&mut self, causes: Interrupts) -> Outcome<(), B> {
        self.begins("enable_interrupts");
        self.write((), IrqEnable::from_bits(0).with_mih(causes.message).with_err(causes.error))
    }

    /// Returns the causes that are active now, enabled or not.
    ///
    /// Registers: read IRQ_STATUS.
    ///
    /// # Errors
    /// Bus errors.
    pub fn interrupts(&mut self) -> Outcome<Interrupts, B> {
        self.begins("interrupts");
        let status = self.read::<IrqStatus>(())?;
        Ok(Interrupts { message: status.mih(), error: status.err() })
    }
}
