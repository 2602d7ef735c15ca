//! Compares two implementations in lockstep: same events, same answers, same registers.

use std::fmt;

use hws_model::Config;
use hws_regs::RegId;
use hws_sim::stimulus::{Op, Operation};
use hws_types::Cycle;

use crate::interface::HwsInterface;
use crate::log::{Log, Seen};
use crate::surroundings::Surroundings;

/// The point at which two implementations diverge.
#[derive(Clone, PartialEq, Debug)]
pub struct Difference {
    /// Number of the last operation performed, from 0.
    pub operation: usize,
    /// The cycle reached.
    pub at: Cycle,
    /// The state or event of the first one.
    pub left: String,
    /// The state or event of the second one.
    pub right: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { operation, at, left, right } = self;
        write!(f, "up to operation {operation} (cycle {at}):\n  first  {left}\n  second {right}")
    }
}

/// The settings of a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ComparisonSettings {
    /// The sizes of both.
    pub config: Config,
    /// MDMA commands are taken after every tick whose number is a multiple of this.
    pub mdma_period: u64,
    /// Memory faults, if any.
    pub fault_salt: Option<u32>,
    /// All registers are compared each time this many operations have passed, and at the end.
    pub registers_every: usize,
}

/// Two implementations with the same surroundings.
#[derive(Debug)]
pub struct Pair<L, R> {
    /// The first one.
    pub left: Surroundings<L, Log>,
    /// The second one.
    pub right: Surroundings<R, Log>,
    seen: usize,
}

impl<L: HwsInterface, R: HwsInterface> Pair<L, R> {
    /// Both at power-on.
    #[must_use]
    pub fn new(settings: ComparisonSettings) -> Self {
        Self { left: surroundings(settings), right: surroundings(settings), seen: 0 }
    }

    /// Compares what they have seen, and every register `at_a_point` or if something else differs.
    fn compare(&mut self, at_a_point: bool) -> Result<(), (String, String)> {
        let Err((left, right)) = self.compare_logs() else {
            return if at_a_point { self.compare_registers() } else { Ok(()) };
        };
        let registers = self.compare_registers().err().unwrap_or_default();
        Err((format!("{left} {}", registers.0), format!("{right} {}", registers.1)))
    }

    /// Compares what they have seen since the last call, and the interrupt line.
    ///
    /// # Errors
    /// The first difference, as (left, right).
    pub fn compare_logs(&mut self) -> Result<(), (String, String)> {
        let (left, right) = (&self.left.observer().0[self.seen..], &self.right.observer().0[self.seen..]);
        if left != right {
            let same = left.iter().zip(right).take_while(|(left, right)| left == right).count();
            return Err((describe(left.get(same)), describe(right.get(same))));
        }
        self.seen += left.len();
        let lines = (self.left.hws().interrupt(), self.right.hws().interrupt());
        if lines.0 != lines.1 {
            return Err((format!("interrupt {}", lines.0), format!("interrupt {}", lines.1)));
        }
        Ok(())
    }

    /// Compares every readable register.
    ///
    /// # Errors
    /// The first difference, as (left, right).
    pub fn compare_registers(&self) -> Result<(), (String, String)> {
        let (left, right) = (self.left.hws(), self.right.hws());
        let readable = RegId::all().filter(|register| register.info().access.is_readable());
        for register in readable {
            let values = (left.peek(register), right.peek(register));
            if values.0 != values.1 {
                let show = |value: u32| format!("{register} = {value:#010x}");
                return Err((show(values.0), show(values.1)));
            }
        }
        Ok(())
    }
}

fn surroundings<D: HwsInterface>(settings: ComparisonSettings) -> Surroundings<D, Log> {
    Surroundings::new(settings.config, Log::default())
        .with_mdma_period(settings.mdma_period)
        .with_memory_faults(settings.fault_salt)
}

/// The line of the trace, and its value.
fn describe(seen: Option<&Seen>) -> String {
    seen.map_or("nothing".to_owned(), |seen| format!("{}  ({seen:?})", seen.line()))
}

/// Runs a stimulus on both implementations, tick by tick.
///
/// # Errors
/// The first [`Difference`].
pub fn compare<L: HwsInterface, R: HwsInterface>(
    operations: &[Operation],
    settings: ComparisonSettings,
) -> Result<Pair<L, R>, Difference> {
    let mut pair = Pair::new(settings);
    for (number, operation) in operations.iter().enumerate() {
        pair.left.perform(operation);
        pair.right.perform(operation);
        let is_point = number % settings.registers_every == 0 || operation.op == Op::End;
        pair.compare(is_point).map_err(|(left, right)| Difference {
            operation: number,
            at: operation.at,
            left,
            right,
        })?;
    }
    Ok(pair)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::random::stimulus;
    use hws_model::{BusError, EventSink, Hws, SharedMemory};
    use hws_types::{HdrPush, MdmaCommand};

    /// The model with one fault: the HDR port loses the eighth push, or SIP_READY_MASK reads 0.
    pub(crate) struct Faulty<const LOSES_A_PUSH: bool> {
        hws: Hws,
        pushes: u32,
    }

    impl<const LOSES_A_PUSH: bool> HwsInterface for Faulty<LOSES_A_PUSH> {
        fn power_on(config: Config) -> Self {
            Self { hws: Hws::new(config), pushes: 0 }
        }
        fn tick<M: SharedMemory, S: EventSink>(&mut self, memory: &mut M, sink: &mut S) {
            self.hws.tick(memory, sink);
        }
        fn read32(&mut self, offset: u32) -> Result<u32, BusError> {
            self.hws.read32(offset)
        }
        fn write32<S: EventSink>(&mut self, offset: u32, value: u32, sink: &mut S) -> Result<(), BusError> {
            self.hws.write32(offset, value, sink)
        }
        fn push_hdr(&mut self, push: HdrPush) -> bool {
            self.pushes += 1;
            LOSES_A_PUSH && self.pushes == 8 || self.hws.push_hdr(push).is_ok()
        }
        fn pop_mdma(&mut self) -> Option<MdmaCommand> {
            self.hws.pop_mdma()
        }
        fn peek(&self, register: RegId) -> u32 {
            let is_hidden = !LOSES_A_PUSH && register == RegId::SipReadyMask;
            if is_hidden { 0 } else { self.hws.peek(register) }
        }
        fn cycle(&self) -> Cycle {
            self.hws.cycle()
        }
        fn interrupt(&self) -> bool {
            self.hws.is_interrupt_asserted()
        }
    }

    fn difference<R: HwsInterface>() -> Difference {
        let stimulus = stimulus(0);
        let settings = ComparisonSettings {
            config: stimulus.config,
            mdma_period: 1,
            fault_salt: None,
            registers_every: usize::MAX,
        };
        compare::<Hws, R>(&stimulus.operations, settings).map(drop).expect_err("one of them is faulty")
    }

    #[test]
    fn a_lost_push_is_seen_in_the_events() {
        let found = difference::<Faulty<true>>();
        assert!(found.left.starts_with("{\"c\":"), "{found}");
    }

    #[test]
    fn a_wrong_register_is_named() {
        let found = difference::<Faulty<false>>();
        assert!(found.right.starts_with("SIP_READY_MASK = 0x00000000"), "{found}");
    }
}
