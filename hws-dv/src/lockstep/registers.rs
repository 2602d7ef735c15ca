//! The registers of the dump, compared with the registers of the model.
//!
//! What an edge can change in the model decides which registers are compared: after a tick in which only time passed,
//! those that count; after a bus write, all but the tables that only ticks change; after everything else, all. The
//! others are compared when the dump changes them.

use hws_regs::{RegId, StateReg};

use super::ModelDifference;
use super::compare::Comparison;
use crate::map::{Binding, SignalTarget};
use crate::sample::SampledEdge;
use crate::wave::Bits;
use hws_plain::EitherHws;

/// Registers that time changes but that do not count: they are compared after every edge, even if the others are not looked at,
/// because what is wrong in them may be gone a tick later.
pub(crate) const MASKS: [RegId; 3] = [RegId::HwsStatus, RegId::SipPreIdleMask, RegId::SipReadyMask];

/// How much an edge can have changed in the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Extent {
    /// What the passing of time changes.
    Time,
    /// What a bus write changes at once.
    Write,
    /// Everything.
    All,
}

/// A register of the dump.
#[derive(Clone, Copy, Debug)]
struct Compared {
    place: u32,
    id: RegId,
    /// The smallest extent that changes it.
    extent: Extent,
    /// The bits that are compared.
    bits: u8,
    /// The bits that the dump gives.
    mask: u64,
}

/// The registers of the dump.
#[derive(Clone, Debug)]
pub(super) struct Registers {
    /// By ascending extent.
    all: Vec<Compared>,
    /// The bits of those from each place of `all` on.
    bits_from: Vec<u64>,
    /// Those that are always looked at.
    masks: Vec<Compared>,
    /// The register of each place, from [`SignalTarget::FIRST_REGISTER`] on.
    by_place: Vec<Option<Compared>>,
    /// Those that had unknown bits when all were compared.
    unknown: Vec<Compared>,
    has_counter: bool,
    /// The cycle at which CNT_CYCLE was 0.
    counter_start: u64,
    /// What only time changes may be older than the edge.
    is_time_stale: bool,
}

impl Registers {
    pub(super) fn new(binding: &Binding) -> Self {
        let of_place = |(place, target): (usize, &SignalTarget)| match target {
            SignalTarget::Register(id) if binding.compares(place) => {
                let bits = binding.compared_bits(place).count_ones() as u8;
                let mask = binding.given_bits(place);
                Some(Compared { place: place as u32, id: *id, extent: extent(*id), bits, mask })
            }
            _ => None,
        };
        let places = binding.targets.iter().enumerate().skip(SignalTarget::FIRST_REGISTER);
        let by_place: Vec<Option<Compared>> = places.map(of_place).collect();
        let mut all: Vec<Compared> = by_place.iter().flatten().copied().collect();
        all.sort_by_key(|register| register.extent);
        let mut bits_from: Vec<u64> =
            [0].into_iter().chain(all.iter().rev().map(|it| it.bits.into())).collect();
        (1..bits_from.len()).for_each(|at| bits_from[at] += bits_from[at - 1]);
        bits_from.reverse();
        let has_counter = binding.compares(SignalTarget::CNT_CYCLE);
        let masks = all.iter().copied().filter(|register| MASKS.contains(&register.id)).collect();
        let (unknown, counter_start, is_time_stale) = Default::default();
        Self { all, bits_from, masks, by_place, unknown, has_counter, counter_start, is_time_stale }
    }

    /// CNT_CYCLE was 0 at this cycle.
    pub(super) fn counter_restarts(&mut self, cycle: u64) {
        self.counter_start = cycle;
    }

    /// In a dump that leaves out idle ticks, what only time changes is written at ticks, not at accesses.
    pub(super) fn set_time_stale(&mut self, is_stale: bool) {
        self.is_time_stale = is_stale;
    }

    pub(super) fn compare(
        &mut self,
        hws: &EitherHws,
        edge: &SampledEdge<'_>,
        extent: Extent,
        comparison: &mut Comparison<'_>,
    ) {
        let looked_at = self.all.partition_point(|register| register.extent <= extent);
        let timed = self.all.partition_point(|register| register.extent == Extent::Time);
        let first = if self.is_time_stale { timed } else { 0 };
        self.all[first..looked_at.max(first)]
            .iter()
            .for_each(|register| compare_one(*register, hws, edge, comparison));
        if extent == Extent::All {
            let is_unknown = |register: &&Compared| edge.values[register.place as usize].unknown != 0;
            self.unknown.clear();
            self.unknown.extend(self.all.iter().filter(is_unknown));
        } else {
            let (others, bits) = (self.all.len() - looked_at, self.bits_from[looked_at]);
            let looked = self.compare_changed(hws, edge, extent, comparison);
            comparison.equal((others as u64).saturating_sub(looked.0), bits.saturating_sub(looked.1));
        }
        self.compare_counter(hws, edge, comparison);
    }

    /// The registers that the model has not changed: those that the dump has changed, and those that are unknown.
    /// Returns how many they are, and how many bits they have.
    fn compare_changed(
        &self,
        hws: &EitherHws,
        edge: &SampledEdge<'_>,
        extent: Extent,
        comparison: &mut Comparison<'_>,
    ) -> (u64, u64) {
        let mut count = (0, 0);
        let mut note = |register: &Compared| count = (count.0 + 1, count.1 + u64::from(register.bits));
        let changed = edge.changed.iter().filter_map(|&place| self.register(place));
        for register in changed.filter(|register| register.extent > extent) {
            compare_one(register, hws, edge, comparison);
            note(&register);
        }
        let is_left =
            |register: &&Compared| register.extent > extent && !edge.changed.contains(&register.place);
        for register in self.unknown.iter().filter(is_left) {
            comparison.unknown(register.place as usize);
            note(register);
        }
        count
    }

    /// Compares those that are always looked at.
    pub(super) fn compare_masks(
        &self,
        hws: &EitherHws,
        edge: &SampledEdge<'_>,
        comparison: &mut Comparison<'_>,
    ) {
        self.masks.iter().for_each(|register| compare_one(*register, hws, edge, comparison));
    }

    /// Whether they are known and as in the model.
    pub(super) fn masks_agree(&self, hws: &EitherHws, edge: &SampledEdge<'_>) -> bool {
        self.masks.iter().all(|register| {
            let rtl = edge.values[register.place as usize].get();
            rtl.is_some_and(|rtl| (rtl ^ u64::from(hws.peek(register.id))) & register.mask == 0)
        })
    }

    /// Their places.
    pub(super) fn places_of_masks(&self) -> impl Iterator<Item = usize> + '_ {
        self.masks.iter().map(|register| register.place as usize)
    }

    fn register(&self, place: u32) -> Option<Compared> {
        *self.by_place.get((place as usize).checked_sub(SignalTarget::FIRST_REGISTER)?)?
    }

    fn compare_counter(&self, hws: &EitherHws, edge: &SampledEdge<'_>, comparison: &mut Comparison<'_>) {
        if self.has_counter && !self.is_time_stale {
            let (rtl, model) =
                (edge.values[SignalTarget::CNT_CYCLE], hws.cycle().0.saturating_sub(self.counter_start));
            let model = model & comparison.mask(SignalTarget::CNT_CYCLE);
            if comparison.different(SignalTarget::CNT_CYCLE, rtl, model) != 0 {
                comparison
                    .differ(SignalTarget::CNT_CYCLE, ModelDifference::of_signal("CNT_CYCLE", rtl, model));
            }
        }
    }
}

fn compare_one(register: Compared, hws: &EitherHws, edge: &SampledEdge<'_>, comparison: &mut Comparison<'_>) {
    let (place, model) = (register.place as usize, hws.peek(register.id));
    let rtl = edge.values[place];
    let different = comparison.different(place, rtl, model.into());
    if different != 0 {
        // What the dump does not give, or does not know, is as in the model.
        let mut difference = ModelDifference::of_register(register.id, u64::from(model) ^ different, model);
        difference.rtl = Bits { value: difference.rtl.value & !rtl.unknown, unknown: rtl.unknown };
        comparison.differ(place, difference);
    }
}

/// Whether the passing of time alone changes the signal.
pub(crate) fn follows_time(target: SignalTarget) -> bool {
    match target {
        SignalTarget::CntCycle => true,
        SignalTarget::Register(id) => extent(id) == Extent::Time,
        SignalTarget::Port(_) | SignalTarget::Lane { .. } => false,
    }
}

/// The smallest extent of change that concerns the register.
fn extent(id: RegId) -> Extent {
    match id.state() {
        Some(
            StateReg::HwsStatus
            | StateReg::SipPreIdleMask
            | StateReg::SipReadyMask
            | StateReg::SipRemainExecTime(_)
            | StateReg::Grp2Remain(_)
            | StateReg::Grp4Remain(_)
            | StateReg::Grp8Remain(_)
            | StateReg::Grp16Remain(_)
            | StateReg::CntCycleLo,
        ) => Extent::Time,
        // A report frees VCs, and switches open or close resources: the word follows at once.
        Some(StateReg::RsRscOpen(_)) => Extent::Write,
        _ if id.info().name.starts_with("RS[]") || id.info().name.starts_with("DAG[]") => Extent::All,
        _ => Extent::Write,
    }
}

#[cfg(test)]
mod tests;
