//! What a search may cost, in steps: about one elementary operation each, counted, so that no clock decides a result.

/// The remaining steps of a search.
#[derive(Debug)]
pub(super) struct Meter {
    left: u64,
}

impl Meter {
    pub(super) fn new(steps: u64) -> Self {
        Self { left: steps }
    }

    /// Takes steps; `None` if they are not left.
    pub(super) fn spend(&mut self, steps: u64) -> Option<()> {
        self.left = self.left.checked_sub(steps)?;
        Some(())
    }

    /// Returns the steps that are left.
    pub(super) fn left(&self) -> u64 {
        self.left
    }
}
