//! A few registers; at least one of them changes whenever something happens.

use hws_model::Hws;
use hws_regs::{ErrStatus, HwsStatus, MihStatus, RegId};
use hws_types::SipMask;

/// The values of registers that show whether anything happened. A change that affects none of them is a countdown, or
/// emits an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::check) struct Fingerprint([u32; WORDS]);

const WORDS: usize = 9;
const STATUS: usize = 0;
const IDLE: usize = 1;
const PRE_IDLE: usize = 2;
const OWNED: usize = 6;
const MIH: usize = 7;
const ERRORS: usize = 8;

impl Fingerprint {
    pub(in crate::check) fn new(hws: &Hws) -> Self {
        // One call for each, so that the compiler knows the register.
        Self([
            hws.peek(RegId::HwsStatus),
            hws.peek(RegId::SipIdleMask),
            hws.peek(RegId::SipPreIdleMask),
            hws.peek(RegId::SipPendingMask),
            hws.peek(RegId::SipCountEnMask),
            hws.peek(RegId::ReservedSipMask),
            hws.peek(RegId::HrmFwOwned),
            hws.peek(RegId::MihStatus),
            hws.peek(RegId::ErrStatus),
        ])
    }

    /// Whether time alone seems to have passed: these two registers change without an event, too.
    pub(in crate::check) fn is_unmoved(&self, hws: &Hws) -> bool {
        self.0[STATUS] == hws.peek(RegId::HwsStatus) && self.0[PRE_IDLE] == hws.peek(RegId::SipPreIdleMask)
    }

    /// The SIPs whose bits in a status mask differ.
    pub(in crate::check) fn changed_sips(&self, before: &Self) -> SipMask {
        let pairs = self.0.iter().zip(&before.0).take(OWNED + 1).skip(IDLE);
        SipMask(pairs.fold(0, |changed, (now, before)| changed | (now ^ before)))
    }

    pub(in crate::check) fn status(&self) -> HwsStatus {
        HwsStatus::from_bits(self.0[STATUS])
    }

    /// The masks of SIPs: idle, pre-idle, pending, counting, reserved, owned.
    pub(in crate::check) fn masks(&self) -> [SipMask; 6] {
        std::array::from_fn(|place| SipMask(self.0[IDLE + place]))
    }

    pub(in crate::check) fn mih(&self) -> MihStatus {
        MihStatus::from_bits(self.0[MIH])
    }

    pub(in crate::check) fn errors(&self) -> ErrStatus {
        ErrStatus::from_bits(self.0[ERRORS])
    }
}
