//! The few registers that the surroundings know, and their names.

mod names;

use hws_model::Hws;
use hws_regs::{RegId, TimeUnit};
use hws_types::SipReport;

use crate::stimulus::Op;

pub(crate) use names::{find, parse};

/// A complete report as an operation.
pub(crate) fn complete_op(report: SipReport) -> Op {
    Op::Write { target: RegId::SipReportComplete.into(), value: fw_api::complete_report(report).bits() }
}

/// TIME_UNIT.PRESCALE of the moment.
pub(crate) fn prescale(hws: &Hws) -> u32 {
    TimeUnit::from_bits(hws.peek(RegId::TimeUnit)).prescale()
}
