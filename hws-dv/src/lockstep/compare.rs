//! Comparing single values, and the ports that are levels.

use hws_model::HdrRefused;

use super::bus::Bus;
use super::{ModelDifference, Moment, Tally, place};
use crate::check::UnknownRule;
use crate::map::{Binding, BusKind, Port};
use crate::sample::SampledEdge;
use crate::wave::Bits;
use hws_plain::EitherHws;

/// The note of a difference that is only unknown.
pub(super) const UNKNOWN_BITS: &str = "has unknown bits";

/// The comparison after one edge.
pub(super) struct Comparison<'a> {
    binding: &'a Binding,
    values: &'a [Bits],
    tally: &'a mut Tally,
    rule: UnknownRule,
    differences: Vec<ModelDifference>,
}

impl<'a> Comparison<'a> {
    pub(super) fn new(
        binding: &'a Binding,
        edge: &SampledEdge<'a>,
        tally: &'a mut Tally,
        rule: UnknownRule,
    ) -> Self {
        Self { binding, values: edge.values, tally, rule, differences: Vec::new() }
    }

    /// The differences: lanes first, because they show what happened, then ports, then registers.
    pub(super) fn into_differences(mut self) -> Vec<ModelDifference> {
        self.differences.sort_by_key(|difference| match difference.register {
            Some(id) => (2, id.offset()),
            None => (u8::from(!difference.signal.starts_with("ev_")), 0),
        });
        self.differences
    }

    /// Whether something differs; then the note says what is not compared because of it.
    pub(super) fn ends_with(&mut self, note: &str) -> bool {
        self.differences.iter_mut().for_each(|difference| note.clone_into(&mut difference.note));
        !self.differences.is_empty()
    }

    /// Whether the dump has the signal and it is compared.
    pub(super) fn has(&self, place: usize) -> bool {
        self.binding.compares(place)
    }

    pub(super) fn has_port(&self, port: Port) -> bool {
        self.has(place(port))
    }

    /// The dump has the signal, compared or not.
    pub(super) fn is_bound(&self, port: Port) -> bool {
        self.binding.port(port).is_some()
    }

    /// Compares a port now.
    pub(super) fn port(&mut self, port: Port, model: u64) {
        self.value(place(port), self.values[place(port)], model);
    }

    /// Compares a value that a port had.
    pub(super) fn port_had(&mut self, port: Port, rtl: Bits, model: u64) -> bool {
        self.value(place(port), rtl, model)
    }

    /// Compares a value of the target; returns whether they agree in all known bits.
    fn value(&mut self, place: usize, rtl: Bits, model: u64) -> bool {
        if !self.has(place) {
            return true;
        }
        let model = model & self.mask(place);
        let agrees = self.different(place, rtl, model) == 0;
        if !agrees {
            let name = self.binding.targets[place].name();
            self.differ(place, ModelDifference::of_signal(name, rtl, model));
        }
        agrees
    }

    /// The known bits that differ from the model. The value counts as compared, or as unknown if a bit is; then it is a
    /// difference by itself if the rule says so and the others agree.
    pub(super) fn different(&mut self, place: usize, rtl: Bits, model: u64) -> u64 {
        let different = (rtl.value ^ model) & !rtl.unknown & self.mask(place);
        match rtl.get() {
            Some(_) => self.tally.count_one(place),
            None if self.rule == UnknownRule::Strict && different == 0 => {
                self.unknown(place);
                let mut difference =
                    ModelDifference::of_signal(self.binding.targets[place].name(), rtl, model);
                difference.note = UNKNOWN_BITS.to_owned();
                self.differ(place, difference);
            }
            None => self.unknown(place),
        }
        different
    }

    /// Counts a value that is still unknown.
    pub(super) fn unknown(&mut self, place: usize) {
        self.tally.unknown[place] += 1;
    }

    /// Counts a value of a port that is known to be equal.
    pub(super) fn port_was_equal(&mut self, port: Port) {
        if self.has_port(port) {
            self.tally.count_one(place(port));
        }
    }

    /// Counts values that are known to be equal, and their bits.
    pub(super) fn equal(&mut self, values: u64, bits: u64) {
        self.tally.count(values, bits);
    }

    /// A value of the target differs.
    pub(super) fn differ(&mut self, place: usize, difference: ModelDifference) {
        let path = self.binding.bound[place].as_ref().map(|bound| bound.path.clone()).unwrap_or_default();
        self.differences.push(ModelDifference { path, ..difference });
    }

    /// The bits of the target that the dump has.
    pub(super) fn mask(&self, place: usize) -> u64 {
        self.binding.given_bits(place)
    }
}

/// The answer of the HDR port.
pub(super) fn answer_of_push(answer: Result<(), HdrRefused>, comparison: &mut Comparison<'_>) {
    comparison.port(Port::HdrReady, answer.is_ok().into());
    comparison.port(Port::HdrErr, answer.is_err().into());
}

/// Ports that are 0 unless the edge was of their kind.
pub(super) fn quiet_ports(moment: Moment, bus: &Bus, comparison: &mut Comparison<'_>) {
    if moment != Moment::Access && bus.kind() == BusKind::Flat {
        comparison.port(Port::BusReady, 0);
        comparison.port(Port::BusErr, 0);
    }
    if moment != Moment::Push {
        comparison.port(Port::HdrReady, 0);
        comparison.port(Port::HdrErr, 0);
    }
    if moment != Moment::Access {
        let reports = [Port::RptComplete, Port::RptPreComplete, Port::RptValid, Port::ForcedReset];
        reports.into_iter().for_each(|port| comparison.port(port, 0));
    }
}

/// Ports that have a meaning at every edge.
pub(super) fn levels(hws: &EitherHws, comparison: &mut Comparison<'_>) {
    comparison.port(Port::Cycle, hws.cycle().0);
    comparison.port(Port::Irq, hws.is_interrupt_asserted().into());
}
