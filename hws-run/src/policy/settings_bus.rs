//! A bus to the settings of a machine: every write of the firmware API becomes a setting.

use std::convert::Infallible;

use fw_api::{Bus, HwsDriver};
use hws_regs::{Decoded, RegId, Register, TimeUnit};

use super::error::Problem;
use crate::hardware::Hardware;

/// Reads return the registers as the settings leave them; writes become settings.
#[derive(Debug)]
pub(super) struct SettingsBus<'h> {
    hardware: &'h mut Hardware,
}

impl Bus for SettingsBus<'_> {
    type Error = Infallible;

    fn read32(&mut self, offset: u32) -> Result<u32, Infallible> {
        Ok(match RegId::decode(offset) {
            Decoded::Register(RegId::TimeUnit) => {
                TimeUnit::default().with_prescale_masked(self.hardware.time_unit.saturating_sub(1)).bits()
            }
            Decoded::Register(register) => self.hardware.setting(register).unwrap_or(register.reset()),
            Decoded::Reserved | Decoded::Unmapped | Decoded::Unaligned => 0,
        })
    }

    fn write32(&mut self, offset: u32, value: u32) -> Result<(), Infallible> {
        if let Decoded::Register(register) = RegId::decode(offset) {
            self.hardware.set_register(register, value);
        }
        Ok(())
    }
}

/// The present value of a register.
pub(super) fn read<R: Register<Index = ()>>(hardware: &Hardware) -> R {
    let register = R::id(());
    R::from_bits(hardware.setting(register).unwrap_or(register.reset()))
}

/// Makes a call of the firmware API on the settings; if it is refused, nothing is set.
pub(super) fn call(
    hardware: &mut Hardware,
    call: impl FnOnce(&mut HwsDriver<SettingsBus<'_>>) -> Result<(), fw_api::Error<Infallible>>,
) -> Result<(), Problem> {
    call(&mut HwsDriver::new(SettingsBus { hardware })).map_err(|error| match error {
        fw_api::Error::Argument(argument) => Problem::Argument(argument),
        // The bus never fails, and no setter of a policy waits or depends on the state of the HWS.
        _ => Problem::Value,
    })
}
