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
        let places = params::MDMA_FIFO - self.mdma_fifo.len();
        let fits = rule!(LatchMdmaStrict, places >= MDMA_PLACES_NEEDED, places > MDMA_PLACES_NEEDED);
        let fits = rule!(LatchMdmaOne, fits, places > 0);
        rule!(LatchDisabled, self.regs.hws_ctrl.enable(), true)
            && rule!(LatchEmpty, self.kernels().next().is_some(), true)
            && rule!(LatchNotReady, !self.ready().is_empty(), true)
            && rule!(LatchNeedsTask, true, self.kernels().any(|(_, kernel)| kernel.td.enable_sip_alloc))
            && rule!(
                LatchNeedsEligible,
                true,
                self.kernels().any(|(_, kernel)| kernel.r_flag || kernel.is_eligible())
            )
            && fits
    }

    /// §3.2.
    pub(super) fn latch(&mut self) {
        let before = rule!(CancelLate, None, Some(self.decision()));
        self.cancel_stale_reservations();
        let decision = before.unwrap_or_else(|| self.decision());
        let ticks = rule!(AttemptLong, params::ATTEMPT_CYCLES, params::ATTEMPT_CYCLES + 1);
        let ticks_left = rule!(AttemptShort, ticks, params::ATTEMPT_CYCLES - 1);
        self.attempt = Some(Attempt { ticks_left, decision });
        self.attempt_idle = self.idle();
        self.count_latch();
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
