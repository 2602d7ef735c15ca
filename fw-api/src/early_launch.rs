//! Early launch: blocks are sent to SIPs that are about to become idle.

use hws_regs::{EarlyLaunchMode, EarlyMode, EnableEarlyLaunchSip, PreIdleOffset};

use crate::{Bus, HwsDriver, Outcome};

/// What determines that a SIP is about to become idle.
///
/// The API's values are 0 for the HWS and 1 for the SIP; EARLY_LAUNCH_MODE has them the other way
/// round. Only this type converts between the two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PreIdleSource {
    /// API value 0: the HWS uses its own estimate.
    HwsEstimate {
        /// Remaining time, in time units, at which a SIP becomes pre-idle (PRE_IDLE_OFFSET).
        offset: u32,
    },
    /// API value 1: the SIP reports ([`HwsDriver::sip_pre_complete`]).
    SipReport,
}

impl<B: Bus> HwsDriver<B> {
    /// Switches early launch on or off and chooses the source of pre-idle.
    ///
    /// The estimate is kept even while early launch is off; pre-idle is then only a status.
    ///
    /// Registers: for the HWS's estimate, write PRE_IDLE_OFFSET; write EARLY_LAUNCH_MODE, then
    /// ENABLE_EARLY_LAUNCH_SIP.
    ///
    /// # Errors
    /// Bus errors; a repeated call writes everything again.
    #[doc(alias = "configEarlyLaunch")]
    pub fn set_early_launch(&mut self, enable: bool, source: PreIdleSource) -> Outcome<(), B> {
        self.begins("configEarlyLaunch");
        let mode = match source {
            PreIdleSource::HwsEstimate { offset } => {
                self.write((), PreIdleOffset::from_bits(0).with_units(offset))?;
                EarlyMode::HwsEstimate
            }
            PreIdleSource::SipReport => EarlyMode::SipReport,
        };
        self.write((), EarlyLaunchMode::from_bits(0).with_mode(mode))?;
        self.write((), EnableEarlyLaunchSip::from_bits(0).with_enable(enable))
    }
}
