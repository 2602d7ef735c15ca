//! The launches on each SIP and their remaining time (IRS; scheduler.md §7).
//!
//! Invariants: a SIP with a pending launch has a running one; an idle SIP has neither, is pre-idle, and has a
//! remaining time of 0; a SIP that counts down has a running launch.

use core::hash::{Hash, Hasher};

use hws_types::{LaunchId, Sip, SipMask};

/// The state of all 32 SIPs, present or not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SipStatus {
    running: SipMask,
    pending: SipMask,
    pre_idle: SipMask,
    count_en: SipMask,
    /// The SIPs whose running launch the HWS has delivered itself, through the MDMA path.
    delivered: SipMask,
    /// The same for the pending launch.
    pending_delivered: SipMask,
    /// The time units that have passed; only differences matter.
    now: u64,
    /// For a SIP that counts down, the value of `now` at which nothing remains; for any other, the time units
    /// that remain.
    time: [u64; Sip::COUNT],
    running_id: [LaunchId; Sip::COUNT],
    pending_id: [LaunchId; Sip::COUNT],
}

/// A launch on one SIP.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SipLaunch {
    pub(crate) id: LaunchId,
    /// The estimated execution time of the block, in time units.
    pub(crate) est: u32,
    /// LAUNCH_SIP_DELAY, in time units.
    pub(crate) delay: u32,
    /// Whether the HWS delivers the launch through the MDMA path.
    pub(crate) is_delivered: bool,
}

impl SipStatus {
    pub(crate) fn new() -> Self {
        Self {
            running: SipMask::EMPTY,
            pending: SipMask::EMPTY,
            pre_idle: SipMask::ALL,
            count_en: SipMask::EMPTY,
            delivered: SipMask::EMPTY,
            pending_delivered: SipMask::EMPTY,
            now: 0,
            time: [0; Sip::COUNT],
            running_id: [LaunchId::default(); Sip::COUNT],
            pending_id: [LaunchId::default(); Sip::COUNT],
        }
    }

    /// Neither running nor pending (§7.1).
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

    /// The remaining time of a SIP in time units.
    pub(crate) fn remain(&self, sip: Sip) -> u32 {
        let time = self.time[sip.index()];
        let units = if self.count_en.contains(sip.mask()) { time.saturating_sub(self.now) } else { time };
        // Fits: a SIP never starts with more than 32 bits, and the remaining time only shrinks.
        units as u32
    }

    /// The launch that a SIP runs.
    pub(crate) fn running_launch(&self, sip: Sip) -> Option<LaunchId> {
        self.running.contains(sip.mask()).then(|| self.running_id[sip.index()])
    }

    /// Whether a SIP runs this launch.
    pub(crate) fn is_running(&self, sip: Sip, id: LaunchId) -> bool {
        self.running.contains(sip.mask()) && self.running_id[sip.index()] == id
    }

    /// The launch that a SIP starts after the running one.
    pub(crate) fn pending_launch(&self, sip: Sip) -> Option<LaunchId> {
        self.pending.contains(sip.mask()).then(|| self.pending_id[sip.index()])
    }

    /// `remain(group)`: the largest remaining time among the `slot` aligned SIPs from `position` on, absent ones
    /// included (§7.4).
    #[inline]
    pub(crate) fn group_remain(&self, position: u32, slot: u32) -> u32 {
        // Nothing remains on an idle SIP. `now` is subtracted once for all that count down.
        let group = SipMask::aligned_group(position, slot) - self.idle();
        let latest = |sips: SipMask| sips.iter().map(|sip| self.time[sip.index()]).max().unwrap_or(0);
        let counting = latest(group & self.count_en).saturating_sub(self.now);
        // Fits: a SIP never starts with more than 32 bits, and the remaining time only shrinks.
        counting.max(latest(group - self.count_en)) as u32
    }

    /// A block is launched on `sips` (§7.2): those that are idle start it, on the others it is pending.
    #[inline]
    pub(crate) fn launch(&mut self, sips: SipMask, launch: SipLaunch) {
        let (starting, waiting) = (sips & self.idle(), sips - self.idle());
        self.pre_idle -= sips;
        self.running |= starting;
        self.count_en |= starting;
        self.delivered = self.delivered.with_if(starting, launch.is_delivered);
        let end = self.now + u64::from(launch.est.saturating_add(launch.delay));
        for sip in starting.iter() {
            self.running_id[sip.index()] = launch.id;
            self.time[sip.index()] = end;
        }
        if !waiting.is_empty() {
            self.wait(waiting, launch);
        }
    }

    /// The block is pending on `sips`, which are not idle.
    #[inline(never)]
    fn wait(&mut self, sips: SipMask, launch: SipLaunch) {
        self.pending |= sips;
        self.count_en -= sips;
        self.pending_delivered = self.pending_delivered.with_if(sips, launch.is_delivered);
        for sip in sips.iter() {
            self.pending_id[sip.index()] = launch.id;
            self.time[sip.index()] = launch.est.into();
        }
    }

    /// The running launch of `sip` is done: the pending one starts, or the SIP becomes idle (§7.3).
    pub(crate) fn complete(&mut self, sip: Sip) {
        let (one, at) = (sip.mask(), sip.index());
        if self.pending.contains(one) {
            self.pending -= one;
            self.count_en |= one;
            self.delivered = self.delivered.with_if(one, self.pending_delivered.contains(one));
            self.running_id[at] = core::mem::take(&mut self.pending_id[at]);
            self.time[at] += self.now;
        } else {
            self.become_idle(one);
        }
    }

    /// Whether all of these SIPs run this launch, and have none pending.
    pub(crate) fn run_only(&self, sips: SipMask, id: LaunchId) -> bool {
        (self.running - self.pending).contains(sips)
            && sips.iter().all(|sip| self.running_id[sip.index()] == id)
    }

    /// The running launches of SIPs that have none pending are done.
    pub(crate) fn become_idle(&mut self, sips: SipMask) {
        self.running -= sips;
        self.count_en -= sips;
        self.pre_idle |= sips;
        for at in sips.iter().map(Sip::index) {
            self.running_id[at] = LaunchId::default();
            self.time[at] = 0;
        }
    }

    /// Whether a pre-complete report of a running SIP is accepted: no launch is pending, and the SIP is not
    /// pre-idle yet.
    pub(crate) fn takes_pre_complete(&self, sip: Sip) -> bool {
        !(self.pending | self.pre_idle).contains(sip.mask())
    }

    pub(crate) fn set_pre_idle(&mut self, sips: SipMask) {
        self.pre_idle |= sips;
    }

    /// `units` time units pass for every SIP that counts down.
    #[inline]
    pub(crate) fn count_down(&mut self, units: u64) {
        match self.now.saturating_add(units) {
            now if now <= LAST_UNIT => self.now = now,
            _ => self.start_anew(units),
        }
    }

    /// Restarts `now` at 0 before `units` time units pass, so that it never overflows. After more than [`LAST_UNIT`] units at
    /// once nothing remains on any SIP.
    #[cold]
    fn start_anew(&mut self, units: u64) {
        for sip in self.count_en.iter() {
            self.time[sip.index()] = self.remain(sip).into();
        }
        self.now = units.min(LAST_UNIT);
    }

    /// The SIPs whose pre-idle state the HWS may estimate: their launch was delivered by the HWS, no launch is
    /// pending, and they are not pre-idle yet.
    pub(crate) fn may_become_pre_idle(&self) -> SipMask {
        (self.running & self.delivered) - self.pending - self.pre_idle
    }

    /// The part that is state: remaining times instead of `now`, and nothing about launches that are gone.
    fn state(&self) -> impl Eq + Hash {
        let of_running = self.running & self.delivered;
        let of_pending = self.pending & self.pending_delivered;
        let remain =
            core::array::from_fn::<u32, { Sip::COUNT }, _>(|sip| self.remain(Sip::wrapping(sip as u32)));
        let masks = [self.running, self.pending, self.pre_idle, self.count_en, of_running, of_pending];
        (masks, remain, self.running_id, self.pending_id)
    }
}

/// `now` is restarted before it exceeds this, so that adding a 32-bit time does not overflow.
const LAST_UNIT: u64 = u64::MAX >> 1;

impl PartialEq for SipStatus {
    fn eq(&self, other: &Self) -> bool {
        self.state() == other.state()
    }
}

impl Eq for SipStatus {}

impl Hash for SipStatus {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.state().hash(hasher);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIP: Sip = Sip::wrapping(5);

    const fn launch(id: LaunchId, est: u32, delay: u32) -> SipLaunch {
        SipLaunch { id, est, delay, is_delivered: true }
    }

    #[test]
    fn a_launch_on_an_idle_sip_runs_and_counts() {
        let mut sips = SipStatus::new();
        sips.launch(SIP.mask(), launch(LaunchId::wrapping(3), u32::MAX, 7));
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
        sips.launch(SIP.mask(), launch(LaunchId::wrapping(3), 100, 0));
        sips.set_pre_idle(SIP.mask());
        sips.launch(SIP.mask(), launch(LaunchId::wrapping(4), 50, 9));
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
        sips.launch(SIP.mask(), launch(LaunchId::default(), 100, 0));
        assert_eq!(sips.group_remain(4, 4), 100);
        assert_eq!(sips.group_remain(0, 4), 0);
        sips.count_down(30);
        assert_eq!(sips.group_remain(0, 16), 70);
    }

    #[test]
    fn the_start_of_a_count_down_is_not_state() {
        let mut late = SipStatus::new();
        late.count_down(u64::MAX - 5);
        late.count_down(3);
        assert_eq!(late, SipStatus::new());
        let mut early = SipStatus::new();
        for sips in [&mut late, &mut early] {
            sips.launch(SIP.mask(), launch(LaunchId::default(), 100, 0));
            sips.count_down(30);
        }
        assert_eq!(late, early);
        late.count_down(u64::MAX);
        assert_eq!(late.remain(SIP), 0);
    }
}
