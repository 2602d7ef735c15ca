//! Differences after which the comparison goes on: the model keeps running, and is compared again from the tick on after
//! which every register agrees, apart from what is known to differ.

use super::{Divergence, Lockstep, LockstepObserver, ModelDifference, Moment};
use crate::check::{AfterEpisode, Episode, Judge};
use crate::sample::{AfterEdge, SampledEdge};

/// The time after a difference.
#[derive(Clone, Debug)]
pub(super) struct Away {
    /// The signals that differed, and have not agreed since.
    signals: Vec<Known>,
    /// Everything else agreed after a tick.
    is_settled: bool,
}

/// A signal that is known to differ.
#[derive(Clone, Debug)]
struct Known {
    name: String,
    /// Its place among the targets.
    place: Option<usize>,
    /// The waivers of its difference.
    waivers: Vec<usize>,
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
        let cycle = self.hws.cycle().0.saturating_sub(u64::from(moment == Moment::Tick));
        let judge = self.judge.as_ref();
        let still =
            |known: &Known| judge.is_none_or(|judge| judge.still_covers(&known.waivers, &known.name, cycle));
        let is_settled = away.is_settled;
        let is_known = |it: &ModelDifference| {
            away.signals.iter().any(|known| known.name == it.signal && (!is_settled || still(known)))
        };
        let (known, rest): (Vec<_>, Vec<_>) = found.into_iter().partition(is_known);
        if !away.is_settled {
            if moment != Moment::Tick || !edge.has_registers || !rest.is_empty() {
                self.meanwhile(&rest, cycle);
                return None;
            }
            away.is_settled = true;
            if let Some(last) = self.episodes.last_mut() {
                last.after = AfterEpisode::Agreed { cycle: self.hws.cycle().0, time: edge.time };
            }
        }
        for difference in &known {
            let place = away.signals.iter().find(|it| it.name == difference.signal).and_then(|it| it.place);
            self.tally.known_to_differ(place);
        }
        if edge.has_registers {
            away.signals.retain(|signal| known.iter().any(|difference| difference.signal == signal.name));
            if away.signals.is_empty() {
                self.away = None;
            }
        }
        Some(rest)
    }

    /// Notes what differs before model and dump agree again, and is not waived.
    fn meanwhile(&mut self, rest: &[ModelDifference], cycle: u64) {
        let (Some(last), Some(judge)) = (self.episodes.last_mut(), &mut self.judge) else { return };
        for ModelDifference { signal, .. } in rest {
            if !last.meanwhile.contains(signal) && !judge.covers(signal, cycle) {
                last.meanwhile.push(signal.clone());
            }
        }
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
        let known = self.away.take().map_or_else(Vec::new, |away| away.signals);
        let place = |name: &str| self.binding.targets.iter().position(|target| target.name() == name);
        let here = divergence.differences.iter();
        let here = here.map(|it| Known {
            name: it.signal.clone(),
            place: place(&it.signal),
            waivers: judged.waivers.clone(),
        });
        let signals: Vec<Known> = known.iter().cloned().chain(here).collect();
        let beside = known.into_iter().map(|known| known.name).collect();
        let after = if judged.goes_on { AfterEpisode::Unsettled } else { AfterEpisode::Enough };
        self.episodes.push(Episode {
            divergence,
            waivers: judged.waivers,
            beside,
            meanwhile: Vec::new(),
            after,
        });
        if !judged.goes_on {
            return AfterEdge::Stop;
        }
        self.away = Some(Away { signals, is_settled: false });
        AfterEdge::Clear
    }
}
