//! SipReportComplete: write-only.
use fw_api::{Bus, BusExt, regs::SipReportComplete};

pub fn access<B: Bus>(bus: &mut B) -> Result<(), B::Error> {
    bus.modify((), |value: SipReportComplete| value.with_sip_id_masked(1))
}
