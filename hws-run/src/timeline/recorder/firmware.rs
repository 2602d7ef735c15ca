//! What firmware does, from its operations and the events of the HWS.
//!
//! Accesses are kept up to [`FirmwareLog::MOST_ACCESSES`]; at the next one the log ends, with everything in it.

mod interrupts;
mod messages;

use std::collections::BTreeMap;

use hws_model::Event;
use hws_regs::RegId;
use hws_sim::FirmwareAct;
use hws_sim::stimulus::{Op, Target};
use hws_types::Cycle;

use super::log::{Log, Storage};
use crate::timeline::stored::StoredList;
use crate::timeline::{FirmwareAccess, FirmwareCall, FirmwareLog, LogCut};
use interrupts::Interrupts;
use messages::Messages;

/// The log of a run that is under way.
#[derive(Clone, Debug)]
pub(super) struct FirmwareRecorder {
    /// Without its accesses.
    log: FirmwareLog,
    accesses: Log<FirmwareAccess>,
    /// The last access, which may still turn out to be refused; and the number of those before.
    last: Option<FirmwareAccess>,
    before: usize,
    ids: BTreeMap<String, u32>,
    /// The call under way: its name, and its place in the log once it has made an access.
    call: Option<(u32, Option<u32>)>,
    /// The read that has not been answered.
    reading: Option<(Cycle, Target)>,
    interrupts: Interrupts,
    messages: Messages,
    most: usize,
}

impl FirmwareRecorder {
    /// A recorder of firmware whose accesses take `bus_cycles` cycles each.
    pub(super) fn new(bus_cycles: u32, storage: &Storage) -> Self {
        Self {
            log: FirmwareLog { bus_cycles, ..FirmwareLog::default() },
            accesses: Log::new(storage),
            last: None,
            before: 0,
            ids: BTreeMap::new(),
            call: None,
            reading: None,
            interrupts: Interrupts::default(),
            messages: Messages::default(),
            most: FirmwareLog::MOST_ACCESSES,
        }
    }

    /// The log of a run that ended in this cycle; and the accesses, if they are in the file.
    pub(super) fn log(mut self, end: Cycle) -> (FirmwareLog, Option<StoredList<FirmwareAccess>>) {
        self.close(end);
        self.last.into_iter().for_each(|last| self.accesses.push(last));
        let (accesses, stored) = self.accesses.finish();
        (FirmwareLog { accesses, ..self.log }, stored)
    }

    pub(super) fn acts(&mut self, at: Cycle, act: FirmwareAct<'_>) {
        if self.log.cut.is_some() {
            return;
        }
        match act {
            FirmwareAct::Calls(name) => self.call = Some((self.name(name), None)),
            FirmwareAct::CallsNothing => self.call = None,
            FirmwareAct::Waited { since } => self.waited(since, at),
        }
    }

    pub(super) fn operation(&mut self, at: Cycle, op: &Op) {
        match *op {
            Op::Read { target } => self.reading = Some((at, target)),
            // Reports are accesses of SIPs.
            Op::Write {
                target: Target::Register(RegId::SipReportComplete | RegId::SipReportPreComplete),
                ..
            } => {}
            Op::Write { target, value } => {
                self.accessed(at, target, true, value);
                if self.log.cut.is_none() {
                    self.interrupts.written(at, target, value);
                }
            }
            _ => {}
        }
    }

    pub(super) fn read(&mut self, at: Cycle, target: Target, value: u32) {
        self.reading = None;
        self.accessed(at, target, false, value);
        if self.log.cut.is_some() {
            return;
        }
        self.interrupts.read(at, target);
        if target == Target::Register(RegId::MihDataHi) {
            self.messages.taken(at);
            self.interrupts.taken(at);
        }
    }

    pub(super) fn refused(&mut self, at: Cycle, target: Target) {
        if self.reading.take().is_some() {
            self.accessed(at, target, false, 0);
        }
        if self.log.cut.is_some() {
            return;
        }
        self.interrupts.refused(at);
        if let Some(last) = self.last.as_mut().filter(|last| (last.at, last.target) == (at, target)) {
            last.is_refused = true;
        }
    }

    /// `kernel` is that of a launch event.
    pub(super) fn event(&mut self, at: Cycle, event: &Event, kernel: impl FnOnce(u32) -> u32) {
        if self.log.cut.is_some() {
            return;
        }
        match *event {
            Event::Launch { seq, .. } => self.messages.launched(at, kernel(seq)),
            Event::Mih(raw) => {
                self.messages.sent(at, raw);
                self.interrupts.sent(at);
            }
            Event::Error { bit, .. } => self.interrupts.error(at, bit),
            Event::SoftReset { .. } => {
                self.messages.reset(at);
                self.interrupts.reset(at);
            }
            _ => {}
        }
    }

    fn name(&mut self, name: &str) -> u32 {
        if let Some(&id) = self.ids.get(name) {
            return id;
        }
        let id = self.log.names.len() as u32;
        self.log.names.push(name.to_owned());
        self.ids.insert(name.to_owned(), id);
        id
    }

    fn waited(&mut self, since: Cycle, to: Cycle) {
        match self.log.waits.last_mut().filter(|last| last.1 == since) {
            Some(last) => last.1 = to,
            None => self.log.waits.push((since, to)),
        }
    }

    fn accessed(&mut self, at: Cycle, target: Target, is_write: bool, value: u32) {
        let count = self.before + usize::from(self.last.is_some());
        if self.log.cut.is_none() && count == self.most {
            self.close(at);
            self.log.cut = Some(LogCut { at, accesses: 0 });
        }
        if let Some(cut) = &mut self.log.cut {
            cut.accesses += 1;
            return;
        }
        let call = self.call_until(at, at.after(self.log.bus_cycles.into()));
        let access = FirmwareAccess { at, target, is_write, is_refused: false, value, call };
        self.before = count;
        self.last.replace(access).into_iter().for_each(|last| self.accesses.push(last));
    }

    /// The call under way, which makes an access.
    fn call_until(&mut self, at: Cycle, to: Cycle) -> Option<u32> {
        let (name, place) = self.call.as_mut()?;
        let place = *place.get_or_insert_with(|| {
            self.log.calls.push(FirmwareCall { name: *name, from: at, to });
            self.log.calls.len() as u32 - 1
        });
        self.log.calls[place as usize].to = to;
        Some(place)
    }

    /// Ends what is open.
    fn close(&mut self, at: Cycle) {
        if self.log.cut.is_none() {
            self.log.interrupts = std::mem::take(&mut self.interrupts).all(at);
            self.log.messages = std::mem::take(&mut self.messages).all(at);
        }
    }
}

#[cfg(test)]
mod tests;
