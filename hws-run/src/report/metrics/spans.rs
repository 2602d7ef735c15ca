//! The runs of each SIP, and the part of a span that they cover.

use hws_types::{Cycle, Sip};

use crate::timeline::{SipRun, Timeline};

/// The runs of each SIP, one after the other; none if nothing is reserved, since they are asked for about reservations.
pub(super) struct BySip<'t>([Vec<&'t SipRun>; Sip::COUNT]);

impl<'t> BySip<'t> {
    pub(super) fn new(timeline: &'t Timeline) -> Self {
        let mut by_sip = [const { Vec::new() }; Sip::COUNT];
        if timeline.reservations.is_empty() {
            return Self(by_sip);
        }
        timeline.runs.iter().for_each(|run| by_sip[run.sip.index()].push(run));
        Self(by_sip)
    }

    /// The runs of a SIP that end after `from`.
    pub(super) fn ending_after(&self, sip: Sip, from: Cycle) -> impl Iterator<Item = &'t SipRun> {
        let runs = &self.0[sip.index()];
        runs[runs.partition_point(|run| run.to <= from)..].iter().copied()
    }

    /// Cycles of `from..to` in which a SIP was running a block.
    pub(super) fn busy(&self, sip: Sip, from: Cycle, to: Cycle) -> u64 {
        let touching = self.ending_after(sip, from).take_while(|run| run.from < to);
        touching.map(|run| run.to.min(to).since(run.from.max(from))).sum()
    }
}
