//! What firmware did: accesses refer to registers and calls, registers to the layout of their fields.

use std::collections::BTreeMap;

use hws_sim::stimulus::Target;
use hws_types::MihMessage;
use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};

use crate::timeline::html::columns::{deltas, optional, plain};
use crate::timeline::{FirmwareAccess, FirmwareLog, LogCut, Timeline, registers, words};

/// The log of firmware.
#[derive(Serialize)]
pub(in crate::timeline::html) struct FirmwareList<'a> {
    bus_cycles: u32,
    names: &'a [String],
    /// The name of each register that was accessed, and its layout.
    registers: Vec<(String, usize)>,
    layouts: Vec<Vec<Field>>,
    accesses: Accesses<'a>,
    calls: Calls,
    interrupts: InterruptList,
    messages: MessageList,
    cut: Option<Cut>,
}

/// A field: its name, its lowest bit, its bits, and its named values.
type Field = (&'static str, u8, u8, &'static [(&'static str, u32)]);

/// By time.
struct Accesses<'a> {
    timeline: &'a Timeline,
    /// The place of each register that was accessed, by its offset.
    registers: BTreeMap<u32, u64>,
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
    /// The log of a timeline that has this one.
    pub(in crate::timeline::html) fn new(timeline: &'a Timeline, log: &'a FirmwareLog) -> Self {
        let mut registers = Registers::default();
        timeline.every_access().for_each(|one| registers.add(one.target));
        Self {
            bus_cycles: log.bus_cycles,
            names: &log.names,
            accesses: Accesses { timeline, registers: registers.places },
            calls: Calls::new(log),
            interrupts: InterruptList::new(log),
            messages: MessageList::new(log),
            cut: log.cut.map(|LogCut { at, accesses }| Cut { at: at.0, accesses }),
            registers: registers.all,
            layouts: registers.layouts,
        }
    }
}

impl Serialize for Accesses<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let all = || self.timeline.every_access();
        let place = |target: Target| self.registers.get(&target.offset()).copied().unwrap_or_default();
        let flags = |one: FirmwareAccess| u64::from(one.is_write) | u64::from(one.is_refused) << 1;
        let mut list = serializer.serialize_struct("Accesses", 5)?;
        list.serialize_field("at", &deltas(|| all().map(|one| one.at.0)))?;
        list.serialize_field("register", &plain(|| all().map(|one| place(one.target))))?;
        list.serialize_field("value", &plain(|| all().map(|one| one.value.into())))?;
        // Bit 0: a write; bit 1: refused.
        list.serialize_field("flags", &plain(|| all().map(flags)))?;
        list.serialize_field("call", &optional(|| all().map(|one| one.call.map(u64::from))))?;
        list.end()
    }
}

impl Calls {
    fn new(log: &FirmwareLog) -> Self {
        Self {
            name: plain(|| log.calls.iter().map(|call| call.name.into())).to_string(),
            from: deltas(|| log.calls.iter().map(|call| call.from.0)).to_string(),
            length: plain(|| log.calls.iter().map(|call| call.to.since(call.from))).to_string(),
        }
    }
}

impl InterruptList {
    fn new(log: &FirmwareLog) -> Self {
        let (all, mut reasons) = (&log.interrupts, Vec::new());
        let why: Vec<u64> = all.iter().map(|one| place(&mut reasons, words::interrupt(one))).collect();
        Self {
            from: deltas(|| all.iter().map(|one| one.from.0)).to_string(),
            length: plain(|| all.iter().map(|one| one.to.since(one.from))).to_string(),
            noticed: plain(|| all.iter().map(|one| one.noticed.map_or(0, |at| at.since(one.from) + 1)))
                .to_string(),
            why: plain(|| why.iter().copied()).to_string(),
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
            sent: deltas(|| all.iter().map(|one| one.sent.0)).to_string(),
            length: plain(|| all.iter().map(|one| one.to.since(one.sent))).to_string(),
            taken: plain(|| all.iter().map(|one| one.is_taken.into())).to_string(),
            kernel: optional(|| all.iter().map(|one| one.kernel.map(u64::from))).to_string(),
            block: plain(|| decoded.iter().map(block)).to_string(),
            kind: plain(|| kind.iter().copied()).to_string(),
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
    fn add(&mut self, target: Target) {
        if self.places.contains_key(&target.offset()) {
            return;
        }
        let layout = self.layout(target);
        self.places.insert(target.offset(), self.all.len() as u64);
        self.all.push((registers::name(target), layout));
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
