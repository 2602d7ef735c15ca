//! The records as bytes, little-endian.

use hws_model::Pool;
use hws_regs::{Decoded, RegId};
use hws_sim::stimulus::Target;
use hws_types::{Cycle, RawMih, Sip};

use crate::timeline::{
    AttemptSpan, FirmwareAccess, FirmwareCall, InterruptSpan, MessageSpan, SipRun, StartedBy, WaitSpan, Why,
    words,
};

/// A record of a fixed length.
pub(in crate::timeline) trait Stored: Copy {
    /// Its length.
    const BYTES: usize;

    /// Adds its bytes.
    fn put(&self, out: &mut Vec<u8>);

    /// Makes it from the first of these bytes again.
    fn get(bytes: &[u8]) -> Self;
}

/// Takes numbers from bytes, one after the other; 0 once there are none.
struct Numbers<'b>(&'b [u8]);

impl Numbers<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let Some((&first, rest)) = self.0.split_first_chunk() else { return [0; N] };
        self.0 = rest;
        first
    }

    fn byte(&mut self) -> u8 {
        u8::from_le_bytes(self.take())
    }

    fn short(&mut self) -> u16 {
        u16::from_le_bytes(self.take())
    }

    fn word(&mut self) -> u32 {
        u32::from_le_bytes(self.take())
    }

    fn cycle(&mut self) -> Cycle {
        Cycle(u64::from_le_bytes(self.take()))
    }
}

/// Adds numbers to bytes.
fn put<const N: usize>(out: &mut Vec<u8>, number: [u8; N]) {
    out.extend_from_slice(&number);
}

/// Flags as bits, the first one lowest.
fn bits<const N: usize>(flags: [bool; N]) -> u8 {
    flags.iter().rev().fold(0, |bits, &flag| bits << 1 | u8::from(flag))
}

const fn bit(bits: u8, place: u32) -> bool {
    bits >> place & 1 == 1
}

impl Stored for SipRun {
    const BYTES: usize = 33;

    fn put(&self, out: &mut Vec<u8>) {
        let by = match self.by {
            StartedBy::Hws(Pool::R) => 0,
            StartedBy::Hws(Pool::P) => 1,
            StartedBy::Hws(Pool::O) => 2,
            StartedBy::Firmware => 3,
        };
        put(out, [self.sip.get() as u8]);
        put(out, self.kernel.to_le_bytes());
        put(out, self.block.to_le_bytes());
        [self.launched, self.from, self.to].iter().for_each(|at| put(out, at.0.to_le_bytes()));
        put(out, [by]);
        put(out, [bits([self.backfilled, self.early, self.unfinished])]);
    }

    fn get(bytes: &[u8]) -> Self {
        let mut numbers = Numbers(bytes);
        let (sip, kernel, block) = (Sip::wrapping(numbers.byte().into()), numbers.word(), numbers.short());
        let [launched, from, to] = std::array::from_fn(|_| numbers.cycle());
        let by = match numbers.byte() {
            0 => StartedBy::Hws(Pool::R),
            1 => StartedBy::Hws(Pool::P),
            2 => StartedBy::Hws(Pool::O),
            _ => StartedBy::Firmware,
        };
        let flags = numbers.byte();
        let [backfilled, early, unfinished] = [0, 1, 2].map(|place| bit(flags, place));
        Self { sip, kernel, block, launched, from, to, by, backfilled, early, unfinished }
    }
}

impl Stored for WaitSpan {
    const BYTES: usize = 25;

    fn put(&self, out: &mut Vec<u8>) {
        put(out, self.kernel.to_le_bytes());
        [self.from, self.to].iter().for_each(|at| put(out, at.0.to_le_bytes()));
        // Fewer reasons than a byte has values.
        put(out, [words::code(self.why) as u8]);
        put(out, self.why.blamed().unwrap_or_default().to_le_bytes());
    }

    fn get(bytes: &[u8]) -> Self {
        let mut numbers = Numbers(bytes);
        let (kernel, from, to) = (numbers.word(), numbers.cycle(), numbers.cycle());
        let (code, by) = (numbers.byte(), numbers.word());
        let why = match words::EVERY.get(usize::from(code)) {
            Some(Why::Reserved { .. }) => Why::Reserved { by },
            Some(Why::Outranked { .. }) => Why::Outranked { by },
            Some(&why) => why,
            None => Why::Attempt,
        };
        Self { kernel, from, to, why }
    }
}

impl Stored for (Cycle, u32) {
    const BYTES: usize = 12;

    fn put(&self, out: &mut Vec<u8>) {
        put(out, self.0.0.to_le_bytes());
        put(out, self.1.to_le_bytes());
    }

    fn get(bytes: &[u8]) -> Self {
        let mut numbers = Numbers(bytes);
        (numbers.cycle(), numbers.word())
    }
}

impl Stored for AttemptSpan {
    const BYTES: usize = 13;

    fn put(&self, out: &mut Vec<u8>) {
        put(out, self.commit.0.to_le_bytes());
        put(out, [bits([self.launched])]);
        put(out, self.idle_unusable.to_le_bytes());
    }

    fn get(bytes: &[u8]) -> Self {
        let mut numbers = Numbers(bytes);
        Self { commit: numbers.cycle(), launched: bit(numbers.byte(), 0), idle_unusable: numbers.word() }
    }
}

impl Stored for FirmwareAccess {
    const BYTES: usize = 21;

    fn put(&self, out: &mut Vec<u8>) {
        let is_register = matches!(self.target, Target::Register(_));
        put(out, self.at.0.to_le_bytes());
        put(out, self.target.offset().to_le_bytes());
        put(out, [bits([self.is_write, self.is_refused, is_register, self.call.is_some()])]);
        put(out, self.value.to_le_bytes());
        put(out, self.call.unwrap_or_default().to_le_bytes());
    }

    fn get(bytes: &[u8]) -> Self {
        let mut numbers = Numbers(bytes);
        let (at, offset, flags) = (numbers.cycle(), numbers.word(), numbers.byte());
        let target = match RegId::decode(offset) {
            Decoded::Register(register) if bit(flags, 2) => Target::Register(register),
            _ => Target::Address(offset),
        };
        let (value, call) = (numbers.word(), numbers.word());
        let [is_write, is_refused] = [0, 1].map(|place| bit(flags, place));
        Self { at, target, is_write, is_refused, value, call: bit(flags, 3).then_some(call) }
    }
}

impl Stored for FirmwareCall {
    const BYTES: usize = 20;

    fn put(&self, out: &mut Vec<u8>) {
        put(out, self.name.to_le_bytes());
        [self.from, self.to].iter().for_each(|at| put(out, at.0.to_le_bytes()));
    }

    fn get(bytes: &[u8]) -> Self {
        let mut numbers = Numbers(bytes);
        Self { name: numbers.word(), from: numbers.cycle(), to: numbers.cycle() }
    }
}

impl Stored for InterruptSpan {
    const BYTES: usize = 25;

    fn put(&self, out: &mut Vec<u8>) {
        let noticed = self.noticed.unwrap_or_default();
        [self.from, noticed, self.to].iter().for_each(|at| put(out, at.0.to_le_bytes()));
        put(out, [bits([self.noticed.is_some(), self.has_message, self.has_error])]);
    }

    fn get(bytes: &[u8]) -> Self {
        let mut numbers = Numbers(bytes);
        let [from, noticed, to] = std::array::from_fn(|_| numbers.cycle());
        let flags = numbers.byte();
        let noticed = bit(flags, 0).then_some(noticed);
        Self { from, noticed, to, has_message: bit(flags, 1), has_error: bit(flags, 2) }
    }
}

impl Stored for MessageSpan {
    const BYTES: usize = 29;

    fn put(&self, out: &mut Vec<u8>) {
        [self.sent, self.to].iter().for_each(|at| put(out, at.0.to_le_bytes()));
        put(out, [bits([self.is_taken, self.kernel.is_some()])]);
        [self.raw.dw0, self.raw.dw1].iter().for_each(|word| put(out, word.to_le_bytes()));
        put(out, self.kernel.unwrap_or_default().to_le_bytes());
    }

    fn get(bytes: &[u8]) -> Self {
        let mut numbers = Numbers(bytes);
        let (sent, to, flags) = (numbers.cycle(), numbers.cycle(), numbers.byte());
        let raw = RawMih { dw0: numbers.word(), dw1: numbers.word() };
        let kernel = Some(numbers.word()).filter(|_| bit(flags, 1));
        Self { sent, to, is_taken: bit(flags, 0), raw, kernel }
    }
}

impl Stored for (Cycle, Cycle) {
    const BYTES: usize = 16;

    fn put(&self, out: &mut Vec<u8>) {
        [self.0, self.1].iter().for_each(|at| put(out, at.0.to_le_bytes()));
    }

    fn get(bytes: &[u8]) -> Self {
        let mut numbers = Numbers(bytes);
        (numbers.cycle(), numbers.cycle())
    }
}
