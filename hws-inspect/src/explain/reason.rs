//! Why a resident kernel is not launched: a function of the state at LATCH and its decision.
//!
//! | the kernel | reason |
//! |---|---|
//! | is in no pool | [`Reason::Trigger`], [`Reason::AllocationOnly`] |
//! | is chosen | [`Reason::Launching`] |
//! | can be launched, but another one is chosen | [`Reason::Outranked`] |
//! | may use no place, or no free one | [`Reason::UsageMask`], [`Reason::Owned`], [`Reason::EarlyLaunch`], [`Reason::Affinity`], [`Reason::Fragmentation`], [`Reason::Busy`] |
//! | has places without grants | [`Reason::SecondResources`] |
//! | has places that are reserved for others | [`Reason::Reserved`] |

mod text;

use hws_model::{ChoiceRule, Considered, Decision, Hws, Pool};
use hws_sim::Obstacle;
use hws_types::{Entry, SipMask};
use serde::Serialize;

use super::facts::{Facts, KernelRef};
use super::state::StateFacts;

/// Why a kernel waits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "reason", rename_all = "snake_case")]
pub enum Reason {
    /// It has not been pushed. A stimulus has only what reached the HWS, so it does not say why.
    NotPushed,
    /// It has not been pushed, and the run has recorded why.
    BeforePush {
        /// What it waited for.
        what: String,
    },
    /// It waits for the loader: for the descriptors before it, its own, or a free entry (scheduler.md §2.2).
    Loader,
    /// It was admitted while an attempt was in flight, which cannot see it (scheduler.md §3.1).
    InFlight,
    /// HWS_CTRL.ENABLE is 0.
    Disabled,
    /// The attempt launches it.
    Launching,
    /// Every block that its trigger allows is launched (scheduler.md §4.1).
    Trigger {
        /// Blocks launched.
        launched: u32,
        /// Blocks that the trigger allows.
        trigger: u32,
        /// Blocks in all.
        blocks: u32,
    },
    /// It runs on no SIP and waits for L2 grants (scheduler.md §9.4).
    AllocationOnly,
    /// Its usage mask leaves no place, or excludes the places that are free (scheduler.md §5.1).
    UsageMask {
        /// The SIPs of its affinity that the usage mask excludes.
        excluded: SipMask,
    },
    /// Its affinity excludes the places that are free.
    Affinity {
        /// The ready SIPs outside its affinity.
        excluded: SipMask,
    },
    /// Firmware owns SIPs of every place (scheduler.md §8.4).
    Owned {
        /// The SIPs that it may use and firmware owns.
        sips: SipMask,
    },
    /// It would fit on pre-idle SIPs, but early launch is off (scheduler.md §7.1).
    EarlyLaunch {
        /// The pre-idle SIPs.
        sips: SipMask,
    },
    /// Enough SIPs are ready, but no aligned place is (scheduler.md §5.2).
    Fragmentation {
        /// The SIPs that are ready for it.
        ready: SipMask,
        /// SIPs that a launch takes.
        needed: u32,
    },
    /// Too few of its SIPs are ready.
    Busy {
        /// The SIPs that are ready for it.
        ready: SipMask,
        /// SIPs that a launch takes.
        needed: u32,
    },
    /// The places lack grants of second resources (scheduler.md §9.1).
    SecondResources {
        /// The VGs that are open for it, bit per VG.
        open_vgs: u32,
        /// The dies that are open for it, bit per die.
        open_dies: u32,
    },
    /// Its places are reserved, and the backfill filter refuses them (scheduler.md §5.5).
    Reserved {
        /// The oldest kernel for which they are reserved.
        by: Option<KernelRef>,
        /// The reserved SIPs.
        sips: SipMask,
    },
    /// It has a place, but another kernel is chosen (scheduler.md §5.6).
    Outranked {
        /// The chosen kernel.
        by: KernelRef,
        /// Why that one comes first.
        because: Precedence,
    },
}

impl Reason {
    /// Whether two reasons differ at most in the sets of SIPs that they name.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Reserved { by: a, .. }, Self::Reserved { by: b, .. }) => a == b,
            (Self::Outranked { .. } | Self::Trigger { .. }, _) => self == other,
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }
}

/// Why one launchable kernel is chosen before another (scheduler.md §4.4, §5.6).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Precedence {
    /// Its pool comes first.
    Pool,
    /// It is the first fill-up, and SIP_FILLUP_TASK_FIRST is on.
    FillUp,
    /// Its online_priority is higher.
    OnlinePriority,
    /// Its offline_priority is higher.
    OfflinePriority,
    /// It is older.
    Age,
}

/// The state at a LATCH, or one without an attempt and what would be decided in it.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) hws: &'a Hws,
    pub(super) decision: &'a Decision,
}

impl View<'_> {
    pub(super) fn kernel(&self, entry: Entry) -> Option<KernelRef> {
        KernelRef::of(self.hws, entry)
    }

    pub(super) fn task(&self, entry: Entry) -> Option<&Considered> {
        self.decision.tasks.iter().find(|task| task.entry == entry)
    }

    /// Why the kernel is not launched, if an attempt is or were latched in this state.
    pub(super) fn reason(&self, facts: &Facts) -> Reason {
        match self.task(facts.kernel.entry) {
            None => outside_the_pools(facts),
            Some(task) if task.options.is_empty() => self.unplaced(task, facts),
            Some(task) => self.placed(task),
        }
    }

    fn placed(&self, task: &Considered) -> Reason {
        let winner = self.decision.choice.as_ref().filter(|choice| choice.entry != task.entry);
        let by = winner.and_then(|choice| self.kernel(choice.entry));
        match winner.zip(by).zip(winner.and_then(|choice| self.task(choice.entry))) {
            None => Reason::Launching,
            Some(((choice, by), first)) => {
                Reason::Outranked { by, because: precedence(choice.rule, first, task) }
            }
        }
    }

    fn unplaced(&self, task: &Considered, facts: &Facts) -> Reason {
        let shape = facts.shape();
        match Obstacle::new(task.pool, &task.masks, shape, self.decision.ready, facts.reserved) {
            Obstacle::NothingAllowed => Reason::UsageMask { excluded: facts.affinity - facts.usage_mask },
            Obstacle::NoPlace => self.no_place(facts, task.masks.allowed),
            Obstacle::Grants => {
                Reason::SecondResources { open_vgs: facts.open_vgs, open_dies: facts.open_dies }
            }
            Obstacle::Reserved(sips) => Reason::Reserved { by: self.keeper(sips), sips },
        }
    }

    /// The first restriction without which the kernel would have a place.
    fn no_place(&self, facts: &Facts, allowed: SipMask) -> Reason {
        let state = StateFacts::of(self.hws);
        let (shape, ready) = (facts.shape(), self.decision.ready);
        let needed = shape.threads.get() * shape.blocks;
        let startable = (state.pre_idle & state.present) - state.owned;
        let outside = (ready & facts.usage_mask) - facts.affinity;
        if !shape.fits(allowed) || shape.fits(facts.affinity & ready) {
            Reason::UsageMask { excluded: facts.affinity - facts.usage_mask }
        } else if !shape.fits(allowed - state.owned) || shape.fits(allowed & (ready | state.owned)) {
            Reason::Owned { sips: allowed & state.owned }
        } else if !state.early_launch && shape.fits(allowed & (ready | startable)) {
            Reason::EarlyLaunch { sips: (allowed & startable) - ready }
        } else if shape.fits((allowed & ready) | outside) {
            Reason::Affinity { excluded: outside }
        } else if (allowed & ready).len() >= needed {
            Reason::Fragmentation { ready: allowed & ready, needed }
        } else {
            Reason::Busy { ready: allowed & ready, needed }
        }
    }

    /// The oldest kernel for which one of the SIPs is reserved.
    pub(super) fn keeper(&self, sips: SipMask) -> Option<KernelRef> {
        let kernels = Entry::all().filter_map(|entry| Facts::of(self.hws, entry));
        let keepers = kernels.filter(|facts| facts.reserved.intersects(sips));
        keepers.map(|facts| facts.kernel).min_by_key(|kernel| kernel.seq)
    }
}

fn outside_the_pools(facts: &Facts) -> Reason {
    if facts.runs_on_sips {
        Reason::Trigger { launched: facts.launched, trigger: facts.trigger, blocks: facts.blocks }
    } else {
        Reason::AllocationOnly
    }
}

fn precedence(rule: ChoiceRule, first: &Considered, other: &Considered) -> Precedence {
    let is_fill_up = |task: &Considered| task.options.first().is_some_and(|option| option.is_fill_up);
    if first.pool != other.pool {
        Precedence::Pool
    } else if rule == ChoiceRule::FillUp && !is_fill_up(other) {
        Precedence::FillUp
    } else if first.pool == Pool::P && first.online_priority != other.online_priority {
        Precedence::OnlinePriority
    } else if first.pool == Pool::O && first.offline_priority != other.offline_priority {
        Precedence::OfflinePriority
    } else {
        Precedence::Age
    }
}

/// The name of a pool in a sentence.
pub(super) fn pool_name(of: Pool) -> String {
    format!("{}-pool", of.name())
}
