//! The length of a time unit, the delay of a launch, and where descriptors start.

use hws_regs::{LaunchSipDelay, TdpCfg, TimeUnit};

use crate::{Bus, HwsDriver, InvalidArgument, Outcome};

impl<B: Bus> HwsDriver<B> {
    /// Sets the length of a time unit, the unit of estimates, offsets and margins: 1..=65536 cycles.
    ///
    /// A write restarts the prescaler. A safe backfill margin depends on the time unit: repeat
    /// [`set_backfill`](Self::set_backfill).
    ///
    /// Registers: write TIME_UNIT (PRESCALE = cycles - 1).
    ///
    /// # Errors
    /// An argument error if it is out of range; bus errors.
    pub fn set_time_unit(&mut self, cycles: u32) -> Outcome<(), B> {
        self.begins("set_time_unit");
        let unit = cycles
            .checked_sub(1)
            .and_then(|prescale| TimeUnit::from_bits(0).with_prescale(prescale).ok())
            .ok_or_else(|| InvalidArgument::range("cycles", i64::from(cycles), 1, longest_unit()))?;
        self.write((), unit)
    }

    /// Returns the length of a time unit in cycles.
    ///
    /// Registers: read TIME_UNIT.
    ///
    /// # Errors
    /// Bus errors.
    pub fn time_unit(&mut self) -> Outcome<u32, B> {
        self.begins("time_unit");
        Ok(self.read::<TimeUnit>(())?.prescale().saturating_add(1))
    }

    /// Sets the byte offset of the scheduling part in a task descriptor: a multiple of 4, below 64 KiB.
    ///
    /// Tasks already admitted keep the address they were read from.
    ///
    /// Registers: write TDP_CFG.
    ///
    /// # Errors
    /// An argument error if it is out of range; bus errors.
    pub fn set_descriptor_offset(&mut self, bytes: u32) -> Outcome<(), B> {
        self.begins("set_descriptor_offset");
        let field = TdpCfg::from_bits(0).with_offset(bytes);
        self.write((), field.map_err(InvalidArgument::field("bytes", bytes))?)
    }

    /// Sets the time that is added to the estimate of a launch on an idle SIP, in time units.
    ///
    /// A safe backfill margin depends on this delay: repeat [`set_backfill`](Self::set_backfill).
    ///
    /// Registers: write LAUNCH_SIP_DELAY.
    ///
    /// # Errors
    /// Bus errors.
    pub fn set_launch_delay(&mut self, units: u32) -> Outcome<(), B> {
        self.begins("set_launch_delay");
        self.write((), LaunchSipDelay::from_bits(0).with_units(units))
    }
}

/// One more than the largest prescaler.
fn longest_unit() -> i64 {
    i64::from(TimeUnit::from_bits(u32::MAX).prescale()).saturating_add(1)
}
