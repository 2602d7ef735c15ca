//! What each SIP is doing and how long it still needs (IRS; scheduler.md §7).
//!
//! Invariants: a pending launch implies a running one; idle is neither; idle implies pre_idle;
//! count_en implies running; an idle SIP has remain 0.

use hws_types::{LaunchId, Sip, SipMask};

/// The state of all 32 SIPs, present or not.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct SipStatus {
    running: SipMask,
    pending: SipMask,
    pre_idle: SipMask,
    count_en: SipMask,
    remain: [u32; Sip::COUNT],
    running_id: [LaunchId; Sip::COUNT],
    pending_id: [LaunchId; Sip::COUNT],
}

impl SipStatus {
    pub(crate) fn new() -> Self {
        Self {
            running: SipMask::EMPTY,
            pending: SipMask::EMPTY,
            pre_idle: SipMask::ALL,
            count_en: SipMask::EMPTY,
            remain: [0; Sip::COUNT],
            running_id: [LaunchId::default(); Sip::COUNT],
            pending_id: [LaunchId::default(); Sip::COUNT],
        }
    }

    /// Neither running nor pending.
    pub(crate) fn idle(&self) -> SipMask {
        !(self.running | self.pending)
    }

    pub(crate) fn is_all_idle(&self) -> bool {
        (self.running | self.pending).is_empty()
    }

    pub(crate) fn pre_idle(&self) -> SipMask {
        self.pre_idle
    }

    pub(crate) fn pending(&self) -> SipMask {
        self.pending
    }

    pub(crate) fn count_en(&self) -> SipMask {
        self.count_en
    }

    pub(crate) fn remain(&self, sip: Sip) -> u32 {
        self.remain[sip.index()]
    }

    /// The launch a SIP runs.
    pub(crate) fn running_launch(&self, sip: Sip) -> Option<LaunchId> {
        self.running.contains(sip.mask()).then(|| self.running_id[sip.index()])
    }

    /// The launch that waits behind the running one.
    pub(crate) fn pending_launch(&self, sip: Sip) -> Option<LaunchId> {
        self.pending.contains(sip.mask()).then(|| self.pending_id[sip.index()])
    }

    /// `remain(group)`: the largest remaining time of the `slot` aligned SIPs from `position`,
    /// absent ones included (§7.4).
    pub(crate) fn group_remain(&self, position: u32, slot: u32) -> u32 {
        (position..position + slot).map(|sip| self.remain(Sip::wrapping(sip))).max().unwrap_or(0)
    }

    /// A block is launched on `sip` (§7.2).
    pub(crate) fn launch(&mut self, sip: Sip, id: LaunchId, est: u32, launch_delay: u32) {
        let one = sip.mask();
        self.pre_idle -= one;
        if self.idle().contains(one) {
            self.running |= one;
            self.count_en |= one;
            self.running_id[sip.index()] = id;
            self.remain[sip.index()] = est.saturating_add(launch_delay);
        } else {
            self.pending |= one;
            self.count_en -= one;
            self.pending_id[sip.index()] = id;
            self.remain[sip.index()] = est;
        }
    }

    /// The running launch of `sip` is done: the pending one takes over, or the SIP is idle (§7.3).
    pub(crate) fn complete(&mut self, sip: Sip) {
        let (one, at) = (sip.mask(), sip.index());
        if self.pending.contains(one) {
            self.pending -= one;
            self.count_en |= one;
            self.running_id[at] = core::mem::take(&mut self.pending_id[at]);
        } else {
            self.running -= one;
            self.count_en -= one;
            self.pre_idle |= one;
            self.running_id[at] = LaunchId::default();
            self.remain[at] = 0;
        }
    }

    /// Whether a pre-complete report of a running SIP makes sense: nothing pending, not pre-idle yet.
    pub(crate) fn takes_pre_complete(&self, sip: Sip) -> bool {
        !(self.pending | self.pre_idle).contains(sip.mask())
    }

    pub(crate) fn set_pre_idle(&mut self, sips: SipMask) {
        self.pre_idle |= sips;
    }

    /// `units` time units pass for every SIP that counts.
    pub(crate) fn count_down(&mut self, units: u32) {
        for sip in self.count_en.iter() {
            let remain = &mut self.remain[sip.index()];
            *remain = remain.saturating_sub(units);
        }
    }

    /// SIPs that run without anything pending and are not pre-idle yet.
    pub(crate) fn lonely_running(&self) -> SipMask {
        self.running - self.pending - self.pre_idle
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIP: Sip = Sip::wrapping(5);

    #[test]
    fn a_launch_on_an_idle_sip_runs_and_counts() {
        let mut sips = SipStatus::new();
        sips.launch(SIP, LaunchId::wrapping(3), u32::MAX, 7);
        assert_eq!(sips.remain(SIP), u32::MAX, "saturates");
        assert_eq!(sips.idle(), !SIP.mask());
        assert_eq!(sips.pre_idle(), !SIP.mask());
        assert_eq!(sips.count_en(), SIP.mask());
        sips.complete(SIP);
        assert_eq!(sips, SipStatus::new());
    }

    #[test]
    fn a_launch_behind_a_running_one_waits_without_counting() {
        let mut sips = SipStatus::new();
        sips.launch(SIP, LaunchId::wrapping(3), 100, 0);
        sips.set_pre_idle(SIP.mask());
        sips.launch(SIP, LaunchId::wrapping(4), 50, 9);
        assert_eq!(sips.remain(SIP), 50, "the launch delay is only added on an idle SIP");
        assert!(sips.count_en().is_empty() && sips.pending() == SIP.mask());
        sips.count_down(10);
        sips.complete(SIP);
        assert_eq!((sips.remain(SIP), sips.running_launch(SIP)), (50, LaunchId::new(4)));
        assert_eq!(sips.count_en(), SIP.mask());
        assert!(!sips.pre_idle().contains(SIP.mask()));
    }

    #[test]
    fn groups_have_the_largest_remaining_time() {
        let mut sips = SipStatus::new();
        sips.launch(SIP, LaunchId::default(), 100, 0);
        assert_eq!(sips.group_remain(4, 4), 100);
        assert_eq!(sips.group_remain(0, 4), 0);
        sips.count_down(30);
        assert_eq!(sips.group_remain(0, 16), 70);
    }
}
