//! What a checker that was attached in the middle of a run cannot know, because no register shows it.
//!
//! Each gap closes by itself: the attempt in flight commits, queued commands retire, old messages are read, launches finish.
//! Only the tasks in the loader and in the FIFOs stay unknown until the next reset, since the depth of the firmware FIFO is
//! hidden. While a gap is open, exactly the clauses that need it are not applied.

use hws_types::{Die, LaunchId};

use super::view::View;

/// The gaps that are open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Gaps {
    /// The attempt in flight was latched before.
    pub(super) attempt: bool,
    /// Tasks were pushed before.
    pub(super) tasks: bool,
    /// Commands were written before.
    pub(super) commands: bool,
    /// Launches whose VCs are unknown, bit i for launch i.
    launches: u64,
    /// The VCs that they may hold, by die.
    vcs: [u64; Die::COUNT],
}

impl Gaps {
    /// Those of a checker that begins with this state.
    pub(super) fn of(view: &View) -> Self {
        let launches = view.live().fold(0, |all, (id, _)| all | 1 << id.get());
        Self {
            attempt: view.is_attempting,
            tasks: true,
            commands: view.cmd_pending > 0,
            launches,
            vcs: view.vc_free.map(|free| !free),
        }
    }

    /// Adds a launch whose decision was latched before; it may hold whatever the pools lost.
    pub(super) fn add(&mut self, id: LaunchId, before: &View, now: &View) {
        self.launches |= 1 << id.get();
        for ((vcs, was), is) in self.vcs.iter_mut().zip(before.vc_free).zip(now.vc_free) {
            *vcs |= was & !is;
        }
    }

    /// A launch has finished.
    pub(super) fn finish(&mut self, id: LaunchId) {
        self.launches &= !(1 << id.get());
    }

    /// Closes what this state shows to be over; what is free is held by nobody.
    pub(super) fn close(&mut self, now: &View) {
        self.commands &= now.cmd_pending > 0;
        if self.vcs == [0; Die::COUNT] {
            return;
        }
        for (vcs, free) in self.vcs.iter_mut().zip(now.vc_free) {
            *vcs &= if self.launches == 0 { 0 } else { !free };
        }
    }

    /// The VCs of each die that unknown launches may hold.
    pub(super) const fn vcs(&self) -> [u64; Die::COUNT] {
        self.vcs
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::view::LaunchView;

    #[test]
    fn vcs_are_unknown_until_the_last_launch_of_the_time_before_has_finished() {
        let mut view = View { vc_free: [!0b11, u64::MAX], ..View::default() };
        let ids = [3, 40].map(LaunchId::wrapping);
        ids.iter().for_each(|id| view.launches[id.index()] = Some(LaunchView::default()));
        let mut gaps = Gaps::of(&view);
        gaps.close(&view);
        assert_eq!(gaps.vcs(), [0b11, 0]);
        gaps.finish(ids[0]);
        gaps.close(&View { vc_free: [!0b10, u64::MAX], ..view.clone() });
        assert_eq!(gaps.vcs(), [0b10, 0], "a free VC is held by nobody");
        gaps.finish(ids[1]);
        gaps.close(&view);
        assert_eq!(gaps.vcs(), [0, 0]);
    }

    #[test]
    fn commands_are_unknown_until_none_is_pending() {
        let pending = View { cmd_pending: 1, ..View::default() };
        let mut gaps = Gaps::of(&pending);
        gaps.close(&pending);
        assert!(gaps.commands);
        gaps.close(&View::default());
        assert!(!gaps.commands && !Gaps::of(&View::default()).commands);
    }
}
