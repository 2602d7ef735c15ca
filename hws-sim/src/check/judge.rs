//! Judges a run step by step: first the events, then the act, then the resulting state.

mod acting;
mod batch;
mod completion;
mod counted;
mod hearing;
mod leaving;
mod touching;

use hws_model::{Event, FailedAttempts, Hws, Pool};
use hws_types::{Cycle, SipMask};

use super::act::Act;
use super::clause::{CLAUSES, hold_at_once};
use super::gaps::Gaps;
use super::launched::Judged;
use super::verdict::Verdict;
use super::view::{Total, Touched, View};
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
    before: Box<View>,
    /// The state at the last LATCH.
    latched: Option<Box<View>>,
    /// What was touched since.
    since_latch: Touched,
    /// Whether its attempt is in flight.
    is_latched: bool,
    /// The attempts that failed in this step, if they are told at once.
    failed: Option<FailedAttempts>,
    /// The memory of the last step's batch, for the next.
    batch: Option<Box<Batch>>,
    /// What is not known since the checker was attached.
    gaps: Gaps,
    /// Whether the clauses on one state hold, of everything and not only of what was touched last.
    tables_hold: bool,
    /// The operations so far, each a line of the stimulus.
    pub(super) lines: u64,
    verdict: Verdict,
}

impl Judge {
    /// A judge of an HWS that is now at power-on.
    pub(super) fn new(hws: &Hws) -> Self {
        Self::beginning(Box::new(View::new(hws)), Counted::new(), Gaps::default())
    }

    /// A judge of an HWS that is now in this state.
    pub(super) fn attached(now: &View) -> Self {
        // The clauses on one state need no history.
        let mut judge = Self::beginning(Box::new(now.clone()), Counted::attached(now), Gaps::of(now));
        judge.verdict.cycles = now.cycle;
        judge.judge_tables(now, &Touched::ALL);
        judge
    }

    fn beginning(before: Box<View>, counted: Counted, gaps: Gaps) -> Self {
        Self {
            memory: SparseMemory::default(),
            counted,
            before,
            gaps,
            latched: None,
            since_latch: Touched::ALL,
            is_latched: false,
            failed: None,
            batch: None,
            tables_hold: true,
            lines: 0,
            verdict: Verdict::default(),
        }
    }

    pub(super) fn before(&self) -> &View {
        &self.before
    }

    /// The state by which the attempt in flight is judged.
    #[cfg(test)]
    pub(super) fn latched(&self) -> Option<&View> {
        self.latched.as_deref().filter(|_| self.is_latched)
    }

    /// What the next steps are judged by, apart from states.
    #[cfg(test)]
    pub(super) fn records(&self) -> impl std::fmt::Debug {
        (self.counted.clone(), self.gaps, self.tables_hold, self.is_latched, self.verdict.clone())
    }

    /// Changes the last state.
    #[cfg(test)]
    pub(super) fn alter(&mut self, change: impl Fn(&mut View)) {
        change(&mut self.before);
    }

    pub(super) const fn verdict(&self) -> &Verdict {
        &self.verdict
    }

    pub(super) fn memory(&mut self) -> &mut SparseMemory {
        &mut self.memory
    }

    /// Counts the attempts that failed after the first of them, whose COMMIT is an event of the next step. That step
    /// ends with the LATCH after the last one.
    pub(super) fn failed(&mut self, attempts: FailedAttempts) {
        let others = attempts.count.saturating_sub(1);
        self.add(Total::Attempt, others);
        self.add(Total::Fail, others);
        self.failed = Some(attempts);
    }

    /// Notes the parts of the state that time changes.
    pub(super) fn follow_time(&mut self, now: &View) {
        self.before.follow_time(now);
    }

    /// Notes that time has passed without any event.
    pub(super) fn pass(&mut self, now: Cycle) {
        self.verdict.cycles = now;
    }

    /// Judges a step that ends in the state `now`, in which only `touched` can have changed.
    pub(super) fn take(
        &mut self,
        act: Option<Act>,
        events: &[(Cycle, Event)],
        now: &View,
        touched: &Touched,
    ) {
        let mut batch = self.batch.take().unwrap_or_default();
        batch.begin(act.is_some(), events);
        for (at, (cycle, event)) in events.iter().enumerate() {
            if let Event::Complete { sip, launch_id } = *event {
                self.completed(&mut batch, *cycle, sip, launch_id, now);
            } else {
                let next = events.get(at + 1).map(|(_, event)| event);
                self.hear(&mut batch, *cycle, event, next, now);
            }
        }
        if let Some(act) = act {
            self.act(act, &batch, now, touched);
        }
        self.settle(&mut batch, now, touched);
        if let Some(attempts) = self.failed.take() {
            self.note(i11::failures_end_in_a_latch(attempts, now), now);
        }
        if let Some(latched) = batch.latched.take() {
            // Its memory is for the next attempt.
            self.latched.get_or_insert(latched);
        }
        batch.end();
        self.batch = Some(batch);
    }

    fn settle(&mut self, batch: &mut Batch, now: &View, touched: &Touched) {
        if self.counts_still_agree(batch, now, touched) {
            self.gaps.close(now);
            self.judge_places(batch, now, touched);
            return self.remember(batch, now, touched);
        }
        if !self.gaps.tasks {
            self.counted.tasks.note_pop(now);
        }
        self.gaps.close(now);
        self.settle_launches(batch, now);
        self.reread(batch, now);
        for &(cycle, request) in &batch.requests {
            let verdict = i9::request_is_next(&mut self.counted.books, cycle, request, now);
            self.note(verdict, now);
        }
        for &(entry, seq) in &batch.left {
            self.counted.books.leave(entry, seq);
        }
        self.judge_state(batch, now, touched);
        self.remember(batch, now, touched);
    }

    /// Judges the launches of a COMMIT once all its events are known.
    fn settle_launches(&mut self, batch: &Batch, now: &View) {
        if batch.launches.is_empty() {
            return;
        }
        self.note(i8::commit_is_whole(batch.judged()), now);
        self.count_launch(batch);
        let last = batch.launches.last().filter(|last| batch.left.contains(&(last.entry, last.seq)));
        for launch in &batch.launches {
            i9::note_path(&mut self.counted.books, launch.id, now);
            if let Some(book) = self.counted.books.launch(launch.id) {
                let is_last = last.is_some_and(|last| last.id == launch.id);
                let found = [
                    i8::commands_are_complete(book, now),
                    i9::launch_is_announced(book, now),
                    i9::last_block_is_told(book, is_last),
                ];
                found.into_iter().for_each(|verdict| self.note(verdict, now));
            }
        }
        for Judged { launch, task, .. } in batch.judged() {
            let verdict = i7::leaves_at_its_end(&self.counted.books, launch, task, &batch.left);
            self.note(verdict, now);
        }
        for judged in batch.judged() {
            let verdict = i13::take_run(&mut self.counted.books, &judged, &self.before, now);
            self.note(verdict, now);
        }
        if batch.latched.is_none() {
            batch.launches.iter().for_each(|launch| self.gaps.add(launch.id, &self.before, now));
        }
    }

    /// A launch is counted once, whatever its blocks (registers.md §7).
    fn count_launch(&mut self, batch: &Batch) {
        let Some(first) = batch.launches.first() else { return };
        let sips = batch.launches.iter().fold(SipMask::EMPTY, |all, launch| all | launch.sips);
        if first.pool != Pool::R && sips.intersects(self.before.reserved) {
            self.count(Total::Backfill);
        }
        if !self.before.idle.contains(sips) {
            self.count(Total::Early);
        }
    }

    /// Reads the live words of the kernel that launched, and of those that were refreshed.
    fn reread(&mut self, batch: &Batch, now: &View) {
        if batch.launches.is_empty() && batch.refreshed.is_empty() {
            return;
        }
        let counts = |view: &View| view.regs.enable_second_rsc_sch.enable();
        let after_launch = batch.launches.first().map(|launch| (launch.entry, launch.seq));
        let by_launch = after_launch.filter(|_| batch.latched.as_deref().is_some_and(counts));
        let by_refresh = batch.refreshed.iter().filter(|_| counts(now));
        let by_refresh =
            by_refresh.filter_map(|&entry| now.tasks[entry.index()].map(|task| (entry, task.seq)));
        for (entry, seq) in by_launch.into_iter().chain(by_refresh) {
            if let Some(kernel) = self.counted.books.kernel_mut(entry, seq) {
                i9::reread(kernel, &mut self.memory);
            }
        }
    }

    /// Whether all that tasks, commands, errors and messages are judged by is what it was when they were judged last, and
    /// found to be right: so it is in most steps in which nothing happens but that SIPs report.
    fn counts_still_agree(&self, batch: &Batch, now: &View, touched: &Touched) -> bool {
        batch.is_of_reports
            && !(touched.messages || touched.errors || touched.totals)
            && self.verdict.holds()
            && self.counted.messages.owe_nothing()
            && now.has_status_of(&self.before)
    }

    /// What SIPs, launches and time can violate.
    fn judge_places(&mut self, batch: &Batch, now: &View, touched: &Touched) {
        if touched.has_elements() {
            self.judge_tables(now, touched);
        }
        self.note(i11::pre_idle_is_caused(&self.before, now, &batch.reports), now);
        if touched.pools {
            self.note(i13::pools_agree(&self.counted.books, now, self.gaps.vcs()), now);
        }
        self.judge_progress(batch, now);
    }

    fn judge_state(&mut self, batch: &Batch, now: &View, touched: &Touched) {
        if touched.has_elements() {
            self.judge_tables(now, touched);
        }
        self.judge_tasks(now, touched);
        self.note(i11::totals_agree(now, touched, &self.counted.totals), now);
        self.judge_commands(batch, now);
        self.judge_errors(batch, now);
        self.note(i11::pre_idle_is_caused(&self.before, now, &batch.reports), now);
        if batch.is_reset {
            self.note(i11::reset_clears(now), now);
        }
        if touched.pools {
            self.note(i13::pools_agree(&self.counted.books, now, self.gaps.vcs()), now);
        }
        self.judge_progress(batch, now);
        let verdict = self.counted.dags.agree(now, touched);
        self.note(verdict, now);
        if touched.messages || touched.pools {
            let verdict = self.counted.messages.agree(now);
            self.note(verdict, now);
        }
    }

    /// Tasks on their way, the DAGs that count them, and resident kernels.
    fn judge_tasks(&mut self, now: &View, touched: &Touched) {
        let tasks = &self.counted.tasks;
        let verdict =
            if self.gaps.tasks { tasks.counts_agree(now, touched) } else { tasks.agree(now, touched) };
        self.note(verdict, now);
        self.note(self.counted.dags.finish_is_bounded(now, touched), now);
        self.note(self.counted.tasks.pops_its_source(now, self.before.is_loading), now);
        self.note(i7::keeps_its_descriptor(&self.counted.books, &self.before, now, touched), now);
    }

    fn judge_commands(&mut self, batch: &Batch, now: &View) {
        if !self.gaps.commands {
            self.note(i11::commands_agree(now, self.counted.commands.len()), now);
        }
        if !batch.has_unknown_command {
            let owned = batch.owned.unwrap_or(self.before.owned);
            self.note(i11::owned_as_claimed(now, owned, batch.is_reset), now);
        }
    }

    fn judge_errors(&mut self, batch: &Batch, now: &View) {
        self.note(i9::drops_are_errors(now, batch.drops, &batch.errors), now);
        self.note(i11::irq_agrees(now), now);
        self.note(i11::errors_add_up(&self.before, now, &batch.errors, batch.has_act), now);
    }

    /// A boundary and an attempt end when they have to.
    fn judge_progress(&mut self, batch: &Batch, now: &View) {
        let has_ticked = now.cycle > self.verdict.cycles;
        let was_boundary = has_ticked && (!self.before.is_attempting || batch.is_commit);
        let latched = self.latched.as_deref().filter(|_| self.is_latched);
        self.note(i11::nothing_hangs(now, was_boundary, latched), now);
    }

    fn judge_tables(&mut self, now: &View, touched: &Touched) {
        let is_known = self.tables_hold || touched.is_all();
        self.tables_hold = is_known && hold_at_once(&self.before, now, touched);
        if !self.tables_hold {
            self.judge_clauses(now, touched);
        }
        self.note(i5::r_tasks_within_limit(now, &self.before), now);
        self.note(i7::table_agrees(&self.counted.books, now, touched), now);
    }

    #[cold]
    fn judge_clauses(&mut self, now: &View, touched: &Touched) {
        for clause in CLAUSES {
            self.note(clause(now, touched), now);
        }
    }

    /// An attempt in flight that was not before, or that follows a COMMIT, has just been latched.
    fn remember(&mut self, batch: &mut Batch, now: &View, touched: &Touched) {
        self.since_latch = self.since_latch.with(touched);
        if now.is_attempting && (batch.is_commit || !self.before.is_attempting) {
            let mut latched = batch.latched.take().or(self.latched.take()).unwrap_or_default();
            latched.follow_with_sips(now, &self.since_latch);
            self.latched = Some(latched);
            self.since_latch = Touched::default();
            self.is_latched = true;
        } else if !now.is_attempting {
            self.is_latched = false;
        }
        self.before.follow(now, touched);
        self.verdict.cycles = now.cycle;
        self.verdict.states += 1;
    }

    pub(super) fn note(&mut self, verdict: Result<(), Violation>, now: &View) {
        if let Err(violation) = verdict {
            self.violated(violation, now);
        }
    }

    #[cold]
    fn violated(&mut self, violation: Violation, now: &View) {
        let violation = dates::dated(violation, &self.counted.books, now);
        self.verdict.note(Violation { line: (self.lines > 0).then_some(self.lines), ..violation });
    }
}
