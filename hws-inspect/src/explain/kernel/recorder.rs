//! Observes a replay and records the lives of one kernel_id.

use std::collections::BTreeSet;

use hws_model::{Decision, ErrorBit, Event, EventSink, Hws, Way};
use hws_regs::{CntTaskReject, RegId, TdpCfg};
use hws_sim::Observer;
use hws_sim::stimulus::Op;
use hws_types::{Cycle, Entry, HdrPush, SipMask, Source};

use super::life::OpenLife;
use super::pushes::{Push, Pushes};
use super::{BlockRecord, KernelExplanation, Life};
use crate::explain::clock::{Clock, Latch};
use crate::explain::error::ExplainError;
use crate::explain::facts::Facts;
use crate::explain::reason::View;
use crate::explain::state::{StateFacts, register};

/// Ids listed when there is no kernel with the id.
const NEAREST: usize = 5;

/// The observer.
#[derive(Debug)]
pub(super) struct Recorder {
    id: u32,
    clock: Clock,
    pushes: Pushes,
    /// The admission of this step: its entry and kernel_id.
    admitted: Option<(Entry, u32)>,
    /// The first error of this step that may be a rejection.
    error: Option<(ErrorBit, Source)>,
    rejections: u32,
    latching: Option<Latch>,
    /// How the attempt in flight places its kernel.
    way: Option<Way>,
    /// The lives to which something can happen.
    lives: Vec<OpenLife>,
    /// The others, with their numbers.
    closed: Vec<(usize, Life)>,
    /// Every kernel_id seen.
    ids: BTreeSet<u32>,
    config: TdpCfg,
}

impl Recorder {
    pub(super) fn new(id: u32) -> Self {
        Self {
            id,
            clock: Clock::default(),
            pushes: Pushes::default(),
            admitted: None,
            error: None,
            rejections: 0,
            latching: None,
            way: None,
            lives: Vec::new(),
            closed: Vec::new(),
            ids: BTreeSet::new(),
            config: TdpCfg::default(),
        }
    }

    pub(super) fn answer(mut self, end: Cycle) -> Result<KernelExplanation, ExplainError> {
        for push in self.pushes.waiting() {
            self.waits_for_ever(push);
        }
        self.close(end, |_| true);
        if self.closed.is_empty() {
            return Err(ExplainError::NoKernel { id: self.id, nearest: self.nearest() });
        }
        self.closed.sort_by_key(|(number, _)| *number);
        let lives = self.closed.into_iter().map(|(_, life)| life).collect();
        Ok(KernelExplanation { kernel_id: self.id, end, lives })
    }

    fn begin(&mut self, push: Push) -> &mut OpenLife {
        let number = self.lives.len() + self.closed.len();
        self.lives.push(OpenLife::new(push, number));
        let last = self.lives.len() - 1;
        &mut self.lives[last]
    }

    /// Closes the lives that are over.
    fn close(&mut self, at: Cycle, mut is_over: impl FnMut(&mut OpenLife) -> bool) {
        let over = self.lives.extract_if(.., |life| is_over(life));
        self.closed.extend(over.map(|life| (life.number, life.answer(at))));
    }

    /// A push that never left the loader.
    fn waits_for_ever(&mut self, push: Push) {
        let id = self.pushes.kernel_id(push, self.config);
        self.ids.extend(id);
        if id == Some(self.id) {
            self.begin(push);
        }
    }

    fn nearest(&self) -> Vec<u32> {
        let mut ids: Vec<u32> = self.ids.iter().copied().collect();
        ids.sort_by_key(|&id| (id.abs_diff(self.id), id));
        ids.truncate(NEAREST);
        ids.sort_unstable();
        ids
    }

    /// The life in an entry.
    fn resident(&mut self, entry: Entry) -> Option<&mut OpenLife> {
        let is_it = |life: &&mut OpenLife| {
            life.is_resident() && life.kernel.is_some_and(|kernel| kernel.entry == entry)
        };
        self.lives.iter_mut().find(is_it)
    }

    fn note_admission(&mut self, at: Cycle, hws: &Hws) {
        let Some((entry, id)) = self.admitted.take() else { return };
        self.ids.insert(id);
        let facts = Facts::of(hws, entry).filter(|facts| facts.kernel.kernel_id == id);
        let push = match &facts {
            Some(facts) => self.pushes.take(facts.source),
            None => self.pushes.take_named(id, self.config),
        };
        let Some(push) = push.filter(|_| id == self.id) else { return };
        match facts {
            Some(facts) => self.begin(push).admitted(at, facts),
            // An allocation-only kernel can finish in the tick of its admission.
            None => self.begin(push).passed(at),
        }
    }

    fn note_rejection(&mut self, at: Cycle, hws: &Hws) {
        let rejections = register::<CntTaskReject>(hws).value();
        let error = self.error.take();
        let has_rejected = std::mem::replace(&mut self.rejections, rejections) < rejections;
        let Some((bit, source)) = error.filter(|_| has_rejected) else { return };
        let Some(push) = self.pushes.take(source) else { return };
        let id = self.pushes.kernel_id(push, self.config);
        self.ids.extend(id);
        if id == Some(self.id) {
            self.begin(push).rejected(at, bit.name());
        }
    }

    fn judge(&mut self, at: Cycle, hws: &Hws) {
        let latch = self.latching.take();
        if let Some(latch) = &latch {
            self.way = latch.decision.choice.as_ref().map(|choice| choice.way);
        }
        if !self.lives.iter().any(OpenLife::is_resident) {
            return;
        }
        match (latch, hws.attempt()) {
            (Some(latch), _) => self.judge_all(latch.at, hws, &latch.decision, true),
            (None, None) => self.judge_all(at, hws, &hws.decide(), false),
            (None, Some(_)) => {
                let unseen = self.lives.iter_mut().filter(|life| life.is_resident() && !life.is_judged());
                unseen.for_each(|life| life.in_flight(at));
            }
        }
    }

    fn judge_all(&mut self, at: Cycle, hws: &Hws, decision: &Decision, is_attempt: bool) {
        let is_off = !is_attempt && !StateFacts::of(hws).enabled;
        let view = View { hws, decision };
        for life in self.lives.iter_mut().filter(|life| life.is_resident()) {
            let facts = life.kernel.and_then(|kernel| Facts::of(hws, kernel.entry));
            if let Some(facts) = facts {
                life.judged(at, view, &facts, is_off);
            }
        }
    }

    fn reset(&mut self, at: Cycle) {
        for push in self.pushes.reset() {
            self.waits_for_ever(push);
        }
        self.lives.iter_mut().for_each(|life| life.reset(at));
        (self.admitted, self.error, self.latching, self.rejections) = (None, None, None, 0);
    }
}

impl EventSink for Recorder {
    fn event(&mut self, at: Cycle, event: Event) {
        match event {
            Event::Admit { entry, kernel_id, .. } => self.admitted = Some((entry, kernel_id)),
            Event::Error { bit, ids } => {
                self.pushes.error(bit);
                self.error = self.error.or(Some((bit, ids.source)));
            }
            Event::Launch { entry, pool, block, launch_id, sip_mask: sips, .. } => {
                let (way, early, completed) = (self.way, SipMask::EMPTY, None);
                if let Some(life) = self.resident(entry) {
                    life.unreserved(at, false);
                    life.blocks.launched(BlockRecord {
                        at,
                        block,
                        launch_id,
                        pool,
                        way,
                        sips,
                        early,
                        completed,
                    });
                }
            }
            Event::KernelDone { entry, .. } => {
                self.resident(entry).into_iter().for_each(|life| life.left(at))
            }
            Event::Promote { entry, mask, .. } => {
                self.resident(entry).into_iter().for_each(|life| life.promoted(at, mask));
            }
            Event::Cancel { entry, .. } => {
                self.resident(entry).into_iter().for_each(|life| life.unreserved(at, true));
            }
            Event::Complete { sip, launch_id } => {
                self.lives.iter_mut().for_each(|life| life.blocks.completed(at, sip, launch_id));
            }
            Event::SoftReset { .. } => self.reset(at),
            _ => {}
        }
    }

    fn latch(&mut self, at: Cycle, decision: &dyn Fn() -> Decision) {
        self.latching = Some(Latch { at, decision: decision() });
    }
}

impl Observer for Recorder {
    fn operation(&mut self, at: Cycle, op: &Op) {
        self.pushes.operation(at, op);
    }

    fn hdr_refused(&mut self, _at: Cycle, _push: HdrPush) {
        self.pushes.hdr_refused();
    }

    fn watches_state(&self) -> bool {
        true
    }

    fn settled(&mut self, hws: &Hws) {
        let at = self.clock.settle(hws);
        self.config = TdpCfg::from_bits(hws.peek(RegId::TdpCfg));
        self.note_admission(at, hws);
        self.note_rejection(at, hws);
        let pending = SipMask(hws.peek(RegId::SipPendingMask));
        for block in self.lives.iter_mut().flat_map(|life| life.blocks.launched_at(at)) {
            block.early = block.sips & pending;
        }
        self.judge(at, hws);
        self.close(at, |life| life.is_over());
    }
}
