//! The state of the SIPs, as seen by the HWS.

use hws_regs::{RegIndex, SipIdleMask, SipPreIdleMask, SipRemainExecTime};
use hws_types::{Sip, SipMask};

use crate::{Bus, HwsDriver, Outcome, Wait};

/// The SIPs that are free, and those that soon will be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SipStatus {
    /// Neither running nor pending.
    pub idle: SipMask,
    /// Idle or about to be.
    pub pre_idle: SipMask,
}

impl<B: Bus> HwsDriver<B> {
    /// Returns a consistent pair of masks, by reading them until two consecutive readings are equal.
    ///
    /// Registers: read SIP_IDLE_MASK, SIP_PRE_IDLE_MASK; poll both until they repeat.
    ///
    /// # Errors
    /// Timeout ([`Wait::StableStatus`]); bus errors.
    #[doc(alias = "getSIPStatus")]
    pub fn sip_status(&mut self) -> Outcome<SipStatus, B> {
        self.begins("getSIPStatus");
        let mut last = self.read_sip_status()?;
        self.wait(Wait::StableStatus, |hws| {
            let before = core::mem::replace(&mut last, hws.read_sip_status()?);
            Ok((last == before).then_some(last))
        })
    }

    /// Returns the remaining estimate of the block that runs on a SIP, in time units.
    ///
    /// Registers: read SIP_REMAIN_EXEC_TIME\[sip\].
    ///
    /// # Errors
    /// Bus errors.
    pub fn remaining_time(&mut self, sip: Sip) -> Outcome<u32, B> {
        self.begins("remaining_time");
        Ok(self.read::<SipRemainExecTime>(RegIndex::wrapping(sip.get()))?.units())
    }

    fn read_sip_status(&mut self) -> Outcome<SipStatus, B> {
        let idle = SipMask(self.read::<SipIdleMask>(())?.mask());
        let pre_idle = SipMask(self.read::<SipPreIdleMask>(())?.mask());
        Ok(SipStatus { idle, pre_idle })
    }
}
