//! A bus to the settings of a machine: every write of the firmware API becomes a setting.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::LazyLock;

use fw_api::{Bus, HwsDriver};
use hws_regs::{Decoded, RegId, Register, TimeUnit};

use super::error::Problem;
use crate::hardware::Hardware;
use crate::run;
use crate::workload::Workload;

/// Reads return the registers as the settings leave them; writes become settings.
#[derive(Debug)]
pub(super) struct SettingsBus<'h> {
    hardware: &'h mut Hardware,
}

impl Bus for SettingsBus<'_> {
    type Error = Infallible;

    fn read32(&mut self, offset: u32) -> Result<u32, Infallible> {
        Ok(match RegId::decode(offset) {
            Decoded::Register(register) => word(self.hardware, register),
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

/// What firmware leaves a register with if no workload sets anything: its own settings, otherwise reset.
static USUAL: LazyLock<BTreeMap<RegId, u32>> = LazyLock::new(|| {
    // A machine without graphs is brought up like any other.
    run::settings(&Workload::new(Vec::new())).unwrap_or_default().into_iter().collect()
});

/// The value of a register under the settings.
pub(super) fn word(hardware: &Hardware, register: RegId) -> u32 {
    if register == RegId::TimeUnit {
        return TimeUnit::default().with_prescale_masked(hardware.time_unit.saturating_sub(1)).bits();
    }
    let usual = || USUAL.get(&register).copied().unwrap_or(register.reset());
    hardware.setting(register).unwrap_or_else(usual)
}

/// The present value of a register.
pub(super) fn read<R: Register<Index = ()>>(hardware: &Hardware) -> R {
    R::from_bits(word(hardware, R::id(())))
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
