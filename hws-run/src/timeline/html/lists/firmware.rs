//! What firmware did: accesses refer to registers and calls, registers to the layout of their fields.

use std::collections::BTreeMap;

use hws_sim::stimulus::Target;
use hws_types::MihMessage;
use serde::Serialize;

use crate::timeline::html::columns::{deltas, optional, plain};
use crate::timeline::{FirmwareLog, LogCut, registers, words};

/// The log of firmware.
#[derive(Serialize)]
pub(in crate::timeline::html) struct FirmwareList<'a> {
    bus_cycles: u32,
    names: &'a [String],
    /// The name of each register that was accessed, and its layout.
    registers: Vec<(String, usize)>,
    layouts: Vec<Vec<Field>>,
    accesses: Accesses,
    calls: Calls,
    interrupts: InterruptList,
    messages: MessageList,
    cut: Option<Cut>,
}

/// A field: its name, its lowest bit, its bits, and its named values.
type Field = (&'static str, u8, u8, &'static [(&'static str, u32)]);

/// By time.
#[derive(Serialize)]
struct Accesses {
    at: String,
    register: String,
    value: String,
    /// Bit 0: a write; bit 1: refused.
    flags: String,
    call: String,
}

/// By start.
#[derive(Serialize)]
struct Calls {
    name: String,
    from: String,
    length: String,
}

/// By start.
#[derive(Serialize)]
struct InterruptList {
    from: String,
    length: String,
    /// Cycles from the start to the first look at IRQ_STATUS, plus one; 0 without one.
    noticed: String,
    why: String,
    /// The reasons that occur, each once.
    reasons: Vec<&'static str>,
}

/// By the cycle in which they were sent.
#[derive(Serialize)]
struct MessageList {
    sent: String,
    /// Cycles in the FIFO.
    length: String,
    taken: String,
    kernel: String,
    block: String,
    kind: String,
    /// The kinds that occur, each once.
    kinds: Vec<&'static str>,
}

#[derive(Serialize)]
struct Cut {
    at: u64,
    accesses: u64,
}

impl<'a> FirmwareList<'a> {
    pub(in crate::timeline::html) fn new(log: &'a FirmwareLog) -> Self {
        let mut registers = Registers::default();
        let places: Vec<u64> = log.accesses.iter().map(|one| registers.place(one.target)).collect();
        Self {
            bus_cycles: log.bus_cycles,
            names: &log.names,
            accesses: Accesses::new(log, places),
            calls: Calls::new(log),
            interrupts: InterruptList::new(log),
            messages: MessageList::new(log),
            cut: log.cut.map(|LogCut { at, accesses }| Cut { at: at.0, accesses }),
            registers: registers.all,
            layouts: registers.layouts,
        }
    }
}

impl Accesses {
    fn new(log: &FirmwareLog, places: Vec<u64>) -> Self {
        let all = &log.accesses;
        Self {
            at: deltas(all.iter().map(|one| one.at.0)),
            register: plain(places),
            value: plain(all.iter().map(|one| one.value.into())),
            flags: plain(all.iter().map(|one| u64::from(one.is_write) | u64::from(one.is_refused) << 1)),
            call: optional(all.iter().map(|one| one.call.map(u64::from))),
        }
    }
}

impl Calls {
    fn new(log: &FirmwareLog) -> Self {
        Self {
            name: plain(log.calls.iter().map(|call| call.name.into())),
            from: deltas(log.calls.iter().map(|call| call.from.0)),
            length: plain(log.calls.iter().map(|call| call.to.since(call.from))),
        }
    }
}

impl InterruptList {
    fn new(log: &FirmwareLog) -> Self {
        let (all, mut reasons) = (&log.interrupts, Vec::new());
        let why: Vec<u64> = all.iter().map(|one| place(&mut reasons, words::interrupt(one))).collect();
        Self {
            from: deltas(all.iter().map(|one| one.from.0)),
            length: plain(all.iter().map(|one| one.to.since(one.from))),
            noticed: plain(all.iter().map(|one| one.noticed.map_or(0, |at| at.since(one.from) + 1))),
            why: plain(why),
            reasons,
        }
    }
}

impl MessageList {
    fn new(log: &FirmwareLog) -> Self {
        let (all, mut kinds) = (&log.messages, Vec::new());
        let decoded: Vec<Option<MihMessage>> =
            all.iter().map(|one| MihMessage::decode(one.raw).ok()).collect();
        let kind: Vec<u64> =
            decoded.iter().map(|one| place(&mut kinds, one.map_or("unknown", words::message))).collect();
        let block = |one: &Option<MihMessage>| one.map_or(0, |message| message.header().block_id.into());
        Self {
            sent: deltas(all.iter().map(|one| one.sent.0)),
            length: plain(all.iter().map(|one| one.to.since(one.sent))),
            taken: plain(all.iter().map(|one| one.is_taken.into())),
            kernel: optional(all.iter().map(|one| one.kernel.map(u64::from))),
            block: plain(decoded.iter().map(block)),
            kind: plain(kind),
            kinds,
        }
    }
}

/// The place of a word in a list, to which it is added if it is new.
fn place(list: &mut Vec<&'static str>, word: &'static str) -> u64 {
    let known = list.iter().position(|other| *other == word);
    known.unwrap_or_else(|| {
        list.push(word);
        list.len() - 1
    }) as u64
}

/// The registers that were accessed; those of an array share their layout.
#[derive(Default)]
struct Registers {
    all: Vec<(String, usize)>,
    layouts: Vec<Vec<Field>>,
    places: BTreeMap<u32, u64>,
    by_name: BTreeMap<&'static str, usize>,
}

impl Registers {
    fn place(&mut self, target: Target) -> u64 {
        if let Some(&place) = self.places.get(&target.offset()) {
            return place;
        }
        let layout = self.layout(target);
        let place = self.all.len() as u64;
        self.all.push((registers::name(target), layout));
        self.places.insert(target.offset(), place);
        place
    }

    fn layout(&mut self, target: Target) -> usize {
        let name = match target {
            Target::Register(register) => register.info().name,
            Target::Address(_) => "",
        };
        *self.by_name.entry(name).or_insert_with(|| {
            let fields = registers::infos(target).iter();
            self.layouts.push(
                fields.map(|field| (field.name, field.lsb, field.width, registers::values(field))).collect(),
            );
            self.layouts.len() - 1
        })
    }
}
