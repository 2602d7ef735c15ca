//! A slow and obvious parser of one line: interfaces.md §5 on top of a general JSON library.
//!
//! The library distinguishes the numbers that the format distinguishes: it does not accept `1.0`, `1e3` and
//! `-0` as unsigned integers. The pairs are kept as they come, so that equal keys stay visible.

use std::fmt;

use hws_regs::RegId;
use hws_types::{Cycle, HdrPush};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;

use super::{Op, Operation, Target};

/// The operation of the first line, or none if it is malformed.
pub(super) fn judge(line: &[u8]) -> Option<Operation> {
    let Pairs(pairs) = serde_json::from_slice(line).ok()?;
    let names: Vec<&str> = pairs.iter().map(|(name, _)| name.as_str()).collect();
    let value = |key| pairs.iter().find(|(name, _)| name == key).map(|(_, value)| value);
    let number = |key, limit| value(key)?.as_u64().filter(|number| *number <= limit);
    let word = |key| number(key, 0xFFFF_FFFF).map(|number| number as u32);
    let target = || match value("reg") {
        Some(name) => Some(Target::Register(register(name.as_str()?)?)),
        None => Some(Target::Address(word("addr")?)),
    };
    let has = |keys: &[&str]| names.len() == keys.len() && keys.iter().all(|key| names.contains(key));
    let op = match value("op")?.as_str()? {
        "mem" if has(&["at", "op", "addr", "words"]) => memory(word("addr")?, value("words")?)?,
        "write" if has(&["at", "op", "reg", "value"]) || has(&["at", "op", "addr", "value"]) => {
            Op::Write { target: target()?, value: word("value")? }
        }
        "read" if has(&["at", "op", "reg"]) || has(&["at", "op", "addr"]) => Op::Read { target: target()? },
        "hdr" if has(&["at", "op", "hdr_id", "hdr_entry_id", "td_addr"]) => Op::Hdr(HdrPush {
            hdr_id: number("hdr_id", 15)? as u8,
            hdr_entry_id: number("hdr_entry_id", 255)? as u8,
            td_addr: word("td_addr")?,
        }),
        "sip_array" if has(&["at", "op", "pre_lead"]) => Op::SipArray { pre_lead: word("pre_lead")? },
        "end" if has(&["at", "op"]) => Op::End,
        _ => return None,
    };
    Some(Operation { at: Cycle(number("at", (1 << 63) - 1)?), op })
}

fn memory(addr: u32, words: &Value) -> Option<Op> {
    let number = |value: &Value| value.as_u64().and_then(|number| u32::try_from(number).ok());
    let words: Vec<u32> = words.as_array()?.iter().map(number).collect::<Option<_>>()?;
    let is_inside = u64::from(addr) + 4 * words.len() as u64 <= 1 << 32;
    (addr.is_multiple_of(4) && is_inside).then_some(Op::Mem { addr, words })
}

fn register(name: &str) -> Option<RegId> {
    RegId::parse(name).ok().filter(|register| register.to_string() == name)
}

/// The pairs of an object, in order.
struct Pairs(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Pairs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(PairsVisitor)
    }
}

struct PairsVisitor;

impl<'de> Visitor<'de> for PairsVisitor {
    type Value = Pairs;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Pairs, A::Error> {
        let mut pairs = Vec::new();
        while let Some(pair) = map.next_entry()? {
            pairs.push(pair);
        }
        Ok(Pairs(pairs))
    }
}
