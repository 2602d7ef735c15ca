//! `platform.yaml`: a platform that differs from the built-in one. Keys that are missing keep their values.

use std::ops::RangeInclusive;

use hws_input::Place;
use hws_input::yaml::{Key, Limits, Node, Oddities, YamlFile, YamlRead};

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

impl Platform {
    /// Reads a platform from YAML.
    ///
    /// # Errors
    /// The first fault.
    pub fn read(name: &str, text: &str) -> YamlRead<Self> {
        let file = YamlFile::new(name);
        let root = file.parse(text, &LIMITS)?;
        let entries = file.entries(&root, "a platform", &KEYS)?;
        let mut platform = Self::default();
        for (key, node) in entries {
            platform.set(file, key, node)?;
        }
        platform.check_overlaps(file, entries)?;
        Ok(platform)
    }

    fn set(&mut self, file: YamlFile<'_>, key: &Key, node: &Node) -> YamlRead<()> {
        match key.name.as_str() {
            "ram" => self.ram = region(file, node, self.ram, RAM_BYTES)?,
            "shared" => self.shared = region(file, node, self.shared, SHARED_BYTES)?,
            "hws" => self.hws = base(file, node)?,
            "resolver" => self.resolver = base(file, node)?,
            "uart" => self.uart = base(file, node)?,
            "timer" => self.timer = base(file, node)?,
            "finisher" => self.finisher = base(file, node)?,
            "workload" => self.workload = base(file, node)?,
            // In range: the limits are far below 32 bits.
            "cycles_per_instruction" => {
                self.cycles_per_instruction = file.number_in(node, 0..=CYCLES)? as u32;
            }
            "bus_cycles" => self.bus_cycles = Some(file.number_in(node, 1..=CYCLES)? as u32),
            _ => self.patience = file.number_in(node, PATIENCE)?,
        }
        Ok(())
    }

    /// Refuses regions that share addresses or do not fit, at the one that the file gives last.
    fn check_overlaps(&self, file: YamlFile<'_>, entries: &[(Key, Node)]) -> YamlRead<()> {
        let regions = self.regions();
        let place = |name: &str| entries.iter().rposition(|(key, _)| key.name == name);
        let at = |name: &str| place(name).and_then(|place| entries.get(place)).map(|(key, _)| key.place);
        for (name, region) in regions {
            if region.end() > 1 << 32 {
                let message = format!(
                    "`{name}` at {:#010x} runs past the end of the address space: it takes {:#x} bytes",
                    region.base, region.size
                );
                let place = at(name).unwrap_or(Place::UNKNOWN);
                return Err(file.at("outside-addresses", place, message, "lower its base"));
            }
        }
        for (index, &(name, region)) in regions.iter().enumerate() {
            let Some(&(other, taken)) = regions.iter().take(index).find(|(_, taken)| taken.overlaps(region))
            else {
                continue;
            };
            let (first, second) = if place(other) > place(name) { (name, other) } else { (other, name) };
            let of = at(first)
                .map_or_else(|| " of the built-in map".to_owned(), |at| format!(" of line {}", at.line()));
            let (region, taken) = (span(region), span(taken));
            let message =
                format!("`{second}` overlaps `{first}`{of}: {name} is {region}, {other} is {taken}");
            let place = at(second).unwrap_or(Place::UNKNOWN);
            return Err(file.at("regions-overlap", place, message, "move one of them"));
        }
        Ok(())
    }
}

/// A region as it is printed.
pub(super) fn span(region: PlatformRegion) -> String {
    format!("{:#010x} to {:#010x}", region.base, region.end().saturating_sub(1))
}

/// An address at which a region begins.
fn base(file: YamlFile<'_>, node: &Node) -> YamlRead<u32> {
    let address = pages(file, node, ADDRESSES, "round it down")?;
    // In range: the limit is that of the type.
    Ok(address as u32)
}

/// A number of bytes in whole pages.
fn pages(file: YamlFile<'_>, node: &Node, range: RangeInclusive<u64>, remedy: &str) -> YamlRead<u64> {
    let bytes = file.number_in(node, range)?;
    if bytes.is_multiple_of(PAGE) {
        return Ok(bytes);
    }
    Err(file.at("unaligned", node.place, format!("{bytes:#x} is not a multiple of {PAGE:#x}"), remedy))
}

fn region(
    file: YamlFile<'_>,
    node: &Node,
    usual: PlatformRegion,
    sizes: RangeInclusive<u64>,
) -> YamlRead<PlatformRegion> {
    file.entries(node, "a region", &REGION_KEYS)?;
    let base = node.get("base").map_or(Ok(usual.base), |node| base(file, node))?;
    let size = node.get("size").map_or(Ok(usual.size), |node| pages(file, node, sizes, "round it up"))?;
    Ok(PlatformRegion { base, size })
}
