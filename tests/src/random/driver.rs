//! Drives a machine and records the operations.

use hws_model::{Config, Event, EventSink, Hws};
use hws_regs::{RegId, RsIds};
use hws_sim::stimulus::{Op, Operation, Target};
use hws_sim::{Machine, Observer};
use hws_types::{Cycle, TD_WORDS};

use super::features::Features;
use super::numbers::Numbers;

/// A machine, and the state of its environment.
pub(super) struct Driver {
    pub(super) numbers: Numbers,
    pub(super) features: Features,
    pub(super) machine: Machine<Recorder>,
    /// The descriptors in memory, by place.
    pub(super) places: Vec<[u32; TD_WORDS]>,
}

/// The number of descriptors in memory.
pub(super) const PLACES: u32 = 64;
const PLACE_BYTES: u32 = 0x100;
const FIRST_PLACE: u32 = 0x1000;

/// Keeps the operations.
#[derive(Debug, Default)]
pub(super) struct Recorder(Vec<Operation>);

impl EventSink for Recorder {
    fn event(&mut self, _cycle: Cycle, _event: Event) {}
}

impl Observer for Recorder {
    fn operation(&mut self, at: Cycle, op: &Op) {
        self.0.push(Operation { at, op: op.clone() });
    }
}

impl Driver {
    pub(super) fn new(config: Config, mut numbers: Numbers, seed: u64) -> Self {
        let features = Features::new(&mut numbers, seed);
        let machine = Machine::new(Hws::new(config), Recorder::default());
        Self { numbers, features, machine, places: vec![[0; TD_WORDS]; PLACES as usize] }
    }

    /// Records `end` and returns the operations.
    pub(super) fn end(mut self) -> Vec<Operation> {
        self.machine.end();
        self.machine.into_observer().0
    }

    /// Performs an operation now. Refused operations are part of the stimulus.
    pub(super) fn apply(&mut self, op: Op) {
        let _ = self.machine.apply(&op);
    }

    pub(super) fn write(&mut self, register: RegId, value: u32) {
        self.apply(Op::Write { target: Target::Register(register), value });
    }

    pub(super) fn read(&mut self, register: RegId) {
        self.apply(Op::Read { target: Target::Register(register) });
    }

    pub(super) fn peek(&self, register: RegId) -> u32 {
        self.machine.hws().peek(register)
    }

    /// The address of the descriptor of a place for TDP_CFG.OFFSET = 0.
    pub(super) fn td_addr(place: u32) -> u32 {
        FIRST_PLACE + place * PLACE_BYTES
    }

    /// Writes some words of the descriptor of a place, where the scheduler looks for it now.
    pub(super) fn write_place(&mut self, place: u32, first: usize, count: usize) {
        let addr = Self::td_addr(place) + self.peek(RegId::TdpCfg) + 4 * first as u32;
        let words = self.places[place as usize][first..first + count].to_vec();
        self.apply(Op::Mem { addr, words });
    }

    /// A tag that descriptors use too, perhaps one of a resident kernel.
    pub(super) fn tag(&mut self) -> u32 {
        if self.features.many_tags && self.numbers.chance(1, 3) {
            let entry = self.index();
            return RsIds::from_bits(self.peek(RegId::RsIds(entry))).dag_tag();
        }
        let tags = if self.features.many_tags { 70 } else { 6 };
        self.numbers.below(tags)
    }
}
