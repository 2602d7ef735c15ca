//! How each event updates the records, and whether it violates an invariant.

use hws_model::{CommandKind, ErrorBit, Event};
use hws_types::{Cycle, Entry, LaunchId, RawMih, Sip};

use super::Judge;
use super::batch::Batch;
use super::counted::Counted;
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
            Event::Promote { seq, .. } => self.promoted(cycle, seq),
            Event::Complete { sip, launch_id } => self.completed(cycle, sip, launch_id, now),
            Event::Command { kind: CommandKind::Refresh, .. } => self.refreshed(batch, next),
            Event::Error { bit, .. } => batch.errors.push(bit),
            Event::SoftReset { .. } => self.reset(batch),
            Event::Cancel { .. }
            | Event::PreComplete { .. }
            | Event::Command { .. }
            | Event::Launch { .. } => {}
        }
    }

    fn committed(&mut self, batch: &mut Batch, cycle: Cycle, now: &View) {
        batch.latched = self.latched.take();
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
        let latched = batch.latched.clone();
        let books = &mut self.counted.books;
        let mut found = vec![i7::begins_once(books, launch)];
        books.begin(launch);
        batch.launches.push(launch);
        let Some(latched) = latched.as_deref() else { return };
        let kernel = books.kernels.get_mut(&launch.seq);
        match latched.tasks[launch.entry.index()] {
            Some(task) => {
                let judged = Judged { launch, task, latched };
                found.extend(i2::CLAUSES.map(|clause| clause(&judged)));
                found.push(i3::takes_ready_sips(&judged));
                found.push(i6::backfills_fit(&judged));
                found.push(i8::block_is_next(&judged, kernel.as_deref()));
                found.push(i9::takes_open_places(&judged, kernel));
            }
            None => found.push(i8::no_kernel(launch, latched)),
        }
        if let Some(kernel) = books.kernels.get_mut(&launch.seq) {
            kernel.launched += 1;
            kernel.last_launch = Some(launch.cycle);
        }
        found.into_iter().for_each(|verdict| self.note(verdict, now));
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
        batch.left.push(seq);
        let kernel = self.counted.books.kernels.get(&seq);
        let task = self.before.tasks[entry.index()];
        self.note(i8::leaves_when_done(cycle, seq, kernel, task), now);
    }

    fn promoted(&mut self, cycle: Cycle, seq: u32) {
        if let Some(kernel) = self.counted.books.kernels.get_mut(&seq) {
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

    /// The oldest TD_REFRESH is retired; TRIGGER_ENTRY after it means that it had no effect.
    fn refreshed(&mut self, batch: &mut Batch, next: Option<Event>) {
        let is_void = matches!(next, Some(Event::Error { bit: ErrorBit::TriggerEntry, .. }));
        let entry = self.counted.refreshes.pop_front();
        batch.refreshed.extend(entry.filter(|_| !is_void));
    }

    fn reset(&mut self, batch: &mut Batch) {
        self.counted = Counted::new();
        self.latched = None;
        *batch = Batch::default();
    }
}
