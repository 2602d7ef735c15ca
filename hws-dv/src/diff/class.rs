//! The class of a signal, which decides when it is sampled.

use std::collections::{HashMap, HashSet};

use super::DiffError;
use crate::map::SignalTarget;
use crate::wave::Hierarchy;

/// What a signal is to the design.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// A port that drives the HWS: sampled before the edge.
    Input,
    /// Another port, or a monitor lane: sampled after the edge.
    Output,
    /// A register: sampled after the edge.
    Register,
    /// Any other signal: sampled after the edge.
    Other,
}

impl Class {
    /// The word of options and reports.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Input => "inputs",
            Self::Output => "outputs",
            Self::Register => "registers",
            Self::Other => "others",
        }
    }

    pub(super) fn parse(word: &str) -> Result<Self, DiffError> {
        let all = [Self::Input, Self::Output, Self::Register, Self::Other];
        all.into_iter().find(|class| class.word() == word).ok_or_else(|| {
            let expected = "expected `inputs`, `outputs`, `registers` or `others`";
            DiffError::new(format!("`{word}` is not a class of signals: {expected}"))
        })
    }

    pub(super) fn of(target: SignalTarget) -> Self {
        match target {
            SignalTarget::Port(port) if port.is_input() => Self::Input,
            SignalTarget::Port(_) | SignalTarget::Lane { .. } => Self::Output,
            SignalTarget::CntCycle | SignalTarget::Register(_) => Self::Register,
        }
    }
}

/// Fewer names of the HWS in a scope are a coincidence.
const LEAST: usize = 8;

/// The names of the ports, lanes and registers of the HWS.
#[derive(Debug)]
pub(super) struct Targets {
    by_name: HashMap<String, usize>,
    all: Vec<SignalTarget>,
}

impl Targets {
    pub(super) fn new() -> Self {
        let all = SignalTarget::all();
        let mut by_name = HashMap::new();
        for rank in 0..3 {
            for (place, target) in all.iter().enumerate() {
                if let Some(name) = target.default_names().into_iter().nth(rank) {
                    by_name.entry(name).or_insert(place);
                }
            }
        }
        Self { by_name, all }
    }

    /// The place of the target that has this name.
    pub(super) fn place(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    pub(super) fn target(&self, name: &str) -> Option<SignalTarget> {
        self.place(name).map(|place| self.all[place])
    }

    /// The class of a signal in a scope of an HWS.
    pub(super) fn class(&self, name: &str) -> Class {
        self.target(name).map_or(Class::Other, Class::of)
    }

    /// The scopes that have the signals of an HWS.
    pub(super) fn scopes(&self, hierarchy: &Hierarchy) -> HashSet<u32> {
        let mut found: HashMap<u32, HashSet<usize>> = HashMap::new();
        for variable in hierarchy.variables() {
            if let Some(place) = self.place(&variable.name) {
                found.entry(variable.scope).or_default().insert(place);
            }
        }
        found.into_iter().filter(|(_, places)| places.len() >= LEAST).map(|(scope, _)| scope).collect()
    }
}
