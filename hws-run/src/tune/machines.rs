//! Recommended settings as a machine takes them: a configuration and register writes.

use std::fmt::{self, Write};

use hws_regs::RegId;
use serde::Serialize;

use crate::hardware::Hardware;
use crate::policy::{self, PolicyGroup};
use crate::run::{RunError, settings};
use crate::sweep::PolicySetting;
use crate::workload::Workload;

/// The settings of a recommendation on the machines of the workloads.
///
/// Workloads for which they are the same are together.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
#[serde(transparent)]
pub struct TunedMachines(pub Vec<TunedMachine>);

/// The settings of a recommendation for some workloads.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TunedMachine {
    /// The workloads.
    pub workloads: Vec<String>,
    /// The registers that differ from the defaults once firmware has brought the machine up, in the order of their offsets.
    pub writes: Vec<TunedWrite>,
    /// The file for `--config`.
    pub config: String,
}

/// A register write.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TunedWrite {
    /// The register.
    pub name: String,
    /// Its offset on the bus.
    pub addr: u32,
    /// The value.
    pub value: u32,
}

impl fmt::Display for TunedWrite {
    /// Offset, value and name, as in the files of `hws plan emit`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#06x} {:#010x} {}", self.addr, self.value, self.name)
    }
}

impl TunedMachines {
    /// Adds a workload: as the defaults have it, and with the settings.
    ///
    /// # Errors
    /// [`RunError`] when firmware cannot bring the machine up.
    pub fn add(
        &mut self,
        name: &str,
        (defaults, tuned): (&Workload, &Workload),
        settings: &[PolicySetting],
    ) -> Result<(), RunError> {
        let writes = writes(defaults, tuned)?;
        let config = config(&defaults.hardware, &tuned.hardware, &writes) + &only_options(settings);
        match self.0.iter_mut().find(|known| known.writes == writes && known.config == config) {
            Some(known) => known.workloads.push(name.to_owned()),
            None => {
                let workloads = vec![name.to_owned()];
                self.0.push(TunedMachine { workloads, writes, config });
            }
        }
        Ok(())
    }
}

/// The registers that have another value after firmware has brought the machine up.
fn writes(defaults: &Workload, tuned: &Workload) -> Result<Vec<TunedWrite>, RunError> {
    let (before, after) = (settings(defaults)?, settings(tuned)?);
    let value = |settings: &[(RegId, u32)], register: RegId| {
        let set = settings.iter().find(|(set, _)| *set == register);
        set.map_or(register.reset(), |&(_, value)| value)
    };
    let stored = RegId::all().filter(|register| register.info().is_stored());
    let changed = stored.filter(|&register| value(&before, register) != value(&after, register));
    let write = |register: RegId| TunedWrite {
        name: register.to_string(),
        addr: register.offset(),
        value: value(&after, register),
    };
    Ok(changed.map(write).collect())
}

/// A file for `--config` with everything that differs.
fn config(defaults: &Hardware, tuned: &Hardware, writes: &[TunedWrite]) -> String {
    let mut text = String::new();
    let mut line = |key: &str, before: String, after: String| {
        if before != after {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "  {key}: {after}");
        }
    };
    line("topology", defaults.topology.to_string(), tuned.topology.to_string());
    line("time_unit", defaults.time_unit.to_string(), tuned.time_unit.to_string());
    line("bus_cycles", defaults.bus_cycles.to_string(), tuned.bus_cycles.to_string());
    line("pre_complete_lead", defaults.pre_complete_lead.to_string(), tuned.pre_complete_lead.to_string());
    let registers: Vec<&TunedWrite> = writes.iter().filter(|write| is_setting(&write.name)).collect();
    if !registers.is_empty() {
        text.push_str("  registers:\n");
    }
    for TunedWrite { name, value, .. } in registers {
        let _ = writeln!(text, "    \"{name}\": {value:#x}");
    }
    if text.is_empty() { "hardware: {}\n".to_owned() } else { format!("hardware:\n{text}") }
}

/// Settings of firmware and of imports, which a configuration does not have, as a comment.
fn only_options(set: &[PolicySetting]) -> String {
    let group = |key: &str| policy::KEYS.iter().find(|known| known.name == key).map(|known| known.group);
    let is_only = |key: &str| matches!(group(key), Some(PolicyGroup::Firmware | PolicyGroup::Workload));
    let only = set.iter().filter(|setting| is_only(&setting.key));
    only.map(|PolicySetting { key, value }| format!("# only as an option: --policy {key}={value}\n"))
        .collect()
}

/// Topology and time unit have keys of their own.
fn is_setting(name: &str) -> bool {
    RegId::parse(name).is_ok_and(|register| !matches!(register, RegId::SipTopology | RegId::TimeUnit))
}
