//! Reports of SIPs as words, from numbers read from registers.

use fw_api::complete_report;
use hws_types::{LaunchId, Sip, SipReport};

/// What SIP `sip` writes to either doorbell about a block of a launch; both have the same layout.
#[must_use]
pub(crate) fn report_word(sip: u8, block_id: u32, launch_id: u32) -> u32 {
    let launch_id = LaunchId::wrapping(launch_id);
    complete_report(SipReport { launch_id, block_id: block_id as u16, sip: Sip::wrapping(sip.into()) }).bits()
}
