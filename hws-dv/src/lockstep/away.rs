//! Differences after which the comparison goes on: the model keeps running, and is compared again from the tick on after
//! which every register agrees, apart from what is known to differ.

use super::{Divergence, Lockstep, LockstepObserver, ModelDifference, Moment};
use crate::check::{AfterEpisode, Episode, Judge};
use crate::sample::{AfterEdge, SampledEdge};

/// The time after a difference.
#[derive(Debug)]
pub(super) struct Away {
    /// The signals that differed, and have not agreed since.
    signals: Vec<String>,
    /// Everything else agreed after a tick.
    is_settled: bool,
}

impl Away {
    pub(super) fn is_settled(&self) -> bool {
        self.is_settled
    }
}

impl<O: LockstepObserver> Lockstep<O> {
    /// Goes on after the differences that the judge lets pass.
    #[must_use]
    pub fn judged_by(self, judge: Option<Judge>) -> Self {
        Self { judge, ..self }
    }

    /// Neither model nor dump can be trusted: nothing counts.
    pub(super) fn is_unsettled(&self) -> bool {
        self.away.as_ref().is_some_and(|away| !away.is_settled())
    }

    /// A power-on reset makes every state known again.
    pub(super) fn end_away(&mut self, time: u64) {
        let was_unsettled = self.is_unsettled();
        self.away = None;
        if let Some(last) = self.episodes.last_mut().filter(|_| was_unsettled) {
            last.after = AfterEpisode::Reset { time };
        }
    }

    /// The differences beyond those that are known to go on; `None` as long as nothing is compared.
    pub(super) fn beyond_known(
        &mut self,
        found: Vec<ModelDifference>,
        edge: &SampledEdge<'_>,
        moment: Moment,
    ) -> Option<Vec<ModelDifference>> {
        let Some(away) = &mut self.away else { return Some(found) };
        let (known, rest): (Vec<_>, Vec<_>) =
            found.into_iter().partition(|difference| away.signals.contains(&difference.signal));
        if !away.is_settled {
            if moment != Moment::Tick || !edge.has_registers || !rest.is_empty() {
                return None;
            }
            away.is_settled = true;
            if let Some(last) = self.episodes.last_mut() {
                last.after = AfterEpisode::Agreed { cycle: self.hws.cycle().0, time: edge.time };
            }
        }
        if edge.has_registers {
            away.signals.retain(|signal| known.iter().any(|difference| difference.signal == *signal));
            if away.signals.is_empty() {
                self.away = None;
            }
        }
        Some(rest)
    }

    /// Notes a difference; without a judge the comparison ends.
    pub(super) fn note(&mut self, divergence: Box<Divergence>) -> AfterEdge {
        let Some(judge) = &mut self.judge else {
            self.divergence = Some(divergence);
            return AfterEdge::Stop;
        };
        let judged = judge.judge(&divergence);
        if judged.waivers.is_empty() && self.divergence.is_none() {
            self.divergence = Some(divergence.clone());
        }
        let beside = self.away.take().map_or_else(Vec::new, |away| away.signals);
        let here = divergence.differences.iter().map(|difference| difference.signal.clone());
        let signals = beside.iter().cloned().chain(here).collect();
        let after = if judged.goes_on { AfterEpisode::Unsettled } else { AfterEpisode::Enough };
        self.episodes.push(Episode { divergence, waivers: judged.waivers, beside, after });
        if !judged.goes_on {
            return AfterEdge::Stop;
        }
        self.away = Some(Away { signals, is_settled: false });
        AfterEdge::Clear
    }
}
