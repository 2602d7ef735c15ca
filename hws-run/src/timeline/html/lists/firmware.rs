//! What firmware did: accesses refer to registers and calls, registers to the layout of their fields.

use std::collections::BTreeMap;

use hws_sim::stimulus::Target;
use hws_types::MihMessage;
use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};

use crate::timeline::html::columns::{deltas, optional, plain};
use crate::timeline::{
    FirmwareAccess, FirmwareLog, InterruptSpan, LogCut, MessageSpan, Timeline, registers, words,
};

/// The log of firmware.
#[derive(Serialize)]
pub(in crate::timeline::html) struct FirmwareList<'a> {
    bus_cycles: u32,
    names: &'a [String],
    /// The name of each register that was accessed, and its layout.
    registers: Vec<(String, usize)>,
    layouts: Vec<Vec<Field>>,
    accesses: Accesses<'a>,
    calls: Calls<'a>,
    interrupts: InterruptList<'a>,
    messages: MessageList<'a>,
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
struct Calls<'a>(&'a Timeline);

/// By start.
struct InterruptList<'a> {
    timeline: &'a Timeline,
    /// The reasons that occur, each once.
    reasons: Vec<&'static str>,
}

/// By the cycle in which they were sent.
struct MessageList<'a> {
    timeline: &'a Timeline,
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
            calls: Calls(timeline),
            interrupts: InterruptList {
                timeline,
                reasons: each_once(timeline.every_interrupt().map(|one| words::interrupt(&one))),
            },
            messages: MessageList {
                timeline,
                kinds: each_once(timeline.every_message().map(|one| kind(&one))),
            },
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

impl Serialize for Calls<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let all = || self.0.every_call();
        let mut list = serializer.serialize_struct("Calls", 3)?;
        list.serialize_field("name", &plain(|| all().map(|call| call.name.into())))?;
        list.serialize_field("from", &deltas(|| all().map(|call| call.from.0)))?;
        list.serialize_field("length", &plain(|| all().map(|call| call.to.since(call.from))))?;
        list.end()
    }
}

impl Serialize for InterruptList<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let all = || self.timeline.every_interrupt();
        // Cycles from the start to the first look at IRQ_STATUS, plus one; 0 without one.
        let noticed = |one: InterruptSpan| one.noticed.map_or(0, |at| at.since(one.from) + 1);
        let mut list = serializer.serialize_struct("InterruptList", 5)?;
        list.serialize_field("from", &deltas(|| all().map(|one| one.from.0)))?;
        list.serialize_field("length", &plain(|| all().map(|one| one.to.since(one.from))))?;
        list.serialize_field("noticed", &plain(|| all().map(noticed)))?;
        list.serialize_field(
            "why",
            &plain(|| all().map(|one| place(&self.reasons, words::interrupt(&one)))),
        )?;
        list.serialize_field("reasons", &self.reasons)?;
        list.end()
    }
}

impl Serialize for MessageList<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let all = || self.timeline.every_message();
        let block = |one: MessageSpan| {
            MihMessage::decode(one.raw).map_or(0, |message| message.header().block_id.into())
        };
        let mut list = serializer.serialize_struct("MessageList", 7)?;
        list.serialize_field("sent", &deltas(|| all().map(|one| one.sent.0)))?;
        // Cycles in the FIFO.
        list.serialize_field("length", &plain(|| all().map(|one| one.to.since(one.sent))))?;
        list.serialize_field("taken", &plain(|| all().map(|one| one.is_taken.into())))?;
        list.serialize_field("kernel", &optional(|| all().map(|one| one.kernel.map(u64::from))))?;
        list.serialize_field("block", &plain(|| all().map(block)))?;
        list.serialize_field("kind", &plain(|| all().map(|one| place(&self.kinds, kind(&one)))))?;
        list.serialize_field("kinds", &self.kinds)?;
        list.end()
    }
}

fn kind(message: &MessageSpan) -> &'static str {
    MihMessage::decode(message.raw).map_or("unknown", words::message)
}

/// The words that occur, in the order in which they first do.
fn each_once(words: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let mut list = Vec::new();
    for word in words {
        if !list.contains(&word) {
            list.push(word);
        }
    }
    list
}

/// The place of a word in a list that has it.
fn place(list: &[&str], word: &str) -> u64 {
    list.iter().position(|other| *other == word).unwrap_or_default() as u64
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
