//! The doorbells by which SIPs report (the calls of code that runs on a SIP).

use hws_regs::{SipReportComplete, SipReportPreComplete};
use hws_types::SipReport;

use crate::{Bus, HwsDriver, Outcome};

/// What a SIP writes to SIP_REPORT_COMPLETE.
#[must_use]
pub fn complete_report(report: SipReport) -> SipReportComplete {
    SipReportComplete::from_bits(0)
        .with_sip_id_masked(report.sip.get())
        .with_block_id_masked(report.block_id.into())
        .with_launch_id_masked(report.launch_id.get())
}

/// What a SIP writes to SIP_REPORT_PRE_COMPLETE: both doorbells have one layout.
#[must_use]
pub fn pre_complete_report(report: SipReport) -> SipReportPreComplete {
    SipReportPreComplete::from_bits(complete_report(report).bits())
}

impl<B: Bus> HwsDriver<B> {
    /// The SIP has completed its part of the block. The report is the value of its MDMA command.
    ///
    /// A report that matches no running launch changes nothing and sets ERR_STATUS.SPURIOUS_COMPLETE.
    ///
    /// Registers: write SIP_REPORT_COMPLETE.
    ///
    /// # Errors
    /// The bus's. The report may have been delivered; a repetition is then spurious, or, when the SIP
    /// already runs the same block of the same launch id again, wrong: SIPs should not repeat blindly.
    /// It has arrived when `done` of the launch ([`launch`](Self::launch)) has the SIP, or when the
    /// entry is free or another launch's.
    #[doc(alias = "sipComplete")]
    pub fn sip_complete(&mut self, report: SipReport) -> Outcome<(), B> {
        self.write((), complete_report(report))
    }

    /// The SIP is about to complete its part of the block; ignored while the HWS estimates itself.
    ///
    /// A report that matches no running launch changes nothing and sets ERR_STATUS.SPURIOUS_PRE_COMPLETE.
    ///
    /// Registers: write SIP_REPORT_PRE_COMPLETE.
    ///
    /// # Errors
    /// The bus's. The report may have been delivered; a repetition is then spurious. It has
    /// arrived when `pre_idle` of the [`sip_status`](Self::sip_status) has the SIP.
    #[doc(alias = "sipPreComplete")]
    pub fn sip_pre_complete(&mut self, report: SipReport) -> Outcome<(), B> {
        self.write((), pre_complete_report(report))
    }
}
