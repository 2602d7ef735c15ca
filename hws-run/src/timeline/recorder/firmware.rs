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
use hws_types::{Cycle, Entry};

use super::log::{Growing, Storage};
use crate::timeline::stored::StoredFirmware;
use crate::timeline::{FirmwareAccess, FirmwareCall, FirmwareLog, LogCut};
use interrupts::Interrupts;
use messages::Messages;

/// The log of a run that is under way.
#[derive(Clone, Debug)]
pub(super) struct FirmwareRecorder {
    /// Without its lists.
    log: FirmwareLog,
    calls: Growing<FirmwareCall>,
    /// The last one may still turn out to be refused.
    accesses: Growing<FirmwareAccess>,
    waits: Growing<(Cycle, Cycle)>,
    ids: BTreeMap<String, u32>,
    /// The call under way: its name, and its place in the log, which is the last one, once it has made an access.
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
            calls: Growing::new(storage),
            accesses: Growing::new(storage),
            waits: Growing::new(storage),
            ids: BTreeMap::new(),
            call: None,
            reading: None,
            interrupts: Interrupts::new(storage),
            messages: Messages::new(storage),
            most: FirmwareLog::MOST_ACCESSES,
        }
    }

    /// The log of a run that ended in this cycle; and its lists, if they are in the file.
    pub(super) fn log(mut self, end: Cycle) -> (FirmwareLog, Option<StoredFirmware>) {
        self.close(end);
        let (calls, stored_calls) = self.calls.finish();
        let (accesses, stored_accesses) = self.accesses.finish();
        let (interrupts, stored_interrupts) = self.interrupts.finish();
        let (messages, stored_messages) = self.messages.finish();
        let (waits, stored_waits) = self.waits.finish();
        let log = FirmwareLog { calls, accesses, interrupts, messages, waits, ..self.log };
        let lists = stored_calls.zip(stored_accesses).zip(stored_interrupts);
        let lists = lists.zip(stored_messages.zip(stored_waits));
        let stored = lists.map(|(((calls, accesses), interrupts), (messages, waits))| StoredFirmware {
            calls,
            accesses,
            interrupts,
            messages,
            waits,
        });
        (log, stored)
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
        let last = self.accesses.last_mut();
        if let Some(last) = last.filter(|last| (last.at, last.target) == (at, target)) {
            last.is_refused = true;
        }
    }

    /// `kernel` is that of a launch event.
    pub(super) fn event(&mut self, at: Cycle, event: &Event, kernel: impl FnOnce(Entry, u32) -> u32) {
        if self.log.cut.is_some() {
            return;
        }
        match *event {
            Event::Launch { entry, seq, .. } => self.messages.launched(at, kernel(entry, seq)),
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
        match self.waits.last_mut().filter(|last| last.1 == since) {
            Some(last) => last.1 = to,
            None => self.waits.push((since, to)),
        }
    }

    fn accessed(&mut self, at: Cycle, target: Target, is_write: bool, value: u32) {
        if self.log.cut.is_none() && self.accesses.len() == self.most {
            self.close(at);
            self.log.cut = Some(LogCut { at, accesses: 0 });
        }
        if let Some(cut) = &mut self.log.cut {
            cut.accesses += 1;
            return;
        }
        let call = self.call_until(at, at.after(self.log.bus_cycles.into()));
        self.accesses.push(FirmwareAccess { at, target, is_write, is_refused: false, value, call });
    }

    /// The call under way, which makes an access.
    fn call_until(&mut self, at: Cycle, to: Cycle) -> Option<u32> {
        let (name, place) = self.call.as_mut()?;
        if place.is_none() {
            *place = Some(self.calls.len() as u32);
            self.calls.push(FirmwareCall { name: *name, from: at, to });
        }
        self.calls.last_mut().into_iter().for_each(|call| call.to = to);
        *place
    }

    /// Ends what is open.
    fn close(&mut self, at: Cycle) {
        if self.log.cut.is_none() {
            self.interrupts.close(at);
            self.messages.reset(at);
        }
    }
}

#[cfg(test)]
mod tests;
