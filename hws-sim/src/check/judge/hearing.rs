//! How each event updates the records, and whether it violates an invariant.

use hws_model::{ErrorBit, Event};
use hws_types::{Cycle, Entry, LaunchId, RawMih, Sip};

use super::Judge;
use super::batch::Batch;
use super::counted::{Counted, Queued};
use crate::check::books::descriptor;
use crate::check::launched::{Judged, Launched};
use crate::check::view::View;
use crate::check::{i2, i3, i6, i7, i8, i9, i11};

impl Judge {
    pub(super) fn hear(
        &mut self,
        batch: &mut Batch,
        cycle: Cycle,
        event: Event,
        next: Option<Event>,
        now: &View,
    ) {
        if let Some(launch) = Launched::from_event(cycle, event) {
            return self.launched(batch, launch, now);
        }
        match event {
            Event::Commit { .. } => self.committed(batch, cycle, now),
            Event::Admit { entry, seq, .. } => self.admitted(cycle, entry, seq),
            Event::Mdma(command) => {
                let last = batch.launches.last().map(|launch| launch.id);
                let verdict = i8::command_is_next(&mut self.counted.books, cycle, last, &command);
                self.note(verdict, now);
            }
            Event::Mih(raw) => self.message(cycle, raw, true, now),
            Event::MihDrop(raw) => self.message(cycle, raw, false, now),
            Event::KernelDone { entry, seq, dag_slot } => {
                self.kernel_done(batch, cycle, entry, seq, now);
                self.counted.dags.kernel_done(dag_slot);
            }
            Event::Promote { entry, seq, .. } => self.promoted(cycle, entry, seq),
            Event::Complete { sip, launch_id } => self.completed(cycle, sip, launch_id, now),
            Event::Command { .. } => self.retired(batch, next),
            Event::Error { bit, .. } => batch.errors.push(bit),
            Event::SoftReset { .. } => self.reset(batch),
            Event::Cancel { .. } | Event::PreComplete { .. } | Event::Launch { .. } => {}
        }
    }

    fn committed(&mut self, batch: &mut Batch, cycle: Cycle, now: &View) {
        batch.latched = self.latched.take().filter(|_| self.is_latched);
        self.is_latched = false;
        batch.is_commit = true;
        self.note(i11::attempt_takes_its_time(cycle, batch.latched.as_deref()), now);
    }

    fn admitted(&mut self, cycle: Cycle, entry: Entry, seq: u32) {
        let offset = self.before.regs.tdp_cfg.offset();
        let address = self.counted.tasks.admitted().map(|task| task.td_addr.wrapping_add(offset));
        let td = address.and_then(|at| Some((at, descriptor(&mut self.memory, at)?)));
        self.counted.books.admit(cycle, entry, seq, td);
    }

    /// A launch is judged by the state its attempt latched.
    fn launched(&mut self, batch: &mut Batch, launch: Launched, now: &View) {
        self.note(i7::begins_once(&self.counted.books, launch), now);
        self.counted.books.begin(launch);
        batch.launches.push(launch);
        let Some(latched) = batch.latched.as_deref() else { return };
        match latched.tasks[launch.entry.index()] {
            Some(task) => self.judge_launch(&Judged { launch, task, latched }, now),
            None => self.note(i8::no_kernel(launch, latched), now),
        }
        if let Some(kernel) = self.counted.books.kernel_mut(launch.entry, launch.seq) {
            kernel.launched += 1;
            kernel.last_launch = Some(launch.cycle);
        }
    }

    fn judge_launch(&mut self, judged: &Judged<'_>, now: &View) {
        i2::CLAUSES.into_iter().for_each(|clause| self.note(clause(judged), now));
        self.note(i3::takes_ready_sips(judged), now);
        self.note(i6::backfills_fit(judged), now);
        let Launched { entry, seq, .. } = judged.launch;
        self.note(i8::block_is_next(judged, self.counted.books.kernel(entry, seq)), now);
        let verdict = i9::takes_open_places(judged, self.counted.books.kernel_mut(entry, seq));
        self.note(verdict, now);
    }

    fn message(&mut self, cycle: Cycle, raw: RawMih, is_accepted: bool, now: &View) {
        if i9::is_rejection(raw) {
            self.counted.tasks.rejected();
        }
        let Counted { messages, books, .. } = &mut self.counted;
        let verdict = messages.produced(books, cycle, raw, is_accepted);
        self.note(verdict, now);
    }

    fn kernel_done(&mut self, batch: &mut Batch, cycle: Cycle, entry: Entry, seq: u32, now: &View) {
        self.counted.tasks.kernel_done();
        batch.left.push((entry, seq));
        let kernel = self.counted.books.kernel(entry, seq);
        let task = self.before.tasks[entry.index()];
        self.note(i8::leaves_when_done(cycle, seq, kernel, task), now);
    }

    fn promoted(&mut self, cycle: Cycle, entry: Entry, seq: u32) {
        if let Some(kernel) = self.counted.books.kernel_mut(entry, seq) {
            kernel.promoted = Some(cycle);
        }
    }

    fn completed(&mut self, cycle: Cycle, sip: Sip, id: LaunchId, now: &View) {
        match i7::completes_once(&mut self.counted.books, cycle, sip, id) {
            Ok(Some(book)) if book.out_mih => self.counted.messages.block_finished(book.launch),
            Ok(_) => {}
            Err(violation) => self.note(Err(violation), now),
        }
    }

    /// The oldest command is retired; TRIGGER_ENTRY after it means that it had no effect.
    fn retired(&mut self, batch: &mut Batch, next: Option<Event>) {
        let is_void = matches!(next, Some(Event::Error { bit: ErrorBit::TriggerEntry, .. }));
        if let Some(Queued::Refresh(entry)) = self.counted.commands.pop_front().filter(|_| !is_void) {
            batch.refreshed.push(entry);
        }
    }

    fn reset(&mut self, batch: &mut Batch) {
        self.counted = Counted::new();
        self.is_latched = false;
        batch.clear();
    }
}
