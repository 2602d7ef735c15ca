//! The attempt: when it starts, what it latches, and its decision (§3).

use hws_model::Pool;
use hws_regs::params;
use hws_types::SipMask;

use super::PlainHws;

/// An attempt in flight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Attempt {
    pub(super) ticks_left: u32,
    pub(super) decision: PlainDecision,
}

/// What LATCH decides and COMMIT carries out (§3.1).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlainDecision {
    /// The kernel and its SIPs, if one can be launched.
    pub choice: Option<PlainChoice>,
    /// The P-pool in its order.
    pub p_pool: Vec<PlainPTask>,
    /// Second resources count.
    pub second_resources: bool,
}

/// A kernel that is to be launched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlainChoice {
    /// Its Ready Station entry.
    pub entry: usize,
    /// Its pool.
    pub pool: Pool,
    /// The SIPs of each block, in launch order.
    pub blocks: Vec<SipMask>,
}

/// A member of the P-pool.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlainPTask {
    /// Its Ready Station entry.
    pub entry: usize,
    /// Its online_priority.
    pub online: u32,
}

/// MDMA commands of the largest launch: one for each SIP.
const MDMA_PLACES_NEEDED: usize = params::N_SIP;

impl PlainHws {
    /// §3.1: the condition of LATCH.
    pub(super) fn can_latch(&self) -> bool {
        rule!(LatchDisabled, self.regs.hws_ctrl.enable(), true)
            && rule!(LatchEmpty, self.kernels().next().is_some(), true)
            && self.is_place_ready()
            && rule!(LatchLoading, true, self.loading.is_none())
            && rule!(LatchNeedsTask, true, self.kernels().any(|(_, kernel)| kernel.td.enable_sip_alloc))
            && rule!(
                LatchNeedsEligible,
                true,
                self.kernels().any(|(_, kernel)| kernel.r_flag || kernel.is_eligible())
            )
            && self.is_delivery_free()
    }

    /// §3.1: ready ≠ 0.
    fn is_place_ready(&self) -> bool {
        let (ready, idle, pre_idle) = (self.ready(), self.idle(), self.pre_idle());
        let there = self.present() - self.fw_owned;
        let sips = rule!(LatchReadyIdle, ready, ready & idle);
        let sips = rule!(LatchReadyPreIdle, sips, pre_idle & there);
        let sips = rule!(LatchReadyUnreserved, sips, ready - self.reserved_all);
        let sips = rule!(LatchReadyOwned, sips, ready | (self.fw_owned & idle));
        let sips = rule!(LatchReadyAbsent, sips, ready | (idle - self.present()));
        rule!(LatchNotReady, !sips.is_empty(), true)
    }

    /// §3.1: the MDMA FIFO has room for the largest launch.
    fn is_delivery_free(&self) -> bool {
        let places = params::MDMA_FIFO.saturating_sub(self.mdma_fifo.len());
        let fits = rule!(LatchMdmaStrict, places >= MDMA_PLACES_NEEDED, places > MDMA_PLACES_NEEDED);
        let fits = rule!(LatchMdmaOne, fits, places > 0);
        let fits = rule!(LatchMdmaEmpty, fits, self.mdma_fifo.is_empty());
        let fits = rule!(LatchMihRoom, fits, fits && self.mih_room() >= 2);
        rule!(LatchMihEmpty, fits, fits && self.mih_fifo.is_empty())
    }

    /// §3.2.
    pub(super) fn latch(&mut self) {
        self.note_latch();
        let before = rule!(CancelLate, None, Some(self.decision()));
        self.cancel_stale_reservations();
        let decision = before.unwrap_or_else(|| self.decision());
        let ticks = rule!(AttemptLong, params::ATTEMPT_CYCLES, params::ATTEMPT_CYCLES + 1);
        let ticks = rule!(AttemptShort, ticks, params::ATTEMPT_CYCLES - 1);
        let ticks_left = rule!(FailureShort, ticks, if decision.choice.is_some() { ticks } else { 1 });
        if rule!(OnlineAtLatch, false, !decision.p_pool.is_empty()) {
            self.update_online_priorities(&decision.p_pool);
        }
        self.attempt = Some(Attempt { ticks_left, decision });
        self.count_latch();
    }

    /// §3.1: at COMMIT, the decision is that of LATCH.
    pub(super) fn decision_at_commit(&self, latched: PlainDecision) -> PlainDecision {
        let is_late = rule!(DecisionAtCommit, false, true);
        let is_pool_late = rule!(PoolAtCommit, false, true);
        let is_choice_late = rule!(ChoiceAtCommit, false, true);
        if !(is_late || is_pool_late || is_choice_late) {
            return latched;
        }
        let now = self.decision();
        if is_pool_late {
            PlainDecision { p_pool: now.p_pool, ..latched }
        } else if is_choice_late {
            PlainDecision { choice: now.choice, ..latched }
        } else {
            now
        }
    }

    /// §4, §5: the decision for the present state; changes nothing.
    #[must_use]
    pub fn decide(&self) -> PlainDecision {
        let _scope = self.enter();
        self.decision()
    }

    fn decision(&self) -> PlainDecision {
        let pools = self.pools();
        let choice = self.choose(&pools);
        PlainDecision { choice, p_pool: pools.p, second_resources: self.second_resources_are_on() }
    }
}
