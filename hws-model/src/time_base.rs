//! The prescaler and the count-downs of SIPs, for one tick or many at once (scheduler.md §7.4).

use hws_regs::RegFile;
use hws_types::SipMask;

use crate::sip_status::SipStatus;

/// The prescaler: counts 0..=PRESCALE.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub(crate) struct TimeBase {
    prescaler: u32,
}

impl TimeBase {
    pub(crate) const fn new() -> Self {
        Self { prescaler: 0 }
    }

    #[cfg(feature = "serde")]
    pub(crate) const fn at(prescaler: u32) -> Self {
        Self { prescaler }
    }

    pub(crate) const fn prescaler(&self) -> u32 {
        self.prescaler
    }

    /// A write of TIME_UNIT restarts the prescaler.
    pub(crate) fn restart(&mut self) {
        self.prescaler = 0;
    }

    /// `ticks` pass; returns how often the prescaler wraps, which is the number of time units.
    #[inline]
    pub(crate) fn pass(&mut self, ticks: u64, prescale: u32) -> u64 {
        if prescale == 0 { ticks } else { self.wraps(ticks, prescale) }
    }

    fn wraps(&mut self, ticks: u64, prescale: u32) -> u64 {
        let period = u64::from(prescale) + 1;
        let total = u64::from(self.prescaler).saturating_add(ticks % period);
        self.prescaler = (total % period) as u32;
        ticks / period + total / period
    }

    /// The ticks that can pass before the one in which the prescaler wraps for the `wraps`-th time.
    fn ticks_before(&self, wraps: u64, prescale: u32) -> u64 {
        let period = u64::from(prescale) + 1;
        let first = u64::from(prescale) - u64::from(self.prescaler).min(u64::from(prescale));
        first.saturating_add(wraps.saturating_sub(1).saturating_mul(period))
    }
}

/// Counts down for `ticks`. The caller ensures that no SIP becomes pre-idle before the last of them.
#[inline]
pub(crate) fn pass(time: &mut TimeBase, sips: &mut SipStatus, regs: &RegFile, ticks: u64) {
    let units = time.pass(ticks, regs.time_unit.prescale());
    if units > 0 {
        sips.count_down(units);
    }
}

/// Whether the HWS estimates pre-idle (EARLY_LAUNCH_MODE = 1).
#[inline]
pub(crate) fn is_estimating(regs: &RegFile) -> bool {
    regs.early_launch_mode.mode() == hws_regs::EarlyMode::HwsEstimate
}

/// Marks the SIPs as pre-idle whose remaining time is at most PRE_IDLE_OFFSET.
#[inline]
pub(crate) fn estimate_pre_idle(sips: &mut SipStatus, regs: &RegFile) {
    if is_estimating(regs) {
        estimate(sips, regs);
    }
}

fn estimate(sips: &mut SipStatus, regs: &RegFile) {
    let offset = regs.pre_idle_offset.units();
    let found = sips.may_become_pre_idle().iter().filter(|&sip| sips.remain(sip) <= offset);
    let found = found.fold(SipMask::EMPTY, |mask, sip| mask | sip.mask());
    sips.set_pre_idle(found);
}

/// The ticks that can pass before the one in which some SIP becomes pre-idle.
#[inline]
pub(crate) fn ticks_before_pre_idle(time: &TimeBase, sips: &SipStatus, regs: &RegFile) -> u64 {
    if is_estimating(regs) { estimated_ticks(time, sips, regs) } else { u64::MAX }
}

fn estimated_ticks(time: &TimeBase, sips: &SipStatus, regs: &RegFile) -> u64 {
    let soonest = sips.may_become_pre_idle().iter().map(|sip| sips.remain(sip)).min();
    match soonest.map(|remain| remain.saturating_sub(regs.pre_idle_offset.units())) {
        None => u64::MAX,
        Some(0) => 0,
        Some(units) => time.ticks_before(u64::from(units), regs.time_unit.prescale()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_ticks_equal_single_ones() {
        for prescale in [0, 1, 6, 65535] {
            for ticks in [0, 1, 6, 7, 8, 100_000] {
                let mut at_once = TimeBase { prescaler: prescale / 2 };
                let mut single = at_once;
                let wraps = (0..ticks).map(|_| single.pass(1, prescale)).sum::<u64>();
                assert_eq!(at_once.pass(ticks, prescale), wraps, "{ticks} ticks, prescale {prescale}");
                assert_eq!(at_once, single);
            }
        }
    }

    #[test]
    fn the_prescaler_wraps_on_tick_prescale() {
        let mut time = TimeBase::new();
        assert_eq!(time.ticks_before(1, 4), 4);
        assert_eq!(time.ticks_before(3, 4), 14);
        assert_eq!(time.pass(4, 4), 0);
        assert_eq!(time.pass(1, 4), 1);
        assert_eq!(time.pass(u64::MAX, 0), u64::MAX);
    }
}
