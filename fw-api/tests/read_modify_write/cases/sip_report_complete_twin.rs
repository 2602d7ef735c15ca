//! SipReportComplete: write-only.
use fw_api::{Bus, BusExt, regs::SipReportComplete};

pub fn access<B: Bus>(bus: &mut B) -> Result<(), B::Error> {
    bus.write((), SipReportComplete::from_bits(0).with_sip_id_masked(1))
}
