//! Binding: which signal of a dump feeds which target.

mod candidates;
mod compose;
mod given;
mod keys;
mod required;
mod resolve;
mod rules;
mod scope;

use std::collections::BTreeMap;
use std::sync::Arc;

use hws_input::{did_you_mean, nearest};
use hws_regs::RegId;

use super::file::{BusKind, NameMap};
use super::target::low_bits;
use super::{Computed, MapError, SignalTarget, misfit};
use crate::pattern::fits;
use crate::wave::{Bits, Hierarchy, SignalId};
use candidates::{Candidates, Hit};
pub(super) use candidates::{is_used, names};
pub(super) use required::is_needed;

/// A signal of the dump that feeds a target, or one bit of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Feed {
    /// The place of the target in [`SignalTarget::all`].
    pub target: u32,
    /// The bit, if the dump has the vector split into bits.
    pub bit: Option<u8>,
}

/// A target that the dump has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundTarget {
    /// The name in the dump, with its scope.
    pub path: String,
    /// The number of bits.
    pub width: u32,
    /// The bits of the target that the dump gives: all up to the width, or those of the fields of a map.
    pub bits: u64,
    /// Whether its values are compared; inputs and ignored signals are not.
    pub is_compared: bool,
}

/// Why a map cannot be used without a dump.
pub(super) const NOT_OF_SIGNALS: &str = "the map has expressions, fields, rules or an enable of the clock, which only \
    comparisons of dumps can use; give one signal of the design for each name";

/// The places of signals among those that are read.
type Slots = BTreeMap<SignalId, usize>;

/// A dump and a map brought together.
#[derive(Clone, Debug)]
pub struct Binding {
    /// The signals that are read.
    pub select: Vec<SignalId>,
    /// The targets of each of them.
    pub feeds: Vec<Vec<Feed>>,
    /// All targets, in the order of [`SignalTarget::all`].
    pub targets: Vec<SignalTarget>,
    /// What the dump has of each of them.
    pub bound: Vec<Option<BoundTarget>>,
    /// The targets that are computed from several signals.
    pub computed: Arc<Computed>,
    /// The scope of the HWS in the dump.
    pub scope: String,
    /// The targets that are compared if the dump has them, and that it does not have.
    pub missing: Vec<SignalTarget>,
    /// The targets that the map excludes.
    pub ignored: Vec<SignalTarget>,
}

impl Binding {
    /// Finds the signals.
    ///
    /// # Errors
    /// [`MapError`] if the map names a signal that the dump does not have, no scope has the signals of an HWS, or a
    /// signal that the lock-step needs is missing.
    pub fn new(map: &NameMap, hierarchy: &Hierarchy) -> Result<Self, MapError> {
        let binding = Self::found(map, hierarchy)?;
        required::check(&binding, map, hierarchy)?;
        Ok(binding)
    }

    /// Finds the signals, whatever is missing. Without a map, there may be none.
    ///
    /// # Errors
    /// As [`Self::new`], if the map names what the dump does not have.
    pub(crate) fn as_far_as_found(map: &NameMap, hierarchy: &Hierarchy) -> Result<Self, MapError> {
        match Self::found(map, hierarchy) {
            Err(_) if map.renames.is_empty() && map.scope.is_none() => {
                Ok(Self::empty(SignalTarget::all(), String::new()))
            }
            found => found,
        }
    }

    /// Finds the clock and the monitor lanes, for a reader of events.
    ///
    /// # Errors
    /// As [`Self::new`], if one of them is missing.
    pub(crate) fn of_lanes(map: &NameMap, hierarchy: &Hierarchy) -> Result<Self, MapError> {
        let mut binding = Self::found(map, hierarchy)?;
        required::check_lanes(&binding, map, hierarchy)?;
        binding.leave_out_registers();
        Ok(binding)
    }

    /// Registers are not read.
    fn leave_out_registers(&mut self) {
        let is_needed = |feeds: &Vec<Feed>| feeds.iter().any(|it| it.target < SignalTarget::CNT_CYCLE as u32);
        let both = std::mem::take(&mut self.select).into_iter().zip(std::mem::take(&mut self.feeds));
        (self.select, self.feeds) = both.filter(|(_, feeds)| is_needed(feeds)).unzip();
    }

    fn found(map: &NameMap, hierarchy: &Hierarchy) -> Result<Self, MapError> {
        let targets = SignalTarget::all();
        let candidates = Candidates::new(map, &targets)?;
        let hits = candidates.hits(hierarchy);
        let scope = scope::find(map, hierarchy, &hits);
        let home = scope.as_deref().unwrap_or_default();
        let made = compose::compose(map, hierarchy, home, &targets, &candidates, &hits)?;
        let scope = scope::or_root(scope, map, made.pieces.len() + made.whole.len())?;
        let mut best = scope::best(&hits, hierarchy, &scope, &targets);
        made.whole.values().for_each(|hit| best[hit.place] = vec![*hit]);
        made.pieces.keys().for_each(|place| best[*place].clear());
        let mut binding = Self::empty(targets, scope);
        let mut slots = BTreeMap::new();
        binding.fill(hierarchy, best, &mut slots)?;
        binding.compose(made, &mut slots);
        binding.ignore(map)?;
        binding.list_missing(map.bus);
        Ok(binding)
    }

    fn empty(targets: Vec<SignalTarget>, scope: String) -> Self {
        let bound = vec![None; targets.len()];
        let (select, feeds, computed, missing, ignored) = Default::default();
        Self { select, feeds, targets, bound, computed, scope, missing, ignored }
    }

    fn fill(
        &mut self,
        hierarchy: &Hierarchy,
        best: Vec<Vec<Hit>>,
        slots: &mut Slots,
    ) -> Result<(), MapError> {
        for (place, hits) in best.into_iter().enumerate().filter(|(_, hits)| !hits.is_empty()) {
            self.bound[place] = Some(self.bind(hierarchy, place, &hits)?);
            for hit in hits {
                let id = hierarchy.variables()[hit.variable].id;
                let slot = self.slot(id, slots);
                self.feeds[slot].push(Feed { target: place as u32, bit: hit.bit });
            }
        }
        Ok(())
    }

    /// The place of a signal among those that are read.
    fn slot(&mut self, id: SignalId, slots: &mut Slots) -> usize {
        *slots.entry(id).or_insert_with(|| {
            self.select.push(id);
            self.feeds.push(Vec::new());
            self.select.len() - 1
        })
    }

    /// Inputs are used, not compared.
    fn is_compared(&self, place: usize) -> bool {
        !matches!(self.targets[place], SignalTarget::Port(port) if port.is_input() && !port.is_answer())
    }

    /// The same, if every target is a signal.
    ///
    /// # Errors
    /// [`MapError`] if the map has expressions, fields or an enable of the clock.
    pub(crate) fn of_signals(self) -> Result<Self, MapError> {
        if self.computed.is_empty() { Ok(self) } else { Err(misfit(NOT_OF_SIGNALS)) }
    }

    fn bind(&self, hierarchy: &Hierarchy, place: usize, hits: &[Hit]) -> Result<BoundTarget, MapError> {
        let first = &hierarchy.variables()[hits[0].variable];
        let scope = hierarchy.scope_of(first);
        let name = match hits[0].bit {
            Some(_) => first.name.rsplit_once('[').map_or(first.name.as_str(), |(name, _)| name),
            None => &first.name,
        };
        let path = if scope.is_empty() { name.to_owned() } else { format!("{scope}.{name}") };
        let width = if hits[0].bit.is_some() { hits.len() as u32 } else { first.width };
        if width > Bits::MAX_WIDTH {
            let reason =
                format!("`{path}` has {width} bits; signals of up to {} bits are compared", Bits::MAX_WIDTH);
            return Err(misfit(reason));
        }
        Ok(BoundTarget { path, width, bits: low_bits(width), is_compared: self.is_compared(place) })
    }

    fn ignore(&mut self, map: &NameMap) -> Result<(), MapError> {
        for pattern in &map.ignore {
            let fit = |target: &SignalTarget| {
                target.default_names().iter().chain([&target.name()]).any(|name| fits(pattern, name))
            };
            let places: Vec<usize> =
                (0..self.targets.len()).filter(|&place| fit(&self.targets[place])).collect();
            if places.is_empty() {
                let names: Vec<String> = self.targets.iter().map(|target| target.name()).collect();
                let meant = did_you_mean(nearest(pattern, names.iter().map(String::as_str)));
                let reason = format!(
                    "{}: `ignore: {pattern}` fits no port, lane or register; {meant}\
                                      names are those of the reference dumps, `*` is any text",
                    map.file
                );
                return Err(misfit(reason));
            }
            self.exclude(&places);
        }
        Ok(())
    }

    fn exclude(&mut self, places: &[usize]) {
        for &place in places {
            match &mut self.bound[place] {
                Some(bound) if bound.is_compared => bound.is_compared = false,
                _ => continue,
            }
            self.ignored.push(self.targets[place]);
        }
    }

    fn list_missing(&mut self, bus: BusKind) {
        let is_expected = |target: &SignalTarget| match target {
            SignalTarget::Port(port) => !port.is_input() && (bus == BusKind::Flat || !port.is_of_flat_bus()),
            SignalTarget::CntCycle => false,
            // The low half of CNT_CYCLE.
            SignalTarget::Register(RegId::CntCycleLo) => false,
            SignalTarget::Register(register) => !is_constant(*register),
            SignalTarget::Lane { .. } => true,
        };
        let absent = self
            .targets
            .iter()
            .zip(&self.bound)
            .filter(|(target, bound)| bound.is_none() && is_expected(target));
        self.missing = absent.map(|(target, _)| *target).collect();
    }

    /// Returns what the dump has of a port.
    #[must_use]
    pub fn port(&self, port: super::Port) -> Option<&BoundTarget> {
        self.bound[port as usize].as_ref()
    }

    /// Returns whether the dump has a target.
    pub(crate) fn has(&self, target: SignalTarget) -> bool {
        self.targets.iter().zip(&self.bound).any(|(known, bound)| *known == target && bound.is_some())
    }

    /// Returns the bits of a target that are compared, of those that have a meaning.
    #[must_use]
    pub fn compared_bits(&self, place: usize) -> u64 {
        match &self.bound[place] {
            Some(bound) if bound.is_compared => bound.bits & self.targets[place].bits(),
            _ => 0,
        }
    }

    /// Returns the bits of a target that the dump has, compared or not, with a meaning or not.
    #[must_use]
    pub fn given_bits(&self, place: usize) -> u64 {
        self.bound[place].as_ref().map_or(0, |bound| bound.bits)
    }

    /// Returns whether the dump has every bit of a target, unless it is one signal, the upper bits of which are 0.
    pub(crate) fn is_complete(&self, place: usize) -> bool {
        let is_computed = self.computed.targets.iter().any(|target| target.place == place);
        self.bound[place].is_some()
            && (!is_computed || self.targets[place].bits() & !self.given_bits(place) == 0)
    }

    /// Returns whether the values of a port are compared.
    #[must_use]
    pub fn compares(&self, place: usize) -> bool {
        self.bound[place].as_ref().is_some_and(|bound| bound.is_compared)
    }
}

/// Constants need not be dumped.
pub(crate) fn is_constant(register: RegId) -> bool {
    matches!(register, RegId::HwsId | RegId::HwsVersion | RegId::HwsParam0 | RegId::HwsParam1)
}

#[cfg(test)]
mod tests;
