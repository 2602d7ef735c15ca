//! The few registers that the surroundings know, and their names.

use std::collections::HashMap;
use std::sync::LazyLock;

use hws_model::Hws;
use hws_regs::{RegId, SipReportComplete, SipReportPreComplete, TimeUnit};
use hws_types::SipReport;

/// Every register by the name that its `Display` gives. Looked up, never iterated.
static NAMES: LazyLock<HashMap<String, RegId>> =
    LazyLock::new(|| RegId::all().map(|register| (register.to_string(), register)).collect());

/// The register of that name, or what is wrong with it. Only the spelling of registers.md counts:
/// an index with leading zeros would come back differently in the trace.
pub(crate) fn parse(name: &str) -> Result<RegId, String> {
    NAMES.get(name).copied().ok_or_else(|| match RegId::parse(name) {
        Ok(register) => format!("it is spelled {register}"),
        Err(error) => error.to_string(),
    })
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_register_is_found_by_its_own_name_only() {
        assert_eq!(parse("RS[4].FLAGS"), Ok(RegId::RsFlags(4)));
        assert_eq!(parse("SIP_USAGE_MASK[3][4]"), Ok(RegId::SipUsageMask(3, 4)));
        for wrong in
            ["RS[04].FLAGS", "RS[32].FLAGS", "RS.FLAGS", "HWS_CTRL.ENABLE", "hws_ctrl", "", "PROMOTE "]
        {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
