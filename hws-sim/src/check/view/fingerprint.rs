//! A few words that change whenever something happens.

use hws_model::Hws;
use hws_regs::RegId;

/// The registers that show at a glance whether anything happened. What changes none of them is counting,
/// or makes an event.
const WORDS: [RegId; 9] = [
    RegId::HwsStatus,
    RegId::SipIdleMask,
    RegId::SipPreIdleMask,
    RegId::SipPendingMask,
    RegId::SipCountEnMask,
    RegId::ReservedSipMask,
    RegId::HrmFwOwned,
    RegId::MihStatus,
    RegId::ErrStatus,
];

/// What they said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::check) struct Fingerprint([u32; WORDS.len()]);

impl Fingerprint {
    pub(in crate::check) fn of(hws: &Hws) -> Self {
        Self(WORDS.map(|register| hws.peek(register)))
    }
}
