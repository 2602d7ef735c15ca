//! `hardware:` and `contexts:`, the machine and what is set on it.

use hws_regs::params;
use hws_types::{SipMask, ThreadNum, Topology};

use super::error::{Fault, Reason};
use super::fields::Fields;
use super::node::{Key, Node, Value};
use super::{Hardware, registers, scalar};

/// Keys of `hardware`.
pub(super) const KEYS: &[&str] = &["topology", "time_unit", "bus_cycles", "registers"];
/// Size classes as they are written, each with a thread count of it. `3` means the class `3_4`.
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
/// Cycles of a CF access when nothing is said.
const BUS_CYCLES: u32 = 4;
/// Most cycles of a CF access and of a time unit.
pub(super) const CYCLES_MOST: u64 = 1 << 16;
/// The sizes and numbers of clusters that a legal topology may have.
const SIDES: std::ops::RangeInclusive<u32> = 1..=16;

impl Default for Hardware {
    /// The whole machine, a time unit of one cycle, four cycles for each access of the firmware.
    fn default() -> Self {
        Self { topology: Topology::FULL, time_unit: 1, bus_cycles: BUS_CYCLES, registers: Vec::new() }
    }
}

/// Reads `hardware`; what it does not say stays as it is.
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
        registers: match fields.get("registers") {
            Some(node) => [usual.registers.clone(), registers::read(node)?].concat(),
            None => usual.registers.clone(),
        },
    })
}

fn topology(node: &Node) -> Result<Topology, Fault> {
    let pair = match &node.value {
        Value::Text(text) => text.split_once('x'),
        _ => None,
    };
    let side = |text: &str| text.trim().parse().ok();
    let topology = pair.and_then(|(sips, clusters)| Topology::new(side(sips)?, side(clusters)?));
    topology.ok_or_else(|| scalar::wrong(node, "`topology`", &legal_topologies().join(", ")))
}

/// Every legal pair as it is written.
pub(super) fn legal_topologies() -> Vec<String> {
    let pairs = SIDES.flat_map(|sips| SIDES.map(move |clusters| (sips, clusters)));
    let legal = pairs.filter(|&(sips, clusters)| Topology::new(sips, clusters).is_some());
    legal.map(|(sips, clusters)| format!("{sips}x{clusters}")).collect()
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
fn once(seen: &mut Vec<((u8, usize), u64)>, what: (u8, usize), key: &Key, name: String) -> Result<(), Fault> {
    if let Some(&(_, first)) = seen.iter().find(|(other, _)| *other == what) {
        return Err(Fault::at(key.at, Reason::Twice { what: name, first }));
    }
    seen.push((what, key.at.line));
    Ok(())
}

fn context(key: &Key) -> Result<u8, Fault> {
    let ctx = key.name.parse().ok().filter(|&ctx| u32::from(ctx) < params::N_CTX as u32);
    ctx.ok_or_else(|| wrong_key(key, "a context", format!("0 to {}", params::N_CTX - 1)))
}

fn class(key: &Key) -> Result<ThreadNum, Fault> {
    let class = CLASSES.iter().find(|(name, _)| *name == key.name);
    class.and_then(|&(_, threads)| ThreadNum::new(threads)).ok_or_else(|| {
        wrong_key(key, "a size class", "\"1\", \"2\", \"3_4\", \"6_8\" or \"9_12_16\"".to_owned())
    })
}

fn wrong_key(key: &Key, what: &str, wanted: String) -> Fault {
    let found = format!("`{}`", scalar::shortened(&key.name));
    Fault::at(key.at, Reason::Value { what: what.to_owned(), found, wanted })
}
