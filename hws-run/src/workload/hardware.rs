//! `hardware:` and `contexts:`, the machine and its settings.

use hws_plan::cost::CostModel;
use hws_regs::params;
use hws_types::{SipMask, ThreadNum, Topology};

use super::error::{Fault, WorkloadReason};
use super::fields::Fields;
use super::node::{Key, Node, Value};
use super::{Hardware, registers, scalar};
use crate::hardware::{CYCLES_MOST, parse_topology};

/// Keys of `hardware`.
pub(super) const KEYS: &[&str] =
    &["topology", "time_unit", "bus_cycles", "pre_complete_lead", "cost", "registers"];
/// The names of size classes, each with a thread count of the class. `3` means the class `3_4`.
pub(super) const CLASSES: &[(&str, u32)] = &[
    ("1", 1),
    ("2", 2),
    ("3_4", 3),
    ("6_8", 6),
    ("9_12_16", 9),
    ("3", 3),
    ("4", 3),
    ("6", 6),
    ("8", 6),
    ("9", 9),
    ("12", 9),
    ("16", 9),
];
/// Keys of `hardware.cost`.
pub(super) const COST_KEYS: &[&str] = &["ops_per_cycle", "bytes_per_cycle", "overhead"];
/// Largest number of operations or bytes per cycle, and of cycles of overhead.
pub(crate) const RATE_MOST: u64 = u32::MAX as u64;
/// The sizes and numbers of clusters that a legal topology may have.
const SIDES: std::ops::RangeInclusive<u32> = 1..=16;

/// Reads `hardware`; missing keys keep their values in `usual`.
pub(super) fn read(node: &Node, usual: &Hardware) -> Result<Hardware, Fault> {
    let fields = Fields::of(node, "`hardware`", KEYS)?;
    let cycles = |key, usual| {
        let given = fields.integer(key, 1..=CYCLES_MOST)?;
        // In range: the limit is far below 32 bits.
        Ok::<_, Fault>(given.map_or(usual, |cycles| cycles as u32))
    };
    Ok(Hardware {
        topology: fields.get("topology").map_or(Ok(usual.topology), topology)?,
        time_unit: cycles("time_unit", usual.time_unit)?,
        bus_cycles: cycles("bus_cycles", usual.bus_cycles)?,
        pre_complete_lead: match fields.get("pre_complete_lead") {
            Some(node) => scalar::word(node, "`pre_complete_lead`")?,
            None => usual.pre_complete_lead,
        },
        cost: fields.get("cost").map_or(Ok(usual.cost), |node| cost(node, usual.cost))?,
        registers: match fields.get("registers") {
            Some(node) => [usual.registers.clone(), registers::read(node)?].concat(),
            None => usual.registers.clone(),
        },
    })
}

/// Reads the rates of one SIP; missing keys keep their values in `usual`.
fn cost(node: &Node, usual: CostModel) -> Result<CostModel, Fault> {
    let fields = Fields::of(node, "`hardware.cost`", COST_KEYS)?;
    let rate = |key, least, usual| Ok::<_, Fault>(fields.integer(key, least..=RATE_MOST)?.unwrap_or(usual));
    Ok(CostModel {
        ops_per_cycle_per_sip: rate("ops_per_cycle", 1, usual.ops_per_cycle_per_sip)?,
        bytes_per_cycle_per_sip: rate("bytes_per_cycle", 1, usual.bytes_per_cycle_per_sip)?,
        overhead_cycles: rate("overhead", 0, usual.overhead_cycles)?,
    })
}

fn topology(node: &Node) -> Result<Topology, Fault> {
    let topology = match &node.value {
        Value::Text(text) => parse_topology(text),
        _ => None,
    };
    topology.ok_or_else(|| scalar::wrong(node, "`topology`", &legal_topologies().join(", ")))
}

/// Every legal topology, as written in a file.
pub(crate) fn legal_topologies() -> Vec<String> {
    let pairs = SIDES.flat_map(|sips| SIDES.map(move |clusters| (sips, clusters)));
    let legal = pairs.filter_map(|(sips, clusters)| Topology::new(sips, clusters));
    legal.map(|topology| topology.to_string()).collect()
}

/// Reads `contexts`: usage masks by context and size class.
pub(super) fn read_contexts(node: &Node) -> Result<Vec<(u8, ThreadNum, SipMask)>, Fault> {
    let mut masks = Vec::new();
    let contexts = scalar::map(node, "`contexts`", "a map from context to usage masks")?;
    let mut seen = Vec::new();
    for (key, classes) in contexts {
        let ctx = context(key)?;
        once(&mut seen, (ctx, 0), key, format!("context {ctx}"))?;
        let classes = scalar::map(classes, "a context", "a map from size class to usage mask")?;
        read_classes(ctx, classes, &mut masks)?;
    }
    Ok(masks)
}

fn read_classes(
    ctx: u8,
    classes: &[(Key, Node)],
    masks: &mut Vec<(u8, ThreadNum, SipMask)>,
) -> Result<(), Fault> {
    let mut seen = Vec::new();
    for (key, mask) in classes {
        let threads = class(key)?;
        once(&mut seen, (ctx, threads.class()), key, format!("the size class of `{}`", key.name))?;
        masks.push((ctx, threads, scalar::sips(mask, "a usage mask")?));
    }
    Ok(())
}

/// Two spellings of one key are still one key.
fn once(seen: &mut Vec<((u8, usize), u32)>, what: (u8, usize), key: &Key, name: String) -> Result<(), Fault> {
    if let Some(&(_, first)) = seen.iter().find(|(other, _)| *other == what) {
        return Err(Fault::at(key.position(), WorkloadReason::Twice { what: name, first }));
    }
    seen.push((what, key.position().line));
    Ok(())
}

fn context(key: &Key) -> Result<u8, Fault> {
    let ctx = key.name.parse().ok().filter(|&ctx| u32::from(ctx) < params::N_CTX as u32);
    ctx.ok_or_else(|| wrong_key(key, "a context", format!("0 to {}", params::N_CTX - 1)))
}

fn class(key: &Key) -> Result<ThreadNum, Fault> {
    let class = CLASSES.iter().find(|(name, _)| key.name == *name);
    class.and_then(|&(_, threads)| ThreadNum::new(threads)).ok_or_else(|| {
        wrong_key(key, "a size class", "\"1\", \"2\", \"3_4\", \"6_8\" or \"9_12_16\"".to_owned())
    })
}

fn wrong_key(key: &Key, what: &str, wanted: String) -> Fault {
    let found = format!("`{}`", scalar::shortened(&key.name));
    Fault::at(key.position(), WorkloadReason::Value { what: what.to_owned(), found, wanted })
}
