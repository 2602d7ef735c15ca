//! SIPs for graphs that firmware schedules: claimed from the HWS when they are idle, released afterwards.
//!
//! The steps are those of `HwsDriver::claim_when_idle`, but firmware continues to serve the HWS between them,
//! because kernels still running on the SIPs may need it. The usage masks exclude the SIPs until all are
//! claimed.

use std::collections::BTreeMap;

use fw_api::UsageMasks;
use hws_types::SipMask;

use super::{Amos, Board};
use crate::run::error::RunError;

/// Number of futile claims, while nothing is running, after which firmware stops trying: a reservation would
/// be cancelled at the next attempt.
const PATIENCE: u32 = 16;

/// The SIPs that graphs need, and those that firmware owns.
#[derive(Clone, Debug, Default)]
pub(super) struct Claims {
    wanted: BTreeMap<usize, SipMask>,
    owned: SipMask,
    /// The SIPs that the usage masks exclude, and the masks as configured.
    closed: SipMask,
    configured: UsageMasks,
    futile: u32,
    /// Whether a claim was tried since something happened.
    pub(super) has_looked: bool,
}

impl Claims {
    pub(super) fn want(&mut self, graph: usize, sips: SipMask) {
        self.wanted.insert(graph, sips);
        self.futile = 0;
    }

    pub(super) fn forget(&mut self, graph: usize) {
        self.wanted.remove(&graph);
    }

    /// The SIPs that firmware owns.
    pub(super) const fn owned(&self) -> SipMask {
        self.owned
    }

    fn needed(&self) -> SipMask {
        self.wanted.values().fold(SipMask::EMPTY, |all, &sips| all | sips)
    }

    /// Whether SIPs are missing that may still become idle.
    pub(super) fn is_pending(&self) -> bool {
        !(self.needed() - self.owned).is_empty() && self.futile < PATIENCE
    }
}

impl Amos<'_, '_> {
    /// Does the next step; returns false if there is none now.
    pub(super) fn tend_claims(&mut self, board: &mut Board<'_>) -> Result<bool, RunError> {
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

    fn release(&mut self, board: &mut Board<'_>, sips: SipMask) -> Result<(), RunError> {
        self.driver(board).release_sips(sips).map_err(RunError::while_doing("release SIPs"))?;
        self.claims.owned -= sips;
        Ok(())
    }

    /// All SIPs are claimed: restores the usage masks.
    fn reopen(&mut self, board: &mut Board<'_>) -> Result<bool, RunError> {
        if self.claims.closed.is_empty() {
            return Ok(false);
        }
        self.claims.closed = SipMask::EMPTY;
        self.write_usage_masks(board)?;
        Ok(true)
    }

    fn close_to_hws(&mut self, board: &mut Board<'_>, sips: SipMask) -> Result<(), RunError> {
        self.learn_usage_masks(board)?;
        self.claims.closed |= sips;
        self.write_usage_masks(board)
    }

    /// Reads the usage masks as configured, unless firmware has changed them.
    pub(super) fn learn_usage_masks(&mut self, board: &mut Board<'_>) -> Result<(), RunError> {
        if self.claims.closed.is_empty() && self.silent_sips().is_empty() {
            let doing = RunError::while_doing("read the usage masks");
            self.claims.configured = self.driver(board).usage_masks().map_err(doing)?;
        }
        Ok(())
    }

    /// Writes the usage masks as configured, without the SIPs that are to be claimed and those that are silent.
    pub(super) fn write_usage_masks(&mut self, board: &mut Board<'_>) -> Result<(), RunError> {
        let closed = self.claims.closed | self.silent_sips();
        let masks = self.claims.configured.map(|classes| classes.map(|usable| usable - closed));
        let doing = RunError::while_doing("open and close SIPs to the HWS");
        self.driver(board).set_usage_masks(&masks).map_err(doing)
    }

    /// Claims the SIPs that are idle now; the others are claimed later.
    fn claim(&mut self, board: &mut Board<'_>, sips: SipMask) -> Result<bool, RunError> {
        let claim = self.driver(board).claim_sips(sips).map_err(RunError::while_doing("claim SIPs"))?;
        let claims = &mut self.claims;
        claims.has_looked = true;
        // Not only what this claim granted: it may have been made twice.
        claims.owned |= claim.owned;
        let is_futile = claim.owned.is_empty();
        let is_waiting_for_sips = is_futile && board.next_due().is_some();
        claims.futile = if is_futile && !is_waiting_for_sips { claims.futile + 1 } else { 0 };
        Ok(!is_futile)
    }
}
