//! Reports of SIPs: honest ones, from what SIP_LAUNCH says they run, and any other.

use hws_regs::{LaunchInfo, RegId, SipLaunch, SipReportComplete, SipReportPreComplete};
use hws_types::SipMask;

use super::Rig;

impl Rig {
    /// Each SIP of `mask`, ascending, reports its running block complete.
    #[track_caller]
    pub fn complete(&mut self, mask: u32) {
        for sip in SipMask(mask).iter() {
            let report = self.report_of(sip.get());
            self.write((), report);
        }
    }

    /// Each SIP of `mask`, ascending, reports its running block nearly complete.
    #[track_caller]
    pub fn pre_complete(&mut self, mask: u32) {
        for sip in SipMask(mask).iter() {
            let bits = self.report_of(sip.get());
            self.write((), pre_complete(bits));
        }
    }

    /// The complete report that a running SIP would write.
    #[track_caller]
    #[must_use]
    pub fn report_of(&self, sip: u32) -> SipReportComplete {
        let launch = SipLaunch::from_bits(self.peek(RegId::SipLaunch(sip as u8)));
        assert!(launch.running_valid(), "SIP {sip} runs nothing");
        let info = LaunchInfo::from_bits(self.peek(RegId::LaunchInfo(launch.running() as u8)));
        report(launch.running(), info.block_id(), sip)
    }
}

fn report(launch_id: u32, block_id: u32, sip: u32) -> SipReportComplete {
    SipReportComplete::default()
        .with_launch_id_masked(launch_id)
        .with_block_id_masked(block_id)
        .with_sip_id_masked(sip)
}

/// The pre-complete report with the contents of a complete report.
fn pre_complete(report: SipReportComplete) -> SipReportPreComplete {
    SipReportPreComplete::default()
        .with_launch_id_masked(report.launch_id())
        .with_block_id_masked(report.block_id())
        .with_sip_id_masked(report.sip_id())
}
