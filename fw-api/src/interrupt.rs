//! The interrupt line and its causes.

use hws_regs::{IrqEnable, IrqStatus};

use crate::{Bus, HwsDriver, Outcome};

/// Causes of the interrupt. Both are levels: they go when their reason goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Interrupts {
    /// The message FIFO is not empty.
    pub message: bool,
    /// ERR_STATUS is not clear.
    pub error: bool,
}

impl<B: Bus> HwsDriver<B> {
    /// Sets which causes raise the line; the others are disabled.
    ///
    /// Registers: write IRQ_ENABLE.
    ///
    /// # Errors
    /// The bus's.
    pub fn enable_interrupts(&mut self, causes: Interrupts) -> Outcome<(), B> {
        self.write((), IrqEnable::from_bits(0).with_mih(causes.message).with_err(causes.error))
    }

    /// The causes that are there now, enabled or not.
    ///
    /// Registers: read IRQ_STATUS.
    ///
    /// # Errors
    /// The bus's.
    pub fn interrupts(&mut self) -> Outcome<Interrupts, B> {
        let status = self.read::<IrqStatus>(())?;
        Ok(Interrupts { message: status.mih(), error: status.err() })
    }
}
