//! Reports of SIPs as register writes.

use hws_regs::RegId;
use hws_types::SipReport;

use crate::operation::Op;
use crate::sip_array::DueReport;

/// The register that a SIP writes for a report, and the value.
pub(super) fn doorbell(report: DueReport) -> (RegId, u32) {
    match report {
        DueReport::Complete(report) => (RegId::SipReportComplete, fw_api::complete_report(report).bits()),
        DueReport::PreComplete(report) => {
            (RegId::SipReportPreComplete, fw_api::pre_complete_report(report).bits())
        }
    }
}

/// A complete report as an operation.
pub(super) fn complete_op(report: SipReport) -> Op {
    Op::Write { target: RegId::SipReportComplete.into(), value: fw_api::complete_report(report).bits() }
}
