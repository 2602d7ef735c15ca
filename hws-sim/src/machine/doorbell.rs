//! Reports of SIPs as register writes.

use crate::operation::Op;
use crate::sip_array::DueReport;
use hws_regs::RegId;

/// The register that a SIP writes for a report, and the value.
pub(super) fn doorbell(report: DueReport) -> (RegId, u32) {
    match report {
        DueReport::Complete(report) => (RegId::SipReportComplete, fw_api::complete_report(report).bits()),
        DueReport::PreComplete(report) => {
            (RegId::SipReportPreComplete, fw_api::pre_complete_report(report).bits())
        }
    }
}

/// A report as an operation.
pub(super) fn report_op(report: DueReport) -> Op {
    let (doorbell, value) = doorbell(report);
    Op::Write { target: doorbell.into(), value }
}
