//! The operations of the machine: one method for each kind, all seen by the observer.

use hws_model::{BusError, HdrRefused};
use hws_types::{Cycle, HdrPush};
use thiserror::Error;

use super::{Machine, Tap};
use crate::digest::Digest;
use crate::memory::MemoryError;
use crate::observer::Observer;
use crate::operation::{Op, Operation, Target};
use crate::sip_array::SipArray;

/// Why an operation did not take place. The machine is unchanged, except for ERR_STATUS.BUS.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Refused {
    /// The register window refused the access.
    #[error(transparent)]
    Bus(#[from] BusError),
    /// The HDR port refused the push.
    #[error(transparent)]
    Hdr(#[from] HdrRefused),
    /// Shared memory cannot be written there.
    #[error(transparent)]
    Memory(#[from] MemoryError),
}

impl<S: Observer> Machine<S> {
    /// Advances to the operation's cycle and applies it; one that is in the past is applied now. Returns the
    /// value that a read gives, and none for every other operation.
    ///
    /// # Errors
    /// [`Refused`] when the operation did not take place.
    pub fn perform(&mut self, operation: &Operation) -> Result<Option<u32>, Refused> {
        self.advance_to(operation.at);
        self.apply(&operation.op)
    }

    /// Applies an operation in the present cycle. Returns the value that a read gives, and none for every
    /// other operation.
    ///
    /// # Errors
    /// [`Refused`] when the operation did not take place.
    pub fn apply(&mut self, op: &Op) -> Result<Option<u32>, Refused> {
        // First, so that an operation that cannot be replayed is not recorded.
        match op {
            Op::Mem { addr, words } => self.memory.write(*addr, words)?,
            // Refused, without an effect.
            Op::Hdr(push) if !push.has_legal_hdr_id() => self.hws.push_hdr(*push)?,
            _ => (),
        }
        self.stir();
        let now = self.cycle();
        // With faults, the reports are operations themselves.
        if self.faults.is_none() || !matches!(op, Op::SipArray { .. }) {
            self.observer.operation(now, op);
        }
        match *op {
            Op::Mem { .. } => (),
            Op::Write { target, value } => self.access_write(now, target, value)?,
            Op::Read { target } => return Ok(Some(self.access_read(now, target)?)),
            Op::Hdr(push) => self.access_hdr(now, push)?,
            Op::SipArray { pre_lead } => self.attach_sips(pre_lead),
            Op::End => {
                let state = self.digest();
                self.observer.end(now, state);
                self.observer.ended(&self.hws);
            }
        }
        Ok(None)
    }

    /// Writes consecutive words of shared memory from byte address `addr`.
    ///
    /// # Errors
    /// [`MemoryError`] when the span is unaligned or runs past 2^32; nothing is written then.
    pub fn write_memory(&mut self, addr: u32, words: Vec<u32>) -> Result<(), Refused> {
        self.apply(&Op::Mem { addr, words }).map(drop)
    }

    /// Makes a bus read.
    ///
    /// # Errors
    /// [`BusError`] of the register window.
    pub fn read(&mut self, target: Target) -> Result<u32, BusError> {
        let now = self.cycle();
        self.observer.operation(now, &Op::Read { target });
        self.access_read(now, target)
    }

    /// Makes a bus write.
    ///
    /// # Errors
    /// [`BusError`] of the register window.
    pub fn write(&mut self, target: Target, value: u32) -> Result<(), BusError> {
        self.stir();
        let now = self.cycle();
        self.observer.operation(now, &Op::Write { target, value });
        self.access_write(now, target, value)
    }

    /// Ends the run in the present cycle and returns the digest of the state, which the observer gets, too.
    pub fn end(&mut self) -> Digest {
        // `end` is never refused.
        let _ = self.apply(&Op::End);
        self.digest()
    }

    fn access_read(&mut self, now: Cycle, target: Target) -> Result<u32, BusError> {
        let answer = self.hws.read32(target.offset());
        match answer {
            Ok(value) => self.observer.read(now, target, value),
            Err(_) => self.observer.bus_error(now, target),
        }
        self.observer.settled(&self.hws);
        answer
    }

    fn access_write(&mut self, now: Cycle, target: Target, value: u32) -> Result<(), BusError> {
        let mut tap = Tap::new(&mut self.observer, self.hdr.as_mut());
        let answer = self.hws.write32(target.offset(), value, &mut tap);
        if tap.are_sips_reset {
            self.firmware_sips.reset();
            self.sips.iter_mut().for_each(SipArray::reset);
            self.faults.iter_mut().for_each(|faults| faults.reports.reset_sips());
        }
        if answer.is_err() {
            self.observer.bus_error(now, target);
        }
        self.observer.settled(&self.hws);
        answer
    }

    fn access_hdr(&mut self, now: Cycle, push: HdrPush) -> Result<(), HdrRefused> {
        let answer = self.hws.push_hdr(push);
        if answer.is_err() {
            self.observer.hdr_refused(now, push);
        }
        self.observer.settled(&self.hws);
        answer
    }

    fn attach_sips(&mut self, pre_lead: u32) {
        match &mut self.sips {
            Some(sips) => sips.set_pre_lead(pre_lead),
            None => self.sips = Some(SipArray::new(pre_lead)),
        }
    }
}
