//! Faults that a run injects between the HWS and its surroundings.

use hws_sim::fault::{Chance, FaultKind, FaultPlan};

/// Which kinds of faults strike, how often, and the seed from which their occasions are drawn.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Faults {
    /// Each kind once, in the order of [`FaultKind::ALL`]; only kinds that may strike.
    rates: Vec<(FaultKind, Chance)>,
    seed: u64,
}

impl Faults {
    /// Creates the faults of these rates; of two rates of one kind the later one counts. A kind with a rate of 0 is not injected:
    /// firmware must not look for what cannot happen.
    #[must_use]
    pub fn new(rates: &[(FaultKind, Chance)], seed: u64) -> Self {
        let last = |kind| rates.iter().rev().find(|(other, _)| *other == kind).copied();
        let strikes = |&(_, chance): &(FaultKind, Chance)| !chance.is_never();
        Self { rates: FaultKind::ALL.into_iter().filter_map(last).filter(strikes).collect(), seed }
    }

    /// Returns whether no kind has a rate: nothing is disturbed.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.rates.is_empty()
    }

    /// Returns the kinds with their rates, in the order of [`FaultKind::ALL`].
    #[must_use]
    pub fn rates(&self) -> &[(FaultKind, Chance)] {
        &self.rates
    }

    /// Returns the seed.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns the plan of the injector; none without faults.
    pub(crate) fn plan(&self) -> Option<FaultPlan> {
        let rates = self.rates.iter();
        let plan =
            rates.fold(FaultPlan::new(), |plan, &(kind, chance)| plan.with_chance(kind, chance, self.seed));
        (!self.is_empty()).then_some(plan)
    }
}
