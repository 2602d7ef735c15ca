//! From an observed attempt to its explanation.

use std::collections::BTreeMap;

use hws_model::{Considered, Event, Pool};
use hws_regs::HwsCtrl;
use hws_types::{Cycle, Entry, SipMask};

use super::probe::{Subject, entry_of};
use super::{
    AttemptExplanation, Cancellation, Candidate, Chosen, LaunchedBlock, Promotion, PromotionReason,
    QueuePlace, groups,
};
use crate::explain::facts::{Facts, KernelRef};
use crate::explain::reason::{Reason, View};
use crate::explain::state::{NoAttempt, StateFacts, register};
use crate::explain::why_not::Search;

pub(super) fn build(
    cycle: Cycle,
    subject: &Subject,
    events: &[(Cycle, Event)],
    starts: &BTreeMap<u32, Cycle>,
) -> AttemptExplanation {
    let builder = Builder { subject, starts, view: View { hws: &subject.hws, decision: &subject.decision } };
    let commit = subject.attempt.map(|attempt| attempt.commit);
    let at_commit = || events.iter().filter(|(at, _)| Some(*at) == commit).map(|(_, event)| *event);
    let at_latch = events.iter().filter(|(at, _)| *at == subject.latch).map(|(_, event)| *event);
    AttemptExplanation {
        cycle,
        attempt: subject.attempt,
        no_attempt: if subject.attempt.is_some() { Vec::new() } else { NoAttempt::of(&subject.hws) },
        next_latched: subject.next_latched,
        state: StateFacts::of(&subject.hws),
        chosen: builder.chosen(),
        candidates: builder.candidates(),
        outside: builder.outside(),
        unseen: subject.unseen.clone(),
        groups: groups(&subject.hws),
        cancelled: at_latch.filter_map(|event| builder.cancelled(event)).collect(),
        launched: at_commit().filter_map(launched).collect(),
        promoted: at_commit().find_map(|event| builder.promoted(event, builder.has_left(at_commit()))),
    }
}

fn launched(event: Event) -> Option<LaunchedBlock> {
    let Event::Launch { seq, block, launch_id, sip_mask: sips, .. } = event else { return None };
    Some(LaunchedBlock { seq, block, launch_id, sips })
}

struct Builder<'a> {
    subject: &'a Subject,
    starts: &'a BTreeMap<u32, Cycle>,
    view: View<'a>,
}

impl Builder<'_> {
    fn chosen(&self) -> Option<Chosen> {
        let choice = self.subject.decision.choice.as_ref()?;
        Some(Chosen {
            kernel: self.view.kernel(choice.entry)?,
            pool: choice.pool,
            rule: choice.rule,
            way: choice.way,
            blocks: choice.placement.blocks().collect(),
        })
    }

    fn candidates(&self) -> Vec<Candidate> {
        let facts = |task: &Considered| Facts::of(&self.subject.hws, task.entry);
        let tasks = self.subject.decision.tasks.iter();
        tasks.filter_map(|task| Some(self.candidate(facts(task)?, Some(task)))).collect()
    }

    fn outside(&self) -> Vec<Candidate> {
        let kernels = Entry::all().filter(|&entry| self.view.task(entry).is_none());
        let kernels = kernels.filter_map(|entry| Facts::of(&self.subject.hws, entry));
        kernels.map(|facts| self.candidate(facts, None)).collect()
    }

    fn candidate(&self, facts: Facts, task: Option<&Considered>) -> Candidate {
        let started = self.starts.get(&facts.kernel.seq).copied();
        let ready = facts.allowed(&self.subject.hws) & self.subject.decision.ready;
        let mut why_not = Search::new(self.view, &facts, self.subject.latch).smallest();
        why_not.iter_mut().for_each(|change| change.started(started));
        Candidate {
            pool: task.map(|task| task.pool),
            online_priority: task.and_then(|task| task.online_priority),
            masks: task.map(|task| task.masks),
            places: ready.positions(facts.shape().threads),
            options: task.map(options).unwrap_or_default(),
            reason: self.reason(&facts),
            why_not,
            started,
            facts,
        }
    }

    /// Without an attempt because of ENABLE, that is the reason of every kernel in a pool.
    fn reason(&self, facts: &Facts) -> Reason {
        let is_off = !register::<HwsCtrl>(&self.subject.hws).enable() && self.subject.attempt.is_none();
        match self.view.reason(facts) {
            Reason::Launching | Reason::Outranked { .. } if is_off => Reason::Disabled,
            reason => reason,
        }
    }

    fn cancelled(&self, event: Event) -> Option<Cancellation> {
        let Event::Cancel { entry, mask } = event else { return None };
        Some(Cancellation { kernel: self.view.kernel(entry)?, sips: mask })
    }

    /// Whether the chosen kernel left with its launch.
    fn has_left(&self, mut at_commit: impl Iterator<Item = Event>) -> bool {
        let chosen = self.chosen().map(|chosen| chosen.kernel.seq);
        at_commit.any(|event| matches!(event, Event::KernelDone { seq, .. } if Some(seq) == chosen))
    }

    fn promoted(&self, event: Event, has_left: bool) -> Option<Promotion> {
        let Event::Promote { entry, seq, mask } = event else { return None };
        let known = entry_of(&self.subject.hws, seq).filter(|&known| known == entry);
        let kernel = KernelRef::of(&self.subject.hws, known?)?;
        let rule = PromotionReason::new(self.view, kernel, self.subject.promote?, has_left)?;
        Some(Promotion { kernel, sips: mask, rule })
    }
}

fn options(task: &Considered) -> Vec<QueuePlace> {
    let place = |option: &hws_model::TaskOption| QueuePlace {
        way: option.way,
        sips: option.placement.sips(),
        is_fill_up: option.is_fill_up,
    };
    task.options.iter().map(place).collect()
}

/// The SIPs of a candidate that the backfill filter refuses.
pub(super) fn refused(candidate: &Candidate) -> SipMask {
    match candidate.pool {
        Some(Pool::P | Pool::O) => candidate.masks.map_or(SipMask::EMPTY, |masks| masks.rsv - masks.backfill),
        _ => SipMask::EMPTY,
    }
}
