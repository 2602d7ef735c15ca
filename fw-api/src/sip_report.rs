//! The doorbells through which SIPs report: calls for code that runs on a SIP.

use hws_regs::{SipReportComplete, SipReportPreComplete};
use hws_types::SipReport;

use crate::{Bus, HwsDriver, Outcome};

/// Returns what a SIP writes to SIP_REPORT_COMPLETE.
#[must_use]
pub fn complete_report(report: SipReport) -> SipReportComplete {
    SipReportComplete::from_bits(0)
        .with_sip_id_masked(report.sip.get())
        .with_block_id_masked(report.block_id.into())
        .with_launch_id_masked(report.launch_id.get())
}

/// Returns what a SIP writes to SIP_REPORT_PRE_COMPLETE: both doorbells have the same layout.
#[must_use]
pub fn pre_complete_report(report: SipReport) -> SipReportPreComplete {
    SipReportPreComplete::from_bits(complete_report(report).bits())
}

impl<B: Bus> HwsDriver<B> {
    /// Reports that a SIP has completed its part of the block. The report comes from its MDMA command.
    ///
    /// A report that matches no running launch changes nothing and sets ERR_STATUS.SPURIOUS_COMPLETE.
    ///
    /// Registers: write SIP_REPORT_COMPLETE.
    ///
    /// # Errors
    /// Bus errors. The report may have been delivered. A repeated report is then spurious, or wrong if
    /// the SIP already runs the same block of the same launch id again, so SIPs should not repeat
    /// blindly. The report has arrived if `done` of the launch ([`launch`](Self::launch)) contains the
    /// SIP, or if the entry is free or belongs to another launch.
    #[doc(alias = "sipComplete")]
    pub fn sip_complete(&mut self, report: SipReport) -> Outcome<(), B> {
        self.begins("sipComplete");
        self.write((), complete_report(report))
    }

    /// Reports that a SIP is about to complete its part of the block. The report is ignored while the
    /// HWS uses its own estimate.
    ///
    /// A report that matches no running launch changes nothing and sets ERR_STATUS.SPURIOUS_PRE_COMPLETE.
    ///
    /// Registers: write SIP_REPORT_PRE_COMPLETE.
    ///
    /// # Errors
    /// Bus errors. The report may have been delivered; a repeated report is then spurious. It has
    /// arrived if `pre_idle` of the [`sip_status`](Self::sip_status) contains the SIP.
    #[doc(alias = "sipPreComplete")]
    pub fn sip_pre_complete(&mut self, report: SipReport) -> Outcome<(), B> {
        self.begins("sipPreComplete");
        self.write((), pre_complete_report(report))
    }
}
