//! Reports of SIPs: valid ones, derived from SIP_LAUNCH, and arbitrary ones.

use hws_regs::{LaunchInfo, RegId, RegIndex, SipLaunch, SipReportComplete, SipReportPreComplete};
use hws_types::SipMask;

use super::Rig;
use crate::report::report_word;

impl Rig {
    /// Makes each SIP of `mask`, ascending, report its running block as complete.
    #[track_caller]
    pub fn complete(&mut self, mask: u32) {
        for sip in SipMask(mask).iter() {
            let report = self.report_of(sip.get());
            self.write((), report);
        }
    }

    /// Makes each SIP of `mask`, ascending, report its running block as nearly complete.
    #[track_caller]
    pub fn pre_complete(&mut self, mask: u32) {
        for sip in SipMask(mask).iter() {
            let bits = self.report_of(sip.get());
            self.write((), SipReportPreComplete::from_bits(bits.bits()));
        }
    }

    /// Returns the complete report that a running SIP would write.
    #[track_caller]
    #[must_use]
    pub fn report_of(&self, sip: u32) -> SipReportComplete {
        let launch = SipLaunch::from_bits(self.peek(RegId::SipLaunch(RegIndex::wrapping(sip))));
        assert!(launch.running_valid(), "SIP {sip} runs nothing");
        let info = LaunchInfo::from_bits(self.peek(RegId::LaunchInfo(RegIndex::wrapping(launch.running()))));
        SipReportComplete::from_bits(report_word(sip as u8, info.block_id(), launch.running()))
    }
}
