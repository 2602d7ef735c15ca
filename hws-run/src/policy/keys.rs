//! The table of policies: every key, its values, and its settings.

use std::borrow::Cow;
use std::fmt;
use std::sync::LazyLock;

use hws_input::nearest;
use hws_sim::fault::FaultKind;

use super::error::{PolicyReason, Problem};
use super::register_field::RegisterField;
use super::settings::RunSettings;
use super::values::PolicyValues;
use super::{fault_rates, files, firmware, imports, machine, registers, scheduling};

/// The part of a run that a policy sets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PolicyGroup {
    /// How the HWS schedules.
    Scheduling,
    /// The machine.
    Machine,
    /// How Amos, the firmware, works.
    Firmware,
    /// The files, and how they become graphs.
    Workload,
    /// Real execution times.
    RealTimes,
    /// Injected faults.
    Faults,
    /// Fields of registers.
    Registers,
}

impl PolicyGroup {
    /// Every group, in the order of the list.
    pub const ALL: [Self; 7] = [
        Self::Scheduling,
        Self::Machine,
        Self::Firmware,
        Self::Workload,
        Self::RealTimes,
        Self::Faults,
        Self::Registers,
    ];

    /// Returns its title.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Scheduling => "Scheduling",
            Self::Machine => "Machine",
            Self::Firmware => "Firmware",
            Self::Workload => "Workload",
            Self::RealTimes => "Real times",
            Self::Faults => "Faults",
            Self::Registers => "Registers",
        }
    }
}

impl fmt::Display for PolicyGroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.title())
    }
}

/// A policy that can be set.
#[derive(Clone, Debug)]
pub struct PolicyKey {
    /// Its name; `reg.` names an array of registers with a range of indices, of which a policy gives one.
    pub name: Cow<'static, str>,
    /// The part of the run that it sets.
    pub group: PolicyGroup,
    /// Its values.
    pub values: PolicyValues,
    /// The unit of its numbers; empty if they have none.
    pub unit: &'static str,
    /// The registers or fields it sets, the key of a workload file, or the option of `hws run`, separated by commas.
    pub sets: Cow<'static, str>,
    /// Its meaning.
    pub doc: Cow<'static, str>,
    /// Estimates, priorities or the fit of kernels follow from it, so that it must be set before a
    /// workload is read.
    pub shapes_workload: bool,
    pub(super) act: Act,
}

/// How a policy is set and read.
#[derive(Clone, Copy, Debug)]
pub(super) enum Act {
    /// By functions of its own.
    Own { set: Set, get: Get },
    /// The rate of a kind of faults.
    Rate(FaultKind),
    /// A field of a register, or of each register of an array.
    Field(RegisterField),
    /// Files, which only a sweep takes as values.
    Files,
}

pub(super) type Set = fn(&mut RunSettings, &str) -> Result<(), Problem>;
pub(super) type Get = fn(&RunSettings) -> String;

/// A key of a section of workload files: name, values, unit, meaning, whether it shapes the workload, and its functions.
pub(super) type SectionRow = (&'static str, PolicyValues, &'static str, &'static str, bool, Set, Get);

/// The keys of a section.
pub(super) fn of_section(
    group: PolicyGroup,
    section: &str,
    rows: impl Iterator<Item = SectionRow>,
) -> Vec<PolicyKey> {
    rows.map(|(name, values, unit, doc, shapes_workload, set, get)| PolicyKey {
        name: name.into(),
        group,
        values,
        unit,
        sets: format!("{section}.{name}").into(),
        doc: doc.into(),
        shapes_workload,
        act: Act::Own { set, get },
    })
    .collect()
}

/// Every key, in the order in which they are listed.
pub static KEYS: LazyLock<Vec<PolicyKey>> = LazyLock::new(|| {
    let groups = [
        scheduling::keys(),
        machine::keys(),
        firmware::keys(),
        files::keys(),
        imports::keys(),
        fault_rates::keys(),
        registers::keys(),
    ];
    groups.into_iter().flatten().collect()
});

impl PolicyKey {
    /// Returns its values in words, with their unit.
    #[must_use]
    pub fn values_in_words(&self) -> String {
        self.values.in_words(self.unit)
    }

    /// Returns its value in a run whose files set nothing; none if it has none.
    #[must_use]
    pub fn default(&self) -> Option<String> {
        self.act.get(&RunSettings::default())
    }
}

impl Act {
    fn set(&self, settings: &mut RunSettings, value: &str) -> Result<(), Problem> {
        match self {
            Self::Own { set, .. } => set(settings, value),
            Self::Rate(kind) => fault_rates::set(settings, *kind, value),
            Self::Field(field) => field.set(settings, value),
            Self::Files => Err(Problem::OnlyInSweeps),
        }
    }

    fn get(&self, settings: &RunSettings) -> Option<String> {
        match self {
            Self::Own { get, .. } => Some(get(settings)),
            Self::Rate(kind) => Some(fault_rates::get(settings, *kind)),
            Self::Field(field) => Some(field.get(settings)),
            Self::Files => None,
        }
    }
}

/// A key that exists.
pub(super) enum Known {
    /// In the table by its name.
    Listed(&'static PolicyKey),
    /// A register or a field of one, with its indices.
    Register(RegisterField),
}

impl Known {
    /// Finds a key.
    pub(super) fn find(key: &str) -> Result<Self, PolicyReason> {
        if let Some(name) = key.strip_prefix(registers::PREFIX) {
            return registers::parse(name).map(Self::Register);
        }
        if let Some(known) = KEYS.iter().find(|known| known.name == key) {
            return Ok(Self::Listed(known));
        }
        Err(unknown(key))
    }

    pub(super) fn set(&self, settings: &mut RunSettings, value: &str) -> Result<(), PolicyReason> {
        let set = match self {
            Self::Listed(known) => known.act.set(settings, value),
            Self::Register(field) => field.set(settings, value),
        };
        set.map_err(|problem| problem.reason(self.values_in_words()))
    }

    pub(super) fn get(&self, settings: &RunSettings) -> Option<String> {
        match self {
            Self::Listed(known) => known.act.get(settings),
            Self::Register(field) => Some(field.get(settings)),
        }
    }

    pub(super) fn group(&self) -> PolicyGroup {
        match self {
            Self::Listed(known) => known.group,
            Self::Register(_) => PolicyGroup::Registers,
        }
    }

    pub(super) fn shapes_workload(&self) -> bool {
        matches!(self, Self::Listed(known) if known.shapes_workload)
    }

    /// What it sets, as in [`PolicyKey::sets`].
    pub(super) fn sets(&self) -> Cow<'static, str> {
        match self {
            Self::Listed(known) => known.sets.clone(),
            Self::Register(field) => field.to_string().into(),
        }
    }

    /// The unit and the meaning.
    pub(super) fn describe(&self) -> (&'static str, String) {
        match self {
            Self::Listed(known) => (known.unit, known.doc.to_string()),
            Self::Register(field) => (field.unit(), field.doc()),
        }
    }

    fn values_in_words(&self) -> String {
        match self {
            Self::Listed(known) => known.values_in_words(),
            Self::Register(field) => field.values().in_words(field.unit()),
        }
    }
}

/// The refusal of a key that does not exist.
pub(super) fn unknown(key: &str) -> PolicyReason {
    let closest = nearest(key, KEYS.iter().map(|known| &*known.name)).map(str::to_owned);
    PolicyReason::UnknownKey { closest }
}
