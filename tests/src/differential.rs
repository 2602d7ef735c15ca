//! The fuzz target `differential`: the bytes of an input are a stimulus, which is run three times.
//!
//! * The model, tick by tick: what the others are compared with.
//! * The model with `advance` (I12). In the middle, it goes through a snapshot and is restored.
//! * The [plain implementation](hws_plain), tick by tick.
//!
//! After each operation all three have seen the same events and answers, and their interrupt lines agree. The two models are
//! equal after every operation that let time pass; every register of the plain implementation agrees after every
//! [`REGISTERS_EVERY`]th operation and at the end.

use hws_fuzz::{Failure, FuzzFinding, registers};
use hws_model::{Config, Event, Hws};
use hws_sim::stimulus::{Operation, shrink};

use crate::compare::{ComparisonSettings, Pair};
use crate::interface::HwsInterface;
use crate::log::{Log, Seen};
use crate::surroundings::Surroundings;
use hws_plain::PlainHws;

/// Operations between two comparisons of all registers.
pub const REGISTERS_EVERY: usize = 512;

/// What a run compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DifferentialReached {
    /// Operations of the stimulus.
    pub operations: u64,
    /// Cycles of each run.
    pub cycles: u64,
    /// Events and answers of each run.
    pub seen: u64,
    /// Blocks launched in each run.
    pub launched: u64,
    /// Restored snapshots.
    pub restored: u64,
}

impl DifferentialReached {
    /// Adds the counts of both runs.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            operations: self.operations + other.operations,
            cycles: self.cycles + other.cycles,
            seen: self.seen + other.seen,
            launched: self.launched + other.launched,
            restored: self.restored + other.restored,
        }
    }
}

/// The body of the fuzz target.
///
/// # Panics
/// With the story of the [`Failure`].
pub fn fuzz(data: &[u8]) {
    if let Err(failure) = run(data) {
        panic!("{failure}");
    }
}

/// Does the same and returns what it reached.
///
/// # Errors
/// [`Failure`] at the first difference.
pub fn run(data: &[u8]) -> Result<DifferentialReached, Box<Failure>> {
    let (config, operations) = registers::stimulus(data);
    compare(config, &operations)
        .map_err(|finding| Box::new(Failure { config, operations, finding, history: Vec::new() }))
}

/// The shortest stimulus found, in at most `tries` runs, that shows a difference of the same kind.
#[must_use]
pub fn shrunk(failure: &Failure, tries: usize) -> Vec<Operation> {
    shrink(&failure.operations, tries, |operations| {
        compare(failure.config, operations).is_err_and(|found| found.is_like(&failure.finding))
    })
}

/// Runs a stimulus three times, up to the first difference.
///
/// # Errors
/// The difference: kind `advance`, `restore` (after the snapshot) or `plain`.
pub fn compare(config: Config, operations: &[Operation]) -> Result<DifferentialReached, FuzzFinding> {
    compare_with::<PlainHws>(config, operations)
}

fn compare_with<P: HwsInterface>(
    config: Config,
    operations: &[Operation],
) -> Result<DifferentialReached, FuzzFinding> {
    let mut three = Three::<P>::new(config, operations.len() / 2);
    operations.iter().try_for_each(|operation| three.perform(operation))?;
    three.compare_registers()?;
    Ok(three.reached())
}

/// The three runs.
struct Three<P> {
    pair: Pair<Hws, P>,
    jumping: Surroundings<Hws, Log>,
    /// Observations that were compared.
    seen: usize,
    performed: usize,
    /// The operation before which the second model is restored.
    restore_at: usize,
}

impl<P: HwsInterface> Three<P> {
    fn new(config: Config, restore_at: usize) -> Self {
        let settings =
            ComparisonSettings { config, mdma_period: 1, fault_salt: None, registers_every: REGISTERS_EVERY };
        Self {
            pair: Pair::new(settings),
            jumping: Surroundings::new(config, Log::default()),
            seen: 0,
            performed: 0,
            restore_at,
        }
    }

    fn perform(&mut self, operation: &Operation) -> Result<(), FuzzFinding> {
        if self.performed == self.restore_at {
            self.restore()?;
        }
        let before = self.pair.left.hws().cycle();
        self.pair.left.perform(operation);
        self.pair.right.perform(operation);
        self.jumping.perform_in_jumps(operation, || u64::MAX);
        self.performed += 1;
        self.compare_with_jumps(self.pair.left.hws().cycle() != before)?;
        self.pair.compare_logs().map_err(|(left, right)| self.differ("plain", &left, &right))?;
        if self.performed.is_multiple_of(REGISTERS_EVERY) { self.compare_registers() } else { Ok(()) }
    }

    /// Takes a snapshot of the second model, and goes on with what is restored from it.
    fn restore(&mut self) -> Result<(), FuzzFinding> {
        let hws = self.jumping.hws();
        match Hws::restore(&hws.snapshot()) {
            Ok(back) if back == *hws => {
                *self.jumping.hws_mut() = back;
                Ok(())
            }
            Ok(_) => Err(self.differ("restore", "the state", "another state from its snapshot")),
            Err(reason) => Err(self.differ("restore", "the state", &reason.to_string())),
        }
    }

    /// The two models, whose events are compared at once, and whose state when time has passed.
    fn compare_with_jumps(&mut self, has_passed: bool) -> Result<(), FuzzFinding> {
        let kind = if self.performed > self.restore_at { "restore" } else { "advance" };
        let (ticks, jumps) =
            (&self.pair.left.observer().0[self.seen..], &self.jumping.observer().0[self.seen..]);
        if ticks != jumps {
            let same = ticks.iter().zip(jumps).take_while(|(ticks, jumps)| ticks == jumps).count();
            let line = |seen: &[Seen]| seen.get(same).map_or("nothing".to_owned(), |seen| seen.line());
            return Err(self.differ(kind, &line(ticks), &line(jumps)));
        }
        self.seen += ticks.len();
        if has_passed && self.pair.left.hws() != self.jumping.hws() {
            let show = |hws: &Hws| format!("{hws:?}");
            return Err(self.differ(kind, &show(self.pair.left.hws()), &show(self.jumping.hws())));
        }
        Ok(())
    }

    fn compare_registers(&self) -> Result<(), FuzzFinding> {
        self.pair.compare_registers().map_err(|(left, right)| self.differ("plain", &left, &right))
    }

    fn differ(&self, kind: &'static str, left: &str, right: &str) -> FuzzFinding {
        let (number, cycle) = (self.performed, self.pair.left.hws().cycle());
        let message =
            format!("after {number} operations, at cycle {cycle}:\n  model  {left}\n  other  {right}");
        FuzzFinding::Other { kind, message }
    }

    fn launched(&self) -> u64 {
        let is_launch = |seen: &&Seen| matches!(seen, Seen::Event(_, Event::Launch { .. }));
        self.jumping.observer().0.iter().filter(is_launch).count() as u64
    }

    fn reached(&self) -> DifferentialReached {
        DifferentialReached {
            operations: self.performed as u64,
            cycles: self.pair.left.hws().cycle().0,
            seen: self.seen as u64,
            launched: self.launched(),
            restored: u64::from(self.performed > self.restore_at),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::tests::Faulty;
    use crate::random::Numbers;

    /// The first difference from an implementation that is not right.
    fn difference<P: HwsInterface>() -> (Vec<Operation>, String) {
        let found = (0..20).find_map(|input| {
            let (config, operations) = registers::stimulus(&Numbers::new(input).bytes(2048));
            compare_with::<P>(config, &operations).err().map(|finding| (operations, finding.to_string()))
        });
        found.expect("one of them is faulty")
    }

    #[test]
    fn a_lost_push_is_found() {
        let (_, found) = difference::<Faulty<true>>();
        assert!(found.starts_with("plain: after "), "{found}");
    }

    #[test]
    fn a_wrong_register_is_found() {
        let (_, found) = difference::<Faulty<false>>();
        assert!(found.contains("other  SIP_READY_MASK = 0x00000000"), "{found}");
    }
}
