//! The policies of the machine: the keys of `hardware`.

use hws_plan::cost::CostModel;

use super::error::Problem;
use super::keys::{PolicyGroup, PolicyKey, SectionRow, of_section};
use super::settings::RunSettings;
use super::values::{PolicyValues, number, within};
use crate::hardware::{CYCLES_MOST, parse_topology};
use crate::workload::{RATE_MOST, legal_topologies};

const CYCLES: &str = "cycles";

/// Every key of `hardware` but `registers`.
pub(super) fn keys() -> Vec<PolicyKey> {
    of_section(PolicyGroup::Machine, "hardware", chip().into_iter().chain(surroundings()).chain(cost()))
}

/// Every limit is far below 2^63.
fn integers(least: i64, most: u64) -> PolicyValues {
    PolicyValues::Integers { least, most: most as i64 }
}

fn chip() -> [SectionRow; 2] {
    [
        (
            "topology",
            PolicyValues::Words(legal_topologies().into_iter().map(Into::into).collect()),
            "",
            "SIPs of a cluster x clusters",
            true,
            topology,
            |settings| settings.hardware.topology.to_string(),
        ),
        (
            "time_unit",
            integers(1, CYCLES_MOST),
            CYCLES,
            "cycles of a time unit",
            true,
            time_unit,
            |settings| settings.hardware.time_unit.to_string(),
        ),
    ]
}

fn surroundings() -> [SectionRow; 2] {
    [
        (
            "bus_cycles",
            integers(1, CYCLES_MOST),
            CYCLES,
            "cycles of each register access of the firmware",
            false,
            bus_cycles,
            |settings| settings.hardware.bus_cycles.to_string(),
        ),
        (
            "pre_complete_lead",
            PolicyValues::WORD,
            CYCLES,
            "cycles before the end of a block at which its SIP reports pre-complete; 0: never",
            false,
            pre_complete_lead,
            |settings| settings.hardware.pre_complete_lead.to_string(),
        ),
    ]
}

fn cost() -> [SectionRow; 3] {
    [
        (
            "cost.ops_per_cycle",
            integers(1, RATE_MOST),
            "operations per cycle",
            "rate of a SIP, for kernels that are given by their cost",
            true,
            ops,
            |settings| settings.hardware.cost.ops_per_cycle_per_sip.to_string(),
        ),
        (
            "cost.bytes_per_cycle",
            integers(1, RATE_MOST),
            "bytes per cycle",
            "bytes that a SIP moves, for kernels that are given by their cost",
            true,
            bytes,
            |settings| settings.hardware.cost.bytes_per_cycle_per_sip.to_string(),
        ),
        (
            "cost.overhead",
            integers(0, RATE_MOST),
            CYCLES,
            "additional cycles of each block of kernels that are given by their cost",
            true,
            overhead,
            |settings| settings.hardware.cost.overhead_cycles.to_string(),
        ),
    ]
}

fn topology(settings: &mut RunSettings, value: &str) -> Result<(), Problem> {
    settings.hardware.topology = parse_topology(value).ok_or(Problem::Value)?;
    Ok(())
}

fn time_unit(settings: &mut RunSettings, value: &str) -> Result<(), Problem> {
    settings.hardware.time_unit = within(value, 1, CYCLES_MOST)?;
    Ok(())
}

fn bus_cycles(settings: &mut RunSettings, value: &str) -> Result<(), Problem> {
    settings.hardware.bus_cycles = within(value, 1, CYCLES_MOST)?;
    Ok(())
}

fn pre_complete_lead(settings: &mut RunSettings, value: &str) -> Result<(), Problem> {
    settings.hardware.pre_complete_lead = number(value)?;
    Ok(())
}

fn ops(settings: &mut RunSettings, value: &str) -> Result<(), Problem> {
    let ops_per_cycle_per_sip = within(value, 1, RATE_MOST)?;
    settings.hardware.cost = CostModel { ops_per_cycle_per_sip, ..settings.hardware.cost };
    Ok(())
}

fn bytes(settings: &mut RunSettings, value: &str) -> Result<(), Problem> {
    let bytes_per_cycle_per_sip = within(value, 1, RATE_MOST)?;
    settings.hardware.cost = CostModel { bytes_per_cycle_per_sip, ..settings.hardware.cost };
    Ok(())
}

fn overhead(settings: &mut RunSettings, value: &str) -> Result<(), Problem> {
    let overhead_cycles = within(value, 0, RATE_MOST)?;
    settings.hardware.cost = CostModel { overhead_cycles, ..settings.hardware.cost };
    Ok(())
}
