//! A few registers; at least one of them changes whenever something happens.

use hws_model::Hws;
use hws_regs::{ErrStatus, HwsStatus, MihStatus, RegId};
use hws_types::{Sip, SipMask};

/// The values of registers that show whether anything happened. A change that affects none of them is a countdown, or
/// emits an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::check) struct Fingerprint([u32; WORDS]);

const WORDS: usize = 9;
const STATUS: usize = 0;
const IDLE: usize = 1;
const PRE_IDLE: usize = 2;
const PENDING: usize = 3;
const COUNT_EN: usize = 4;
const RESERVED: usize = 5;
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

    /// Whether this is what follows `before` by the report of a SIP that had been running, and is idle now or runs what had been
    /// pending. Whether the SIP was and is counting, and whether it was pre-idle, makes no difference.
    pub(in crate::check) fn is_completed(&self, before: &Self, sip: Sip, is_idle: bool) -> bool {
        let (now, before, bit) = (&self.0, &before.0, sip.mask().0);
        let idle = if is_idle { bit } else { 0 };
        let others_are_kept = [PRE_IDLE, COUNT_EN].iter().all(|&at| (now[at] ^ before[at]) & !bit == 0);
        others_are_kept
            && [STATUS, RESERVED, OWNED, MIH, ERRORS].iter().all(|&at| now[at] == before[at])
            && now[IDLE] == before[IDLE] | idle
            && now[PENDING] == before[PENDING] & !bit
            && now[PRE_IDLE] & idle == idle
            && now[COUNT_EN] & idle == 0
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

#[cfg(test)]
mod tests {
    use super::*;

    /// SIP 5 runs, SIP 6 runs with another launch pending; SIPs 6 and 9 are pre-idle, of which 9 is idle.
    fn before() -> Fingerprint {
        Fingerprint([0x30, 1 << 9, 1 << 6 | 1 << 9, 1 << 6, 1 << 5 | 1 << 6, 0xF00, 1 << 9, 7, 0])
    }

    /// The bits, by word, that may be other than in the completed one.
    fn accepted(completed: Fingerprint, sip: Sip, is_idle: bool) -> Vec<(usize, u32)> {
        let flips = (0..WORDS).flat_map(|at| (0..u32::BITS).map(move |bit| (at, bit)));
        let is_accepted = |&(at, bit): &(usize, u32)| {
            let mut flipped = completed;
            flipped.0[at] ^= 1 << bit;
            flipped.is_completed(&before(), sip, is_idle)
        };
        flips.filter(is_accepted).collect()
    }

    #[test]
    fn a_report_without_a_pending_launch_makes_its_sip_idle_and_nothing_else() {
        let mut completed = before();
        completed.0[IDLE] |= 1 << 5;
        completed.0[PRE_IDLE] |= 1 << 5;
        completed.0[COUNT_EN] &= !(1 << 5);
        assert!(completed.is_completed(&before(), Sip::wrapping(5), true));
        assert_eq!(accepted(completed, Sip::wrapping(5), true), []);
    }

    #[test]
    fn a_report_with_a_pending_launch_starts_it() {
        let mut completed = before();
        completed.0[PENDING] &= !(1 << 6);
        assert!(completed.is_completed(&before(), Sip::wrapping(6), false));
        assert_eq!(accepted(completed, Sip::wrapping(6), false), [(PRE_IDLE, 6), (COUNT_EN, 6)]);
    }
}
