//! Checks that this is the hardware that this crate was built for.

use hws_regs::{HwsId, HwsParam0, HwsParam1, HwsStatus, HwsVersion, Register};

use crate::{Bus, HwsDriver, Outcome, Refusal};

impl<B: Bus> HwsDriver<B> {
    /// Checks the identity, the register-map version (the patch level may differ) and the parameters.
    ///
    /// The bounds of all waits are derived from these parameters, so bring-up should start here.
    ///
    /// Registers: read HWS_ID, HWS_VERSION, HWS_PARAM0, HWS_PARAM1.
    ///
    /// # Errors
    /// [`Refusal::OtherHardware`] for the first register that differs; bus errors.
    pub fn identify(&mut self) -> Outcome<(), B> {
        self.begins("identify");
        self.expect_reset_value::<HwsId>()?;
        self.expect_version()?;
        self.expect_reset_value::<HwsParam0>()?;
        self.expect_reset_value::<HwsParam1>()
    }

    /// Returns the state of the engine, the loader and the queues.
    ///
    /// Registers: read HWS_STATUS.
    ///
    /// # Errors
    /// Bus errors.
    pub fn status(&mut self) -> Outcome<HwsStatus, B> {
        self.begins("status");
        self.read_status()
    }

    /// HWS_STATUS, as a part of another call.
    pub(crate) fn read_status(&mut self) -> Outcome<HwsStatus, B> {
        self.read(())
    }

    fn expect_version(&mut self) -> Outcome<(), B> {
        let (found, expected) = (self.read::<HwsVersion>(())?, HwsVersion::default());
        if (found.major(), found.minor()) == (expected.major(), expected.minor()) {
            return Ok(());
        }
        Err(other_hardware(expected, found).into())
    }

    fn expect_reset_value<R>(&mut self) -> Outcome<(), B>
    where
        R: hws_regs::Readable<Index = ()> + PartialEq + Default,
    {
        let (found, expected) = (self.read::<R>(())?, R::default());
        if found == expected {
            return Ok(());
        }
        Err(other_hardware(expected, found).into())
    }
}

fn other_hardware<R: Register>(expected: R, found: R) -> Refusal {
    Refusal::OtherHardware { register: R::INFO.name, expected: expected.bits(), found: found.bits() }
}
