//! Judges a run step by step: first the events, then the act, then the resulting state.

mod acting;
mod batch;
mod counted;
mod hearing;

use std::sync::Arc;

use hws_model::Hws;
use hws_types::Cycle;

use super::clause::CLAUSES;
use super::step::CheckStep;
use super::verdict::Verdict;
use super::view::View;
use super::violation::Violation;
use super::{dates, i5, i7, i8, i9, i11, i13};
use crate::memory::SparseMemory;
use batch::Batch;
use counted::Counted;

/// The records, the last states, and the verdict.
#[derive(Clone, Debug)]
pub(super) struct Judge {
    /// Shared memory as far as it is known; a reset does not touch it.
    memory: SparseMemory,
    counted: Counted,
    before: Arc<View>,
    /// The state at the last LATCH, while its attempt is in flight.
    latched: Option<Arc<View>>,
    verdict: Verdict,
}

impl Judge {
    /// A judge of an HWS that is now at power-on.
    pub(super) fn new(hws: &Hws) -> Self {
        Self {
            memory: SparseMemory::default(),
            counted: Counted::new(),
            before: Arc::new(View::new(hws)),
            latched: None,
            verdict: Verdict::default(),
        }
    }

    pub(super) fn before(&self) -> &View {
        &self.before
    }

    pub(super) const fn verdict(&self) -> &Verdict {
        &self.verdict
    }

    pub(super) fn memory(&mut self) -> &mut SparseMemory {
        &mut self.memory
    }

    /// Notes that time has passed without any event.
    pub(super) fn pass(&mut self, now: Cycle) {
        self.verdict.cycles = now;
    }

    pub(super) fn take(&mut self, step: CheckStep) {
        let CheckStep { act, events, view: now } = step;
        let mut batch = Batch::default();
        for (at, &(cycle, event)) in events.iter().enumerate() {
            let next = events.get(at + 1).map(|&(_, event)| event);
            self.hear(&mut batch, cycle, event, next, &now);
        }
        if let Some(act) = act {
            self.act(act, &batch, &now);
        }
        self.settle(&batch, now);
    }

    fn settle(&mut self, batch: &Batch, now: View) {
        self.counted.tasks.note_pop(&now);
        self.settle_launches(batch, &now);
        self.reread(batch, &now);
        self.counted.books.kernels.retain(|seq, _| !batch.left.contains(seq));
        self.judge_state(batch, &now);
        self.remember(batch, now);
    }

    /// Judges the launches of a COMMIT once all its events are known.
    fn settle_launches(&mut self, batch: &Batch, now: &View) {
        let judged = batch.judged();
        self.note(i8::commit_is_whole(&judged), now);
        for launch in &batch.launches {
            i9::note_path(&mut self.counted.books, launch.id, now);
            if let Some(book) = self.counted.books.launch(launch.id) {
                let found = [i8::commands_are_complete(book, now), i9::launch_is_announced(book, now)];
                found.into_iter().for_each(|verdict| self.note(verdict, now));
            }
        }
        for judged in &judged {
            let verdict = i13::take_run(&mut self.counted.books, judged, &self.before, now);
            self.note(verdict, now);
        }
    }

    /// Reads the live words of the kernel that launched, and of those that were refreshed.
    fn reread(&mut self, batch: &Batch, now: &View) {
        let after_launch = batch.launches.first().map(|launch| launch.seq);
        let counts = |view: &View| view.regs.enable_second_rsc_sch.enable();
        let by_launch = after_launch.filter(|_| batch.latched.as_deref().is_some_and(counts));
        let by_refresh = batch.refreshed.iter().filter(|_| counts(now));
        let by_refresh = by_refresh.filter_map(|entry| now.tasks[entry.index()].map(|task| task.seq));
        for seq in by_launch.into_iter().chain(by_refresh) {
            if let Some(kernel) = self.counted.books.kernels.get_mut(&seq) {
                i9::reread(kernel, &mut self.memory);
            }
        }
    }

    fn judge_state(&mut self, batch: &Batch, now: &View) {
        let Counted { books, tasks, dags, messages, .. } = &mut self.counted;
        let has_ticked = now.cycle > self.verdict.cycles;
        let was_boundary = has_ticked && (!self.before.is_attempting || batch.is_commit);
        let mut found: Vec<_> = CLAUSES.iter().map(|clause| clause(now)).collect();
        found.push(i5::r_tasks_within_limit(now, &self.before));
        found.push(i7::table_agrees(books, now));
        found.push(tasks.agree(now));
        found.push(dags.finish_is_bounded(now));
        found.push(messages.agree(now));
        found.push(i13::pools_agree(books, now));
        found.push(i11::nothing_hangs(now, was_boundary, self.latched.as_deref()));
        found.into_iter().for_each(|verdict| self.note(verdict, now));
    }

    /// An attempt in flight that was not before, or that follows a COMMIT, has just been latched.
    fn remember(&mut self, batch: &Batch, now: View) {
        let is_latched = now.is_attempting && (batch.is_commit || !self.before.is_attempting);
        self.before = Arc::new(now);
        if is_latched {
            self.latched = Some(Arc::clone(&self.before));
        } else if !self.before.is_attempting {
            self.latched = None;
        }
        self.verdict.cycles = self.before.cycle;
        self.verdict.states += 1;
    }

    fn note(&mut self, verdict: Result<(), Violation>, now: &View) {
        if let Err(violation) = verdict {
            let violation = dates::dated(violation, &self.counted.books, now);
            self.verdict.note(violation);
        }
    }
}
