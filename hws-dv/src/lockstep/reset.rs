//! Power-on resets of a dump.

use super::Divergence;
use crate::map::{Binding, NameMap, Port};
use crate::sample::Edge;

/// What is known about resets.
#[derive(Debug)]
pub(super) struct ResetState {
    is_active_high: bool,
    /// Resets seen.
    count: u64,
    is_in_reset: bool,
    /// What differed at the last edge in reset.
    pub(super) pending: Option<Box<Divergence>>,
}

impl ResetState {
    pub(super) fn new(map: &NameMap) -> Self {
        Self { is_active_high: map.is_reset_active_high, count: 0, is_in_reset: false, pending: None }
    }

    /// Whether the edge is one of a power-on reset. An unknown reset is one: nothing can be compared then.
    pub(super) fn is_active(&mut self, edge: &Edge<'_>, binding: &Binding) -> bool {
        if binding.port(Port::RstN).is_none() {
            return false;
        }
        let inactive = u64::from(!self.is_active_high);
        let is_active = edge.inputs[Port::RstN as usize].get() != Some(inactive);
        if is_active && !self.is_in_reset {
            self.count += 1;
        }
        self.is_in_reset = is_active;
        is_active
    }

    /// The number of the run in the dump, from 1: each power-on reset begins one.
    pub(super) fn epoch(&self) -> u64 {
        self.count.max(1)
    }

    pub(super) fn was_seen(&self) -> bool {
        self.count > 0
    }
}
