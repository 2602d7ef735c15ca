//! How each event updates the records, and whether it violates an invariant.

use hws_model::{CommandKind, ErrorBit, Event, Pool};
use hws_types::{Cycle, Entry, LaunchId, MdmaCommand, MihMessage, RawMih, Sip, SipMask};

use super::Judge;
use super::batch::Batch;
use super::counted::{Counted, Queued};
use crate::check::books::{LaunchBook, descriptor};
use crate::check::gaps::Gaps;
use crate::check::i7::Admission;
use crate::check::launched::{Judged, Launched};
use crate::check::view::{Total, View};
use crate::check::{i2, i3, i6, i7, i8, i9, i11};

impl Judge {
    pub(super) fn hear(
        &mut self,
        batch: &mut Batch,
        cycle: Cycle,
        event: &Event,
        next: Option<&Event>,
        now: &View,
    ) {
        match *event {
            Event::Commit { launched } => self.committed(batch, cycle, launched, now),
            Event::Admit { entry, seq, kernel_id } => self.admitted(cycle, entry, seq, kernel_id, now),
            Event::Mdma(ref command) => self.commanded(batch, cycle, command, now),
            Event::Mih(raw) => self.message(batch, cycle, raw, true, now),
            Event::MihDrop(raw) => self.message(batch, cycle, raw, false, now),
            Event::KernelDone { entry, seq, dag_slot } => {
                batch.left.push((entry, seq));
                self.left(cycle, (entry, seq), dag_slot, now);
            }
            Event::Promote { entry, seq, mask } => {
                self.count(Total::Promote);
                self.note(i7::promotes_its_reservation(cycle, entry, seq, mask, now), now);
                self.promoted(cycle, entry, seq);
                batch.promoted.push((entry, mask));
            }
            Event::PreComplete { sip, launch_id } => batch.reports.push((sip, launch_id)),
            Event::Cancel { entry, mask } => self.cancelled(batch, cycle, entry, mask, now),
            Event::Command { kind, result } => self.retired(batch, kind, result, next, now),
            Event::Error { bit, ids } => {
                batch.errors.push(bit);
                batch.error_ids = ids;
            }
            Event::SoftReset { .. } => self.reset(batch),
            Event::Complete { sip, launch_id } => self.completed(batch, cycle, sip, launch_id, now),
            Event::Launch { entry, seq, pool, block, launch_id, sip_mask } => {
                let launch = Launched { cycle, entry, seq, pool, block, id: launch_id, sips: sip_mask };
                self.launched(batch, launch, now);
            }
        }
    }

    fn committed(&mut self, batch: &mut Batch, cycle: Cycle, launched: bool, now: &View) {
        self.count(Total::Attempt);
        if !launched {
            self.count(Total::Fail);
        }
        batch.latched = self.latched.take().filter(|_| self.is_latched);
        self.is_latched = false;
        batch.is_commit = true;
        if !std::mem::take(&mut self.gaps.attempt) {
            self.note(i11::attempt_takes_its_time(cycle, batch.latched.as_deref()), now);
        }
    }

    fn commanded(&mut self, batch: &Batch, cycle: Cycle, command: &MdmaCommand, now: &View) {
        let last = batch.launches.last();
        let verdict =
            i8::command_is_next(&mut self.counted.books, cycle, last.map(|launch| launch.id), command);
        self.note(verdict, now);
        let kernel = last.and_then(|launch| self.counted.books.kernel(launch.entry, launch.seq));
        let verdict = i8::command_is_true(kernel, cycle, &self.before.regs, command);
        self.note(verdict, now);
    }

    fn cancelled(&mut self, batch: &Batch, cycle: Cycle, entry: Entry, mask: SipMask, now: &View) {
        self.count(Total::Cancel);
        let promoted = batch.promoted.iter().rev().find(|(of, _)| *of == entry).map(|&(_, mask)| mask);
        let verdict = i7::cancels_its_reservation(cycle, entry, (mask, promoted), &self.before, now);
        self.note(verdict, now);
    }

    pub(super) fn count(&mut self, total: Total) {
        self.add(total, 1);
    }

    pub(super) fn add(&mut self, total: Total, times: u64) {
        let counter = &mut self.counted.totals[total as usize];
        // The counters have 32 bits and wrap.
        *counter = counter.wrapping_add(times as u32);
    }

    fn admitted(&mut self, cycle: Cycle, entry: Entry, seq: u32, kernel_id: u32, now: &View) {
        let offset = self.before.regs.tdp_cfg.offset();
        let expected = self.counted.tasks.admissions();
        let task = self.counted.tasks.admitted();
        let address = task.map(|task| task.td_addr.wrapping_add(offset));
        let td = address.and_then(|at| Some((at, descriptor(&mut self.memory, at)?)));
        let admission = Admission { cycle, entry, seq, kernel_id, task, td: td.as_ref().map(|(_, td)| td) };
        self.note(i7::admits_what_was_pushed(&self.counted.books, &admission, expected, now), now);
        let verdict = self.counted.dags.admitted(cycle, entry, td.as_ref().map(|(_, td)| td), now);
        self.note(verdict, now);
        self.counted.books.admit(cycle, entry, seq, task.map(|task| task.ids), td);
    }

    /// A launch is judged by the state its attempt latched.
    fn launched(&mut self, batch: &mut Batch, launch: Launched, now: &View) {
        self.note(i7::begins_once(&self.counted.books, launch), now);
        self.counted.books.begin(launch);
        if batch.launches.is_empty() {
            self.count(match launch.pool {
                Pool::R => Total::LaunchR,
                Pool::P => Total::LaunchP,
                Pool::O => Total::LaunchO,
            });
        }
        batch.launches.push(launch);
        if let Some(latched) = batch.latched.as_deref() {
            match &latched.tasks[launch.entry.index()] {
                Some(task) => self.judge_launch(&Judged { launch, task, latched }, now),
                None => self.note(i8::no_kernel(launch, latched), now),
            }
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

    fn message(&mut self, batch: &mut Batch, cycle: Cycle, raw: RawMih, is_accepted: bool, now: &View) {
        let message = MihMessage::decode(raw).ok();
        if let Some((code, of)) = message.and_then(i9::rejection) {
            let task = self.counted.tasks.rejected().map(|task| task.ids);
            self.note(i11::rejection_names_its_error(cycle, code, &batch.errors), now);
            self.note(i9::rejection_has_ids(cycle, of, task, batch.error_ids), now);
        }
        batch.drops += usize::from(!is_accepted);
        batch.requests.extend(message.and_then(i9::Request::of).map(|request| (cycle, request)));
        let Counted { messages, books, .. } = &mut self.counted;
        let last = batch.launches.last().copied();
        let verdict = messages.produced(books, cycle, (raw, message), is_accepted, last);
        self.note(verdict, now);
    }

    fn promoted(&mut self, cycle: Cycle, entry: Entry, seq: u32) {
        if let Some(kernel) = self.counted.books.kernel_mut(entry, seq) {
            kernel.promoted = Some(cycle);
        }
    }

    /// Most events are of this kind.
    pub(super) fn completed(&mut self, batch: &mut Batch, cycle: Cycle, sip: Sip, id: LaunchId, now: &View) {
        batch.reports.push((sip, id));
        match i7::completes_once(&mut self.counted.books, cycle, sip, id) {
            Ok(true) => {
                if let Some(book) = self.end(id).filter(|book| book.out_mih) {
                    self.counted.messages.block_finished(book.launch, book.ids);
                }
            }
            Ok(false) => {}
            Err(violation) => self.note(Err(violation), now),
        }
    }

    /// A launch has ended; returns its record.
    pub(super) fn end(&mut self, id: LaunchId) -> Option<LaunchBook> {
        self.gaps.finish(id);
        self.counted.books.live[id.index()].take()
    }

    /// The oldest command is retired; TRIGGER_ENTRY after it means that it had no effect.
    fn retired(
        &mut self,
        batch: &mut Batch,
        kind: CommandKind,
        result: u32,
        next: Option<&Event>,
        now: &View,
    ) {
        if self.gaps.commands {
            // All of them retire at one boundary, and those written since are known no better than the others.
            self.counted.commands.clear();
            batch.has_unknown_command = true;
            self.counted.dags.lose();
            return;
        }
        let command = self.counted.commands.pop_front();
        self.note(i11::command_is_next(now, command.map(Queued::kind), kind), now);
        let is_void = matches!(next, Some(Event::Error { bit: ErrorBit::TriggerEntry, .. }));
        match command {
            Some(Queued::Refresh(entry)) if !is_void => batch.refreshed.push(entry),
            Some(Queued::DagInit(..) | Queued::DagReset(_)) if !self.counted.dags.is_known() => {}
            Some(Queued::DagInit(tag, total, dynamic)) => {
                let expected = self.counted.dags.init(tag, total, dynamic, now);
                self.note(i11::command_has_result(now, kind, result, expected), now);
            }
            Some(Queued::DagReset(tag)) => {
                let expected = self.counted.dags.reset(tag);
                self.note(i11::command_has_result(now, kind, result, expected), now);
            }
            Some(Queued::Claim(mask)) => self.claimed(batch, mask, result, now),
            Some(Queued::Release(mask)) => {
                batch.owned = Some(batch.owned.unwrap_or(self.before.owned) - mask)
            }
            _ => {}
        }
    }

    /// A claim takes the SIPs that are present, idle, not reserved and not owned, and refuses the others.
    fn claimed(&mut self, batch: &mut Batch, mask: SipMask, result: u32, now: &View) {
        let owned = batch.owned.unwrap_or(self.before.owned);
        let free = (now.topology().present() & now.idle) - (now.reserved | batch.cancelled) - owned;
        batch.owned = Some(owned | (mask & free));
        self.note(i11::claim_refuses(now, mask - free, SipMask(result)), now);
    }

    fn reset(&mut self, batch: &mut Batch) {
        (self.counted, self.gaps) = (Counted::new(), Gaps::default());
        self.is_latched = false;
        batch.clear();
        batch.is_reset = true;
    }
}
