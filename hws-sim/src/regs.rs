//! The few registers that the surroundings know, and their names.

mod names;

use hws_model::Hws;
use hws_regs::{RegId, SipReportComplete, SipReportPreComplete, TimeUnit};
use hws_types::SipReport;

pub(crate) use names::{find, parse};

/// A complete report as it is written.
pub(crate) fn complete(report: SipReport) -> SipReportComplete {
    SipReportComplete::default()
        .with_sip_id_masked(report.sip.get())
        .with_block_id_masked(report.block_id.into())
        .with_launch_id_masked(report.launch_id.get())
}

/// A pre-complete report as it is written.
pub(crate) fn pre_complete(report: SipReport) -> SipReportPreComplete {
    SipReportPreComplete::default()
        .with_sip_id_masked(report.sip.get())
        .with_block_id_masked(report.block_id.into())
        .with_launch_id_masked(report.launch_id.get())
}

/// TIME_UNIT.PRESCALE of the moment.
pub(crate) fn prescale(hws: &Hws) -> u32 {
    TimeUnit::from_bits(hws.peek(RegId::TimeUnit)).prescale()
}
