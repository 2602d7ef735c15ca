//! Reports of SIPs as register writes.

use hws_model::Doorbell;

use crate::operation::Op;
use crate::sip_array::DueReport;

/// The register write of a report.
#[inline]
pub(super) fn doorbell(report: DueReport) -> Doorbell {
    match report {
        DueReport::Complete(report) => Doorbell::complete(report),
        DueReport::PreComplete(report) => Doorbell::pre_complete(report),
    }
}

/// A report as an operation.
pub(super) fn report_op(report: DueReport) -> Op {
    let Doorbell { register, value } = doorbell(report);
    Op::Write { target: register.into(), value }
}
