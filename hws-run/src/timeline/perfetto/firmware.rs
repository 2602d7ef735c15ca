//! What firmware did: calls with their accesses, interrupts, messages, waits.

use std::io::{self, Write};

use hws_types::{Cycle, MihMessage};

use super::event::{Args, Emitter, Event};
use super::{CALLS, FIRMWARE, INTERRUPTS, WAITS};
use crate::timeline::{FirmwareAccess, FirmwareCall, FirmwareLog, MessageSpan, Timeline, registers, words};

pub(super) fn write(timeline: &Timeline, out: &mut Emitter<'_, impl Write>) -> io::Result<()> {
    let Some(log) = &timeline.firmware else { return Ok(()) };
    // Before the accesses, which are inside.
    for call in timeline.every_call() {
        out.event(&slice(name(log, &call), "call", CALLS, call.from, call.to))?;
    }
    accesses(timeline, log, out)?;
    for line in timeline.every_interrupt() {
        let (name, args) =
            (words::interrupt(&line), Args::Interrupt { noticed: line.noticed.map(|at| at.0) });
        out.event(&Event { args, ..slice(name, "interrupt", INTERRUPTS, line.from, line.to) })?;
    }
    for (from, to) in timeline.every_firmware_wait() {
        out.event(&slice("wait", "wait", WAITS, from, to))?;
    }
    for (message, id) in timeline.every_message().zip(0..) {
        self::message(timeline, (&message, id), out)?;
    }
    match log.cut {
        Some(cut) => {
            let name = format!("the log of firmware ends: {} more accesses", cut.accesses);
            out.event(&Event::instant(&name, "access", FIRMWARE, cut.at))
        }
        None => Ok(()),
    }
}

fn name<'l>(log: &'l FirmwareLog, call: &FirmwareCall) -> &'l str {
    log.names.get(call.name as usize).map_or("", String::as_str)
}

/// The accesses, each with the call that made it: both are in the order of time.
fn accesses(timeline: &Timeline, log: &FirmwareLog, out: &mut Emitter<'_, impl Write>) -> io::Result<()> {
    let mut calls = (0..).zip(timeline.every_call()).peekable();
    for access in timeline.every_access() {
        let call = access.call.and_then(|place| {
            while calls.next_if(|call| call.0 < place).is_some() {}
            calls.peek().filter(|call| call.0 == place)
        });
        self::access(log, &access, call.map(|(_, call)| name(log, call)), out)?;
    }
    Ok(())
}

fn access(
    log: &FirmwareLog,
    access: &FirmwareAccess,
    call: Option<&str>,
    out: &mut Emitter<'_, impl Write>,
) -> io::Result<()> {
    let register = registers::name(access.target);
    let name = format!("{} {register}", words::access(access));
    let value = format!("{:#x}", access.value);
    let fields = registers::fields(access.target, access.value);
    let args = Args::Access { register: &register, value: &value, fields: &fields, call };
    let to = access.at.after(log.bus_cycles.into());
    out.event(&Event { args, ..slice(&name, "access", CALLS, access.at, to) })
}

fn slice<'a>(name: &'a str, cat: &'static str, tid: u32, from: Cycle, to: Cycle) -> Event<'a> {
    let (cat, tid, ts, dur) = (Some(cat), Some(tid), Some(from.0), Some(to.since(from)));
    Event { ph: "X", name, cat, pid: FIRMWARE, tid, ts, dur, ..Event::default() }
}

/// A bar, because messages overlap; those of a kind share their tracks.
fn message(
    timeline: &Timeline,
    (message, id): (&MessageSpan, u32),
    out: &mut Emitter<'_, impl Write>,
) -> io::Result<()> {
    let kind = MihMessage::decode(message.raw).map_or("unknown message", words::message);
    let kernel = message.kernel.map(|kernel| timeline.kernel_name(kernel));
    let args = Args::Message { kernel: kernel.as_deref(), is_taken: message.is_taken };
    out.bar_end("b", kind, ("message", id), FIRMWARE, message.sent, args)?;
    out.bar_end("e", kind, ("message", id), FIRMWARE, message.to, Args::None)
}
