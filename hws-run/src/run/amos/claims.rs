//! SIPs for graphs that firmware schedules: taken from the HWS when they are idle, given back afterwards.
//!
//! The steps are those of `HwsDriver::claim_when_idle`, but firmware goes on serving the HWS between
//! them: what still runs on the SIPs may need it. The usage masks keep the HWS away until all are claimed.

use std::collections::BTreeMap;

use fw_api::UsageMasks;
use hws_types::SipMask;

use super::{Amos, Board};
use crate::run::error::RunError;
use hws_sim::Observer;

/// Looks in vain, while nothing runs, after which there is no hope left: a reservation would be cancelled
/// at the next attempt.
const PATIENCE: u32 = 16;

/// Who wants SIPs, and which firmware has.
#[derive(Clone, Debug, Default)]
pub(super) struct Claims {
    wanted: BTreeMap<usize, SipMask>,
    owned: SipMask,
    /// The SIPs that the usage masks leave out, and the masks without that.
    closed: SipMask,
    configured: UsageMasks,
    fruitless: u32,
    /// Whether it was tried since something happened.
    pub(super) has_looked: bool,
}

impl Claims {
    pub(super) fn want(&mut self, graph: usize, sips: SipMask) {
        self.wanted.insert(graph, sips);
        self.fruitless = 0;
    }

    pub(super) fn forget(&mut self, graph: usize) {
        self.wanted.remove(&graph);
    }

    /// The SIPs that firmware has.
    pub(super) const fn owned(&self) -> SipMask {
        self.owned
    }

    fn needed(&self) -> SipMask {
        self.wanted.values().fold(SipMask::EMPTY, |all, &sips| all | sips)
    }

    /// Whether some are missing that may still come.
    pub(super) fn is_hopeful(&self) -> bool {
        !(self.needed() - self.owned).is_empty() && self.fruitless < PATIENCE
    }
}

impl Amos<'_, '_> {
    /// Does the next step; false when there is none now.
    pub(super) fn tend_claims<O: Observer>(&mut self, board: &mut Board<O>) -> Result<bool, RunError> {
        let needed = self.claims.needed();
        let (surplus, missing) = (self.claims.owned - needed, needed - self.claims.owned);
        if !surplus.is_empty() {
            self.release(board, surplus)?;
        } else if missing.is_empty() {
            return self.reopen(board);
        } else if !self.claims.closed.contains(missing) {
            self.close_to_hws(board, missing)?;
        } else if self.claims.has_looked {
            return Ok(false);
        } else {
            return self.claim(board, missing);
        }
        Ok(true)
    }

    fn release<O: Observer>(&mut self, board: &mut Board<O>, sips: SipMask) -> Result<(), RunError> {
        self.driver(board).release_sips(sips).map_err(RunError::while_doing("release SIPs"))?;
        self.claims.owned -= sips;
        Ok(())
    }

    /// All are claimed: the masks are again what they were.
    fn reopen<O: Observer>(&mut self, board: &mut Board<O>) -> Result<bool, RunError> {
        if self.claims.closed.is_empty() {
            return Ok(false);
        }
        let masks = self.claims.configured;
        self.driver(board).set_usage_masks(&masks).map_err(RunError::while_doing("open SIPs to the HWS"))?;
        self.claims.closed = SipMask::EMPTY;
        Ok(true)
    }

    fn close_to_hws<O: Observer>(&mut self, board: &mut Board<O>, sips: SipMask) -> Result<(), RunError> {
        let doing = || RunError::while_doing("close SIPs to the HWS");
        if self.claims.closed.is_empty() {
            self.claims.configured = self.driver(board).usage_masks().map_err(doing())?;
        }
        let closed = self.claims.closed | sips;
        let masks = self.claims.configured.map(|classes| classes.map(|usable| usable - closed));
        self.driver(board).set_usage_masks(&masks).map_err(doing())?;
        self.claims.closed = closed;
        Ok(())
    }

    /// Each SIP that is idle now is firmware's; the others are asked for again later.
    fn claim<O: Observer>(&mut self, board: &mut Board<O>, sips: SipMask) -> Result<bool, RunError> {
        let claim = self.driver(board).claim_sips(sips).map_err(RunError::while_doing("claim SIPs"))?;
        let claims = &mut self.claims;
        claims.has_looked = true;
        claims.owned |= claim.granted;
        let is_in_vain = claim.granted.is_empty();
        let is_waiting_for_sips = is_in_vain && board.next_due().is_some();
        claims.fruitless = if is_in_vain && !is_waiting_for_sips { claims.fruitless + 1 } else { 0 };
        Ok(!is_in_vain)
    }
}
