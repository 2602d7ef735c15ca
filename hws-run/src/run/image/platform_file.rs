//! `platform.yaml`: a platform that differs from the built-in one. Keys that are missing keep their values.

use std::ops::RangeInclusive;

use hws_input::yaml::{self, Key, Limits, Node, Oddities, Value};
use hws_input::{Position, did_you_mean, nearest};
use thiserror::Error;

use super::platform::{Platform, PlatformRegion};

const KEYS: [&str; 11] = [
    "ram",
    "shared",
    "hws",
    "resolver",
    "uart",
    "timer",
    "finisher",
    "workload",
    "cycles_per_instruction",
    "bus_cycles",
    "patience",
];
const REGION_KEYS: [&str; 2] = ["base", "size"];
const LIMITS: Limits = Limits { depth: 8, nodes: 1000, replayed: 1000, oddities: Oddities::Refused };
const ADDRESSES: RangeInclusive<u64> = 0..=u32::MAX as u64;
const PAGE: u64 = 4096;
const RAM_BYTES: RangeInclusive<u64> = PAGE..=1 << 29;
const SHARED_BYTES: RangeInclusive<u64> = PAGE..=1 << 31;
const CYCLES: u64 = 1 << 16;
const PATIENCE: RangeInclusive<u64> = 1000..=1 << 40;

/// Why a platform is refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{message}")]
pub struct PlatformError {
    /// Where.
    pub position: Position,
    /// What is wrong, and the remedy.
    pub message: String,
}

impl PlatformError {
    fn at(position: Position, message: String) -> Self {
        Self { position, message }
    }
}

impl Platform {
    /// Reads a platform from YAML.
    ///
    /// # Errors
    /// [`PlatformError`] at the first problem.
    pub fn read(text: &str) -> Result<Self, PlatformError> {
        let root = yaml::parse(text, &LIMITS)
            .map_err(|error| PlatformError::at(error.place.position, error.message))?;
        let entries = map(&root, "a platform", &KEYS)?;
        let mut platform = Self::default();
        for (key, node) in entries {
            platform.set(key, node)?;
        }
        platform.check_overlaps(entries)?;
        Ok(platform)
    }

    fn set(&mut self, key: &Key, node: &Node) -> Result<(), PlatformError> {
        let name = key.name.as_str();
        match name {
            "ram" => self.ram = region(node, name, self.ram, RAM_BYTES)?,
            "shared" => self.shared = region(node, name, self.shared, SHARED_BYTES)?,
            "hws" => self.hws = base(node, name)?,
            "resolver" => self.resolver = base(node, name)?,
            "uart" => self.uart = base(node, name)?,
            "timer" => self.timer = base(node, name)?,
            "finisher" => self.finisher = base(node, name)?,
            "workload" => self.workload = base(node, name)?,
            // In range: the limits are far below 32 bits.
            "cycles_per_instruction" => {
                self.cycles_per_instruction = integer(node, name, 0..=CYCLES)? as u32;
            }
            "bus_cycles" => self.bus_cycles = Some(integer(node, name, 1..=CYCLES)? as u32),
            _ => self.patience = integer(node, name, PATIENCE)?,
        }
        Ok(())
    }

    /// Refuses regions that share addresses or do not fit, at the one that the file gives last.
    fn check_overlaps(&self, entries: &[(Key, Node)]) -> Result<(), PlatformError> {
        let regions = self.regions();
        let place = |name: &str| entries.iter().rposition(|(key, _)| key.name == name);
        let at = |name: &str| place(name).and_then(|place| entries.get(place)).map(|(key, _)| key.position());
        for (name, region) in regions {
            if region.end() > 1 << 32 {
                let message = format!(
                    "`{name}` at {:#010x} runs past the end of the address space: it takes {:#x} bytes; lower its base",
                    region.base, region.size
                );
                return Err(PlatformError::at(at(name).unwrap_or_default(), message));
            }
        }
        for (index, &(name, region)) in regions.iter().enumerate() {
            let Some(&(other, taken)) = regions.iter().take(index).find(|(_, taken)| taken.overlaps(region))
            else {
                continue;
            };
            let (first, second) = if place(other) > place(name) { (name, other) } else { (other, name) };
            let of = at(first)
                .map_or_else(|| " of the built-in map".to_owned(), |at| format!(" of line {}", at.line));
            let (region, taken) = (span(region), span(taken));
            let message = format!(
                "`{second}` overlaps `{first}`{of}: {name} is {region}, {other} is {taken}; move one of them"
            );
            return Err(PlatformError::at(at(second).unwrap_or_default(), message));
        }
        Ok(())
    }
}

/// A region as it is printed.
pub(super) fn span(region: PlatformRegion) -> String {
    format!("{:#010x} to {:#010x}", region.base, region.end().saturating_sub(1))
}

fn map<'n>(node: &'n Node, of: &str, known: &[&str]) -> Result<&'n [(Key, Node)], PlatformError> {
    let Value::Map(entries) = &node.value else {
        let message = format!("{of} is not a map (give a map of {})", known.join(", "));
        return Err(PlatformError::at(node.position(), message));
    };
    match entries.iter().find(|(key, _)| !known.contains(&key.name.as_str())) {
        None => Ok(entries),
        Some((key, _)) => {
            let remedy = did_you_mean(nearest(&key.name, known.iter().copied()));
            let name: String = key.name.chars().take(40).collect();
            let message = format!("unknown key `{name}` in {of} ({remedy}the keys are {})", known.join(", "));
            Err(PlatformError::at(key.position(), message))
        }
    }
}

fn integer(node: &Node, name: &str, range: RangeInclusive<u64>) -> Result<u64, PlatformError> {
    let value = node.integer().and_then(|value| u64::try_from(value).ok());
    value.filter(|value| range.contains(value)).ok_or_else(|| {
        let message = format!(
            "`{name}` is not valid (give an integer from {:#x} to {:#x})",
            range.start(),
            range.end()
        );
        PlatformError::at(node.position(), message)
    })
}

/// An address at which a region begins.
fn base(node: &Node, name: &str) -> Result<u32, PlatformError> {
    let address = integer(node, name, ADDRESSES)?;
    if !address.is_multiple_of(PAGE) {
        let message = format!("`{name}` is {address:#x}, which is not a multiple of 0x1000 (round it down)");
        return Err(PlatformError::at(node.position(), message));
    }
    // In range: the limit is that of the type.
    Ok(address as u32)
}

fn region(
    node: &Node,
    name: &str,
    usual: PlatformRegion,
    sizes: RangeInclusive<u64>,
) -> Result<PlatformRegion, PlatformError> {
    map(node, &format!("`{name}`"), &REGION_KEYS)?;
    let base = node.get("base").map_or(Ok(usual.base), |node| base(node, "base"))?;
    let size = node.get("size").map_or(Ok(usual.size), |node| integer(node, "size", sizes))?;
    if !size.is_multiple_of(PAGE) {
        let message = format!("`size` is {size:#x}, which is not a multiple of 0x1000 (round it up)");
        return Err(PlatformError::at(node.position(), message));
    }
    Ok(PlatformRegion { base, size })
}
