//! A small test bench for rule tests: one HWS, its shared memory, and a record of its events.
//!
//! A test describes kernels ([`td`]), submits them, runs attempts one by one ([`Rig::attempt`]) or lets time
//! pass, reports for SIPs, and inspects registers and the effects of each COMMIT. The rig uses only the public
//! API of `hws-model` and panics if a test requests something impossible.
//!
//! ```
//! use hws_tests::rig::{Rig, td};
//!
//! let mut rig = Rig::new();
//! rig.submit(td(4, 2));
//! let launch = rig.attempt().launch();
//! assert_eq!((launch.block, launch.mask), (0, 0xF000_0000));
//! rig.complete(launch.mask);
//! ```
//!
//! ENABLE is 0 at first: submitted kernels wait until the test requests an attempt.

mod commit;
mod memory;
mod messages;
mod recorder;
mod registers;
mod reports;
mod setups;
mod tasks;

use hws_model::{Attempt, Config, Decision, Event, Hws};
use hws_regs::HwsCtrl;

use recorder::Recorder;

pub use commit::{Commit, Launched, Promoted};
pub use memory::RigMemory;
pub use recorder::RecordedEvent;
pub use tasks::{RigTask, td};

/// Ticks after which a wait of a test is given up.
const PATIENCE: u64 = 20_000;

/// One HWS on the bench.
#[derive(Clone, Debug)]
pub struct Rig {
    /// The HWS, for what the rig does not cover.
    pub hws: Hws,
    /// Shared memory.
    pub memory: RigMemory,
    /// Leaves MDMA commands in their FIFO; otherwise they are taken out after every tick.
    pub keeps_mdma: bool,
    events: Recorder,
    submitted: u8,
}

impl Default for Rig {
    fn default() -> Self {
        Self::new()
    }
}

impl Rig {
    /// Creates the machine of `regmap.yaml` in its reset state, ENABLE = 0.
    #[must_use]
    pub fn new() -> Self {
        Self::with_config(Config::default())
    }

    /// A machine with fewer entries or slots.
    #[must_use]
    pub fn with_config(config: Config) -> Self {
        Self {
            hws: Hws::new(config),
            memory: RigMemory::default(),
            keeps_mdma: false,
            events: Recorder::default(),
            submitted: 0,
        }
    }

    /// Returns the number of ticks completed: the number of the next one.
    #[must_use]
    pub fn cycle(&self) -> u64 {
        self.hws.cycle().0
    }

    /// One tick.
    pub fn tick(&mut self) {
        self.hws.tick(&mut self.memory, &mut self.events);
        while !self.keeps_mdma && self.hws.pop_mdma().is_some() {}
    }

    /// `ticks` ticks.
    pub fn ticks(&mut self, ticks: u64) {
        (0..ticks).for_each(|_| self.tick());
    }

    /// Ticks until `cycle` is the number of the next tick.
    pub fn ticks_to(&mut self, cycle: u64) {
        assert!(self.cycle() <= cycle, "cycle {cycle} is over, now is {}", self.cycle());
        self.ticks(cycle - self.cycle());
    }

    /// Ticks until a tick has produced a matching event; returns the cycle of that tick.
    #[track_caller]
    pub fn run_until(&mut self, is_wanted: impl Fn(&Event) -> bool) -> u64 {
        for _ in 0..PATIENCE {
            let before = self.events.len();
            let cycle = self.cycle();
            self.tick();
            if self.events.since(before).iter().any(|recorded| is_wanted(&recorded.event)) {
                return cycle;
            }
        }
        panic!("no matching event in {PATIENCE} ticks");
    }

    /// Writes ENABLE.
    pub fn enable(&mut self, on: bool) {
        self.write((), HwsCtrl::default().with_enable(on));
    }

    /// Returns the attempt in flight.
    #[must_use]
    pub fn in_flight(&self) -> Option<Attempt<'_>> {
        self.hws.attempt()
    }

    /// Returns what an attempt would decide now, and why.
    #[must_use]
    pub fn decide(&self) -> Decision {
        self.hws.decide()
    }

    /// Returns the P-pool of the attempt in flight, in its order: entries and online priorities.
    #[must_use]
    pub fn p_pool(&self) -> Vec<(u8, u32)> {
        let tasks = self.in_flight().into_iter().flat_map(|attempt| attempt.p_pool);
        tasks.map(|task| (task.entry.get() as u8, task.online_priority)).collect()
    }

    /// Lets one attempt start in one tick, and no other after it. Returns whether it started.
    pub fn try_latch(&mut self) -> bool {
        assert!(self.in_flight().is_none(), "an attempt is in flight");
        self.enable(true);
        self.tick();
        self.enable(false);
        self.in_flight().is_some()
    }

    /// Lets one attempt start; what the test does next happens between its LATCH and its COMMIT.
    #[track_caller]
    pub fn latch(&mut self) {
        assert!(self.try_latch(), "no attempt starts");
    }

    /// Ticks through the next COMMIT.
    #[track_caller]
    pub fn commit(&mut self) -> Commit {
        let cycle = self.run_until(|event| matches!(event, Event::Commit { .. }));
        Commit::new(cycle, self.events.of_cycle(cycle))
    }

    /// Runs one whole attempt from LATCH to COMMIT, and no other after it.
    #[track_caller]
    pub fn attempt(&mut self) -> Commit {
        self.latch();
        self.commit()
    }

    /// Returns all events so far.
    #[must_use]
    pub fn events(&self) -> &[RecordedEvent] {
        self.events.since(0)
    }

    /// Returns all events since the last call.
    pub fn take_events(&mut self) -> Vec<RecordedEvent> {
        self.events.take()
    }
}
