//! The registers of the dump against those of the model.
//!
//! After a tick in which only time passed, the model can have changed only what counts; the other registers are
//! compared when the dump changes them. After everything else all are compared.

use hws_model::Hws;
use hws_regs::{RegId, StateReg};

use super::Difference;
use super::compare::Comparison;
use crate::map::{Binding, Target};
use crate::sample::Edge;

/// A register of the dump.
#[derive(Clone, Copy, Debug)]
struct Compared {
    place: u32,
    id: RegId,
}

/// The registers of the dump.
#[derive(Debug)]
pub(super) struct Registers {
    all: Vec<Compared>,
    /// Those that change by the passing of time.
    timed: Vec<Compared>,
    /// The register of each place, from [`Target::FIRST_REGISTER`] on.
    by_place: Vec<Option<Compared>>,
    /// Those that had unknown bits when all were compared.
    unknown: Vec<Compared>,
    has_counter: bool,
    /// The cycle at which CNT_CYCLE was 0.
    counter_start: u64,
}

impl Registers {
    pub(super) fn new(binding: &Binding) -> Self {
        let of_place = |(place, target): (usize, &Target)| match target {
            Target::Register(id) if binding.compares(place) => {
                Some(Compared { place: place as u32, id: *id })
            }
            _ => None,
        };
        let places = binding.targets.iter().enumerate().skip(Target::FIRST_REGISTER);
        let by_place: Vec<Option<Compared>> = places.map(of_place).collect();
        let all: Vec<Compared> = by_place.iter().flatten().copied().collect();
        let timed = all.iter().filter(|register| is_timed(register.id)).copied().collect();
        let has_counter = binding.compares(Target::CNT_CYCLE);
        Self { all, timed, by_place, unknown: Vec::new(), has_counter, counter_start: 0 }
    }

    /// CNT_CYCLE was 0 at this cycle.
    pub(super) fn counter_restarts(&mut self, cycle: u64) {
        self.counter_start = cycle;
    }

    pub(super) fn compare(
        &mut self,
        hws: &Hws,
        edge: &Edge<'_>,
        is_light: bool,
        comparison: &mut Comparison<'_>,
    ) {
        if is_light {
            self.compare_some(hws, edge, comparison);
        } else {
            self.all.iter().for_each(|register| compare_one(*register, hws, edge, comparison));
            let is_unknown = |register: &&Compared| edge.values[register.place as usize].unknown != 0;
            self.unknown.clear();
            self.unknown.extend(self.all.iter().filter(is_unknown).filter(|register| !is_timed(register.id)));
        }
        self.compare_counter(hws, edge, comparison);
    }

    /// Only time has passed.
    fn compare_some(&self, hws: &Hws, edge: &Edge<'_>, comparison: &mut Comparison<'_>) {
        self.timed.iter().for_each(|register| compare_one(*register, hws, edge, comparison));
        let mut others = self.all.len() - self.timed.len();
        let changed = edge.changed.iter().filter_map(|&place| self.register(place));
        for register in changed.filter(|register| !is_timed(register.id)) {
            compare_one(register, hws, edge, comparison);
            others = others.saturating_sub(1);
        }
        let unchanged = self.unknown.iter().filter(|register| !edge.changed.contains(&register.place));
        for register in unchanged {
            comparison.known(register.place as usize, edge.values[register.place as usize]);
            others = others.saturating_sub(1);
        }
        comparison.equal(others as u64);
    }

    fn register(&self, place: u32) -> Option<Compared> {
        *self.by_place.get((place as usize).checked_sub(Target::FIRST_REGISTER)?)?
    }

    fn compare_counter(&self, hws: &Hws, edge: &Edge<'_>, comparison: &mut Comparison<'_>) {
        if self.has_counter {
            let (rtl, model) =
                (edge.values[Target::CNT_CYCLE], hws.cycle().0.saturating_sub(self.counter_start));
            let model = model & comparison.mask(Target::CNT_CYCLE);
            if comparison.known(Target::CNT_CYCLE, rtl).is_some_and(|value| value != model) {
                comparison.differ(Target::CNT_CYCLE, Difference::of_signal("CNT_CYCLE", rtl, model));
            }
        }
    }
}

fn compare_one(register: Compared, hws: &Hws, edge: &Edge<'_>, comparison: &mut Comparison<'_>) {
    let (place, model) = (register.place as usize, hws.peek(register.id));
    let Some(rtl) = comparison.known(place, edge.values[place]) else { return };
    if rtl != u64::from(model) && (rtl ^ u64::from(model)) & comparison.mask(place) != 0 {
        comparison.differ(place, Difference::of_register(register.id, rtl, model));
    }
}

/// Whether the passing of time changes the register.
fn is_timed(id: RegId) -> bool {
    matches!(
        id.state(),
        Some(
            StateReg::HwsStatus
                | StateReg::SipPreIdleMask
                | StateReg::SipReadyMask
                | StateReg::SipRemainExecTime(_)
                | StateReg::Grp2Remain(_)
                | StateReg::Grp4Remain(_)
                | StateReg::Grp8Remain(_)
                | StateReg::Grp16Remain(_)
                | StateReg::CntCycleLo
        )
    )
}
