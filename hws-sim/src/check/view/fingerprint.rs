//! A few registers; at least one of them changes whenever something happens.

use hws_model::Hws;
use hws_regs::RegId;

/// The registers that show whether anything happened. A change that affects none of them is a countdown, or emits an
/// event.
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

/// Their values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::check) struct Fingerprint([u32; WORDS.len()]);

impl Fingerprint {
    pub(in crate::check) fn new(hws: &Hws) -> Self {
        Self(WORDS.map(|register| hws.peek(register)))
    }
}
